package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// PuzzleByCanon returns the puzzle with that key of its canonical form, or
// ErrNotFound.
func (d *DB) PuzzleByCanon(ctx context.Context, canon [16]byte) (Puzzle, error) {
	p, err := scanPuzzle(d.readers.QueryRowContext(ctx,
		"SELECT "+puzzleColumns+fromPuzzles+" WHERE p.canon = ?", d.grader, canon[:]))
	if errors.Is(err, sql.ErrNoRows) {
		err = fmt.Errorf("%w: there is no puzzle with the key %x", ErrNotFound, canon)
	}
	return p, d.fail(ctx, "looking for a puzzle", err)
}
