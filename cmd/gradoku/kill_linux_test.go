package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"gradoku/task"
)

// program is gradoku, which is this test under another name: see TestMain.
func program(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("gradoku")
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// runRows is what must be the same: every row with its grade, and the counters
// of the run, without its times.
func runRows(t *testing.T, db string) string {
	t.Helper()
	info := strings.Fields(strings.Split(output(t, "runs", "--db", db), "\n")[1])
	return strings.Join(info[:8], " ") + "\n" + output(t, "export", "--quiet", "--format", "jsonl", "--db", db)
}

// checkKilled wants a file that a killed run left to be in order, unless the
// run was killed before it could save anything: then the file says so.
func checkKilled(t *testing.T, db string) {
	t.Helper()
	code, out, talk := call(t, "db", "check", "--quick", "--db", db)
	for _, young := range []string{"nothing was ever saved in it", "must be updated to"} {
		if strings.Contains(talk, young) {
			return
		}
	}
	if code != 0 {
		t.Errorf("after the kill: exit code %d\n%s%s", code, out, talk)
	}
}

// begun starts a command and returns when its run is in the database: the
// process is past its beginnings then. However slow the machine is, nothing but
// the end of the process ends the waiting. The channel gives what Wait returns.
func begun(t *testing.T, cmd *exec.Cmd, db string) (ended <-chan error) {
	t.Helper()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	end := make(chan error, 1)
	go func() { end <- cmd.Wait() }()
	for {
		code, out, _ := call(t, "runs", "--db", db)
		if code == 0 && strings.Count(out, "\n") > 1 {
			return end
		}
		select {
		case err := <-end:
			end <- err
			return end
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// TestInterrupt sends the signal of Ctrl-C to a run that would not end by itself:
// the open batch is saved, the message says where it stopped and how to go on,
// and going on gives the rows of a run that was not interrupted.
func TestInterrupt(t *testing.T) {
	bin, dir := program(t), t.TempDir()
	whole, stopped := filepath.Join(dir, "whole.db"), filepath.Join(dir, "stopped.db")
	cmd := exec.Command(bin, "generate", "-n", "100000000", "--seed", "5", "--workers", "1", "--db", stopped)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	ended := begun(t, cmd, stopped)
	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; cmd.ProcessState.ExitCode() != task.Interrupted {
		t.Fatalf("%v, want exit code %d\n%s", err, task.Interrupted, &stderr)
	}
	said := regexp.MustCompile(`interrupted at attempt ([0-9,]+); .* puzzles are saved in `).FindStringSubmatch(stderr.String())
	if said == nil || !strings.Contains(stderr.String(), "gradoku generate --resume --db ") {
		t.Fatalf("stderr does not say where it stopped and how to go on:\n%s", &stderr)
	}
	next, err := strconv.Atoi(strings.ReplaceAll(said[1], ",", ""))
	if err != nil {
		t.Fatal(err)
	}
	for _, db := range []string{whole, stopped} {
		output(t, "generate", "-n", strconv.Itoa(next+40), "--seed", "5", "--workers", "1", "--quiet", "--db", db)
	}
	if runRows(t, stopped) != runRows(t, whole) {
		t.Error("the rows differ from the undisturbed run's")
	}
}

// TestFullDisk fills a small file system, where one can be mounted.
func TestFullDisk(t *testing.T) {
	bin, dir := program(t), mounted(t, "300k")
	db := filepath.Join(dir, "puzzles.db")
	fails(t, exec.Command(bin, "generate", "-n", "600", "--size", "6", "--seed", "9", "--db", db), "the disk is full", "free some disk space")
	remount(t, dir, 0, "size=60m")
	output(t, "generate", "-n", "600", "--size", "6", "--seed", "9", "--quiet", "--db", db)
	output(t, "db", "check", "--db", db)
	other := filepath.Join(t.TempDir(), "other.db")
	output(t, "generate", "-n", "600", "--size", "6", "--seed", "9", "--quiet", "--db", other)
	if runRows(t, db) != runRows(t, other) {
		t.Error("after a full disk the rows differ from an undisturbed run's")
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
