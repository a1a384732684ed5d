package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"gradoku/internal/pgtest"
	"gradoku/run"
	"gradoku/store"
	"gradoku/task"
)

var clusterFaults = flag.Int("cluster-faults", 0, "how many faults TestClusterFaults makes while workers compute runs and regrades (default none; with -long 200)")

// clusterWorks are what the workers compute, in turn. ITEMS is a file of puzzles.
var clusterWorks = []struct {
	name   string
	before string // a command that fills the database
	args   string // the work, which workers do with --distribute
}{
	{"generate", "", "generate -n 20000 --seed 77 --quiet"},
	{"regrade", "import ITEMS --name items --grade none --quiet", "regrade --quiet"},
}

// faultyItems is said at the end of an import, since some lines of ITEMS hold no puzzle.
const faultyItems = "errors in "

// cluster is a run or regrade that workers compute while a test disturbs them and their server.
type cluster struct {
	t       *testing.T
	bin     string
	rng     *rand.Rand
	server  *pgtest.Server
	disk    string // the folder of the server, small enough to be filled; "" where that cannot be
	place   string
	schema  string
	before  string                   // a command that fills the database
	fill    func(args, place string) // runs a command that does
	astray  func()                   // stops the worker whose clock is wrong
	work    []string                 // the planner's command
	planner *exec.Cmd
	talk    *bytes.Buffer // of the planner, to be read when it has ended
	planned chan struct{} // closed when it has

	mu      sync.Mutex
	workers []*exec.Cmd
	pending sync.WaitGroup    // faults that undo themselves later
	asleep  atomic.Int64      // workers that are stopped or cut off
	cut     [4]atomic.Bool    // the workers that are cut off
	counts  map[[2]string]int // by fault and work
	pairs   map[[2]string]int // by the names of two faults, one made soon after the other
	last    string            // the fault made last
}

// pair is the key in pairs of a fault that follows the last one.
func (f *cluster) pair(name string) [2]string { return [2]string{min(f.last, name), max(f.last, name)} }

// next chooses a fault at random, one that has not met the last one yet while there is any.
func (f *cluster) next() int {
	var fresh []int
	for i, kind := range clusterKinds {
		if f.pairs[f.pair(kind.name)] == 0 {
			fresh = append(fresh, i)
		}
	}
	if len(fresh) == 0 {
		return f.rng.IntN(len(clusterKinds))
	}
	return fresh[f.rng.IntN(len(fresh))]
}

// address is the address at which worker i, and no other worker, reaches the server.
func address(i int) string { return fmt.Sprintf("127.0.0.%d", i+2) }

// drop drops some of the packets between a worker and the server: those that arrive at the
// worker, at the server, or both.
func (f *cluster) drop(toWorker, toServer string) (restore func()) {
	var all []func()
	for _, packets := range [][]string{{toWorker}, {toServer}, {toWorker, toServer}}[f.rng.IntN(3)] {
		all = append(all, pgtest.Cut(f.t, packets))
	}
	return func() {
		for _, restore := range all {
			restore()
		}
	}
}

// cutOne makes one connection of worker i permanently dead.
func (f *cluster) cutOne(i int) bool {
	f.mu.Lock()
	pid := f.workers[i].Process.Pid
	f.mu.Unlock()
	port := f.ask(fmt.Sprintf(`SELECT coalesce((SELECT client_port::text FROM pg_stat_activity
		WHERE client_port > 0 AND application_name LIKE '%% %d %%' ORDER BY md5(pid || '%d') LIMIT 1), '')`, pid, f.rng.Int64()))
	if port != "" {
		f.drop("tcp dport "+port, "tcp sport "+port)
	}
	return port != ""
}

// replace replaces the database's schema and rows by those of a dump.
func (f *cluster) replace(dump []byte) {
	c := exec.Command("psql", "-q", "-v", "ON_ERROR_STOP=1", "--single-transaction", "--dbname="+f.server.URL())
	c.Stdin = io.MultiReader(strings.NewReader("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend';"+
		"DROP SCHEMA "+f.schema+" CASCADE;"), bytes.NewReader(dump))
	if said, err := c.CombinedOutput(); err != nil {
		f.t.Fatalf("%v: %s", err, said)
	}
}

// begin starts the work in an empty database.
func (f *cluster) begin() {
	if f.before != "" {
		f.fill(f.before, f.place)
	}
	f.plan()
	for f.ask("SELECT count(*)::text FROM pg_class WHERE relname = 'plan' AND relnamespace = to_regnamespace('"+f.schema+"')") == "0" || f.ask("SELECT count(*)::text FROM plan") == "0" {
		time.Sleep(100 * time.Millisecond)
	}
}

// worker starts worker i.
func (f *cluster) worker(i int) {
	c := exec.Command(f.bin, "worker", "--workers", "1", "--quiet", "--db", pgtest.Via(f.t, f.place, address(i)))
	c.Stderr = io.Discard
	if os.Getenv("GRADOKU_TRACE") != "" {
		c.Stderr = os.Stderr
	}
	if err := c.Start(); err != nil {
		f.t.Error(err)
		return
	}
	f.mu.Lock()
	f.workers[i] = c
	f.mu.Unlock()
}

// plan starts the command that opens the work and watches it.
func (f *cluster) plan() {
	c, talk, ended := exec.Command(f.bin, append(f.work, "--distribute", "--db", f.place)...), new(bytes.Buffer), make(chan struct{})
	c.Stderr = talk
	if err := c.Start(); err != nil {
		f.t.Fatal(err)
	}
	go func() { c.Wait(); close(ended) }()
	f.planner, f.talk, f.planned = c, talk, ended
}

// planAgain starts the planner anew when it has ended, as it does where it finds at its
// beginning no server, or one whose disk is full, or that a stopped committer has locked.
func (f *cluster) planAgain() {
	select {
	case <-f.planned:
	default:
		return
	}
	said := f.talk.String()
	expected := []string{store.ErrServer.Error(), store.ErrFull.Error(), store.ErrBusy.Error(), faultyItems}
	if f.planner.ProcessState.ExitCode() > 0 && !slices.ContainsFunc(expected, func(text string) bool { return strings.Contains(said, text) }) {
		f.t.Errorf("the planner ended: %s", said)
	}
	f.plan()
}

// ask asks the server for one text, and again while that is down.
func (f *cluster) ask(query string) (answer string) {
	for {
		ctx, cancel := context.WithTimeout(f.t.Context(), 20*time.Second)
		conn, err := pgx.Connect(ctx, f.place)
		if err == nil {
			err = conn.QueryRow(ctx, query).Scan(&answer)
			conn.Close(ctx)
		}
		cancel()
		if err == nil {
			return answer
		}
		if f.t.Context().Err() != nil {
			f.t.Fatal(err)
		}
		time.Sleep(200 * time.Millisecond)
	}
}

// committer is the place of the worker that commits, or any.
func (f *cluster) committer() int {
	name := f.ask("SELECT coalesce((SELECT settler FROM plan WHERE lease > now() LIMIT 1), '')")
	f.mu.Lock()
	defer f.mu.Unlock()
	for i, w := range f.workers {
		if strings.Contains(name, fmt.Sprintf(" %d ", w.Process.Pid)) {
			return i
		}
	}
	return f.rng.IntN(len(f.workers))
}

// kill kills worker i and starts another in its place.
func (f *cluster) kill(i int) {
	f.mu.Lock()
	c := f.workers[i]
	f.mu.Unlock()
	c.Process.Kill()
	c.Wait()
	f.worker(i)
}

// later undoes a fault after a time.
func (f *cluster) later(after time.Duration, undo func()) {
	f.asleep.Add(1)
	f.pending.Go(func() {
		time.Sleep(after)
		undo()
		f.asleep.Add(-1)
	})
}

// stop stops worker i for longer than it takes until its range goes to another and its
// lease ends.
func (f *cluster) stop(i int) {
	f.mu.Lock()
	p := f.workers[i].Process
	f.mu.Unlock()
	p.Signal(syscall.SIGSTOP)
	f.later(14*time.Second, func() { p.Signal(syscall.SIGCONT) })
}

// kinds are the faults.
var clusterKinds = []struct {
	name string
	make func(f *cluster) bool // false where it cannot be made now
}{
	{"kill -9 of a worker", func(f *cluster) bool { f.kill(f.rng.IntN(len(f.workers))); return true }},
	{"kill -9 of the committer", func(f *cluster) bool { f.kill(f.committer()); return true }},
	{"kill -9 of the planner", func(f *cluster) bool {
		f.planner.Process.Kill()
		<-f.planned
		f.plan()
		return true
	}},
	{"SIGTERM of a worker", func(f *cluster) bool {
		i := f.rng.IntN(len(f.workers))
		f.mu.Lock()
		c := f.workers[i]
		f.mu.Unlock()
		if f.asleep.Load() > 0 {
			return false // it may be the one that is stopped, and would not end
		}
		c.Process.Signal(syscall.SIGTERM)
		start := time.Now()
		c.Wait()
		if took := time.Since(start); took > 30*time.Second { // of the promised 10, on a busy machine
			f.t.Errorf("a worker took %v to end", took)
		}
		f.worker(i)
		return true
	}},
	{"SIGSTOP of a worker for 14 s", func(f *cluster) bool {
		if f.asleep.Load() > 1 {
			return false
		}
		f.stop(f.rng.IntN(len(f.workers)))
		return true
	}},
	{"SIGSTOP of the committer for 14 s", func(f *cluster) bool {
		if f.asleep.Load() > 1 {
			return false
		}
		f.stop(f.committer())
		return true
	}},
	{"pg_terminate_backend of some", func(f *cluster) bool {
		f.ask(fmt.Sprintf(`SELECT count(pg_terminate_backend(pid))::text FROM (SELECT pid FROM pg_stat_activity
			WHERE application_name LIKE 'gradoku%%' OR application_name LIKE '%% %% %%' ORDER BY md5(pid || '%d') LIMIT 4) AS a`, f.rng.Int64()))
		return true
	}},
	{"server stopped -m immediate and started", func(f *cluster) bool {
		f.server.Stop(f.t)
		time.Sleep(time.Duration(f.rng.IntN(1500)) * time.Millisecond)
		f.server.Restart(f.t)
		return true
	}},
	{"network of a worker cut for 14 s or a minute, one way or both", func(f *cluster) bool {
		i := f.rng.IntN(len(f.workers))
		if f.asleep.Load() > 1 || f.cut[i].Swap(true) {
			return false
		}
		restore := f.drop("ip saddr "+address(i)+" tcp sport 5432", "ip daddr "+address(i)+" tcp dport 5432")
		f.later(time.Duration([]int{14, 14, 60}[f.rng.IntN(3)])*time.Second, func() { restore(); f.cut[i].Store(false) })
		return true
	}},
	{"one connection of a worker dead, one way or both", func(f *cluster) bool { return f.cutOne(f.rng.IntN(len(f.workers))) }},
	{"one connection of the committer dead, one way or both", func(f *cluster) bool { return f.cutOne(f.committer()) }},
	{"a worker whose clock is 300 s or 1 h off, and jumps as far to the other side after 5 s", func(f *cluster) bool {
		off, begun := time.Duration([]int{300, -300, 3600, -3600}[f.rng.IntN(4)])*time.Second, time.Now()
		f.astray()
		f.astray = f.joins(run.NodeOptions{Version: task.Build(), Clock: func() time.Time {
			if time.Since(begun) > 5*time.Second {
				return time.Now().Add(-off)
			}
			return time.Now().Add(off)
		}})
		return true
	}},
	{"database restored as it was some seconds before", func(f *cluster) bool {
		dump, err := exec.Command("pg_dump", "--schema="+f.schema, "--dbname="+f.server.URL()).Output()
		if err != nil || f.asleep.Load() > 0 {
			return false // a stopped process may keep a lock
		}
		time.Sleep(time.Duration(f.rng.IntN(4000)) * time.Millisecond)
		f.replace(dump)
		return true
	}},
	{"database made anew, and the work begun again", func(f *cluster) bool {
		if f.asleep.Load() > 0 {
			return false
		}
		f.planner.Process.Kill()
		<-f.planned
		f.replace(nil)
		f.begin()
		return true
	}},
	{"disk of the server full for 4 s", func(f *cluster) bool {
		if f.disk == "" {
			return false
		}
		full, err := os.Create(filepath.Join(f.disk, "full"))
		if err != nil {
			f.t.Fatal(err)
		}
		for b := make([]byte, 1<<20); err == nil; {
			_, err = full.Write(b)
		}
		time.Sleep(4 * time.Second)
		full.Close()
		os.Remove(full.Name())
		f.server.Restart(f.t) // a server that cannot write its log stops
		return true
	}},
}

// TestClusterFaults disturbs runs and regrades that four workers compute, in every way that
// is in the table, two faults at a time and then none until something is saved, until
// there were enough faults, and wants the rows of those that nobody disturbed. It needs minutes and its moments hang on the machine: what every
// day's tests run instead are the tests of package run.
func TestClusterFaults(t *testing.T) {
	faults := *clusterFaults
	if faults == 0 && *long {
		faults = 200
	}
	if faults == 0 {
		t.Skip("needs -long or -cluster-faults N")
	}
	if !pgtest.OwnNetwork(t) {
		return
	}
	f := &cluster{t: t, bin: program(t), rng: rand.New(rand.NewPCG(*faultSeed, 2)), counts: map[[2]string]int{}, pairs: map[[2]string]int{}}
	dir := t.TempDir()
	items := filepath.Join(dir, "items.csv")
	words := func(args string) []string { return strings.Fields(strings.ReplaceAll(args, "ITEMS", items)) }
	fill := func(args, place string) {
		for tries := 0; ; tries++ {
			code, _, talk := call(t, append(words(args), "--db", place)...)
			if code == 0 || strings.Contains(talk, faultyItems) {
				return
			}
			if tries == 5 { // creating tables can collide with workers that create them too
				t.Fatal(talk)
			}
		}
	}
	f.fill = fill
	want := map[string]string{}
	for _, w := range clusterWorks {
		file := filepath.Join(dir, w.name+".db")
		if w.before != "" {
			fill(w.before, file)
		}
		fill(w.args, file)
		want[w.name] = rowsOf(t, file)
		if w.name == "generate" {
			all := strings.SplitAfter(output(t, "export", "--quiet", "--no-record", "--format", "csv", "--db", file), "\n")
			var text strings.Builder
			for i, line := range all {
				text.WriteString(line)
				if i%400 == 399 {
					text.WriteString(all[i/2] + "no puzzle\n") // one that is known by then
				}
			}
			if err := os.WriteFile(items, []byte(text.String()), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}

	disk, err := os.MkdirTemp("/tmp", "gradoku-disk") // others can enter it, unlike the test's own folder
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Remove(disk) })
	if err := os.Chmod(disk, 0o755); err != nil {
		t.Fatal(err)
	}
	if os.Getuid() == 0 && syscall.Mount("tmpfs", disk, "tmpfs", 0, "size=1800m,mode=755") == nil {
		f.disk = disk
		t.Cleanup(func() { syscall.Unmount(disk, syscall.MNT_DETACH) })
	}
	f.server = pgtest.StartIn(t, disk)
	const (
		stranger   = "a worker of another version beside them"
		mostFaults = 40 // in a round: some keep a work from coming to its end
	)
	all := 0
	for round := 1; all < faults; round++ {
		w := clusterWorks[(round-1)%len(clusterWorks)]
		f.schema = fmt.Sprintf("round_%d", round)
		f.place = f.server.URL() + "&search_path=" + f.schema
		f.workers = make([]*exec.Cmd, len(f.cut))
		f.before, f.work = w.before, words(w.args)
		f.begin()
		for i := range f.workers {
			f.worker(i)
		}
		f.astray = func() {}
		leave := f.joins(run.NodeOptions{Version: "0.0.1"})
		inRound, at, moved, longest := 0, "", time.Now(), time.Duration(0)
		var struck, worst []string // faults since a result was saved, and before the one that came latest
		for {
			was := at
			if at = f.ask("SELECT coalesce(max(settled), -1)::text FROM plan WHERE ended IS NULL"); at == "-1" {
				break
			}
			if at != was {
				moved, struck = time.Now(), nil
			}
			if still := time.Since(moved); still > longest {
				longest, worst = still, struck
			}
			time.Sleep(time.Duration(300+f.rng.IntN(1500)) * time.Millisecond)
			f.planAgain()
			kind := clusterKinds[f.next()]
			if len(struck) < 2 && all < faults && inRound < mostFaults && kind.make(f) {
				moved, struck = time.Now(), append(struck, kind.name) // a fault can take long itself
				f.counts[[2]string{kind.name, w.name}]++
				f.pairs[f.pair(kind.name)]++
				f.last = kind.name
				all++
				inRound++
			}
		}
		f.pending.Wait()
		<-f.planned
		f.counts[[2]string{stranger, w.name}]++
		if done := f.ask("SELECT coalesce(sum(ranges), 0)::text FROM worker WHERE version = '0.0.1'"); done != "0" {
			t.Errorf("a worker of another version computed %s ranges", done)
		}
		leave()
		f.astray()
		start := time.Now()
		left := "SELECT (SELECT count(*) FROM plan) || ' plans, ' || (SELECT count(*) FROM staged) || ' staged, ' || (SELECT count(*) FROM river_job WHERE state IN (%s)) || ' jobs'"
		states := "'available', 'scheduled', 'retryable', 'pending'"
		if all >= faults {
			states += ", 'running'" // of workers that were killed; River clears them away, by time
		}
		for got := ""; got != "0 plans, 0 staged, 0 jobs"; time.Sleep(time.Second) {
			if got = f.ask(fmt.Sprintf(left, states)); time.Since(start) > 5*time.Minute {
				t.Errorf("round %d, %s: left are %s", round, w.name, got)
				break
			}
		}
		t.Logf("round %d, %s: %d faults, at most %v without progress (%s), then %v until nothing is left",
			round, w.name, inRound, longest.Round(time.Second), strings.Join(worst, "; "), time.Since(start).Round(time.Second))
		if got := rowsOf(t, f.place); got != want[w.name] {
			t.Errorf("round %d, %s: the rows are\n%s\nwant\n%s", round, w.name, got, want[w.name])
		}
		output(t, "db", "check", "--db", f.place)
		for _, w := range f.workers {
			w.Process.Kill()
			w.Wait()
		}
		f.replace(nil) // the disk is small
	}
	var names []string
	pairs, most := 0, 0
	for _, kind := range clusterKinds {
		names = append(names, kind.name)
		for _, other := range names {
			f.last = other
			made := f.pairs[f.pair(kind.name)]
			pairs, most = pairs+min(made, 1), most+1
			if made == 0 {
				t.Logf("no pair of %s and %s", other, kind.name)
			}
		}
	}
	t.Logf("%d of %d pairs of faults", pairs, most)
	for _, name := range append(names, stranger) {
		line := "| " + name
		for _, w := range clusterWorks {
			line += fmt.Sprintf(" | %d", f.counts[[2]string{name, w.name}])
		}
		t.Log(line + " |")
	}
}

// joins runs a worker in this process until the function is called.
func (f *cluster) joins(opt run.NodeOptions) (leave func()) {
	opt.DB, opt.Cores, opt.Log = f.place, 1, slog.New(slog.DiscardHandler)
	n, err := run.OpenNode(f.t.Context(), opt)
	if err != nil {
		f.t.Logf("a worker could not come: %v", err)
		return func() {}
	}
	ctx, cancel := context.WithCancel(f.t.Context())
	ended := make(chan error, 1)
	go func() { ended <- n.Run(ctx) }()
	return func() {
		cancel()
		<-ended
		n.Close()
	}
}

// rowsOf says what is in a database, without the times: how many rows each table has,
// and their hash.
func rowsOf(t *testing.T, place string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "rows.db")
	output(t, "db", "copy", "--quiet", "-o", file, "--db", place)
	raw, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	defer raw.Close()
	columns := map[string][]string{}
	for _, c := range columnsOf(t, file, "true") {
		if !strings.HasSuffix(c[1], "_at") {
			columns[c[0]] = append(columns[c[0]], "quote("+c[1]+")")
		}
	}
	said := ""
	for _, table := range slices.Sorted(maps.Keys(columns)) {
		row := strings.Join(columns[table], " || '|' || ")
		var n int
		var rows string
		if err := raw.QueryRow("SELECT count(*), coalesce(group_concat(row, char(10)), '') FROM (SELECT "+row+" AS row FROM "+table+" ORDER BY 1)").Scan(&n, &rows); err != nil {
			t.Fatal(table, err)
		}
		said += fmt.Sprintf("%s: %d, %x\n", table, n, sha256.Sum256([]byte(rows)))
	}
	return said
}
