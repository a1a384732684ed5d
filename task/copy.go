package task

import (
	"context"
	"errors"

	"gradoku/store"
)

// Copy writes a copy of a database to a file or a server. The database may be in use.
type Copy struct {
	Output string `query:"o" json:"output" alias:"output" value:"FILE" doc:"write the copy to FILE, which must not exist, or into an empty database on a server"`
}

// Run writes the copy.
func (c *Copy) Run(ctx context.Context, env Env) error {
	if c.Output == "" || c.Output == "-" {
		return UsageError(errors.New("-o FILE is missing: a database is written to a file of its own"), "for example: gradoku db copy -o backup.db")
	}
	unit := "rows"
	if store.IsFile(env.DB) && store.IsFile(c.Output) {
		unit = "pages"
	}
	return WithDB(ctx, env.DB, func(db *store.DB) error { return db.Copy(ctx, c.Output, env.counting(unit)) })
}
