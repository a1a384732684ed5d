package store

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestParseShard(t *testing.T) {
	for text, want := range map[string][2]int{"1/1": {1, 1}, "2/3": {2, 3}, "1000/1000": {1000, 1000}} {
		if i, n, err := ParseShard(text); err != nil || i != want[0] || n != want[1] {
			t.Errorf("%q: %d/%d, %v", text, i, n, err)
		}
	}
	for _, text := range []string{"", "2", "0/3", "4/3", "-1/3", "1/0", "1/3x", "01/3", " 1/3", "1 / 3", "1/9999999"} {
		if _, _, err := ParseShard(text); err == nil {
			t.Errorf("%q was accepted", text)
		}
	}
}

func TestCutMark(t *testing.T) {
	for _, c := range []struct {
		cut  Shard
		want string
	}{
		{Shard{}, `{"size":9}`},
		{Shard{Tries: true}, `{"size":9,"cut":"tries"}`},
		{Shard{Tries: true, Index: 2, Of: 3}, `{"size":9,"cut":"tries","shard":"2/3"}`},
	} {
		got := c.cut.Mark(`{"size":9}`)
		if got != c.want {
			t.Errorf("%+v: %s, want %s", c.cut, got, c.want)
		}
		if back, err := ShardOf(got); err != nil || back != c.cut {
			t.Errorf("%s is read as %+v, %v", got, back, err)
		}
	}
	for _, bad := range []string{``, `{"cut":"time"}`, `{"shard":"1/2"}`, `{"cut":"tries","shard":"3/2"}`} {
		if got, err := ShardOf(bad); err == nil {
			t.Errorf("%q is read as %+v", bad, got)
		}
	}
}

// TestRangesMeet: slices lie behind one another without gap, none is empty, and
// none is longer than another by more than one try.
func TestRangesMeet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 50).Draw(t, "n")
		tries := rapid.OneOf(rapid.Int64Range(int64(n), 1000), rapid.Int64Range(math.MaxInt64-1000, math.MaxInt64)).Draw(t, "tries")
		at := int64(0)
		for i := 1; i <= n; i++ {
			from, to := Shard{Tries: true, Index: i, Of: n}.Range(tries)
			if from != at || to-from < tries/int64(n) || to-from-tries/int64(n) > 1 { // a sum could overflow
				t.Fatalf("slice %d/%d of %d is [%d, %d), the one before ended at %d", i, n, tries, from, to, at)
			}
			at = to
		}
		if at != tries {
			t.Fatalf("the last of %d slices of %d ends at %d", n, tries, at)
		}
	})
}

func cutWish(seed, target int64, c Shard) Run {
	w := wish(seed, target)
	w.Options = c.Mark(w.Options)
	return w
}

// TestRunByTries: a run that is cut by tries ends with its last one, wherever
// the batches are cut, and goes on when more are wished for.
func TestRunByTries(t *testing.T) { onEveryEngine(t, testRunByTries) }

func testRunByTries(t *testing.T) {
	byTries := Shard{Tries: true}
	for _, to := range []int64{5, 6, 9} { // the run ends before try 6
		d := create(t)
		run := begin(t, d, cutWish(1, 6, byTries))
		saved := save(t, d, Batch{RunID: run.ID, To: 3, Puzzles: []Puzzle{fake(0, 1), fake(2, 1)}})
		if saved.Done {
			t.Fatal("done after 3 of 6 tries")
		}
		var puzzles []Puzzle
		for seq := int64(3); seq < to; seq++ {
			puzzles = append(puzzles, fake(seq, 10+seq))
		}
		saved = save(t, d, Batch{RunID: run.ID, From: 3, To: to, Puzzles: puzzles})
		if saved.Done != (to >= 6) || saved.Run.Next != min(to, 6) || saved.Run.Accepted != min(to, 6)-2 {
			t.Errorf("batch to %d: %+v", to, saved)
		}
	}
	d := create(t)
	run := begin(t, d, cutWish(1, 6, byTries))
	save(t, d, Batch{RunID: run.ID, To: 6, Puzzles: []Puzzle{fake(0, 1)}})
	for _, c := range []struct {
		wish, target int64
		state        string
	}{{4, 6, Done}, {6, 6, Done}, {8, 8, Running}, {3, 6, Done}} {
		got := begin(t, d, cutWish(1, c.wish, byTries))
		if got.ID != run.ID || got.Target != c.target || got.State != c.state || got.Next != 6 {
			t.Errorf("asked for %d tries: %+v", c.wish, got)
		}
	}
	if other := begin(t, d, wish(1, 6)); other.ID == run.ID {
		t.Error("a run that is cut by puzzles is taken for one that is cut by tries")
	}
}

// TestPatienceBeforeTheEnd: the stop rule holds in a run that is cut by tries
// too, as far as it comes first.
func TestPatienceBeforeTheEnd(t *testing.T) { onEveryEngine(t, testPatienceBeforeTheEnd) }

func testPatienceBeforeTheEnd(t *testing.T) {
	for _, c := range []struct {
		patience, next int64
		state          string
	}{{0, 10, Done}, {9, 10, Done}, {8, 9, Exhausted}, {10, 10, Done}, {4, 5, Exhausted}, {50, 10, Done}} {
		d := create(t)
		run := begin(t, d, cutWish(1, 10, Shard{Tries: true}))
		saved := save(t, d, Batch{RunID: run.ID, To: 12, Puzzles: []Puzzle{fake(0, 1)}, Patience: c.patience})
		if saved.Run.State != c.state || saved.Run.Next != c.next {
			t.Errorf("patience %d: %s at try %d, want %s at %d", c.patience, saved.Run.State, saved.Run.Next, c.state, c.next)
		}
	}
}

func TestShardRun(t *testing.T) { onEveryEngine(t, testShardRun) }

func testShardRun(t *testing.T) {
	d := create(t)
	second := Shard{Tries: true, Index: 2, Of: 3}
	run := begin(t, d, cutWish(1, 30, second))
	if run.Next != 10 {
		t.Fatalf("the second of three slices of 30 tries begins at %d", run.Next)
	}
	if saved := save(t, d, Batch{RunID: run.ID, From: 10, To: 32, Puzzles: []Puzzle{fake(12, 1), fake(20, 2)}}); !saved.Done || saved.Run.Next != 20 || saved.Run.Accepted != 1 {
		t.Errorf("saved %+v", saved)
	}
	if problems, err := d.Check(t.Context(), false, nil); err != nil || problems != nil {
		t.Errorf("check: %v, %v", problems, err)
	}
	if got := begin(t, d, cutWish(1, 30, second)); got.State != Done {
		t.Errorf("the finished slice comes back %s", got.State)
	}
	_, err := d.BeginRun(t.Context(), cutWish(1, 60, second))
	if err == nil || !strings.Contains(err.Error(), "run 1 is slice 2/3 of 30 attempts and cannot become a slice of 60") {
		t.Errorf("a slice of another run: %v", err)
	}
	if _, err := d.BeginRun(t.Context(), cutWish(2, 2, second)); err == nil || !strings.Contains(err.Error(), "2 attempts cannot be cut into 3 slices") {
		t.Errorf("an empty slice: %v", err)
	}
}

func TestCheckFindsWrongCuts(t *testing.T) { onEveryEngine(t, testCheckFindsWrongCuts) }

func testCheckFindsWrongCuts(t *testing.T) {
	for _, c := range []struct{ fault, want string }{
		{"UPDATE run SET next_index = 5", "run 1: computes attempts 10 to 19 but is running at attempt 5"},
		{"UPDATE run SET next_index = 21", "run 1: computes attempts 10 to 19 but is running at attempt 21"},
		{"UPDATE run SET state = 'done', finished_at = started_at", "run 1: computes attempts 10 to 19 but is done at attempt 10"},
		{"UPDATE run SET options_json = replace(options_json, '2/3', '9/3')", `run 1: reading the options of a run: its shard "9/3" is not valid`},
	} {
		d := create(t)
		begin(t, d, cutWish(1, 30, Shard{Tries: true, Index: 2, Of: 3}))
		exec(t, d, c.fault)
		problems, err := d.Check(t.Context(), false, nil)
		if err != nil || len(problems) != 1 || problems[0].String() != c.want {
			t.Errorf("%s: %v, %v", c.fault, problems, err)
		}
	}
}

// FuzzCutOf: options are refused or mean a cut that makes sense.
func FuzzCutOf(f *testing.F) {
	for _, seed := range []string{`{}`, `{"cut":"tries"}`, `{"cut":"tries","shard":"2/3"}`, `{"shard":"1/2"}`, `{"cut":7}`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, options string) {
		c, err := ShardOf(options)
		if err != nil {
			return
		}
		if back, err := ShardOf(c.Mark("{}")); err != nil || back != c {
			t.Errorf("%+v becomes %+v, %v", c, back, err)
		}
		if c.Of > 0 && (!c.Tries || c.Index < 1 || c.Index > c.Of) {
			t.Errorf("%q means %+v", options, c)
		}
	})
}
