package main

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// program builds gradoku, without the race detector so that its speed is real.
func program(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "gradoku")
	if out, err := exec.Command("go", "build", "-o", path, ".").CombinedOutput(); err != nil {
		t.Fatalf("building: %v\n%s", err, out)
	}
	return path
}

func output(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := exec.Command(name, args...).Output()
	if err != nil {
		var exit *exec.ExitError
		errors.As(err, &exit)
		t.Fatalf("%v: %v\n%s", args, err, exit.Stderr)
	}
	return string(out)
}

// runRows is what must be the same: every row with its grade, and the counters
// of the run, without its times.
func runRows(t *testing.T, bin, db string) string {
	t.Helper()
	info := strings.Fields(strings.Split(output(t, bin, "list", "runs", "--db", db), "\n")[1])
	return strings.Join(info[:8], " ") + "\n" + output(t, bin, "export", "--quiet", "--format", "jsonl", "--db", db)
}

// checkKilled wants a file that a killed run left to be in order, unless the
// run was killed before it could save anything: then the file says so.
func checkKilled(t *testing.T, bin, db string) {
	t.Helper()
	out, err := exec.Command(bin, "db", "check", "--quick", "--db", db).CombinedOutput()
	for _, young := range []string{"nothing was ever saved in it", "must be brought to"} {
		if strings.Contains(string(out), young) {
			return
		}
	}
	if err != nil {
		t.Errorf("after the kill: %v\n%s", err, out)
	}
}

// TestKill kills runs at random moments with SIGKILL, which no program can
// answer, goes on, and compares with a run that nobody disturbed. By default
// three runs are killed, with -long twenty of the length that the README's
// numbers are about.
func TestKill(t *testing.T) {
	kills, n := 3, "6000"
	if *long {
		kills, n = 20, "20000"
	}
	bin, dir := program(t), t.TempDir()
	whole := filepath.Join(dir, "whole.db")
	generate := func(db string) *exec.Cmd {
		return exec.Command(bin, "generate", "-n", n, "--seed", "77", "--quiet", "--db", db)
	}
	start := time.Now()
	if out, err := generate(whole).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	took := time.Since(start)
	want := runRows(t, bin, whole)

	rng := rand.New(rand.NewPCG(uint64(os.Getpid()), uint64(start.UnixNano())))
	for i := range kills {
		db := filepath.Join(dir, "killed.db")
		cmd := generate(db)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		moment := time.Duration(rng.Int64N(int64(took)))
		time.Sleep(moment)
		cmd.Process.Kill()
		killed := cmd.Wait() != nil
		if _, err := os.Stat(db); err == nil && killed {
			checkKilled(t, bin, db)
		}
		output(t, bin, "generate", "-n", n, "--seed", "77", "--quiet", "--db", db)
		output(t, bin, "db", "check", "--db", db)
		if got := runRows(t, bin, db); got != want {
			t.Errorf("kill %d after %v (killed: %v): the rows differ from the undisturbed run's", i, moment, killed)
		}
		for _, name := range []string{db, db + "-wal", db + "-shm", db + "-journal"} {
			if err := os.Remove(name); err != nil && !errors.Is(err, os.ErrNotExist) {
				t.Fatal(err)
			}
		}
	}
}

// begun reports whether a run is in the database: its process is past its
// beginnings then, however slow the machine.
func begun(bin, db string) bool {
	out, err := exec.Command(bin, "list", "runs", "--db", db).Output()
	return err == nil && strings.Count(string(out), "\n") > 1
}

// TestInterrupt sends the signal of Ctrl-C: the open batch is saved, the
// message says where it stopped and how to go on, and going on gives the same
// rows.
func TestInterrupt(t *testing.T) {
	bin, dir := program(t), t.TempDir()
	whole, stopped := filepath.Join(dir, "whole.db"), filepath.Join(dir, "stopped.db")
	output(t, bin, "generate", "-n", "8000", "--seed", "5", "--quiet", "--db", whole)
	cmd := exec.Command(bin, "generate", "-n", "8000", "--seed", "5", "--db", stopped)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for tries := 0; !begun(bin, stopped) && tries < 5000; tries++ {
		time.Sleep(time.Millisecond)
	}
	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	var exit *exec.ExitError
	if err := cmd.Wait(); !errors.As(err, &exit) {
		t.Skip("the run was over before it could be interrupted")
	}
	if exit.ExitCode() != exitInterrupted {
		t.Errorf("exit code %d, want %d", exit.ExitCode(), exitInterrupted)
	}
	for _, want := range []string{"interrupted at try ", "puzzles are saved in ", "gradoku generate --resume --db "} {
		if !strings.Contains(stderr.String(), want) {
			t.Errorf("stderr lacks %q:\n%s", want, &stderr)
		}
	}
	output(t, bin, "generate", "--resume", "--quiet", "--db", stopped)
	if runRows(t, bin, stopped) != runRows(t, bin, whole) {
		t.Error("the rows differ from the undisturbed run's")
	}
}

// TestFullDisk fills a small file system, where one can be mounted.
func TestFullDisk(t *testing.T) {
	bin, dir := program(t), t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=600k"); err != nil {
		t.Skipf("mounting a small tmpfs: %v", err)
	}
	defer syscall.Unmount(dir, 0)
	db := filepath.Join(dir, "puzzles.db")
	cmd := exec.Command(bin, "generate", "-n", "6000", "--seed", "9", "--db", db)
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != exitData {
		t.Fatalf("on a full disk: %v\n%s", err, out)
	}
	if !strings.Contains(string(out), "the disk is full") || !strings.Contains(string(out), "make room on the disk") {
		t.Errorf("message does not help:\n%s", out)
	}
	if err := syscall.Mount("tmpfs", dir, "tmpfs", syscall.MS_REMOUNT, "size=60m"); err != nil {
		t.Fatal(err)
	}
	output(t, bin, "generate", "-n", "6000", "--seed", "9", "--quiet", "--db", db)
	output(t, bin, "db", "check", "--db", db)
	other := filepath.Join(t.TempDir(), "other.db")
	output(t, bin, "generate", "-n", "6000", "--seed", "9", "--quiet", "--db", other)
	if runRows(t, bin, db) != runRows(t, bin, other) {
		t.Error("after a full disk the rows differ from an undisturbed run's")
	}
}
