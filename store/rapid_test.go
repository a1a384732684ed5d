package store

import (
	"flag"

	"gradoku/internal/boardtest"
)

var long = boardtest.Long

// Property tests use few examples, because each queries a database at least twice.
// -rapid.checks 1000 uses more.
func init() {
	if err := flag.Set("rapid.checks", "40"); err != nil {
		panic(err)
	}
}
