package main

import (
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

	"gradoku/cmd/gradoku/cli"
)

// other is a pair of commands: the first is killed, the second is not the first, or comes
// when there are more puzzles.
type other struct {
	name        string
	before      []string // what comes before both
	first, then string
	more        bool // puzzles are added between them
}

var others = []other{
	{name: "format", first: "export -o out.csv", then: "export --format jsonl -o out.csv"},
	{name: "puzzles", first: "export -o out.csv", then: "export -o out.csv", more: true},
	{name: "unused", first: "export --exclude-used-in all --sample 9 -o out.csv", then: "export --exclude-used-in all --sample 9 -o out.csv", more: true},
	{name: "another file", first: "export --exclude-used-in all --sample 9 -o out.csv", then: "book -n 9 -o out.pdf"},
	{name: "days", first: "export -o out.sqlite", then: "export --with-minutes --daily 2026-01-01..2026-01-03 -o out.sqlite"},
	{name: "more days", before: []string{"export --daily 2026-01-01..2026-01-02 -o out.sqlite"}, first: "export --daily 2026-01-03..2026-01-04 -o out.sqlite", then: "export --daily 2026-01-05..2026-01-06 -o out.sqlite", more: true},
	{name: "layout", before: []string{"book -n 9 -o out.pdf"}, first: "book -n 9 --title Second -o out.pdf", then: "book -n 9 --title Third -o out.pdf"},
	{name: "the same layout", before: []string{"book -n 9 -o out.pdf"}, first: "book -n 9 --title Second -o out.pdf", then: "book -n 9 --title Second -o out.pdf", more: true},
	{name: "quota", first: "book -n 9 -o out.pdf", then: "book -n 6 -o out.pdf"},
	{name: "the book of an export", before: []string{"export --limit 9 -o out.csv"}, first: "book --from-export 1 -o out.pdf", then: "book --from-export 1 -o out.pdf"},
	{name: "series", first: "book -n 5 --volumes 1 -o out{volume}.pdf", then: "book -n 5 --volumes 3 --title Third -o out{volume}.pdf"},
	{name: "pictures", first: "book -n 3 --pictures svg -o out/out.csv", then: "book -n 3 --pictures svg --title Third -o out/out.csv"},
	{name: "cover", before: []string{"book -n 12 --solutions none --per-page 1 -o book.pdf"}, first: "book cover book.pdf -o out.pdf", then: "book cover book.pdf --title Third -o out.pdf"},
}

// TestKilledThenOther kills a command at a call that it makes and gives another one. What
// there is then is what the two leave one after the other, or what the second leaves alone:
// the same rows, and the same files.
func TestKilledThenOther(t *testing.T) {
	f := &faults{bin: program(t), rng: rand.New(rand.NewPCG(*faultSeed, 4))}
	if _, err := exec.LookPath("strace"); err != nil {
		t.Skip("no strace")
	}
	start := t.TempDir()
	commands := func(dir string, lines ...string) {
		t.Helper()
		for _, line := range lines {
			args := append(strings.Fields(line), "--quiet")
			if !strings.HasPrefix(line, "book cover") {
				args = append(args, "--db", "a.db")
			}
			if out, err := f.command(t, job{args: args}, dir).CombinedOutput(); err != nil {
				t.Fatalf("%s: %v\n%s", line, err, out)
			}
		}
	}
	commands(start, "generate -n 30 --seed 1")
	outcome := func(dir string) string { return f.outcome(t, job{db: "a.db"}, dir) }
	kills := map[string]int{}
	for i := range rounds(2) {
		o := others[(i*4+int(*faultSeed))%len(others)]
		folder := func(lines ...string) string {
			dir := t.TempDir()
			job{from: start}.in(t, dir)
			commands(dir, append(slices.Clone(o.before), lines...)...)
			return dir
		}
		then := []string{o.then}
		if o.more {
			then = []string{"generate -n 10 --seed 2", o.then}
		}
		alone, both := outcome(folder(then...)), outcome(folder(append([]string{o.first}, then...)...))
		j := job{from: folder(), args: append(strings.Fields(o.first), "--quiet"), db: "a.db"}
		if !strings.HasPrefix(o.first, "book cover") {
			j.args = append(j.args, "--db", "a.db")
		}
		calls := f.calls(t, j)
		for range 20 { // not every thread comes as far as it did
			names := slices.Sorted(maps.Keys(calls))
			call := names[f.rng.IntN(len(names))]
			if late := []string{"renameat", "fsync", "pwrite64", "unlinkat"}; f.rng.IntN(3) > 0 && calls[late[i%4]] != nil {
				call = late[i%4] // around the name
			}
			threads, dir := calls[call], t.TempDir()
			place := 1 + f.rng.IntN(threads[f.rng.IntN(len(threads))])
			j.in(t, dir)
			cmd := f.traced(t, strike{job: j, inject: fmt.Sprintf("%s:signal=SIGKILL:when=%d", call, place)}, dir, os.DevNull)
			_ = cmd.Run()
			if state, _ := cmd.ProcessState.Sys().(syscall.WaitStatus); !state.Signaled() {
				continue
			}
			kills[o.name]++
			commands(dir, then...)
			sweep(t, dir) // of a file that only the first was to write
			if got := outcome(dir); got != alone && got != both {
				last := strings.LastIndex(got, "{,\"export\"")
				t.Errorf("%s, killed at %s %d: other than both and than the second alone; files: %v\n%s", o.name, call, place, files(t, dir), got[max(0, last):])
			}
			break
		}
	}
	t.Logf("killed: %v", kills)
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
	for _, size := range []int{440, 540, 640} {
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
