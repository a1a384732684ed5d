package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestKilledImportOfStdin: an import of stdin, killed while it copies that, leaves no
// copy.
func TestKilledImportOfStdin(t *testing.T) {
	tmp := t.TempDir()
	cmd := exec.Command(program(t), "import", "-", "--name", "a", "--db", filepath.Join(t.TempDir(), "a.db"))
	cmd.Env = append(os.Environ(), "TMPDIR="+tmp)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	// A pipe holds much less than this, so that most of it is copied when it is written.
	if _, err := in.Write([]byte(strings.Repeat("..3..4...21.....\n", 1<<16))); err != nil {
		t.Fatal(err)
	}
	cmd.Process.Kill()
	cmd.Wait()
	if left := files(t, tmp); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}
