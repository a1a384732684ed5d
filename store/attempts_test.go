package store

import (
	"strings"
	"testing"
)

func TestEndsByAttempts(t *testing.T) {
	for options, want := range map[string]string{`{}`: `{"cut":"attempts"}`, `{"size":9}`: `{"size":9,"cut":"attempts"}`} {
		run := Run{Options: options}
		if ends, err := run.EndsByAttempts(); ends || err != nil {
			t.Errorf("%s: %v, %v", options, ends, err)
		}
		run.Options = EndingByAttempts(options)
		if ends, err := run.EndsByAttempts(); run.Options != want || !ends || err != nil {
			t.Errorf("%s: %v, %v", run.Options, ends, err)
		}
	}
	for _, bad := range []string{``, `{"cut":"time"}`} {
		if ends, err := (&Run{Options: bad}).EndsByAttempts(); err == nil {
			t.Errorf("%q is read as %v", bad, ends)
		}
	}
}

func byAttempts(seed, target int64) Run {
	w := wish(seed, target)
	w.Options = EndingByAttempts(w.Options)
	return w
}

// TestRunByAttempts: a run that ends by attempts ends with its last one, wherever
// the batches are cut, and goes on when more are wished for.
func TestRunByAttempts(t *testing.T) { onEveryEngine(t, testRunByAttempts) }

func testRunByAttempts(t *testing.T) {
	for _, to := range []int64{5, 6, 9} { // the run ends before attempt 6
		d := create(t)
		run := begin(t, d, byAttempts(1, 6))
		saved := save(t, d, Batch{RunID: run.ID, To: 3, Puzzles: []Puzzle{fake(0, 1), fake(2, 1)}})
		if saved.Run.State == Done {
			t.Fatal("done after 3 of 6 attempts")
		}
		var puzzles []Puzzle
		for seq := int64(3); seq < to; seq++ {
			puzzles = append(puzzles, fake(seq, 10+seq))
		}
		saved = save(t, d, Batch{RunID: run.ID, From: 3, To: to, Puzzles: puzzles})
		if (saved.Run.State == Done) != (to >= 6) || saved.Run.Next != min(to, 6) || saved.Run.Accepted != min(to, 6)-2 {
			t.Errorf("batch to %d: %+v", to, saved)
		}
	}
	d := create(t)
	run := begin(t, d, byAttempts(1, 6))
	save(t, d, Batch{RunID: run.ID, To: 6, Puzzles: []Puzzle{fake(0, 1)}})
	for _, c := range []struct {
		wish, target int64
		state        string
	}{{4, 6, Done}, {6, 6, Done}, {8, 8, Running}, {3, 6, Done}} {
		got := begin(t, d, byAttempts(1, c.wish))
		if got.ID != run.ID || got.Target != c.target || got.State != c.state || got.Next != 6 {
			t.Errorf("asked for %d attempts: %+v", c.wish, got)
		}
	}
	if other := begin(t, d, wish(1, 6)); other.ID == run.ID {
		t.Error("a run that ends by puzzles is taken for one that ends by attempts")
	}
}

func TestCheckFindsWrongEnds(t *testing.T) { onEveryEngine(t, testCheckFindsWrongEnds) }

func testCheckFindsWrongEnds(t *testing.T) {
	for _, c := range []struct{ fault, want string }{
		{"UPDATE run SET next_index = 31", "run 1: computes attempts 0 to 29 but is running at attempt 31"},
		{"UPDATE run SET state = 'done', finished_at = started_at", "run 1: computes attempts 0 to 29 but is done at attempt 0"},
		{"UPDATE run SET options_json = replace(options_json, 'attempts', 'cake')", `run 1: reading the options of a run: it is cut by "cake", which this version does not know`},
	} {
		d := create(t)
		begin(t, d, byAttempts(1, 30))
		exec(t, d, c.fault)
		problems, err := d.Check(t.Context(), false, nil)
		if err != nil || len(problems) != 1 || problems[0].String() != c.want {
			t.Errorf("%s: %v, %v", c.fault, problems, err)
		}
	}
}

// FuzzEndsByAttempts: any options are refused or understood.
func FuzzEndsByAttempts(f *testing.F) {
	for _, seed := range []string{`{}`, `{"cut":"attempts"}`, `{"size":9,"cut":"attempts"}`, `{"cut":7}`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, options string) {
		run := Run{Options: options}
		ends, err := run.EndsByAttempts()
		if err != nil || ends || !strings.HasSuffix(options, "}") {
			return
		}
		run.Options = EndingByAttempts(options)
		if ends, err = run.EndsByAttempts(); err == nil && !ends {
			t.Errorf("%q does not end by attempts", run.Options)
		}
	})
}
