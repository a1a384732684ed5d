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
	"syscall"
	"testing"

	"gradoku/task"
)

// failures are the system calls that fail in TestInjected, and how.
var failures = map[string][]string{
	"write": {"EIO", "ENOSPC", "EDQUOT", "EFBIG"}, "pwrite64": {"EIO", "ENOSPC", "EDQUOT", "EFBIG"},
	"read": {"EIO", "ESTALE", "EINTR"}, "pread64": {"EIO", "ESTALE", "EINTR"},
	"fsync": {"EIO", "ENOSPC", "EDQUOT"}, "fdatasync": {"EIO"}, "ftruncate": {"EIO", "ENOSPC"}, "close": {"EIO", "EDQUOT"},
	"open": {"EACCES", "EMFILE", "EIO", "EROFS"}, "openat": {"EACCES", "EMFILE", "ENFILE", "EIO", "EROFS"}, "mkdirat": {"EACCES", "ENOSPC", "EROFS", "EDQUOT"},
	"linkat": {"EIO", "EPERM"}, "rename": {"EIO", "EACCES"}, "renameat": {"EIO", "EACCES", "ENOSPC", "EROFS"}, "unlink": {"EIO", "EACCES", "EROFS"}, "unlinkat": {"EIO", "EACCES", "EROFS", "EBUSY"},
	"stat": {"EIO", "EACCES"}, "lstat": {"EIO", "EACCES"}, "fstat": {"EIO", "ESTALE"}, "newfstatat": {"EIO", "EACCES", "ESTALE"}, "statx": {"EIO"}, "statfs": {"EIO"}, "faccessat": {"EIO"},
	"flock": {"EIO", "ENOLCK", "EINTR"}, "fcntl": {"EIO", "ENOLCK"}, "fchmod": {"EPERM"}, "fchown": {"EPERM"}, "getdents64": {"EIO"}, "readlinkat": {"EIO"},
}

// strike is what is done to a call of a command, and what the command ends with when
// nothing is.
type strike struct {
	job    job
	whole  string // the folder that it leaves then
	want   string
	inject string // as strace takes it
}

// strikes calls hit, which reports whether a command met what was done to it, until n
// have: each time of another job, at a call that a thread of it makes, with one of
// the ends of that call, which are errors or signals.
func (f *faults) strikes(t *testing.T, n int, kind string, ends func(call string) []string, hit func(strike) bool) {
	t.Helper()
	if _, err := exec.LookPath("strace"); err != nil {
		t.Skip("no strace")
	}
	probe := exec.Command("strace", "-f", "-qq", "-o", os.DevNull, "true")
	if out, err := probe.CombinedOutput(); err != nil {
		t.Skipf("strace may not trace here: %v %s", err, out)
	}
	type prepared struct {
		whole string
		want  string
		calls map[string][]int
	}
	jobs, known, hits := f.jobs(t, 15), map[string]prepared{}, map[string]int{}
	tries, met := 0, 0
	for ; met < n && tries < 10*n; tries++ {
		j := jobs[(met*5+int(*faultSeed))%len(jobs)]
		ready, ok := known[j.name]
		if !ok {
			dir := t.TempDir()
			j.in(t, dir)
			f.finish(t, j, dir)
			if j.db == "" && maps.Equal(plain(t, dir), plain(t, j.from)) {
				t.Fatalf("%s writes nothing", j.name)
			}
			ready = prepared{dir, f.outcome(t, j, dir), f.calls(t, j)}
			known[j.name] = ready
		}
		names := slices.Sorted(maps.Keys(ready.calls))
		call := names[f.rng.IntN(len(names))]
		threads, end := ready.calls[call], ends(call)
		// strace counts the calls of each thread. How many there are, and which makes
		// how many calls, changes from run to run: not every thread comes that far.
		place := 1 + f.rng.IntN(threads[f.rng.IntN(len(threads))])
		if hit(strike{j, ready.whole, ready.want, fmt.Sprintf("%s:%s=%s:when=%d", call, kind, end[f.rng.IntN(len(end))], place)}) {
			hits[j.name]++
			if met++; met%50 == 0 {
				t.Logf("%d of %d", met, n)
			}
		}
	}
	if met < n {
		t.Errorf("%d of %d tries met a call, want %d", met, tries, n)
	}
	t.Logf("%d calls met, by job: %v", met, hits)
}

// TestInjected lets one system call of a command that writes fail. The command does
// its work all the same, whole and with nothing left beside it, or says that it did
// not. Then the database is in order, and the same command, given once more, ends with
// what it ends with undisturbed, with no other file left.
func TestInjected(t *testing.T) {
	f := &faults{bin: program(t), rng: rand.New(rand.NewPCG(*faultSeed, 1))}
	told, unharmed := 0, 0
	f.strikes(t, rounds(2), "error", func(call string) []string { return failures[call] }, func(s strike) bool {
		said, hit := f.injected(t, s)
		switch {
		case hit && said:
			told++
		case hit:
			unharmed++
		}
		return hit
	})
	t.Logf("calls failed: %d times the command said so and ended, %d times it did its work", told, unharmed)
}

// TestKilledInCalls kills the commands that write when they make a call that changes
// something, every other time once more when they are given again. What must hold
// then is what TestFaults wants at moments of the clock, many of which come after
// the command's end.
func TestKilledInCalls(t *testing.T) {
	f := &faults{bin: program(t), rng: rand.New(rand.NewPCG(*faultSeed, 2))}
	again := 0
	f.strikes(t, rounds(1), "signal", func(string) []string { return []string{"SIGKILL"} }, func(s strike) bool {
		dir := t.TempDir()
		defer os.RemoveAll(dir)
		s.job.in(t, dir)
		if !f.killedInCall(t, s, dir) {
			return false
		}
		ended := f.complete(s.job, dir)
		if !ended && f.rng.IntN(2) == 0 {
			if ended = !f.killedInCall(t, s, dir); !ended {
				again++
				ended = f.complete(s.job, dir)
			}
		}
		if !ended {
			f.finish(t, s.job, dir)
		} else if f.complete(s.job, dir) {
			sweep(t, dir)
		}
		if got := f.outcome(t, s.job, dir); got != s.want {
			t.Errorf("%s, %s: the outcome differs from the undisturbed one; files: %v", s.job.name, s.inject, files(t, dir))
		}
		return true
	})
	t.Logf("%d of the repeated commands were killed too", again)
}

// killedInCall reports whether the command was killed, and not at its end already.
func (f *faults) killedInCall(t *testing.T, s strike, dir string) bool {
	t.Helper()
	cmd := f.traced(t, s, dir, os.DevNull)
	var talk strings.Builder
	cmd.Stderr = &talk
	err := cmd.Run()
	state, _ := cmd.ProcessState.Sys().(syscall.WaitStatus)
	killed := state.Signaled() && state.Signal() == syscall.SIGKILL
	if code := cmd.ProcessState.ExitCode(); !killed && !s.job.ended(code, talk.String()) {
		t.Errorf("%s, %s: %v\n%s", s.job.name, s.inject, err, talk.String())
	}
	f.checkKilled(t, s.job, dir)
	s.job.checkWhole(t, s.inject, dir, s.whole)
	return killed
}

// strace is a job under strace, whose own output goes to a file.
func (f *faults) strace(t *testing.T, j job, dir, log string, options ...string) *exec.Cmd {
	t.Helper()
	return j.run(t, dir, exec.Command("strace", slices.Concat([]string{"-f", "-qq", "-o", log}, options, []string{f.bin}, j.args)...))
}

// traced is a job with a strike.
func (f *faults) traced(t *testing.T, s strike, dir, log string) *exec.Cmd {
	t.Helper()
	call, _, _ := strings.Cut(s.inject, ":")
	return f.strace(t, s.job, dir, log, "-e", "trace="+call, "-e", "inject="+s.inject)
}

// calls counts the system calls of a job that can be made to fail, by the threads
// that make them.
func (f *faults) calls(t *testing.T, j job) map[string][]int {
	t.Helper()
	dir, log := t.TempDir(), filepath.Join(t.TempDir(), "log")
	j.in(t, dir)
	cmd := f.strace(t, j, dir, log, "-e", "trace="+strings.Join(slices.Sorted(maps.Keys(failures)), ","))
	if out, err := cmd.CombinedOutput(); err != nil && !slices.Contains(j.codes, cmd.ProcessState.ExitCode()) {
		t.Fatalf("%v\n%s", err, out)
	}
	lines, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	made := map[[2]string]int{} // by thread and call
	for _, m := range regexp.MustCompile(`(?m)^([0-9]+) +([a-z0-9]+)\(`).FindAllStringSubmatch(string(lines), -1) {
		if failures[m[2]] != nil {
			made[[2]string(m[1:])]++
		}
	}
	counts := map[string][]int{}
	for at, n := range made {
		counts[at[1]] = append(counts[at[1]], n)
	}
	for _, threads := range counts {
		slices.Sort(threads)
	}
	return counts
}

// injected reports whether a call failed, and whether the command said that it had.
func (f *faults) injected(t *testing.T, s strike) (told, hit bool) {
	t.Helper()
	j, inject := s.job, s.inject
	dir, log := t.TempDir(), filepath.Join(t.TempDir(), "log")
	defer os.RemoveAll(dir)
	j.in(t, dir)
	call, _, _ := strings.Cut(inject, ":")
	cmd := f.traced(t, s, dir, log)
	var stdout, stderr strings.Builder
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	lines, readErr := os.ReadFile(log)
	if readErr != nil {
		t.Fatal(readErr)
	}
	hit = strings.Contains(string(lines), "(INJECTED)")
	for _, early := range []string{"cannot open standard fds", "error while loading shared libraries"} {
		if strings.Contains(stderr.String(), early) {
			return false, false // Go's runtime or the loader, before the program begins
		}
	}
	code := cmd.ProcessState.ExitCode()
	what := fmt.Sprintf("%s, %s: exit %d\n%s", j.name, inject, code, stderr.String())
	left := leftovers(t, dir)
	switch {
	case strings.Contains(stderr.String(), "a bug in gradoku") || strings.Contains(stderr.String(), "goroutine "):
		t.Errorf("%s: a panic", what)
	case code == task.Data && strings.Contains(stderr.String(), "gradoku: "):
		told = true
	case code == task.Data && call == "write" && !slices.Contains(j.codes, code):
		told = true // each thread's first write failed, that of the message too
	case code != 0 && !slices.Contains(j.codes, code):
		t.Errorf("%s: no message (%v)", what, err)
	}
	if len(left) > 0 && !(told && strings.Contains(stderr.String(), "cannot be removed")) {
		t.Errorf("%s: left behind: %v", what, left)
	}
	copies, _ := filepath.Glob(filepath.Join(dir, "gradoku-stdin-*"))
	for _, path := range copies {
		if strings.Contains(stderr.String(), path) { // told: it is for the user to remove
			os.Remove(path)
		}
	}
	f.checkKilled(t, j, dir)
	j.checkWhole(t, inject, dir, s.whole)
	if call == "unlink" { // SQLite keeps silent of what it leaves beside a file, and removes it the next time
		for _, name := range files(t, dir) {
			if strings.HasSuffix(name, "-wal") || strings.HasSuffix(name, "-shm") {
				output(t, "db", "check", "--quick", "--db", filepath.Join(dir, name[:len(name)-len("-wal")]))
			}
		}
	}
	if !told {
		if got := f.outcome(t, j, dir); got != s.want {
			t.Errorf("%s: it says nothing, and its outcome is another; files: %v", what, files(t, dir))
		}
		return false, hit
	}
	if !f.complete(j, dir) {
		f.finish(t, j, dir)
	}
	if got := f.outcome(t, j, dir); got != s.want {
		t.Errorf("%s: given once more, its outcome is another; files: %v", what, files(t, dir))
	}
	return true, hit
}
