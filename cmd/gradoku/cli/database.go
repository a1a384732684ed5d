package cli

import (
	"fmt"
	"strings"

	"gradoku/store"
)

// DBHint returns the --db to add to an advised command, if the user gave one.
func (c *Call) DBHint() string {
	if !c.Given("db") {
		return ""
	}
	if shown := store.Shown(c.DB); strings.ContainsAny(shown, "?&") {
		return " --db '" + shown + "'"
	}
	return " --db " + store.Shown(c.DB)
}

// NeedsServer returns an error if the database is a file where several machines must share
// it.
func (c *Call) NeedsServer() error {
	if !store.IsFile(c.DB) {
		return nil
	}
	return UsageError(fmt.Errorf("%s is a file, and machines cannot share a database file", c.DB), "name a database on a server: --db postgres://user@host/name")
}
