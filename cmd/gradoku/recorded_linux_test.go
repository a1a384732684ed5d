package main

import (
	"database/sql"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gradoku/task"
)

// other is a pair of commands: the first is killed, or runs at the same time as the second,
// which is not the first, or comes when there are more puzzles.
type other struct {
	name        string
	before      []string // what comes before both
	first, then string
	after       string // comes last: a command that records nothing leaves a row of a killed one as it is
	more        bool   // puzzles are added between them
	series      bool   // several files, each for itself: at the same time they may come in any order
	parts       bool   // several files, of which a killed command may leave some: those of the second are whole
}

var others = []other{
	{name: "format", first: "export -o out.csv", then: "export --format jsonl -o out.csv"},
	{name: "puzzles", first: "export -o out.csv", then: "export -o out.csv", more: true},
	{name: "condition", first: "export --where clues<26 -o out.csv", then: "export --where clues>25 -o out.csv"},
	{name: "sample", first: "export --sample 9 --seed 1 -o out.csv", then: "export --sample 9 --seed 2 -o out.csv"},
	{name: "positions", first: "export --practice full-house -o out.jsonl", then: "export --practice hidden-single-box -o out.jsonl"},
	{name: "packed", first: "export -o out.csv.gz", then: "export --order -rating -o out.csv.gz"},
	{name: "unused", first: "export --exclude-used-in all --sample 9 -o out.csv", then: "export --exclude-used-in all --sample 9 -o out.csv", more: true},
	{name: "unused by force", first: "export --exclude-used-in all --sample 9 -o out.csv", then: "export --exclude-used-in all --sample 8 --force -o out.csv"},
	{name: "another file", first: "export --exclude-used-in all --sample 9 -o out.csv", then: "book -n 9 -o out.pdf"},
	{name: "days", first: "export -o out.sqlite", then: "export --with-minutes --daily 2026-01-01..2026-01-03 -o out.sqlite"},
	{name: "more days", before: []string{"export --daily 2026-01-01..2026-01-02 -o out.sqlite"}, first: "export --daily 2026-01-03..2026-01-04 -o out.sqlite", then: "export --daily 2026-01-05..2026-01-06 -o out.sqlite", more: true},
	{name: "other days", first: "export --daily 2026-01-03..2026-01-04 --salt a -o out.sqlite", then: "export --daily 2026-01-04..2026-01-05 --salt b -o out.sqlite"},
	{name: "layout", before: []string{"book -n 9 -o out.pdf"}, first: "book -n 9 --per-page 2 -o out.pdf", then: "book -n 9 --per-page 3 -o out.pdf"},
	{name: "the same layout", before: []string{"book -n 9 -o out.pdf"}, first: "book -n 9 --per-page 2 -o out.pdf", then: "book -n 9 --per-page 2 -o out.pdf", more: true},
	{name: "quota", first: "book -n 9 -o out.pdf", then: "book -n 6 -o out.pdf"},
	{name: "order", first: "book -n 9 -o out.pdf", then: "book -n 9 --order shuffled --seed 4 -o out.pdf"},
	{name: "draft", first: "book -n 9 -o out.pdf", then: "book -n 9 --draft -o out.pdf", after: "export --limit 1 -o last.csv"},
	{name: "separate solutions", first: "book -n 6 --solutions-file answers.pdf -o out.pdf", then: "book -n 6 --solutions-file answers.pdf --per-page 3 -o out.pdf"},
	{name: "the book of an export", before: []string{"export --limit 9 -o out.csv"}, first: "book --from-export 1 -o out.pdf", then: "book --from-export 1 -o out.pdf"},
	{name: "series", first: "book -n 5 --volumes 1 -o out{volume}.pdf", then: "book -n 5 --volumes 3 --per-page 3 -o out{volume}.pdf", series: true},
	{name: "longer series", first: "book -n 5 --volumes 3 -o out{volume}.pdf", then: "book -n 5 --volumes 2 --per-page 3 -o out{volume}.pdf", series: true, parts: true},
	{name: "pictures", first: "book -n 3 --pictures svg -o out/out.csv", then: "book -n 3 --pictures svg --lang de -o out/out.csv"},
	{name: "cover", before: []string{"book -n 24 --solutions none --per-page 1 -o book.pdf"}, first: "book cover book.pdf -o out.pdf", then: "book cover book.pdf --title Third -o out.pdf"},
}

// pairs runs commands of others in folders with a database of 30 puzzles.
type pairs struct {
	*faults
	start string
}

func newPairs(t *testing.T, stream uint64) *pairs {
	t.Helper()
	p := &pairs{&faults{bin: program(t), rng: rand.New(rand.NewPCG(*faultSeed, stream))}, t.TempDir()}
	p.commands(t, p.start, "generate -n 30 --seed 1")
	return p
}

// job is a command in a folder like that of another one.
func (p *pairs) job(from, line string) job {
	args := append(strings.Fields(line), "--quiet")
	if !strings.HasPrefix(line, "book cover") {
		args = append(args, "--db", "a.db")
	}
	if strings.HasPrefix(line, "book -") { // most of a short book is lessons, which its record does not contain
		args = append(args, "--without", "lessons")
	}
	return job{from: from, args: args, db: "a.db"}
}

// commands runs commands, which may be refused.
func (p *pairs) commands(t *testing.T, dir string, lines ...string) {
	t.Helper()
	t.Chdir(dir)
	t.Setenv("TMPDIR", dir)
	for _, line := range lines {
		if code, _, talk := call(t, p.job("", line).args...); code != 0 && !refused(talk) {
			t.Fatalf("%s: exit code %d\n%s", line, code, talk)
		}
	}
}

// refused reports whether a command did not replace the file of another one.
func refused(talk string) bool {
	return strings.Contains(talk, "which has other puzzles") || strings.Contains(talk, "a draft would replace it") || strings.Contains(talk, "another command is writing it")
}

// folder returns a folder after some commands.
func (p *pairs) folder(t *testing.T, o *other, lines ...string) string {
	t.Helper()
	dir := t.TempDir()
	job{from: p.start}.in(t, dir)
	p.commands(t, dir, append(slices.Clone(o.before), lines...)...)
	return dir
}

// state is what there is in a folder: every row of every table without its times, and every
// file. The rows are read first: two processes that close a database at the same instant
// both leave its -wal file to the next one that opens it.
func (p *pairs) state(t *testing.T, dir string) string {
	t.Helper()
	rows := p.rows(t, filepath.Join(dir, "a.db"))
	return p.outcome(t, job{db: "a.db"}, dir) + rows
}

// rows has the rows of every table.
func (p *pairs) rows(t *testing.T, path string) (all string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, table := range column(t, db, "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY 1") {
		names := slices.DeleteFunc(column(t, db, "SELECT name FROM pragma_table_info(?)", table), func(name string) bool { return strings.HasSuffix(name, "_at") })
		all += table + "\n"
		for i, name := range names {
			names[i] = "quote(" + name + ")"
		}
		all += strings.Join(column(t, db, "SELECT "+strings.Join(names, "||' '||")+" FROM "+table+" ORDER BY 1"), "\n") + "\n"
	}
	return all
}

// column returns the first column of a query.
func column(t *testing.T, db *sql.DB, query string, args ...any) (texts []string) {
	t.Helper()
	rows, err := db.Query(query, args...)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			t.Fatal(err)
		}
		texts = append(texts, text)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return texts
}

// TestKilledThenOther kills a command at a call that it makes and gives another one. What
// there is then is what the two leave one after the other, or what the second leaves alone:
// the same rows, and the same files.
func TestKilledThenOther(t *testing.T) {
	p := newPairs(t, 4)
	if _, err := exec.LookPath("strace"); err != nil {
		t.Skip("no strace")
	}
	type prepared struct {
		then        []string
		alone, both string
		files       map[string]string // of the second alone
		job         job
		calls       map[string][]int
	}
	known, kills, leave := map[string]*prepared{}, map[string]int{}, map[bool]int{}
	n := rounds(1)
	for i := range n {
		o := &others[(i*4+int(*faultSeed)+i/len(others))%len(others)]
		pair := known[o.name]
		if pair == nil {
			pair = &prepared{then: []string{o.then}}
			if o.more {
				pair.then = []string{"generate -n 10 --seed 2", o.then}
			}
			if o.after != "" {
				pair.then = append(pair.then, o.after)
			}
			second := p.folder(t, o, pair.then...)
			pair.alone, pair.files = p.state(t, second), plain(t, second)
			pair.both = p.state(t, p.folder(t, o, append([]string{o.first}, pair.then...)...))
			pair.job = p.job(p.folder(t, o), o.first)
			pair.calls = p.calls(t, pair.job)
			known[o.name] = pair
		}
		for range 20 { // not every thread comes as far as it did
			names := slices.Sorted(maps.Keys(pair.calls))
			call := names[p.rng.IntN(len(names))]
			if late := []string{"renameat", "fsync", "pwrite64", "unlinkat"}; p.rng.IntN(3) > 0 && pair.calls[late[i%4]] != nil {
				call = late[i%4] // around the name
			}
			threads, dir := pair.calls[call], t.TempDir()
			place := 1 + p.rng.IntN(threads[p.rng.IntN(len(threads))])
			pair.job.in(t, dir)
			cmd := p.traced(t, strike{job: pair.job, inject: fmt.Sprintf("%s:signal=SIGKILL:when=%d", call, place)}, dir, os.DevNull)
			_ = cmd.Run()
			if state, _ := cmd.ProcessState.Sys().(syscall.WaitStatus); !state.Signaled() {
				continue
			}
			kills[o.name]++
			p.commands(t, dir, pair.then...)
			sweep(t, dir) // of a file that only the first was to write
			got := p.state(t, dir)
			leave[got == pair.both]++
			left := plain(t, dir)
			whole := o.parts
			for name, text := range pair.files {
				whole = whole && left[name] == text
			}
			if !whole && got != pair.alone && got != pair.both {
				t.Errorf("%s, killed at %s %d: other than both and than the second alone; files: %v\n%s", o.name, call, place, files(t, dir), cmp.Diff(pair.both, got))
			}
			os.RemoveAll(dir)
			break
		}
		if i%50 == 49 {
			t.Logf("%d of %d", i+1, n)
		}
	}
	t.Logf("%d times as after both, %d times as after the second alone; killed: %v", leave[true], leave[false], kills)
}

// TestPairsAtOnce runs two commands at the same time on one database and one output. What
// there is then is what the two leave one after the other, or what one of them leaves if the
// other was refused.
func TestPairsAtOnce(t *testing.T) {
	p := newPairs(t, 5)
	places := map[string]int{}
	for i := range min(rounds(1), 10*len(others)) {
		o := &others[(i*4+int(*faultSeed)+i/len(others))%len(others)]
		if o.series {
			continue
		}
		want := map[string]string{
			p.state(t, p.folder(t, o, o.first, o.then)): "first, second",
			p.state(t, p.folder(t, o, o.then, o.first)): "second, first",
			p.state(t, p.folder(t, o, o.first)):         "the first alone",
			p.state(t, p.folder(t, o, o.then)):          "the second alone",
		}
		dir := p.folder(t, o)
		var cmds [2]*exec.Cmd
		var talk [2]strings.Builder
		for k, line := range []string{o.first, o.then} {
			cmds[k] = p.command(t, p.job("", line), dir)
			cmds[k].Stderr = &talk[k]
			if err := cmds[k].Start(); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Duration(p.rng.IntN(30)) * time.Millisecond)
		}
		for k, cmd := range cmds {
			if err := cmd.Wait(); err != nil && !refused(talk[k].String()) {
				t.Errorf("%s: %v: %v\n%s", o.name, cmd.Args, err, &talk[k])
			}
		}
		got := p.state(t, dir)
		if places[want[got]]++; want[got] == "" {
			t.Errorf("%s: other than any order of the two; files: %v\n%s%s%s", o.name, files(t, dir), &talk[0], &talk[1],
				cmp.Diff(p.state(t, p.folder(t, o, o.first, o.then)), got))
		}
	}
	t.Logf("as after: %v", places)
}

// TestExportsAtTheSameTime: books and exports that ask for puzzles that nobody has
// used share none, however many are made at the same time.
func TestExportsAtTheSameTime(t *testing.T) {
	bin, dir := program(t), t.TempDir()
	db := filepath.Join(dir, "a.db")
	output(t, "generate", "-n", "20", "--seed", "1", "--quiet", "--db", db)
	var cmds []*exec.Cmd
	for i := range 2 {
		book := filepath.Join(dir, fmt.Sprintf("book%d.pdf", i))
		list := filepath.Join(dir, fmt.Sprintf("list%d.txt", i))
		cmds = append(cmds,
			exec.Command(bin, "book", "-n", "5", "--without=lessons", "--quiet", "--db", db, "-o", book),
			exec.Command(bin, "export", "--exclude-used-in", "all", "--sample", "5", "--quiet", "--db", db, "-o", list))
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
		t.Errorf("four times 5 of 20 puzzles leave\n%s", free)
	}
}

// TestAlmostFullDisk: where a run fits on the disk, but not its -wal file as well,
// it ends in order or says that it did not.
func TestAlmostFullDisk(t *testing.T) {
	bin, dir := program(t), t.TempDir()
	told := 0
	for _, size := range []int{440, 560} {
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
			case code == task.Data && strings.Contains(string(out), "the disk is full"):
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
	for _, size := range []int{80, 116, 148} {
		if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, fmt.Sprintf("size=%dk", size)); err != nil {
			t.Skipf("mounting a small tmpfs: %v", err)
		}
		func() {
			defer syscall.Unmount(dir, 0)
			db := filepath.Join(dir, "a.db")
			out, err := exec.Command(bin, "generate", "-n", "5", "--size", "4", "--seed", "1", "--quiet", "--db", db).CombinedOutput()
			if err == nil || !strings.Contains(string(out), "the disk is full") {
				t.Errorf("%d kB: %v\n%s", size, err, out)
			}
			if out, _ := exec.Command(bin, "runs", "--db", db).CombinedOutput(); strings.Contains(string(out), "older") {
				t.Errorf("%d kB: what is left is %s", size, out)
			}
		}()
	}
}
