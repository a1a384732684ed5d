package store

import (
	"context"
	"database/sql"
)

// Lookup finds single puzzles with a statement that is prepared once, for use by all
// goroutines. Close it before its database.
type Lookup struct {
	db      *DB
	byCanon *sql.Stmt
}

// NewLookup returns a Lookup for the database.
func (d *DB) NewLookup(ctx context.Context) (*Lookup, error) {
	byCanon, err := d.readers.PrepareContext(ctx, selectByCanon)
	return &Lookup{d, byCanon}, d.fail(ctx, "preparing a look-up", err)
}

// ByCanon is [DB.PuzzleByCanon]. The end of ctx does not stop it, since it takes almost no
// time, and database/sql and the driver would each start a goroutine to watch ctx.
func (l *Lookup) ByCanon(ctx context.Context, canon [16]byte) (Puzzle, error) {
	return l.db.withKey(ctx, l.byCanon.QueryRowContext(context.WithoutCancel(ctx), canon[:]), canon)
}

// Close closes the prepared statement.
func (l *Lookup) Close() error { return l.byCanon.Close() }
