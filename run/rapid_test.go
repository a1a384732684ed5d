package run

import (
	"flag"

	_ "pgregory.net/rapid" // for its flag
)

// Property tests draw the same examples each time, so that a change is to blame
// for what fails. -rapid.seed 0 draws others.
func init() {
	if err := flag.Set("rapid.seed", "1"); err != nil {
		panic(err)
	}
}
