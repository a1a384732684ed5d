package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
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
	"time"

	"gradoku/migrations"
	"gradoku/task"
)

var (
	kills     = flag.Int("kills", 0, "how many commands of each kind TestFaults kills (default none; with -long 34; rounded up to an even number)")
	faultSeed = flag.Uint64("fault-seed", 1, "of the moments at which TestFaults does so")
)

// job is a command that faults are tried on. It runs in a folder of its own that
// has what the command reads.
type job struct {
	name  string
	from  string // folder with the files that it begins with
	args  []string
	stdin string // the file that it reads on stdin
	db    string // the database that it writes, reads or makes, if any
	codes []int  // exit codes of success
	done  string // what it says, with exit code 1, when it is given again and its work is done
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
	for _, name := range []string{"empty", "sheet", "ungraded", "graded", "older", "study", "finished"} {
		dirs[name] = filepath.Join(root, name)
		if err := os.Mkdir(dirs[name], 0o777); err != nil {
			t.Fatal(err)
		}
	}
	at := func(dir, file string) string { return filepath.Join(dirs[dir], file) }
	write := func(path, text string) {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	count := fmt.Sprint(n)
	output(t, "generate", "-n", count, "--seed", "3", "--quiet", "--db", at("graded", "a.db"))
	puzzles := strings.Fields(output(t, "export", "--quiet", "--db", at("graded", "a.db"), "--no-record"))
	sheet := slices.Clone(puzzles)
	for i := 0; i < len(sheet); i += 50 {
		sheet[i] += " # a label\nno puzzle"
	}
	write(at("sheet", "sheet.txt"), strings.Join(sheet, "\n")+"\n")
	write(at("sheet", "old.txt.gz"), "an older file, which stays until a whole one takes its place")
	load := exec.Command(f.bin, "import", at("sheet", "sheet.txt"), "--grade", "none", "--quiet", "--db", at("ungraded", "a.db"))
	if err := load.Run(); load.ProcessState.ExitCode() != task.Data {
		t.Fatalf("the import was to complain of lines: %v", err)
	}
	all := migrations.SQLite()
	older(t, at("older", "a.db"), all[:1])
	games, times := "puzzle,user,seconds\n", "puzzle\tseconds\n"
	write(at("study", "sheet.txt"), strings.Join(puzzles[:min(n, 15)], "\n")+"\n")
	for i, line := range strings.Split(strings.TrimSpace(output(t, "morph", at("study", "sheet.txt"), "-k", "4")), "\n") { // a model wants 50
		puzzle := strings.Fields(line)[0]
		times += fmt.Sprintf("%s\t%d\n", puzzle, 100+i*37%91)
		for user := range 5 {
			games += fmt.Sprintf("%s,u%d,%d\n", puzzle, user, 100+i*37%91+user)
		}
	}
	write(at("study", "games.csv"), games)
	write(at("study", "times.tsv"), times)
	output(t, "book", "--quiet", "-n", "15", "--solutions", "none", "--per-page", "1", "--without", "lessons", "--draft", "-o", at("finished", "book.pdf"), "--db", at("graded", "a.db"))
	some := fmt.Sprintf("gentle=%d", n/50+2)
	return []job{
		{name: "generate", from: dirs["empty"], args: []string{"generate", "-n", count, "--seed", "77", "--quiet", "--db", "a.db"}, db: "a.db"},
		{name: "import", from: dirs["sheet"], args: []string{"import", "sheet.txt", "--rejects", "bad.csv", "--quiet", "--db", "a.db"}, db: "a.db", codes: []int{task.Data}},
		{name: "import of stdin", from: dirs["sheet"], args: []string{"import", "-", "--name", "sheet", "--quiet", "--db", "a.db"}, stdin: "sheet.txt", db: "a.db", codes: []int{task.Data}},
		{name: "remove", from: dirs["ungraded"], args: []string{"corpus", "remove", "sheet", "--yes", "--quiet", "--db", "a.db"}, db: "a.db", done: "there is no corpus"},
		{name: "regrade", from: dirs["ungraded"], args: []string{"regrade", "--quiet", "--db", "a.db"}, db: "a.db"},
		{name: "update", from: dirs["older"], args: []string{"regrade", "--quiet", "--db", "a.db"}, db: "a.db"},
		{name: "import of a database", from: dirs["graded"], args: []string{"import", "a.db", "--quiet", "--db", "all.db"}, db: "all.db"},
		{name: "copy", from: dirs["graded"], args: []string{"db", "copy", "--quiet", "-o", "all.db", "--db", "a.db"}, db: "all.db", done: "already exists"},
		{name: "export", from: dirs["graded"], args: []string{"export", "--quiet", "-o", "out.csv", "--db", "a.db"}, db: "a.db"},
		{name: "packed", from: dirs["graded"], args: []string{"export", "--quiet", "-o", "out.jsonl.gz", "--db", "a.db"}, db: "a.db"},
		{name: "sample", from: dirs["graded"], args: []string{"export", "--quiet", "--exclude-used-in", "all", "--sample", fmt.Sprint(n / 3), "-o", "out.csv", "--db", "a.db"}, db: "a.db"},
		{name: "app", from: dirs["graded"], args: []string{"export", "--quiet", "-o", "out.sqlite", "--db", "a.db"}, db: "a.db"},
		{name: "manifest", from: dirs["graded"], args: []string{"db", "check", "--run", "1", "--write-manifest", "run.json", "--db", "a.db"}, db: "a.db"},
		{name: "book", from: dirs["graded"], args: []string{"book", "--quiet", "--quota", some, "--generate-missing", "--seed", "5", "-o", "out.pdf", "--db", "a.db"}, db: "a.db"},
		{name: "separate solutions", from: dirs["graded"], args: []string{"book", "--quiet", "-n", "4", "--solutions-file", "solutions.pdf", "-o", "out.pdf", "--db", "a.db"}, db: "a.db"},
		{name: "volumes", from: dirs["graded"], args: []string{"book", "--quiet", "-n", "4", "--volumes", "2", "-o", "out{volume}.pdf", "--db", "a.db"}, db: "a.db"},
		{name: "pictures", from: dirs["graded"], args: []string{"book", "--quiet", "-n", "4", "--pictures", "pdf", "-o", "pictures/out.csv", "--db", "a.db"}, db: "a.db"},
		{name: "preview", from: dirs["graded"], args: []string{"book", "--quiet", "-n", "4", "--preview", "-o", "out.png", "--db", "a.db"}, db: "a.db"},
		{name: "cover", from: dirs["finished"], args: []string{"book", "cover", "book.pdf", "--quiet", "-o", "cover.pdf"}},
		{name: "sheet", from: dirs["study"], args: []string{"sheet", "sheet.txt", "--quiet", "-o", "out.pdf"}},
		{name: "draw", from: dirs["empty"], args: []string{"draw", puzzles[0], "-o", "out.png"}},
		{name: "convert", from: dirs["sheet"], args: []string{"convert", "sheet.txt", "-o", "old.txt.gz"}, codes: []int{task.Data}},
		{name: "morph", from: dirs["sheet"], args: []string{"morph", "sheet.txt", "--seed", "1", "-o", "out.txt"}, codes: []int{task.Data}},
		{name: "programme", from: dirs["empty"], args: []string{"solve", "--write-lp", "out.lp", puzzles[0]}},
		{name: "measure", from: dirs["study"], args: []string{"study", "measure", "times.tsv", "--solves", "1", "--limit", "15", "--quiet", "--dictionary", "columns.csv", "-o", "out.csv"}},
		{name: "play", from: dirs["study"], args: []string{"study", "play", "games.csv", "--player", "user", "--label", "seconds", "--model", "none", "--quiet", "-o", "out.tsv"}},
		{name: "report", from: dirs["study"], args: []string{"study", "report", "times.tsv", "--label", "seconds", "--fast", "--resamples", "100", "--quiet", "-o", "report"}},
		{name: "fit", from: dirs["study"], args: []string{"study", "fit", "times.tsv", "--label", "seconds", "--solves", "1", "--resamples", "100", "--folds", "3", "--repeats", "1", "--halves", "2", "--quiet", "-o", "out.json"}},
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
func (f *faults) command(t *testing.T, j job, dir string) *exec.Cmd {
	return j.run(t, dir, exec.Command(f.bin, j.args...))
}

// run settles what a command, which may be under strace, finds when it runs: what it
// leaves among the temporary files, it leaves in the folder.
func (j job) run(t *testing.T, dir string, cmd *exec.Cmd) *exec.Cmd {
	t.Helper()
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "TMPDIR="+dir)
	if j.stdin != "" {
		in, err := os.Open(filepath.Join(dir, j.stdin))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { in.Close() })
		cmd.Stdin = in
	}
	return cmd
}

// finish runs a job to its end.
func (f *faults) finish(t *testing.T, j job, dir string) {
	t.Helper()
	cmd := f.command(t, j, dir)
	out, err := cmd.CombinedOutput()
	if !j.ended(cmd.ProcessState.ExitCode(), string(out)) {
		t.Fatalf("%s: %v\n%s", j.name, err, out)
	}
}

// ended reports whether a job did its work, or had nothing left to do.
func (j job) ended(code int, talk string) bool {
	return code == 0 || slices.Contains(j.codes, code) || code == task.Data && j.done != "" && strings.Contains(talk, j.done)
}

// outcome is what must be the same after every fault: the puzzles with their
// grades, what became of each item of a file, the counters of the runs, the files
// written, and which files there are.
func (f *faults) outcome(t *testing.T, j job, dir string) string {
	t.Helper()
	all := strings.Join(files(t, dir), " ") + "\n"
	written := plain(t, dir)
	for _, name := range slices.Sorted(maps.Keys(written)) {
		all += written[name] + "\n"
	}
	if j.db == "" {
		return all
	}
	db := filepath.Join(dir, j.db)
	output(t, "db", "check", "--db", db)
	all += output(t, "export", "--quiet", "--format", "jsonl", "--db", db)
	for _, run := range strings.Split(output(t, "runs", "--db", db), "\n")[1:] {
		all += strings.Join(strings.Fields(run)[:min(8, len(strings.Fields(run)))], " ") + "\n"
	}
	if strings.HasPrefix(j.name, "import") {
		corpus := "sheet"
		if j.db == "all.db" {
			corpus = "a" // the puzzles of runs in a.db
		}
		report := strings.Split(output(t, "corpus", "show", corpus, "--db", db), "\n")
		all += strings.Join(report[1:], "\n") // the first line has the time
	}
	for _, export := range strings.Split(output(t, "list", "exports", "--json", "--db", db), "\n") {
		all += regexp.MustCompile(`"created[^,}]*`).ReplaceAllString(export, "") + "\n"
	}
	return all
}

// files lists what is in a folder and in the folders in it.
func files(t *testing.T, dir string) (names []string) {
	t.Helper()
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, _ fs.DirEntry, err error) error {
		if name != "." {
			names = append(names, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// plain reads the files that have the names which commands give them, without the
// databases, whose bytes depend on the times in them.
func plain(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, name := range files(t, dir) {
		info, err := os.Stat(filepath.Join(dir, name))
		if err == nil && info.IsDir() || strings.HasPrefix(name, ".") || strings.Contains(name, "/.") || strings.Contains(name, ".db") {
			continue
		}
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		all[name] = string(b)
	}
	return all
}

// checkWhole wants every file of a command that met a fault to be as it was before, or
// as the undisturbed command leaves it in the folder whole: never a part of it.
func (j job) checkWhole(t *testing.T, what, dir, whole string) {
	t.Helper()
	before, after := plain(t, j.from), plain(t, whole)
	for name, text := range plain(t, dir) {
		old, was := before[name]
		if made, is := after[name]; !(was && text == old || is && text == made) {
			t.Errorf("%s, %s: %s is neither as before nor whole (%d bytes)", j.name, what, name, len(text))
		}
	}
}

// saved counts the rows of a database that a reader sees, 0 where there is none
// yet.
func (f *faults) saved(t *testing.T, dir string, j job) (rows int) {
	t.Helper()
	if j.db == "" {
		return 0
	}
	code, out, _ := call(t, "db", "info", "--json", "--db", filepath.Join(dir, j.db))
	var info struct{ Tables map[string]int }
	if code != 0 || json.Unmarshal([]byte(out), &info) != nil {
		return 0
	}
	return info.Tables["puzzle"] + info.Tables["puzzle_technique"] + info.Tables["corpus_item"]
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
					s, e := f.disturb(t, j, sig, took, want, whole)
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
func (f *faults) disturb(t *testing.T, j job, sig syscall.Signal, took time.Duration, want, whole string) (sent, ended int) {
	t.Helper()
	dir := t.TempDir()
	defer os.RemoveAll(dir)
	j.in(t, dir)
	for range chain {
		if f.complete(j, dir) {
			break
		}
		sent++
		if f.disturbOnce(t, j, dir, sig, time.Duration(f.rng.Int64N(int64(took)))) {
			ended++
		}
	}
	j.checkWhole(t, sig.String(), dir, whole)
	if f.complete(j, dir) {
		sweep(t, dir)
	} else {
		f.finish(t, j, dir)
	}
	if got := f.outcome(t, j, dir); got != want {
		t.Errorf("%v: the outcome differs from the undisturbed one; files: %v", sig, files(t, dir))
	}
	return sent, ended
}

// complete reports whether an export is recorded as done: given again, it is another one. A
// book is the same again.
func (f *faults) complete(j job, dir string) bool {
	out, err := exec.Command(f.bin, "list", "exports", "--json", "--db", filepath.Join(dir, j.db)).Output()
	return err == nil && j.args[0] == "export" && len(out) > 0 && !strings.Contains(string(out), `"pending"`)
}

// disturbOnce reports whether the command had not ended yet.
func (f *faults) disturbOnce(t *testing.T, j job, dir string, sig syscall.Signal, moment time.Duration) bool {
	t.Helper()
	before := leftovers(t, dir)
	cmd := f.command(t, j, dir)
	var talk bytes.Buffer
	cmd.Stderr = &talk
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(moment)
	seen := 0
	if f.rng.IntN(2) == 0 { // the look delays the signal, hence not always
		seen = f.saved(t, dir, j)
	}
	cmd.Process.Signal(sig)
	err := cmd.Wait()
	f.afterSignal(t, j, sig, cmd, before, talk.String())
	f.checkKilled(t, j, dir)
	if seen > 0 && j.name != "remove" { // which takes rows away as soon as it is done
		if got := f.saved(t, dir, j); got < seen {
			t.Errorf("%v after %v: %d rows, a reader had seen %d", sig, moment, got, seen)
		}
	}
	return err != nil && cmd.ProcessState.ExitCode() != task.Data
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
	case code == task.Interrupted || j.ended(code, talk):
		if left := leftovers(t, cmd.Dir); len(left) > len(before) {
			t.Errorf("%v: left behind: %v", sig, left)
		}
	default:
		t.Errorf("%v: exit %d\n%s", sig, code, talk)
	}
}

// checkKilled checks the database of a job, if there is one.
func (f *faults) checkKilled(t *testing.T, j job, dir string) {
	t.Helper()
	db := filepath.Join(dir, j.db)
	if info, err := os.Stat(db); err == nil && info.Mode().IsRegular() {
		checkKilled(t, db)
	}
}

// sweep removes what the next command with the same output would.
func sweep(t *testing.T, dir string) {
	t.Helper()
	for _, left := range leftovers(t, dir) {
		if err := os.RemoveAll(filepath.Join(dir, left)); err != nil {
			t.Fatal(err)
		}
	}
}

// leftovers are files that only a killed process may leave.
func leftovers(t *testing.T, dir string) []string {
	t.Helper()
	return slices.DeleteFunc(files(t, dir), func(name string) bool { return !strings.HasPrefix(filepath.Base(name), ".") })
}
