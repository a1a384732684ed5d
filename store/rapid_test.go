package store

import (
	"errors"
	"flag"
	"runtime/debug"

	_ "pgregory.net/rapid" // for its flags
)

// Property tests draw the same examples each time, so that a change is to blame
// for what fails. -rapid.seed 0 draws others, -rapid.checks 1000 more of them: each
// asks a database, twice or more.
func init() {
	debug.SetGCPercent(400) // tests use little memory, and collecting garbage takes long
	if err := errors.Join(flag.Set("rapid.seed", "1"), flag.Set("rapid.checks", "40")); err != nil {
		panic(err)
	}
}
