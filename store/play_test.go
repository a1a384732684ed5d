package store

import (
	"math"
	"strings"
	"testing"
)

// TestPlays: games are read in the order of their file, filters select by measured times, and
// the check finds impossible rows.
func TestPlays(t *testing.T) { onEveryEngine(t, testPlays) }

func testPlays(t *testing.T) {
	d := shelf(t)
	nan := math.NaN()
	f := imported(t, d, "log", "log.csv")
	played := func(line int, p Play) Item {
		return Item{Line: line, Column: 1, Puzzle: genuine(line)[line-1], Play: &p}
	}
	take(t, d, f, played(2, Play{"b", 80.5, false, 1, nan, 2}), Item{Line: 5, Status: StatusMalformed, Reason: "?", Play: &Play{Player: "c"}}, played(1, Play{"a", 70, true, nan, 3, nan}))
	var got []PlayedPuzzle
	for p, err := range d.Plays(t.Context(), []string{"log"}) {
		must(t, err)
		got = append(got, p)
	}
	if len(got) != 2 || got[0].Puzzle != 2 || got[0].Player != "b" || got[0].Seconds != 80.5 || got[0].Finished || got[0].Errors != 1 || !math.IsNaN(got[0].Hints) || got[0].Ordinal != 2 ||
		got[1].Puzzle != 1 || !got[1].Finished || !math.IsNaN(got[1].Errors) || got[1].Hints != 3 || !math.IsNaN(got[1].Ordinal) {
		t.Errorf("%+v", got)
	}

	times := map[int64]Measured{1: {Minutes: 99, Low: 90, High: 110, Reliability: 83, Plays: 3, Game: 10}, 2: {Minutes: 114, Low: 100, High: 130, Reliability: 50, Plays: 2}}
	for range 2 { // the second time replaces the rows of the first
		must(t, d.SaveMeasured(t.Context(), times))
	}
	for where, want := range map[string]int{"measured < 11.4": 1, "measured <= 11.4": 2, "reliability >= 0.83": 1, "plays in (2, 3) and measured is not null": 2, "measured is null": 7} {
		if all := puzzles(t, d, Filter{Selection: Selection{Where: Condition{Text: where}}}); len(all) != want {
			t.Errorf("%s: %d", where, len(all))
		} else if want == 1 && all[0].Measured != times[1] {
			t.Errorf("%+v", all[0].Measured)
		}
	}
	if has, err := d.HasMeasured(t.Context()); !has || err != nil {
		t.Error(has, err)
	}
	orderly(t, d)

	exec(t, d, "UPDATE puzzle SET people_grader = 1, people_techniques = 'naked' WHERE id = 1")
	exec(t, d, "UPDATE play SET seq = 99 WHERE player = 'a'")
	c := &checker{q: d.readers, engine: d.engine}
	for _, check := range []check{problemsIn(wrongItems), (*checker).grades} {
		must(t, check(c, t.Context()))
	}
	var found []string
	for _, p := range c.found {
		found = append(found, p.Table)
	}
	if text := strings.Join(found, " "); !strings.Contains(text, "play") || !strings.Contains(text, "puzzle") {
		t.Errorf("%v", c.found)
	}
}
