package main

import (
	"flag"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var long = flag.Bool("long", false, "run the long tests")

// TestMain lets the scripts in testdata/script call gradoku as a program.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"gradoku": main})
}

// TestScripts runs one script per command.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                filepath.Join("testdata", "script"),
		RequireUniqueNames: true,
		Condition:          condition,
	})
}

// condition tells the scripts whether the race detector is on, which makes some
// of them ten times slower; the gate runs those without it as well.
func condition(name string) (bool, error) {
	if name != "race" {
		return false, fmt.Errorf("there is no condition %q", name)
	}
	return underRace, nil
}
