package store

import (
	"context"
	"database/sql"
	"errors"
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
		{&l.byCanon, selectByCanon},
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
	return l.db.withKey(ctx, l.byCanon.QueryRowContext(context.WithoutCancel(ctx), l.db.grader, canon[:]), canon)
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
