package main

import (
	"flag"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"gradoku/internal/pgtest"
)

var (
	long    = flag.Bool("long", false, "run the long tests")
	attacks = flag.Int("attacks", 0, "how many attacks each of TestInjected and TestDamagedValues makes (by default a few; with -long 500)")
)

// rounds is how many attacks a test makes that makes few of them by default.
func rounds(few int) int {
	switch {
	case *attacks > 0:
		return *attacks
	case *long:
		return 500
	}
	return few
}

// TestMain lets the scripts in testdata/script call gradoku as a program.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"gradoku": main})
}

// TestScripts runs one script per command.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                filepath.Join("testdata", "script"),
		RequireUniqueNames: true,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"schema": checkSchema,
			// database NAME... sets variables to URLs of databases on a PostgreSQL server.
			"database": func(ts *testscript.TestScript, _ bool, names []string) {
				for _, name := range names {
					ts.Setenv(name, pgtest.URL(t))
				}
			},
		},
		Condition: func(condition string) (bool, error) {
			if condition != "postgres" {
				return false, fmt.Errorf("there is no condition %q", condition)
			}
			return pgtest.Available()
		},
	})
}
