package store

import (
	"flag"

	"gradoku/internal/boardtest"
)

var long = boardtest.Long

// Property tests make few examples; -rapid.checks 1000 makes more of them: each asks a
// database, twice or more.
func init() {
	if err := flag.Set("rapid.checks", "40"); err != nil {
		panic(err)
	}
}
