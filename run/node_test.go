package run

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"gradoku/grade"
	"gradoku/internal/ordered"
	"gradoku/internal/pgtest"
	"gradoku/store"
)

func init() { debug.SetGCPercent(400) } // tests use little memory, and collecting garbage takes long

var many = flag.Bool("many", false, "compute every kind of run of TestSameRows with 1 node and with 8 too")

const version = "1.2.3"

// must ends a test that cannot go on after an error.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// openAt opens a database until the test ends.
func openAt(t testing.TB, place string) *store.DB {
	t.Helper()
	db, err := store.Open(t.Context(), place, store.ReadWrite)
	must(t, err)
	t.Cleanup(func() { db.Close() })
	return db
}

// beginShared begins a run that nodes compute.
func beginShared(t testing.TB, db *store.DB, options string, n int64) store.Run {
	t.Helper()
	run, err := db.BeginRun(t.Context(), store.Run{Command: Command, Options: options, Seed: 7, Version: version, Target: n})
	must(t, err)
	return run
}

// manifestOf is the manifest of a run, which has everything that must be the same.
func manifestOf(t testing.TB, db *store.DB, id int64) Manifest {
	t.Helper()
	run, err := db.Run(t.Context(), id)
	must(t, err)
	return manifest(t, db, run)
}

// localManifest computes a run in a file and returns its manifest.
func localManifest(t testing.TB, options string, n int64) Manifest {
	t.Helper()
	local := openAt(t, filepath.Join(t.TempDir(), "local.db"))
	run := beginShared(t, local, options, n)
	_, err := Generate(t.Context(), local, run, config(t, run, 2))
	must(t, err)
	return manifestOf(t, local, run.ID)
}

// share opens a run to nodes, in ranges of 8 attempts.
func share(t testing.TB, db *store.DB, run store.Run) {
	t.Helper()
	_, err := db.BeginSharedRun(t.Context(), store.SharedRun{Command: Command, RunID: run.ID, Size: 8})
	must(t, err)
}

// node opens a node and runs it until the returned function is called.
func node(t testing.TB, opt NodeOptions) (n *Node, stop func()) {
	t.Helper()
	n = openNode(t, opt)
	return n, running(t, n)
}

func openNode(t testing.TB, opt NodeOptions) *Node {
	t.Helper()
	opt.Version, opt.Cores, opt.seconds = version, max(1, opt.Cores), max(opt.seconds, 0.02)
	if opt.Log == nil {
		opt.Log = slog.New(slog.NewTextHandler(t.Output(), nil))
	}
	n, err := OpenNode(t.Context(), opt)
	must(t, err)
	return n
}

// running runs a node until the returned function is called, which waits for its end.
func running(t testing.TB, n *Node) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- n.Run(ctx) }()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("a node ends with %v", err)
		}
		if err := n.Close(); err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(stop)
	return stop
}

// over waits until a run has no plan under way, and returns it.
func over(t testing.TB, db *store.DB, id int64) store.Run {
	t.Helper()
	for {
		run, err := db.Run(t.Context(), id)
		must(t, err)
		if run.State != store.Running {
			return run
		}
		time.Sleep(pause)
	}
}

// TestSameRows: a run has one manifest, computed here or by any number of nodes. Without -many
// every kind of run is computed by two.
func TestSameRows(t *testing.T) {
	const nine = `"size":9,"symmetry":"none","minimal":true,"grids":"fast"`
	for _, c := range []struct {
		name, options string
		n             int64 // puzzles, or attempts
	}{
		{"plain", `{` + nine + `}`, 20},
		{"known again", `{"size":4,"symmetry":"none","minimal":true,"grids":"any"}`, 11},
		{"6x6", `{"size":6,"symmetry":"none","minimal":true,"grids":"any"}`, 20},
		{"walk", `{` + nine + `,"rating":"4.0-4.6","walk":true}`, 1},
		{"quota", `{` + nine + `,"quotas":[{"rating":"1.0-1.9","count":4},{"rating":"2.0-2.9","count":3},{"rating":"4.0-4.6","count":1,"walk":true}]}`, 8},
		{"pattern", `{` + nine + `,"pattern":"` + pattern24 + `"}`, 6},
		{"controlled bias", `{"size":6,"symmetry":"none","minimal":true,"grids":"uniform","sampling":"controlled-bias"}`, 6},
		{"attempts", `{` + nine + `,"cut":"attempts"}`, 20},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			want := localManifest(t, c.options, c.n)
			counts := []int{2, 1, 8} // one node and eight take long
			if !*many {
				counts = counts[:1]
			}
			for _, nodes := range counts {
				place := pgtest.URL(t)
				db := openAt(t, place)
				run := beginShared(t, db, c.options, c.n)
				share(t, db, run)
				var stops []func()
				for range nodes {
					_, stop := node(t, NodeOptions{DB: place, Cores: 2})
					stops = append(stops, stop)
				}
				run = over(t, db, run.ID)
				if got := manifestOf(t, db, run.ID); got.SHA256 != want.SHA256 || got.Next != want.Next || got.State != want.State || got.Duplicates != want.Duplicates {
					t.Errorf("%d nodes: %+v, want %+v", nodes, got, want)
				}
				for _, stop := range stops {
					stop()
				}
			}
		})
	}
}

// contents are the rows of puzzles and their grades.
func contents(t testing.TB, db *store.DB) string {
	t.Helper()
	var b strings.Builder
	for p, err := range db.Puzzles(t.Context(), store.Filter{}) {
		must(t, err)
		fmt.Fprintf(&b, "%d %d %d %d %s", p.ID, p.RunID, p.CorpusID, p.Grader, AppendRow(nil, &p))
	}
	return b.String()
}

// finished waits until a plan is complete, and fails when it ended otherwise.
func finished(t testing.TB, db *store.DB, plan string) {
	t.Helper()
	for {
		p, err := db.SharedRun(t.Context(), plan)
		switch {
		case errors.Is(err, store.ErrNotFound), err == nil && p.Ended == "complete":
			return
		case err != nil || p.Ended != "":
			t.Fatalf("%+v, %v", p, err)
		}
		time.Sleep(pause)
	}
}

// distributedRegrade makes a regrade on a server of which the rows are known from a file, and
// opens it to workers in ranges of some puzzles.
func distributedRegrade(t *testing.T) (place string, db *store.DB, plan, want string) {
	t.Helper()
	again := RegradeConfig{Filter: store.Filter{Selection: store.Selection{Where: store.Condition{Text: "size = 9"}}}, Budget: grade.DefaultBudget, Workers: 2}
	place = pgtest.URL(t)
	local, db := openAt(t, filepath.Join(t.TempDir(), "local.db")), openAt(t, place)
	for _, d := range []*store.DB{local, db} { // import a file without grades
		if _, _, err := Import(t.Context(), d, beginImport(t, d), each(sheet(t), -1), ImportConfig{Workers: 2}); err != nil {
			t.Fatal(err)
		}
	}
	if n, err := Regrade(t.Context(), local, again); err != nil || n == 0 {
		t.Fatal(n, err)
	}
	p, err := db.BeginSharedRun(t.Context(), store.SharedRun{Command: RegradeCommand, Options: again.Encode(), Version: version, Size: 3})
	must(t, err)
	return place, db, p.Name, contents(t, local)
}

// TestSameGrades: a regrade gives the same grades here and with any number of nodes.
func TestSameGrades(t *testing.T) {
	for _, nodes := range []int{1, 2} {
		place, db, plan, want := distributedRegrade(t)
		for range nodes {
			_, stop := node(t, NodeOptions{DB: place, Cores: 2})
			defer stop()
		}
		finished(t, db, plan)
		if diff := cmp.Diff(want, contents(t, db)); diff != "" {
			t.Errorf("%d nodes: the rows differ:\n%s", nodes, diff)
		}
	}
}

// sixes are the options of a run of plain 6x6 puzzles, and many6 is their number.
const sixes, many6 = `{"size":6,"symmetry":"none","minimal":true,"grids":"any"}`, 160

// localSixes is the manifest of that run, computed in a file.
func localSixes(t testing.TB) Manifest {
	t.Helper()
	computedSixes.Do(func() { computedSixes.manifest = localManifest(t, sixes, many6) })
	return computedSixes.manifest
}

var computedSixes struct {
	sync.Once
	manifest Manifest
}

// distributed makes a run of plain puzzles on a server of which the rows are known
// from a run in a file, and opens it to workers in ranges of some attempts.
func distributed(t *testing.T) (place string, db *store.DB, run store.Run, want Manifest) {
	t.Helper()
	want = localSixes(t)
	place = pgtest.URL(t)
	db = openAt(t, place)
	run = beginShared(t, db, sixes, many6)
	share(t, db, run)
	return place, db, run, want
}

// complete waits for the end of a run and compares its rows and counters with those of
// the run in a file.
func complete(t *testing.T, db *store.DB, run store.Run, want Manifest) {
	t.Helper()
	over(t, db, run.ID)
	if diff := cmp.Diff(want, manifestOf(t, db, run.ID)); diff != "" {
		t.Errorf("the run differs from the local one:\n%s", diff)
	}
	plans, err := db.SharedRuns(t.Context())
	if err != nil || len(plans) > 0 {
		t.Errorf("plans under way: %v, %v", plans, err)
	}
}

// TestLateResults: a node that takes very long, as one that was stopped does, holds
// nothing up, and what it brings when all is over changes nothing.
func TestLateResults(t *testing.T) {
	t.Parallel()
	place, db, run, want := distributed(t)
	wake := make(chan bool)
	var slept atomic.Int64
	_, stop := node(t, NodeOptions{DB: place, Cores: 2, late: 300 * time.Millisecond, compute: func(ctx context.Context, w *work, attempts ordered.Range) (Chunk, error) {
		slept.Add(1)
		<-wake
		return w.compute(ctx, attempts)
	}})
	for slept.Load() < 2 {
		time.Sleep(pause)
	}
	node(t, NodeOptions{DB: place, late: 300 * time.Millisecond})
	complete(t, db, run, want)
	close(wake)
	stop()
	complete(t, db, run, want)
}

// TestFailingRange: a range that fails on every machine ends the run and is named.
func TestFailingRange(t *testing.T) {
	t.Parallel()
	place, db, run, want := distributed(t)
	fails := NodeOptions{DB: place, late: 300 * time.Millisecond, retry: time.Millisecond, compute: func(ctx context.Context, w *work, attempts ordered.Range) (Chunk, error) {
		if attempts.From <= 70 && 70 < attempts.To {
			return Chunk{}, errors.New("cosmic rays")
		}
		return w.compute(ctx, attempts)
	}}
	_, stop1 := node(t, fails)
	_, stop2 := node(t, fails)
	stopped := over(t, db, run.ID)
	p, err := db.SharedRunOf(t.Context(), run.ID)
	if err != nil || stopped.State != store.Stopped || !regexp.MustCompile(`^attempts \d+ to \d+ failed on every machine: cosmic rays$`).MatchString(p.Ended) || stopped.Next > 70 {
		t.Errorf("%+v, %+v, %v", stopped, p, err)
	}
	stop1()
	stop2()
	// Mended, the run goes on.
	share(t, db, run)
	node(t, NodeOptions{DB: place})
	complete(t, db, run, want)
}

// TestOtherVersion: a node of another version takes no part and says so.
func TestOtherVersion(t *testing.T) {
	t.Parallel()
	place, db, run, want := distributed(t)
	var said bytes.Buffer
	other, err := OpenNode(t.Context(), NodeOptions{DB: place, Version: "9", Cores: 1, Log: slog.New(slog.NewTextHandler(&said, nil))})
	must(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- other.Run(ctx) }()
	for {
		workers, err := db.Workers(t.Context())
		must(t, err)
		if len(workers) > 0 {
			break
		}
		time.Sleep(pause)
	}
	node(t, NodeOptions{DB: place})
	complete(t, db, run, want)
	cancel()
	if err := errors.Join(<-ended, other.Close()); err != nil {
		t.Error(err)
	}
	if other.ranges.Load() != 0 || !strings.Contains(said.String(), "run 1 was started by gradoku 1.2.3 with grader") ||
		!strings.Contains(said.String(), "gradoku runs --cancel 1 first") {
		t.Errorf("%d ranges; it says %q", other.ranges.Load(), &said)
	}
}

// TestEndOfANode: a node that is told to end gives back what it cannot finish soon, and
// leaves; others go on.
func TestEndOfANode(t *testing.T) {
	t.Parallel()
	place, db, run, want := distributed(t)
	var begun atomic.Int64
	_, stop := node(t, NodeOptions{DB: place, Cores: 3, grace: 50 * time.Millisecond, compute: func(ctx context.Context, _ *work, _ ordered.Range) (Chunk, error) {
		begun.Add(1)
		<-ctx.Done()
		return Chunk{}, context.Cause(ctx)
	}})
	for begun.Load() < 3 {
		time.Sleep(pause)
	}
	stop()
	workers, err1 := db.Workers(t.Context())
	p, err2 := db.SharedRunOf(t.Context(), run.ID)
	if len(workers) > 0 || p.Committer != "" || err1 != nil || err2 != nil {
		t.Errorf("it is still there: %v, committer %q, %v, %v", workers, p.Committer, err1, err2)
	}
	node(t, NodeOptions{DB: place, late: time.Hour}) // nothing is late: it was given back
	complete(t, db, run, want)
}

// TestLongSave: a committer keeps its lease while it saves, however long that takes; else
// another would take over, end its connections, and fare no better.
func TestLongSave(t *testing.T) {
	t.Parallel()
	place, db, run, want := distributed(t)
	slow := make(chan struct{})
	node(t, NodeOptions{DB: place, Cores: 2, compute: func(ctx context.Context, w *work, attempts ordered.Range) (Chunk, error) {
		<-slow
		return w.compute(ctx, attempts)
	}})
	// A batch is saved when its lease was renewed meanwhile; a sequence remembers those that
	// waited for that in vain.
	pgtest.Exec(t, place, "CREATE SEQUENCE in_vain", `CREATE FUNCTION renewed() RETURNS trigger LANGUAGE plpgsql AS $$
		DECLARE before timestamptz := (SELECT lease FROM plan);
		BEGIN
			FOR i IN 1 .. 200 LOOP
				IF (SELECT lease FROM plan) > before THEN RETURN NULL; END IF;
				PERFORM pg_sleep(0.05);
			END LOOP;
			PERFORM nextval('in_vain');
			RETURN NULL;
		END $$`, "CREATE TRIGGER renewed BEFORE INSERT ON puzzle FOR EACH STATEMENT EXECUTE FUNCTION renewed()")
	close(slow)
	complete(t, db, run, want)
	pgtest.Exec(t, place, "SELECT 1 / CAST(NOT is_called AS int) FROM in_vain")
}

// TestConnectionsEnd: connections that the server ends, again and again, cost time and
// nothing else.
func TestConnectionsEnd(t *testing.T) {
	t.Parallel()
	place, db, run, want := distributed(t)
	slow := func(ctx context.Context, w *work, attempts ordered.Range) (Chunk, error) {
		time.Sleep(40 * time.Millisecond)
		return w.compute(ctx, attempts)
	}
	var nodes []*Node
	for range 2 {
		n, _ := node(t, NodeOptions{DB: place, Cores: 2, late: 500 * time.Millisecond, compute: slow})
		nodes = append(nodes, n)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 8 {
		time.Sleep(50 * time.Millisecond)
		pgtest.Exec(t, place, fmt.Sprintf("SELECT pg_terminate_backend(pid) FROM (SELECT pid FROM pg_stat_activity WHERE application_name = '%s' ORDER BY md5(pid || '%d') LIMIT 2) AS a",
			nodes[random.IntN(2)].Name(), random.Int64()))
	}
	complete(t, db, run, want)
}

// TestManyResultsAtOnce: results that have to wait for the database leave connections for
// the committer and the queue.
func TestManyResultsAtOnce(t *testing.T) {
	place, db, run, want := distributed(t)
	const cores = 16
	var computed atomic.Int64
	release := make(chan struct{})
	goOn := sync.OnceFunc(func() { close(release) })
	n, _ := node(t, NodeOptions{DB: place, Cores: cores, compute: func(ctx context.Context, w *work, attempts ordered.Range) (Chunk, error) {
		c, err := w.compute(ctx, attempts)
		computed.Add(1)
		<-release
		return c, err
	}})
	for computed.Load() < cores {
		time.Sleep(pause)
	}
	conn, err := pgx.Connect(t.Context(), place)
	must(t, err)
	defer conn.Close(context.Background())
	if _, err := conn.Exec(t.Context(), `BEGIN; INSERT INTO staged (plan_id, first_index, next_index, seconds, result)
		SELECT id, f, f + 1, 0, '' FROM plan, generate_series(0, 9999) AS f`); err != nil { // whoever stages the same has to wait
		goOn()
		t.Fatal(err)
	}
	goOn()
	for n.db.Pool().Stat().AcquiredConns() < stagers {
		time.Sleep(pause)
	}
	time.Sleep(pause) // in which others could take connections
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	if err := n.db.Pool().Ping(ctx); err != nil {
		t.Errorf("while results wait: %v", err)
	}
	if _, err := conn.Exec(t.Context(), "ROLLBACK"); err != nil {
		t.Fatal(err)
	}
	complete(t, db, run, want)
}

// TestHandler: a node tells how it is, and Prometheus what it does.
func TestHandler(t *testing.T) {
	t.Parallel()
	place, db, run, want := distributed(t)
	looked := make(chan bool)
	n, _ := node(t, NodeOptions{DB: place, compute: func(ctx context.Context, w *work, attempts ordered.Range) (Chunk, error) {
		<-looked
		return w.compute(ctx, attempts)
	}})
	get := func(path string) (int, string) {
		w := httptest.NewRecorder()
		n.Handler().ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		return w.Code, w.Body.String()
	}
	var during string
	commits := fmt.Sprintf("gradoku_run_committer{run=\"1\",worker=%q} 1\n", n.Name())
	for !strings.Contains(during, commits) || !strings.Contains(during, `gradoku_run_unsaved_seconds{run="1"} `) || !strings.Contains(during, `gradoku_run_queued_attempts{run="1"} `) {
		_, during = get("/metrics")
		time.Sleep(pause)
	}
	// Sums over all nodes count a run once.
	idle, err := OpenNode(t.Context(), NodeOptions{DB: place, Version: version, Cores: 1, Log: slog.New(slog.DiscardHandler)})
	must(t, err)
	err = idle.look(t.Context())
	w := httptest.NewRecorder()
	idle.Handler().ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	if other := w.Body.String(); err != nil || strings.Contains(other, "gradoku_run_queued_attempts{") || !strings.Contains(other, `gradoku_run_unsaved_seconds{run="1"} `) {
		t.Errorf("one that does not commit it: %v\n%s", err, other)
	}
	if err := idle.leave(t.Context()); err != nil {
		t.Error(err)
	}
	idle.Close()
	close(looked)
	complete(t, db, run, want)
	_, metrics := get("/metrics")
	for _, want := range []string{"gradoku_ranges_failed_total 0\n", "gradoku_database_errors_total [0-9]", "gradoku_cores 1\n", "\ngradoku_puzzles_total [1-9][0-9]{2}\n", "\ngradoku_ranges_total "} {
		if !regexp.MustCompile(want).MatchString(metrics) {
			t.Errorf("without %q:\n%s", want, metrics)
		}
	}
	for _, path := range []string{"/healthz", "/readyz"} {
		if code, body := get(path); code != 200 || body != "ok\n" {
			t.Errorf("%s: %d %s", path, code, body)
		}
	}
}

// TestJoining: a worker joins others while somebody writes.
func TestJoining(t *testing.T) {
	t.Parallel()
	place, _, _, _ := distributed(t)
	first, _ := node(t, NodeOptions{DB: place})
	must(t, first.db.Exclusively(t.Context(), "writing", func(pgx.Tx) error {
		n, err := OpenNode(t.Context(), NodeOptions{DB: place, Version: version, Cores: 1, Log: slog.New(slog.DiscardHandler)})
		if err != nil {
			return err
		}
		return n.db.Close()
	}))
}

// TestGrants: a node computes a run as a role with the rights that docs/OPERATIONS.md grants. The owner
// of the other tables has made the tables of the queue, or the node makes them.
func TestGrants(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../docs/OPERATIONS.md")
	must(t, err)
	grants := regexp.MustCompile("(?m)^(GRANT|ALTER DEFAULT PRIVILEGES) .* TO worker;$").FindAllString(string(page), -1)
	for _, made := range []bool{true, false} {
		place, db, run, want := distributed(t)
		if made {
			owner, err := OpenNode(t.Context(), NodeOptions{DB: place, Version: version, Cores: 1, Log: slog.New(slog.DiscardHandler)})
			must(t, err)
			owner.Close()
		}
		role := fmt.Sprintf("granted_%d", rand.Int32())
		u, err := url.Parse(place)
		must(t, err)
		pgtest.Exec(t, place, "CREATE ROLE "+role+" LOGIN")
		for _, grant := range grants {
			pgtest.Exec(t, place, strings.NewReplacer("SCHEMA gradoku", "SCHEMA "+u.Query().Get("search_path"), "TO worker", "TO "+role).Replace(grant))
		}
		u.User = url.User(role)
		_, stop := node(t, NodeOptions{DB: u.String()})
		complete(t, db, run, want)
		stop()
	}
}

// TestCommitterError: the shared run records why results cannot be saved, until some are saved.
func TestCommitterError(t *testing.T) {
	t.Parallel()
	place, db, run, want := distributed(t)
	saved := make(chan bool)
	node(t, NodeOptions{DB: place, Cores: 2, compute: func(ctx context.Context, w *work, attempts ordered.Range) (Chunk, error) {
		if attempts.From > 100 {
			<-saved
		}
		return w.compute(ctx, attempts)
	}})
	said := func(what string) {
		for {
			p, err := db.SharedRunOf(t.Context(), run.ID)
			must(t, err)
			if strings.Contains(p.Trouble, what) && (what != "" || p.Trouble == "") {
				return
			}
			time.Sleep(pause)
		}
	}
	pgtest.Exec(t, place, `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'the table is being mended'; END $$`,
		"CREATE TRIGGER refuse BEFORE INSERT ON puzzle FOR EACH STATEMENT EXECUTE FUNCTION refuse()")
	said("the table is being mended")
	pgtest.Exec(t, place, "DROP TRIGGER refuse ON puzzle")
	said("")
	close(saved)
	complete(t, db, run, want)
}

// TestLost: a run and a regrade get their rows although results or jobs are lost, as in a crash
// of the server, so that a completed job has no result or a planned range has no job.
func TestLost(t *testing.T) {
	for _, table := range []string{"staged", "river_job"} {
		// lossy starts a node on a server that drops ten rows of the table, one in five.
		lossy := func(t *testing.T, place string) {
			n := openNode(t, NodeOptions{DB: place, Cores: 2, late: 500 * time.Millisecond})
			pgtest.Exec(t, place, "CREATE SEQUENCE rows", `CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS $$
				BEGIN
					IF nextval('rows') % 5 = 1 AND currval('rows') < 50 THEN RETURN NULL; END IF;
					RETURN NEW;
				END $$`, "CREATE TRIGGER lose BEFORE INSERT ON "+table+" FOR EACH ROW EXECUTE FUNCTION lose()")
			running(t, n)
		}
		t.Run("run/"+table, func(t *testing.T) {
			t.Parallel()
			place, db, run, want := distributed(t)
			lossy(t, place)
			complete(t, db, run, want)
		})
		t.Run("regrade/"+table, func(t *testing.T) {
			t.Parallel()
			place, db, plan, want := distributedRegrade(t)
			lossy(t, place)
			finished(t, db, plan)
			if diff := cmp.Diff(want, contents(t, db)); diff != "" {
				t.Errorf("the rows differ:\n%s", diff)
			}
		})
	}
}
