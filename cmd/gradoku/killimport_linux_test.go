package main

import (
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gradoku/cmd/gradoku/cli"
)

// TestKilledImport kills an import at random moments until it is through, and
// compares with one that nobody disturbed.
func TestKilledImport(t *testing.T) {
	if !*long {
		t.Skip("needs -long")
	}
	bin, dir := program(t), t.TempDir()
	made, sheet := filepath.Join(dir, "made.db"), filepath.Join(dir, "sheet.txt")
	output(t, "generate", "-n", "4000", "--seed", "3", "--quiet", "--db", made)
	lines := strings.Split(output(t, "export", "--quiet", "--db", made), "\n")
	for i := 0; i < len(lines); i += 50 {
		lines[i] += " # a label\nno puzzle"
	}
	if err := os.WriteFile(sheet, []byte(strings.Join(lines, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	all := func(db string) string {
		show := strings.Split(output(t, "corpus", "show", "sheet", "--db", db), "\n")
		return strings.Join(show[1:], "\n") + output(t, "export", "--quiet", "--format", "jsonl", "--db", db)
	}
	load := func(db string) error { // exit code 1 tells of the lines that are no puzzle
		err := exec.Command(bin, "import", sheet, "--quiet", "--db", db).Run()
		var exit *exec.ExitError
		if errors.As(err, &exit) && exit.ExitCode() == cli.ExitData {
			return nil
		}
		return err
	}
	whole, killed := filepath.Join(dir, "whole.db"), filepath.Join(dir, "killed.db")
	start := time.Now()
	if err := load(whole); err != nil {
		t.Fatal(err)
	}
	took := time.Since(start)
	rng := rand.New(rand.NewPCG(1, 2))
	for range 12 {
		cmd := exec.Command(bin, "import", sheet, "--quiet", "--db", killed)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(rng.Int64N(int64(took))))
		cmd.Process.Kill()
		cmd.Wait()
	}
	if err := load(killed); err != nil {
		t.Fatal(err)
	}
	output(t, "db", "check", "--db", killed)
	if all(whole) != all(killed) {
		t.Error("the corpus differs from that of the undisturbed import")
	}
}

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
