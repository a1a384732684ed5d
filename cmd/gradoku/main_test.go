package main

import (
	"flag"
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
		Cmds:               map[string]func(*testscript.TestScript, bool, []string){"schema": checkSchema},
	})
}
