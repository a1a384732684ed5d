package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// Lookup finds single puzzles with statements that are prepared once, for use by all
// goroutines. Close it before its database.
type Lookup struct {
	db                   *DB
	byCanon, block, last *sql.Stmt
}

// NewLookup returns a Lookup for the database.
func (d *DB) NewLookup(ctx context.Context) (*Lookup, error) {
	l := &Lookup{db: d}
	for _, s := range []struct {
		to    **sql.Stmt
		query string
	}{
		{&l.byCanon, "SELECT " + puzzleColumns + fromPuzzles + " WHERE p.canon = ?"},
		{&l.block, "SELECT canon FROM puzzle" + d.engine.index("sqlite_autoindex_puzzle_1") + " WHERE canon >= ? AND canon < ?"},
		{&l.last, lastPuzzle},
	} {
		var err error
		if *s.to, err = d.readers.PrepareContext(ctx, s.query); err != nil {
			return nil, errors.Join(d.fail(ctx, "preparing a look-up", err), l.Close())
		}
	}
	return l, nil
}

// ByCanon is [DB.PuzzleByCanon]. The end of ctx does not stop it, since it takes almost no
// time, and database/sql and the driver would each start a goroutine to watch ctx.
func (l *Lookup) ByCanon(ctx context.Context, canon [16]byte) (Puzzle, error) {
	look := l.db.provers.take(ctx, false)
	defer l.db.provers.putBack(look)
	p, err := scanPuzzle(l.byCanon.QueryRowContext(context.WithoutCancel(ctx), l.db.grader, canon[:]), look)
	if errors.Is(err, sql.ErrNoRows) {
		err = fmt.Errorf("%w: there is no puzzle with the key %x", ErrNotFound, canon)
	}
	return p, l.db.fail(ctx, "looking for a puzzle", err)
}

// Close closes the prepared statements.
func (l *Lookup) Close() error {
	var errs []error
	for _, s := range []*sql.Stmt{l.byCanon, l.block, l.last} {
		if s != nil {
			errs = append(errs, s.Close())
		}
	}
	return errors.Join(errs...)
}
