package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"gradoku/cmd/gradoku/cli"
)

var (
	kills     = flag.Int("kills", 0, "how many commands of each kind TestFaults kills (default none; with -long 34, which makes 204; rounded up to an even number)")
	faultSeed = flag.Uint64("fault-seed", 1, "of the moments at which TestFaults and TestKill do so")
)

// job is a command that faults are tried on. It runs in a folder of its own that
// has what the command reads.
type job struct {
	name  string
	from  string // folder with the files that it begins with
	args  []string
	db    string // the database that it writes, reads or makes
	out   string // the files that it writes, as a pattern; "" when that is the database alone
	codes []int  // exit codes of success
}

// faults is what the jobs have in common.
type faults struct {
	bin string
	rng *rand.Rand
}

// jobs makes the inputs of the commands that write, of some n puzzles.
func (f *faults) jobs(t *testing.T, n int) []job {
	t.Helper()
	root := t.TempDir()
	dirs := map[string]string{}
	for _, name := range []string{"empty", "sheet", "ungraded", "graded", "slices"} {
		dirs[name] = filepath.Join(root, name)
		if err := os.Mkdir(dirs[name], 0o777); err != nil {
			t.Fatal(err)
		}
	}
	at := func(dir, file string) string { return filepath.Join(dirs[dir], file) }
	count := fmt.Sprint(n)
	output(t, f.bin, "generate", "-n", count, "--seed", "3", "--quiet", "--db", at("graded", "a.db"))
	output(t, f.bin, "export", "--quiet", "--db", at("graded", "a.db"), "-o", at("sheet", "sheet.txt"), "--no-record")
	sheet, err := os.ReadFile(at("sheet", "sheet.txt"))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(sheet), "\n")
	for i := 0; i < len(lines); i += 50 {
		lines[i] += " # a label\nno puzzle"
	}
	if err := os.WriteFile(at("sheet", "sheet.txt"), []byte(strings.Join(lines, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	load := exec.Command(f.bin, "import", at("sheet", "sheet.txt"), "--grade", "none", "--quiet", "--db", at("ungraded", "a.db"))
	if err := load.Run(); load.ProcessState.ExitCode() != cli.ExitData {
		t.Fatalf("the import was to complain of lines: %v", err)
	}
	for i := range 2 {
		output(t, f.bin, "generate", "--tries", count, "--shard", fmt.Sprintf("%d/2", i+1), "--seed", "4", "--quiet", "--db", at("slices", fmt.Sprintf("s%d.db", i+1)))
	}
	return []job{
		{name: "generate", from: dirs["empty"], args: []string{"generate", "-n", count, "--seed", "77", "--quiet", "--db", "a.db"}, db: "a.db"},
		{name: "import", from: dirs["sheet"], args: []string{"import", "sheet.txt", "--quiet", "--db", "a.db"}, db: "a.db", codes: []int{cli.ExitData}},
		{name: "regrade", from: dirs["ungraded"], args: []string{"regrade", "--quiet", "--db", "a.db"}, db: "a.db"},
		{name: "export", from: dirs["graded"], args: []string{"export", "--quiet", "-o", "out.csv", "--db", "a.db"}, db: "a.db", out: "out.csv"},
		{name: "packed", from: dirs["graded"], args: []string{"export", "--quiet", "-o", "out.jsonl.gz", "--db", "a.db"}, db: "a.db", out: "out.jsonl.gz"},
		{name: "split", from: dirs["graded"], args: []string{"export", "--quiet", "--exclude-used-in", "all", "--sample", fmt.Sprint(n / 3), "--split", "level", "-o", "out.csv", "--db", "a.db"}, db: "a.db", out: "out-*.csv"},
		{name: "book", from: dirs["graded"], args: []string{"book", "--quiet", "--quota", fmt.Sprintf("gentle=%d", n/50+2), "--generate-missing", "--seed", "5", "-o", "out.pdf", "--db", "a.db"}, db: "a.db", out: "out.pdf"},
		{name: "app", from: dirs["graded"], args: []string{"export", "--quiet", "-o", "out.sqlite", "--db", "a.db"}, db: "a.db", out: "out.sqlite"},
		{name: "merge", from: dirs["slices"], args: []string{"db", "merge", "--quiet", "-o", "all.db", "s1.db", "s2.db"}, db: "all.db"},
	}
}

// in prepares a folder for the job.
func (j job) in(t *testing.T, dir string) {
	t.Helper()
	if err := os.CopyFS(dir, os.DirFS(j.from)); err != nil {
		t.Fatal(err)
	}
}

// command is a job in a folder.
func (f *faults) command(j job, dir string) *exec.Cmd {
	cmd := exec.Command(f.bin, j.args...)
	cmd.Dir = dir
	return cmd
}

// finish runs a job to its end. A merge does not replace a database: when its own
// is there already, the command says so, and still removes what was left beside.
func (f *faults) finish(t *testing.T, j job, dir string) {
	t.Helper()
	codes := append([]int{0}, j.codes...)
	if j.there(dir) {
		codes = []int{cli.ExitData}
	}
	cmd := f.command(j, dir)
	out, err := cmd.CombinedOutput()
	if code := cmd.ProcessState.ExitCode(); !slices.Contains(codes, code) {
		t.Fatalf("%s: %v\n%s", j.name, err, out)
	}
}

// there reports whether the database that a merge makes is there: it is whole
// then.
func (j job) there(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, j.db))
	return err == nil && j.name == "merge"
}

// outcome is what must be the same after every fault: the puzzles with their
// grades, what became of each item of a file, the counters of the runs, the file
// written, and which files there are.
func (f *faults) outcome(t *testing.T, j job, dir string) string {
	t.Helper()
	db := filepath.Join(dir, j.db)
	output(t, f.bin, "db", "check", "--db", db)
	all := output(t, f.bin, "export", "--quiet", "--format", "jsonl", "--db", db)
	for _, run := range strings.Split(output(t, f.bin, "list", "runs", "--db", db), "\n")[1:] {
		all += strings.Join(strings.Fields(run)[:min(8, len(strings.Fields(run)))], " ") + "\n"
	}
	if j.name == "import" {
		report := strings.Split(output(t, f.bin, "corpus", "show", "sheet", "--db", db), "\n")
		all += strings.Join(report[1:], "\n") // the first line has the time
	}
	for _, export := range strings.Split(output(t, f.bin, "list", "exports", "--json", "--db", db), "\n") {
		all += regexp.MustCompile(`"created[^,}]*`).ReplaceAllString(export, "") + "\n"
	}
	if j.out != "" {
		written, err := filepath.Glob(filepath.Join(dir, j.out))
		if err != nil || len(written) == 0 {
			t.Errorf("%s: no file, %v", j.name, err)
		}
		for _, path := range written {
			b, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			all += string(b)
		}
	}
	return all + strings.Join(files(t, dir), " ")
}

func files(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// saved counts the rows of a database that a reader sees, 0 where there is none
// yet.
func (f *faults) saved(dir string, j job) (rows int) {
	out, err := exec.Command(f.bin, "db", "info", "--json", "--db", filepath.Join(dir, j.db)).Output()
	var info struct{ Tables map[string]int }
	if err != nil || json.Unmarshal(out, &info) != nil {
		return 0
	}
	return info.Tables["puzzle"] + info.Tables["grade"] + info.Tables["corpus_item"]
}

// TestFaults ends each command that writes at random moments: with SIGKILL, which no
// program can answer, and with the signals of Ctrl-C, of the system and of a
// closed terminal. The database must be in order, have all that a reader had seen
// before the signal, and the command, given once more, must end with what it
// ends with undisturbed, and with no other file left. The moments depend on the
// machine, hence only with -long or -kills.
func TestFaults(t *testing.T) {
	if !*long && *kills == 0 {
		t.Skip("needs -long, or -kills")
	}
	f := &faults{bin: program(t), rng: rand.New(rand.NewPCG(*faultSeed, 0))}
	n, each, signals := 60, 0, []syscall.Signal{syscall.SIGKILL}
	if *long {
		n, each = 2500, 34
		signals = append(signals, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	}
	if *kills > 0 {
		each = *kills
	}
	for _, j := range f.jobs(t, n) {
		t.Run(j.name, func(t *testing.T) {
			whole := t.TempDir()
			j.in(t, whole)
			start := time.Now()
			f.finish(t, j, whole)
			took := time.Since(start)
			want := f.outcome(t, j, whole)
			for _, sig := range signals {
				rounds := each
				if sig != syscall.SIGKILL {
					rounds = (each + 9) / 10
				}
				sent, ended := 0, 0
				for sent < rounds {
					s, e := f.disturb(t, j, sig, took, want)
					sent, ended = sent+s, ended+e
				}
				t.Logf("%v: %d times sent, %d times before the end", sig, sent, ended)
			}
		})
	}
}

// chain is how many times a command is disturbed and given again before it may
// end.
const chain = 2

// disturb sends a signal to a command, to the command that goes on after it, and
// so on, and then lets it end. It returns how many it sent, and how many of the
// commands had not ended yet.
func (f *faults) disturb(t *testing.T, j job, sig syscall.Signal, took time.Duration, want string) (sent, ended int) {
	t.Helper()
	dir := t.TempDir()
	defer os.RemoveAll(dir)
	j.in(t, dir)
	complete := false // an export that is complete and given again is another export
	for range chain {
		if j.there(dir) || complete {
			break
		}
		sent++
		if f.disturbOnce(t, j, dir, sig, time.Duration(f.rng.Int64N(int64(took)))) {
			ended++
			// One that is killed with its mark taken away had nothing left to do but to end.
			written, _ := filepath.Glob(filepath.Join(dir, j.out))
			complete = j.out != "" && len(written) > 0 && len(leftovers(t, dir)) == 0
		} else {
			complete = j.out != ""
		}
	}
	if !complete {
		f.finish(t, j, dir)
	}
	if got := f.outcome(t, j, dir); got != want {
		t.Errorf("%v: the outcome differs from the undisturbed one; files: %v", sig, files(t, dir))
	}
	return sent, ended
}

// disturbOnce reports whether the command had not ended yet.
func (f *faults) disturbOnce(t *testing.T, j job, dir string, sig syscall.Signal, moment time.Duration) bool {
	t.Helper()
	before := leftovers(t, dir)
	cmd := f.command(j, dir)
	var talk bytes.Buffer
	cmd.Stderr = &talk
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(moment)
	seen := 0
	if f.rng.IntN(2) == 0 { // the look delays the signal, hence not always
		seen = f.saved(dir, j)
	}
	cmd.Process.Signal(sig)
	err := cmd.Wait()
	f.afterSignal(t, j, sig, cmd, before, talk.String())
	db := filepath.Join(dir, j.db)
	if _, err := os.Stat(db); err == nil {
		checkKilled(t, f.bin, db)
	}
	if seen > 0 {
		if got := f.saved(dir, j); got < seen {
			t.Errorf("%v after %v: %d rows, a reader had seen %d", sig, moment, got, seen)
		}
	}
	return err != nil && cmd.ProcessState.ExitCode() != cli.ExitData
}

// afterSignal wants a signal that can be answered to be answered: with the exit
// code of an interruption, without a file left. A signal that comes before the
// program is ready for it, or after the end, changes nothing of that.
func (f *faults) afterSignal(t *testing.T, j job, sig syscall.Signal, cmd *exec.Cmd, before []string, talk string) {
	t.Helper()
	state, _ := cmd.ProcessState.Sys().(syscall.WaitStatus)
	code := cmd.ProcessState.ExitCode()
	switch {
	case state.Signaled() && state.Signal() == sig: // killed, or not ready yet
	case code == 0 || code == cli.ExitInterrupted || slices.Contains(j.codes, code):
		if left := leftovers(t, cmd.Dir); len(left) > len(before) {
			t.Errorf("%v: left behind: %v", sig, left)
		}
	default:
		t.Errorf("%v: exit %d\n%s", sig, code, talk)
	}
}

// leftovers are files that only a killed process may leave.
func leftovers(t *testing.T, dir string) []string {
	t.Helper()
	return slices.DeleteFunc(files(t, dir), func(name string) bool { return !strings.HasPrefix(name, ".") })
}
