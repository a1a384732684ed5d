package store

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"

	"gradoku/grade"
)

// fakeBatch is n attempts that all bring a new puzzle.
func fakeBatch(run, from, n int64) Batch {
	b := Batch{RunID: run, From: from, To: from + n}
	for i := from; i < from+n; i++ {
		b.Puzzles = append(b.Puzzles, fake(i, i+1))
	}
	return b
}

// attempts writes the outcomes of attempts as text: a letter is a puzzle with that
// key, "." a miss.
func attemptsOf(from int64, text string) Batch {
	b := Batch{From: from, To: from + int64(len(text))}
	for i, ch := range text {
		if ch != '.' {
			b.Puzzles = append(b.Puzzles, fake(from+int64(i), int64(ch)))
		}
	}
	return b
}

// sound checks the file with SQLite's means and the counters with the rows.
func sound(t testing.TB, d *DB) {
	t.Helper()
	problems, err := d.Check(context.Background(), false, nil)
	if err != nil || len(problems) > 0 {
		t.Errorf("check: %v, %v", problems, err)
	}
}

// TestSaveBatch checks where a run ends and what it counts, over one batch.
func TestSaveBatch(t *testing.T) { onEveryEngine(t, testSaveBatch) }

func testSaveBatch(t *testing.T) {
	for _, c := range []struct {
		name                             string
		target, patience                 int64
		attempts                         string
		next, accepted, duplicates, last int64
		state                            string
		kept                             string // keys of the rows
	}{
		{"nothing tried", 9, 0, "", 0, 0, 0, -1, Running, ""},
		{"nothing found", 9, 0, "...", 3, 0, 0, -1, Running, ""},
		{"all new", 9, 0, "abc", 3, 3, 0, 2, Running, "abc"},
		{"misses at the end", 9, 0, "ab..", 4, 2, 0, 1, Running, "ab"},
		{"known in the batch", 9, 0, "aba.a", 5, 2, 2, 1, Running, "ab"},
		{"known in the database", 9, 0, "xay", 3, 1, 2, 1, Running, "a"},
		{"target met at the end", 3, 0, "abc", 3, 3, 0, 2, Done, "abc"},
		{"target met within", 2, 0, ".a.b.c", 4, 2, 0, 3, Done, "ab"},
		{"duplicates after the target are dropped", 2, 0, "abaa", 2, 2, 0, 1, Done, "ab"},
		{"duplicates before the target count", 2, 0, "axxb", 4, 2, 2, 3, Done, "ab"},
		{"patience lost before the first", 9, 3, "...a", 3, 0, 0, -1, Exhausted, ""},
		{"patience just not lost before the first", 9, 3, "..a", 3, 1, 0, 2, Running, "a"},
		{"patience lost by misses", 9, 3, "a....b", 4, 1, 0, 0, Exhausted, "a"},
		{"patience lost by duplicates", 9, 3, "axyxb", 4, 1, 3, 0, Exhausted, "a"},
		{"a duplicate is the last attempt allowed", 9, 3, "a..xxb", 4, 1, 1, 0, Exhausted, "a"},
		{"patience just not lost", 9, 3, "a..b..", 6, 2, 0, 3, Running, "ab"},
		{"patience lost at the end", 9, 3, "a...", 4, 1, 0, 0, Exhausted, "a"},
		{"target before patience", 1, 1, "a.", 1, 1, 0, 0, Done, "a"},
		{"patience before target", 2, 1, "a.b", 2, 1, 0, 0, Exhausted, "a"},
		{"patience of one", 9, 1, "abc", 3, 3, 0, 2, Running, "abc"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			d := create(t)
			old := begin(t, d, wish(99, 9))
			b := attemptsOf(0, "xy")
			b.RunID = old.ID
			save(t, d, b)

			run := begin(t, d, wish(1, c.target))
			b = attemptsOf(0, c.attempts)
			b.RunID, b.Patience = run.ID, c.patience
			saved := save(t, d, b)
			want := run
			want.Next, want.Accepted, want.Duplicates, want.Last, want.State = c.next, c.accepted, c.duplicates, c.last, c.state
			want.FinishedAt = saved.Run.FinishedAt
			same(t, "saved", saved, Saved{Run: want})
			stored, err := d.Run(t.Context(), run.ID)
			must(t, err)
			same(t, "stored run", stored, want)
			kept := ""
			for _, p := range puzzles(t, d, Filter{Selection: Selection{Run: run.ID}}) {
				kept += string(p.Canon[7])
			}
			if kept != c.kept {
				t.Errorf("rows %q, want %q", kept, c.kept)
			}
			sound(t, d)

			// A run that is over takes nothing more and does not move.
			if c.state != Running {
				b = attemptsOf(saved.Run.Next, "efg")
				b.RunID, b.Patience = run.ID, c.patience
				same(t, "saved after the end", dropTimes(save(t, d, b)), dropTimes(saved))
			}
		})
	}
}

func dropTimes(s Saved) Saved {
	s.Run.FinishedAt = s.Run.StartedAt
	return s
}

// TestSaveBatchKeepsEverything reads back what was saved, whole.
func TestSaveBatchKeepsEverything(t *testing.T) { onEveryEngine(t, testSaveBatchKeepsEverything) }

func testSaveBatchKeepsEverything(t *testing.T) {
	d := create(t)
	run := begin(t, d, wish(1, 1000))
	r := rand.New(rand.NewPCG(1, 2))
	b := Batch{RunID: run.ID, To: 3 * int64(sqliteEngine.block)}
	for seq := range b.To {
		if r.IntN(4) > 0 {
			b.Puzzles = append(b.Puzzles, varied(r, seq))
		}
	}
	save(t, d, b)
	want := b.Puzzles
	for i := range want {
		want[i].ID, want[i].RunID, want[i].Grader = int64(i+1), run.ID, grade.Version
	}
	same(t, "puzzles", puzzles(t, d, Filter{}), want)
	for i := range want {
		got, err := d.PuzzleByID(t.Context(), want[i].ID)
		must(t, err)
		same(t, "puzzle by id", got, want[i])
	}
	for _, id := range []int64{0, -1, int64(len(want) + 1)} {
		if _, err := d.PuzzleByID(t.Context(), id); !errors.Is(err, ErrNotFound) {
			t.Errorf("puzzle %d: %v, want %v", id, err, ErrNotFound)
		}
	}
}

// TestPlanIsCutAnywhere walks the same attempts in one batch, in random ones and in
// single attempts, with a map for a database, and wants the same puzzles accepted
// and the same counters.
func TestPlanIsCutAnywhere(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		text, target, patience := drawAttempts(r)
		cuts := rapid.SliceOf(rapid.IntRange(1, 9)).Draw(r, "cuts")
		var got [3]string
		for i, sizes := range [][]int{{len(text)}, cuts, nil} {
			run := Run{Target: target, Last: -1, State: Running}
			known, accepted := map[[16]byte]bool{}, []Puzzle{}
			inPieces(text, patience, sizes, func(b Batch) bool {
				p := b.plan(run, known)
				for _, i := range p.accepted {
					accepted = append(accepted, b.Puzzles[i])
				}
				run = p.run
				return run.State == Running
			})
			got[i] = fmt.Sprintf("%+v %+v", run, accepted)
		}
		if got[1] != got[0] || got[2] != got[0] {
			r.Errorf("in one piece:\n%s\nin random pieces:\n%s\nin single attempts:\n%s", got[0], got[1], got[2])
		}
	})
}

func drawAttempts(r *rapid.T) (text string, target, patience int64) {
	return rapid.StringOfN(rapid.RuneFrom([]rune("abcdefgh....")), 1, 40, -1).Draw(r, "attempts"),
		rapid.Int64Range(1, 10).Draw(r, "target"), rapid.Int64Range(0, 6).Draw(r, "patience")
}

// inPieces cuts attempts into batches of the given sizes, then into single ones,
// as long as save says to go on.
func inPieces(text string, patience int64, sizes []int, save func(Batch) bool) {
	for at := 0; at < len(text); {
		n := 1
		if len(sizes) > 0 {
			n, sizes = sizes[0], sizes[1:]
		}
		n = min(n, len(text)-at)
		b := attemptsOf(int64(at), text[at:at+n])
		b.Patience = patience
		if !save(b) {
			return
		}
		at += n
	}
}

// TestBatchesAreCutAnywhere does the same with real tables, for fewer cases.
func TestBatchesAreCutAnywhere(t *testing.T) { onEveryEngine(t, testBatchesAreCutAnywhere) }

func testBatchesAreCutAnywhere(t *testing.T) {
	d := create(t)
	r := rand.New(rand.NewPCG(5, 6))
	for seed := range int64(8) {
		text := make([]byte, 40)
		for i := range text {
			text[i] = "abcdefghijklmnop......"[r.IntN(22)]
		}
		target, patience := 1+r.Int64N(10), r.Int64N(7)
		whole := saveInPieces(t, d, wish(seed, target), string(text), patience, []int{len(text)})
		cuts := []int{1 + r.IntN(9), 1 + r.IntN(9), 1 + r.IntN(9)}
		same(t, fmt.Sprintf("tables of %s cut by %v, then into single attempts", text, cuts),
			saveInPieces(t, d, wish(seed+100, target), string(text), patience, cuts), whole)
	}
}

// saveInPieces saves attempts in pieces until the run is over. It returns what the
// run left and empties the tables.
func saveInPieces(t *testing.T, d *DB, w Run, text string, patience int64, sizes []int) string {
	run := begin(t, d, w)
	inPieces(text, patience, sizes, func(b Batch) bool {
		b.RunID = run.ID
		saved := save(t, d, b)
		return saved.Run.State == Running
	})
	left := dump(t, d)
	for _, table := range []string{"puzzle_technique", "puzzle", "run"} {
		exec(t, d, "DELETE FROM "+table)
	}
	return left
}

// TestRaced lets two processes continue one run.
func TestRaced(t *testing.T) { onEveryEngine(t, testRaced) }

func testRaced(t *testing.T) {
	d := create(t)
	other := reopen(t, d.path, ReadWrite)
	run := begin(t, d, wish(1, 10))
	same(t, "the run as the other one sees it", begin(t, other, wish(1, 10)), run)
	save(t, d, Batch{RunID: run.ID, To: 2, Puzzles: []Puzzle{fake(0, 1), fake(1, 2)}})
	before := dump(t, d)
	_, err := other.SaveBatch(t.Context(), Batch{RunID: run.ID, To: 2, Puzzles: []Puzzle{fake(0, 3), fake(1, 4)}})
	if !errors.Is(err, ErrRaced) {
		t.Errorf("got %v, want %v", err, ErrRaced)
	}
	same(t, "rows", dump(t, d), before)
}

// TestManyWriters lets handles save runs of their own at the same time, with
// puzzles that the others have too, while readers look on.
func TestManyWriters(t *testing.T) { onEveryEngine(t, testManyWriters) }

func testManyWriters(t *testing.T) {
	t.Parallel()
	d := create(t)
	const writers, each, span = 3, 6, 50
	var wg sync.WaitGroup
	var over atomic.Bool
	for w := range writers {
		h := reopen(t, d.path, ReadWrite)
		run := begin(t, h, wish(int64(w), 1_000_000))
		wg.Go(func() {
			for i := range int64(each) {
				err := patiently(func() error {
					_, err := h.SaveBatch(t.Context(), fakeBatch(run.ID, i*span, span))
					return err
				})
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	var readers sync.WaitGroup
	readers.Go(func() {
		for !over.Load() {
			// Each look sees whole batches only, and runs that agree with them.
			n, err := d.CountPuzzles(t.Context(), Filter{})
			if err != nil || n%span != 0 {
				t.Errorf("a reader sees %d puzzles, %v", n, err)
			}
			if problems, err := d.Check(t.Context(), false, nil); err != nil || len(problems) > 0 {
				t.Errorf("a reader sees %v, %v", problems, err)
			}
		}
	})
	wg.Wait()
	over.Store(true)
	readers.Wait()
	runs, err := d.Runs(t.Context())
	must(t, err)
	var accepted, duplicates int64
	for _, r := range runs {
		accepted += r.Accepted
		duplicates += r.Duplicates
	}
	if accepted != each*span || duplicates != (writers-1)*each*span {
		t.Errorf("%d accepted and %d duplicates, want %d and %d", accepted, duplicates, each*span, (writers-1)*each*span)
	}
	sound(t, d)
}
