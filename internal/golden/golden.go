// Package golden compares the output of tests with files that hold the expected output: golden
// files in testdata, and generated documents.
package golden

import (
	"flag"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Update is set by -update.
var Update = flag.Bool("update", false, "write golden files and generated documents anew")

// Check fails the test unless a file holds exactly the text made. With -update it first writes the
// text to the file.
func Check(t testing.TB, path, made string) {
	t.Helper()
	if *Update {
		if err := os.WriteFile(path, []byte(made), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	held, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(held), made); diff != "" {
		t.Errorf("%s is not what is made now; if that is meant, give -update (-file +made)\n%s", path, diff)
	}
}
