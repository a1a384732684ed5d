package main

import (
	"fmt"
	"strings"

	"gradoku/store"
	"gradoku/task"
)

// dbHint returns the --db to add to an advised command, if the user gave one.
func (c *Call) dbHint() string {
	if !c.Given("db") {
		return ""
	}
	if shown := store.Shown(c.DB); strings.ContainsAny(shown, "?&") {
		return " --db '" + shown + "'"
	}
	return " --db " + store.Shown(c.DB)
}

// checkDB refuses a database of a kind that gradoku does not support.
func (c *Call) checkDB() error {
	scheme, _, isURL := strings.Cut(strings.ToLower(c.DB), "://")
	switch {
	case isURL && len(scheme) > 1 && scheme != "postgres" && scheme != "postgresql" && strings.Trim(scheme, "abcdefghijklmnopqrstuvwxyz0123456789+") == "":
		return task.UsageError(fmt.Errorf("--db: gradoku cannot use %s databases", scheme), "name a SQLite file, or postgres://user@host/name")
	case c.DB == ":memory:":
		return task.UsageError(fmt.Errorf("--db: %s is not a file", c.DB), "name a file; gradoku generate --print makes puzzles without one")
	}
	return nil
}

// needsServer returns an error if the database is a file where several machines must share
// it.
func (c *Call) needsServer() error {
	if !store.IsFile(c.DB) {
		return nil
	}
	return task.UsageError(fmt.Errorf("%s is a file, and machines cannot share a database file", c.DB), "name a database on a server: --db postgres://user@host/name")
}
