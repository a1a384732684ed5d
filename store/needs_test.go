package store

import (
	"errors"
	"testing"

	"gradoku/grade"
	"gradoku/predict"
)

// TestNeeds: missing minutes and paths for people are found, computed and saved, and then
// filters select by them. Before that, a filter on them matches nothing, and lists the puzzles
// that it might match.
func TestNeeds(t *testing.T) { onEveryEngine(t, testNeeds) }

func testNeeds(t *testing.T) {
	d, all := library(t)
	ctx := t.Context()
	minutes := func(p Puzzle) int { return int(p.ID)%30 + 1 }
	score := func(p Puzzle) int { return int(p.ID) * 10 }
	technique := func(p Puzzle) string { return []string{"skyscraper", "naked-single"}[p.ID%2] }
	nine := func(p Puzzle) bool { return p.Size == 9 }
	cases := []struct {
		name string
		f    Filter
		want func(Puzzle) bool
	}{
		{"minutes", Filter{Selection: Selection{Selection: grade.Selection{Minutes: grade.Span{From: 10, To: 15}}}}, func(p Puzzle) bool { return nine(p) && minutes(p) >= 10 && minutes(p) <= 15 }},
		{"minutes without an end", Filter{Selection: Selection{Selection: grade.Selection{Minutes: grade.Span{From: 20}}}}, func(p Puzzle) bool { return nine(p) && minutes(p) >= 20 }},
		{"score", Filter{Selection: Selection{Where: Condition{Text: "people_score between 300 and 700"}}}, func(p Puzzle) bool { return score(p) >= 300 && score(p) <= 700 }},
		{"technique", Filter{Selection: Selection{Selection: grade.Selection{PeopleTechnique: grade.PeopleSet{TechniqueSet: grade.TechniqueSet{IDs: []string{"skyscraper"}}}}}}, func(p Puzzle) bool { return technique(p) == "skyscraper" }},
		{"part of a technique's name", Filter{Selection: Selection{Selection: grade.Selection{PeopleTechnique: grade.PeopleSet{TechniqueSet: grade.TechniqueSet{IDs: []string{"sky"}}}}}}, func(Puzzle) bool { return false }},
		{"together", Filter{Selection: Selection{Selection: grade.Selection{Size: 9, Minutes: grade.Span{From: 10}, PeopleTechnique: grade.PeopleSet{TechniqueSet: grade.TechniqueSet{IDs: []string{"naked-single"}}}}}}, func(p Puzzle) bool { return nine(p) && minutes(p) >= 10 && technique(p) == "naked-single" }},
		{"condition", Filter{Selection: Selection{Where: Condition{Text: "minutes < 5 or people_score > 1400"}}}, func(p Puzzle) bool { return nine(p) && minutes(p) < 5 || score(p) > 1400 }},
		{"unknown", Filter{Selection: Selection{Where: Condition{Text: "minutes is null"}}}, func(p Puzzle) bool { return !nine(p) }},
	}
	for _, c := range cases[:4] {
		if err := d.CheckKnown(ctx, c.f); !errors.Is(err, ErrFilter) {
			t.Errorf("%s: nothing is known yet, and the error is %v", c.name, err)
		}
		same(t, c.name+" at first", ids(puzzles(t, d, c.f)), []int64{})
	}
	byMinutes := Filter{Selection: Selection{Selection: grade.Selection{Size: 9}}, Order: "-minutes", Limit: 3}
	if first, err := d.Lacking(ctx, byMinutes, 0); err != nil || len(first) == 0 {
		t.Errorf("an order by minutes lacks %d (%v)", len(first), err)
	}

	// Fill the tables as a caller does; doing it a second time changes nothing.
	everything := Filter{Wanted: Needs{Minutes: true, People: true}}
	fill := func(times int) (n int) {
		for after := int64(0); ; {
			list, err := d.Lacking(ctx, everything, after)
			must(t, err)
			if len(list) == 0 {
				return n
			}
			var needed []Needed
			for _, u := range list {
				p := Puzzle{ID: u.ID}
				path := &grade.HumanPath{Score: score(p), Steps: []grade.Step{{Technique: technique(p)}}}
				prediction := &predict.Prediction{Low: 1, Median: float64(minutes(p) * times), High: 90}
				if len(u.Givens) != 81 {
					prediction = &predict.Prediction{} // the model does not know other sizes
				}
				needed = append(needed, Needed{u, prediction, path})
				after = u.ID
			}
			must(t, d.SaveNeeded(ctx, needed))
			n += len(list)
		}
	}
	if n := fill(1); n != len(all) {
		t.Errorf("%d puzzles were computed, not %d", n, len(all))
	}
	if n := fill(2); n != 0 {
		t.Errorf("%d puzzles were computed again", n)
	}

	for _, c := range cases {
		want := []int64{}
		for _, p := range all {
			if c.want(p) {
				want = append(want, p.ID)
			}
		}
		same(t, c.name, ids(puzzles(t, d, c.f)), want)
		if n, err := d.CountLacking(ctx, c.f); n != 0 || err != nil {
			t.Errorf("%s: %d are still lacking (%v)", c.name, n, err)
		}
	}
	known, err := d.Minutes(ctx, ids(all))
	must(t, err)
	for _, p := range all {
		if want := minutes(p); nine(p) && known[p.ID] != want {
			t.Errorf("puzzle %d has %d minutes, not %d", p.ID, known[p.ID], want)
		}
	}
	most := func(list []Puzzle) (n int) {
		for _, p := range list {
			if nine(p) {
				n = max(n, minutes(p))
			}
		}
		return n
	}
	if first := puzzles(t, d, byMinutes); len(first) != 3 || minutes(first[0]) != most(all) {
		t.Errorf("by minutes the first are %v, and the longest takes %d", ids(first), most(all))
	}
}
