package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// Lookup finds single puzzles with a statement that is prepared once for each
// connection: to parse it takes longer than to run it. It may be used by several
// goroutines, and is closed before its database.
type Lookup struct {
	db      *DB
	byCanon *sql.Stmt
}

// NewLookup returns a Lookup in the database.
func (d *DB) NewLookup(ctx context.Context) (*Lookup, error) {
	byCanon, err := d.readers.PrepareContext(ctx, "SELECT "+puzzleColumns+fromPuzzles+" WHERE p.canon = ?")
	if err != nil {
		return nil, d.fail(ctx, "preparing a look-up", err)
	}
	return &Lookup{d, byCanon}, nil
}

// ByCanon is [DB.PuzzleByCanon].
func (l *Lookup) ByCanon(ctx context.Context, canon [16]byte) (Puzzle, error) {
	p, err := scanPuzzle(l.byCanon.QueryRowContext(ctx, l.db.grader, canon[:]))
	if errors.Is(err, sql.ErrNoRows) {
		err = fmt.Errorf("%w: there is no puzzle with the key %x", ErrNotFound, canon)
	}
	return p, l.db.fail(ctx, "looking for a puzzle", err)
}

// Close ends its use.
func (l *Lookup) Close() error { return l.byCanon.Close() }
