package main

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gradoku/cmd/gradoku/cli"
)

// failures are the system calls that fail in TestInjected, and how.
var failures = map[string][]string{
	"write": {"EIO", "ENOSPC"}, "pwrite64": {"EIO", "ENOSPC"}, "read": {"EIO"}, "pread64": {"EIO"},
	"fsync": {"EIO", "ENOSPC"}, "fdatasync": {"EIO"}, "ftruncate": {"EIO"}, "close": {"EIO"},
	"open": {"EACCES", "EMFILE", "EIO"}, "openat": {"EACCES", "EMFILE", "EIO"}, "mkdirat": {"EACCES", "ENOSPC"},
	"rename": {"EIO", "EACCES"}, "renameat": {"EIO", "EACCES"}, "unlink": {"EIO", "EACCES"}, "unlinkat": {"EIO", "EACCES"},
	"stat": {"EIO", "EACCES"}, "lstat": {"EIO", "EACCES"}, "fstat": {"EIO"}, "newfstatat": {"EIO", "EACCES"},
	"flock": {"EIO", "ENOLCK"}, "fcntl": {"EIO", "ENOLCK"}, "fchmod": {"EPERM"}, "getdents64": {"EIO"},
}

// TestInjected lets one system call of a command that writes fail. The command does
// its work all the same, whole and with nothing left beside it, or says that it did
// not. Then the database is in order, and the same command, given once more, ends with
// what it ends with undisturbed, with no other file left.
func TestInjected(t *testing.T) {
	if _, err := exec.LookPath("strace"); err != nil {
		t.Skip("no strace")
	}
	probe := exec.Command("strace", "-f", "-qq", "-o", os.DevNull, "true")
	if out, err := probe.CombinedOutput(); err != nil {
		t.Skipf("strace may not trace here: %v %s", err, out)
	}
	f := &faults{bin: program(t), rng: rand.New(rand.NewPCG(*faultSeed, 1))}
	jobs := f.jobs(t, 15)
	type prepared struct {
		want  string
		calls map[string]int
	}
	known := map[string]prepared{}
	told, unharmed := 0, 0
	n := rounds(6)
	for i := range n {
		j := jobs[(i*5+int(*faultSeed))%len(jobs)]
		ready, ok := known[j.name]
		if !ok {
			dir := t.TempDir()
			j.in(t, dir)
			f.finish(t, j, dir)
			ready = prepared{f.outcome(t, j, dir), f.calls(t, j)}
			known[j.name] = ready
		}
		names := slices.Sorted(maps.Keys(ready.calls))
		call := names[f.rng.IntN(len(names))]
		errno := failures[call][f.rng.IntN(len(failures[call]))]
		inject := fmt.Sprintf("%s:error=%s:when=%d", call, errno, 1+f.rng.IntN(ready.calls[call]))
		if f.injected(t, j, inject, ready.want) {
			told++
		} else {
			unharmed++
		}
	}
	t.Logf("%d calls failed: %d times the command said so and ended, %d times it did its work", n, told, unharmed)
}

// traced is a job under strace, whose own output goes to a file.
func (f *faults) traced(j job, dir, log string, options ...string) *exec.Cmd {
	cmd := exec.Command("strace", slices.Concat([]string{"-f", "-qq", "-o", log}, options, []string{f.bin}, j.args)...)
	cmd.Dir = dir
	return cmd
}

// calls counts the system calls of a job that can be made to fail.
func (f *faults) calls(t *testing.T, j job) map[string]int {
	t.Helper()
	dir, log := t.TempDir(), filepath.Join(t.TempDir(), "log")
	j.in(t, dir)
	cmd := f.traced(j, dir, log, "-e", "trace="+strings.Join(slices.Sorted(maps.Keys(failures)), ","))
	if out, err := cmd.CombinedOutput(); err != nil && !slices.Contains(j.codes, cmd.ProcessState.ExitCode()) {
		t.Fatalf("%v\n%s", err, out)
	}
	lines, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	for _, m := range regexp.MustCompile(`(?m)^[0-9]+ +([a-z0-9]+)\(`).FindAllStringSubmatch(string(lines), -1) {
		if failures[m[1]] != nil {
			counts[m[1]]++
		}
	}
	return counts
}

// injected reports whether the command said that it had failed.
func (f *faults) injected(t *testing.T, j job, inject, want string) (told bool) {
	t.Helper()
	dir := t.TempDir()
	defer os.RemoveAll(dir)
	j.in(t, dir)
	call, _, _ := strings.Cut(inject, ":")
	cmd := f.traced(j, dir, os.DevNull, "-e", "trace="+call, "-e", "inject="+inject)
	var stdout, stderr strings.Builder
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	code := cmd.ProcessState.ExitCode()
	what := fmt.Sprintf("%s, %s: exit %d\n%s", j.name, inject, code, stderr.String())
	left := leftovers(t, dir)
	switch {
	case strings.Contains(stderr.String(), "a fault of gradoku") || strings.Contains(stderr.String(), "goroutine "):
		t.Errorf("%s: a panic", what)
	case code == cli.ExitData && strings.Contains(stderr.String(), "gradoku: "):
		told = true
	case code == cli.ExitData && call == "write" && !slices.Contains(j.codes, code):
		told = true // each thread's first write failed, that of the message too
	case code != 0 && !slices.Contains(j.codes, code):
		t.Errorf("%s: no message (%v)", what, err)
	}
	if len(left) > 0 {
		t.Errorf("%s: left behind: %v", what, left)
	}
	if _, err := os.Stat(filepath.Join(dir, j.db)); err == nil {
		checkKilled(t, f.bin, filepath.Join(dir, j.db))
	}
	if call == "unlink" { // SQLite keeps silent of what it leaves beside a file, and removes it the next time
		for _, name := range files(t, dir) {
			if strings.HasSuffix(name, "-wal") || strings.HasSuffix(name, "-shm") {
				output(t, f.bin, "db", "check", "--quick", "--db", filepath.Join(dir, name[:len(name)-len("-wal")]))
			}
		}
	}
	if !told {
		if got := f.outcome(t, j, dir); got != want {
			t.Errorf("%s: it says nothing, and its outcome is another; files: %v", what, files(t, dir))
		}
		return false
	}
	complete := j.out != "" && strings.Contains(stderr.String(), "closing the database")
	if !complete {
		f.finish(t, j, dir)
	}
	if got := f.outcome(t, j, dir); got != want {
		t.Errorf("%s: given once more, its outcome is another; files: %v", what, files(t, dir))
	}
	return true
}
