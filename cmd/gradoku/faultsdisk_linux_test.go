package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"gradoku/task"
)

// fails runs a command that must end with exit code 1 and say why.
func fails(t *testing.T, cmd *exec.Cmd, want ...string) {
	t.Helper()
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != task.Data {
		t.Errorf("%v: %v, want exit code %d\n%s", cmd.Args[1:], err, task.Data, out)
	}
	for _, w := range want {
		if !strings.Contains(string(out), w) {
			t.Errorf("%v: %q is not in\n%s", cmd.Args[1:], w, out)
		}
	}
}

// contents reads all files of a folder.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, name := range files(t, dir) {
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		all[name] = string(b)
	}
	return all
}

// mounted gives a test a file system of its own, or skips it.
func mounted(t *testing.T, size string) string {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size="+size); err != nil {
		t.Skipf("mounting a small tmpfs: %v", err)
	}
	t.Cleanup(func() { syscall.Unmount(dir, 0) })
	return dir
}

func remount(t *testing.T, dir string, flags uintptr, options string) {
	t.Helper()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", syscall.MS_REMOUNT|flags, options); err != nil {
		t.Fatal(err)
	}
}

// TestFaultyDisk tries every command that writes on a disk that gets full, and in
// a folder that cannot be written to.
func TestFaultyDisk(t *testing.T) {
	if !*long {
		t.Skip("needs -long")
	}
	f := &faults{bin: program(t)}
	for _, j := range f.jobs(t, 1500) {
		whole := t.TempDir()
		j.in(t, whole)
		f.finish(t, j, whole)
		want := f.outcome(t, j, whole)
		t.Run(j.name+"/full", func(t *testing.T) {
			dir := mounted(t, "60m")
			j.in(t, dir)
			var used syscall.Statfs_t
			if err := syscall.Statfs(dir, &used); err != nil {
				t.Fatal(err)
			}
			complete := false
			for _, room := range []uint64{0, 4, 40} { // pages: not even a beginning, a beginning, the middle
				pages := used.Blocks - used.Bfree + room
				ballast := filepath.Join(dir, "ballast")
				if err := os.WriteFile(ballast, make([]byte, (used.Blocks-pages)*uint64(used.Bsize)), 0o600); err != nil {
					t.Fatal(err)
				}
				cmd := f.command(t, j, dir)
				out, _ := cmd.CombinedOutput()
				code := cmd.ProcessState.ExitCode()
				full := strings.Contains(string(out), "disk is full") || strings.Contains(string(out), "no space left")
				complete = room > 0 && !full && j.ended(code, string(out)) // it needs no more
				if !complete && (code != task.Data || !full) {
					t.Errorf("%d pages: exit %d\n%s", room, code, out)
				}
				if err := os.Remove(ballast); err != nil {
					t.Fatal(err)
				}
				if left := leftovers(t, dir); len(left) > 0 {
					t.Errorf("%d pages: left behind: %v", room, left)
				}
				f.checkKilled(t, j, dir)
				j.checkWhole(t, fmt.Sprint(room, " pages"), dir, whole)
				if complete {
					break
				}
			}
			if !complete && !f.complete(j, dir) {
				f.finish(t, j, dir)
			}
			if f.outcome(t, j, dir) != want {
				t.Error("with room again, the outcome differs from the undisturbed one")
			}
		})
		t.Run(j.name+"/read-only", func(t *testing.T) {
			dir := mounted(t, "60m")
			j.in(t, dir)
			before := contents(t, dir)
			remount(t, dir, syscall.MS_RDONLY, "")
			fails(t, f.command(t, j, dir))
			remount(t, dir, 0, "")
			for name, text := range contents(t, dir) {
				if before[name] != text {
					t.Errorf("%s was changed", name)
				}
			}
			f.finish(t, j, dir)
			if f.outcome(t, j, dir) != want {
				t.Error("writable again, the outcome differs from the undisturbed one")
			}
		})
	}
}

// after waits until a run of the command is in the database, then does
// something, and returns what the command said and its exit code.
func (f *faults) after(t *testing.T, cmd *exec.Cmd, db string, do func()) (talk string, code int) {
	t.Helper()
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	ended := begun(t, cmd, db)
	do()
	<-ended
	return out.String(), cmd.ProcessState.ExitCode()
}

// TestFileTakenAway deletes the database under a run, and takes away the right
// to write to its folder.
func TestFileTakenAway(t *testing.T) {
	if !*long {
		t.Skip("needs -long")
	}
	f := &faults{bin: program(t)}
	generate := func(dir string) *exec.Cmd {
		cmd := exec.Command(f.bin, "generate", "-n", "3000", "--seed", "6", "--quiet", "--db", "a.db")
		cmd.Dir = dir
		return cmd
	}
	whole := t.TempDir()
	if out, err := generate(whole).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	want := runRows(t, filepath.Join(whole, "a.db"))

	t.Run("deleted", func(t *testing.T) {
		dir := t.TempDir()
		db := filepath.Join(dir, "a.db")
		talk, code := f.after(t, generate(dir), db, func() {
			for _, name := range files(t, dir) {
				os.Remove(filepath.Join(dir, name))
			}
		})
		if code != task.Data || !strings.Contains(talk, "no longer there: it was deleted or moved") {
			t.Errorf("exit %d\n%s", code, talk)
		}
		if left := files(t, dir); len(left) > 0 {
			t.Errorf("left behind: %v", left)
		}
		if out, err := generate(dir).CombinedOutput(); err != nil {
			t.Errorf("given again: %v\n%s", err, out)
		}
		if runRows(t, db) != want {
			t.Error("given again, the rows differ from those of an undisturbed run")
		}
	})
	t.Run("permission lost", func(t *testing.T) {
		if os.Geteuid() != 0 {
			t.Skip("needs root, to run the command as somebody else")
		}
		const nobody = 65534
		dir := openFolder(t, nobody)
		bin := filepath.Join(dir, "gradoku")
		as := func(n string) *exec.Cmd {
			cmd := exec.Command(bin, "generate", "-n", n, "--seed", "6", "--quiet", "--db", "a.db")
			cmd.Dir = dir
			cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
			return cmd
		}
		db := filepath.Join(dir, "a.db")
		talk, code := f.after(t, as("3000"), db, func() {
			if err := errors.Join(os.Chmod(dir, 0o555), os.Chmod(db, 0o444)); err != nil {
				t.Error(err)
			}
		})
		if code != 0 && (code != task.Data || !strings.Contains(talk, "cannot be written")) {
			t.Errorf("exit %d\n%s", code, talk)
		}
		// Files that are open stay writable; who comes later is told.
		fails(t, as("3001"), "allow writing to the file and its folder")
		if err := errors.Join(os.Chmod(dir, 0o755), os.Chmod(db, 0o644)); err != nil {
			t.Fatal(err)
		}
		if out, err := as("3000").CombinedOutput(); err != nil {
			t.Errorf("allowed again: %v\n%s", err, out)
		}
		output(t, "db", "check", "--db", db)
		if runRows(t, db) != want {
			t.Error("allowed again, the rows differ from an undisturbed run's")
		}
	})
}

// TestFileOfOthers: whoever reads a database and may not write it leaves nothing beside
// it, which those who may could not write to.
func TestFileOfOthers(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("needs root, to run commands as somebody else")
	}
	const nobody = 65534
	dir := openFolder(t, nobody)
	bin, db := filepath.Join(dir, "gradoku"), filepath.Join(dir, "a.db")
	output(t, "generate", "-n", "3", "--size", "4", "--seed", "1", "--quiet", "--db", db)
	want := files(t, dir)
	for _, mode := range []os.FileMode{0o444, 0o644} {
		for _, owner := range []int{nobody, 0} {
			if owner == nobody && mode == 0o644 {
				continue // who may write it
			}
			if err := errors.Join(os.Chown(db, owner, owner), os.Chmod(db, mode)); err != nil {
				t.Fatal(err)
			}
			for _, args := range [][]string{{"db", "info", "--db", "a.db"}, {"db", "copy", "-o", "copy.db", "--db", "a.db"}, {"convert", "--format", "line", "a.db"}} {
				cmd := exec.Command(bin, args...)
				cmd.Dir = dir
				cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
				if out, err := cmd.CombinedOutput(); err != nil {
					t.Errorf("%v: %v\n%s", args, err, out)
				}
				os.Remove(filepath.Join(dir, "copy.db"))
				if got := files(t, dir); !slices.Equal(got, want) {
					t.Fatalf("%v of a file of mode %o of %d left %v", args, mode, owner, got)
				}
			}
		}
	}
}

// openFolder makes a folder with the program in it that a user may write to. It is not
// below the test's own, which nobody else may enter.
func openFolder(t *testing.T, user int) string {
	t.Helper()
	dir, err := os.MkdirTemp("/tmp", "gradoku-faults-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	err = os.CopyFS(dir, os.DirFS(filepath.Dir(program(t))))
	if err := errors.Join(err, os.Chown(dir, user, user), os.Chmod(filepath.Join(dir, "gradoku"), 0o755)); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestTwoProcesses lets two programs write to one database: runs of two seeds do not
// disturb each other, and of one run only one of them goes on.
func TestTwoProcesses(t *testing.T) {
	if !*long {
		t.Skip("needs -long")
	}
	bin, dir := program(t), t.TempDir()
	both := func(db, seedA, seedB string) (codes []int) {
		var cmds []*exec.Cmd
		for _, seed := range []string{seedA, seedB} {
			cmd := exec.Command(bin, "generate", "-n", "3000", "--seed", seed, "--quiet", "--db", db)
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			cmds = append(cmds, cmd)
		}
		for _, cmd := range cmds {
			cmd.Wait()
			codes = append(codes, cmd.ProcessState.ExitCode())
		}
		output(t, "db", "check", "--db", db)
		return codes
	}
	sorted := func(db string) string {
		lines := strings.Split(output(t, "export", "--quiet", "--db", db), "\n")
		slices.Sort(lines)
		return strings.Join(lines, "\n")
	}
	apart, together := filepath.Join(dir, "apart.db"), filepath.Join(dir, "together.db")
	for _, seed := range []string{"1", "2"} {
		output(t, "generate", "-n", "3000", "--seed", seed, "--quiet", "--db", apart)
	}
	if codes := both(together, "1", "2"); codes[0] != 0 || codes[1] != 0 {
		t.Errorf("two seeds: exit codes %v", codes)
	}
	if sorted(together) != sorted(apart) {
		t.Error("two seeds: the puzzles differ from those of one run after the other")
	}
	same, alone := filepath.Join(dir, "same.db"), filepath.Join(dir, "alone.db")
	output(t, "generate", "-n", "3000", "--seed", "1", "--quiet", "--db", alone)
	codes := both(same, "1", "1")
	if slices.Max(codes) > task.Data {
		t.Errorf("one seed: exit codes %v", codes)
	}
	output(t, "generate", "-n", "3000", "--seed", "1", "--quiet", "--db", same)
	if runRows(t, same) != runRows(t, alone) {
		t.Error("one seed: the rows differ from those of one process")
	}
}

// TestBrokenPipe closes the reader of stdout.
func TestBrokenPipe(t *testing.T) {
	bin, dir := program(t), t.TempDir()
	db := filepath.Join(dir, "a.db")
	output(t, "generate", "-n", "30", "--seed", "6", "--quiet", "--db", db)
	before := files(t, dir)
	for _, args := range [][]string{{"export", "--format", "jsonl", "--db", db}, {"list", "techniques"}, {"db", "info", "--db", db}} {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		r.Close()
		cmd := exec.Command(bin, args...)
		cmd.Stdout = w
		err = cmd.Run()
		w.Close()
		// As every program that writes on into a pipe that nobody reads.
		state, _ := cmd.ProcessState.Sys().(syscall.WaitStatus)
		if err == nil || !(state.Signaled() && state.Signal() == syscall.SIGPIPE) && cmd.ProcessState.ExitCode() != task.Data {
			t.Errorf("%v: %v", args, err)
		}
	}
	output(t, "db", "check", "--db", db)
	if after := files(t, dir); !slices.Equal(after, before) {
		t.Errorf("files before %v, after %v", before, after)
	}
}
