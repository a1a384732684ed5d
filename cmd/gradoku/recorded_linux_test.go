package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"gradoku/cmd/gradoku/cli"
	"gradoku/internal/atomicfile"
)

// killedBefore leaves in a folder what a command leaves that was killed while it
// worked on a file: the mark that it put there when it began.
func killedBefore(t *testing.T, path string, began time.Time) {
	t.Helper()
	place, err := atomicfile.Make(path)
	if err != nil {
		t.Fatal(err)
	}
	marks, err := filepath.Glob(filepath.Join(filepath.Dir(path), ".gradoku-*"))
	if err != nil || len(marks) != 1 {
		t.Fatal(marks, err)
	}
	if err := errors.Join(place.Remove(), os.Mkdir(marks[0], 0o700), os.Chtimes(marks[0], began, began)); err != nil {
		t.Fatal(err)
	}
}

// TestKilledAfterRecording: a command that is killed after its files are written
// and recorded, and before it ends, has nothing left to do when it is given again.
// Without the mark of a killed command, it is carried out again.
func TestKilledAfterRecording(t *testing.T) {
	made := filepath.Join(t.TempDir(), "made.db")
	output(t, "generate", "-n", "60", "--seed", "1", "--quiet", "--db", made)
	image, err := os.ReadFile(made)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, mark string
		args       []string
		again      bool // given again, an undisturbed command takes other puzzles
	}{
		{"plain", "out.csv.mark", []string{"export", "-o", "out.csv"}, false},
		{"app", "out.sqlite.mark", []string{"export", "-o", "out.sqlite"}, false},
		{"split", "out.csv.mark", []string{"export", "--exclude-used-in", "all", "--sample", "20", "--split", "level", "-o", "out.csv"}, true},
		{"book", "out.pdf.mark", []string{"book", "-n", "12", "-o", "out.pdf"}, false},
		{"book with what is missing", "out.pdf.mark", []string{"book", "-n", "65", "--generate-missing", "-o", "out.pdf"}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			t.Chdir(dir)
			run := func(args ...string) string {
				code, out, talk := call(t, append(args, "--db", "a.db")...)
				if code != 0 {
					t.Fatalf("%v: exit code %d\n%s", args, code, talk)
				}
				return out + talk
			}
			contents := func() (all string) {
				for _, name := range files(t, dir) {
					if b, err := os.ReadFile(filepath.Join(dir, name)); err == nil && strings.HasPrefix(name, "out") {
						all += name + string(b)
					}
				}
				return all + run("list", "exports") + run("runs", "--json")
			}
			if err := os.WriteFile("a.db", image, 0o600); err != nil {
				t.Fatal(err)
			}
			began := time.Now()
			run(c.args...)
			want := contents()
			killedBefore(t, filepath.Join(dir, c.mark), began)
			run(c.args...)
			if got := contents(); got != want {
				t.Errorf("given again, it ends with\n%q, want\n%q", got, want)
			}
			if left, _ := filepath.Glob(filepath.Join(dir, ".gradoku-*")); len(left) > 0 {
				t.Errorf("left: %v", left)
			}
			if c.args[0] == "export" { // another command in the same place does what it is asked to
				killedBefore(t, filepath.Join(dir, c.mark), began)
				if out := run(append(c.args, "--size", "4")...); !strings.Contains(out, "no puzzle") {
					t.Errorf("with another size: %s", out)
				}
			}
			if c.again {
				run(c.args...)
				if contents() == want {
					t.Error("an undisturbed command did nothing")
				}
			}
		})
	}
}

// TestExportsAtTheSameTime: books and exports that ask for puzzles that nobody has
// used share none, however many are made at the same time.
func TestExportsAtTheSameTime(t *testing.T) {
	bin, dir := program(t), t.TempDir()
	db := filepath.Join(dir, "a.db")
	output(t, "generate", "-n", "60", "--seed", "1", "--quiet", "--db", db)
	var cmds []*exec.Cmd
	for i := range 3 {
		book := filepath.Join(dir, fmt.Sprintf("book%d.pdf", i))
		list := filepath.Join(dir, fmt.Sprintf("list%d.txt", i))
		cmds = append(cmds,
			exec.Command(bin, "book", "-n", "10", "--quiet", "--db", db, "-o", book),
			exec.Command(bin, "export", "--exclude-used-in", "all", "--sample", "10", "--quiet", "--db", db, "-o", list))
	}
	for _, cmd := range cmds {
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
	}
	for _, cmd := range cmds {
		if err := cmd.Wait(); err != nil {
			t.Errorf("%v: %v", cmd.Args, err)
		}
	}
	if free := strings.TrimSpace(output(t, "export", "--exclude-used-in", "all", "--db", db)); free != "" {
		t.Errorf("six times 10 of 60 puzzles leave\n%s", free)
	}
}

// TestAlmostFullDisk: where a run fits on the disk, but not its -wal file as well,
// it ends in order or says that it did not.
func TestAlmostFullDisk(t *testing.T) {
	bin, dir := program(t), t.TempDir()
	told := 0
	for _, size := range []int{440, 540} {
		if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, fmt.Sprintf("size=%dk", size)); err != nil {
			t.Skipf("mounting a small tmpfs: %v", err)
		}
		func() {
			defer syscall.Unmount(dir, 0)
			db := filepath.Join(dir, "a.db")
			cmd := exec.Command(bin, "generate", "-n", "500", "--seed", "1", "--quiet", "--db", db)
			out, err := cmd.CombinedOutput()
			_, left := os.Stat(db + "-wal")
			switch code := cmd.ProcessState.ExitCode(); {
			case code == 0 && left == nil:
				t.Errorf("%d kB: it says nothing and leaves a -wal file", size)
			case code == cli.ExitData && strings.Contains(string(out), "the disk is full"):
				told++
			case code != 0:
				t.Errorf("%d kB: %v\n%s", size, err, out)
			}
		}()
	}
	if told == 0 {
		t.Error("the disk was never full: try smaller ones")
	}
}

// TestFullDiskAtCreation: a database that the disk has no room for is not half made.
func TestFullDiskAtCreation(t *testing.T) {
	bin, dir := program(t), t.TempDir()
	for _, size := range []int{80, 100, 116, 132, 148} {
		if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, fmt.Sprintf("size=%dk", size)); err != nil {
			t.Skipf("mounting a small tmpfs: %v", err)
		}
		func() {
			defer syscall.Unmount(dir, 0)
			db := filepath.Join(dir, "a.db")
			out, err := exec.Command(bin, "generate", "-n", "5", "--seed", "1", "--quiet", "--db", db).CombinedOutput()
			if err == nil || !strings.Contains(string(out), "the disk is full") {
				t.Errorf("%d kB: %v\n%s", size, err, out)
			}
			if out, _ := exec.Command(bin, "runs", "--db", db).CombinedOutput(); strings.Contains(string(out), "older") {
				t.Errorf("%d kB: what is left is %s", size, out)
			}
		}()
	}
}
