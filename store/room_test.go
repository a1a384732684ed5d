package store

import (
	"testing"

	"gradoku/grade"
)

// TestRoom checks runs that want so many puzzles of each class. In the texts a
// lower case letter is a puzzle of class 0, an upper case letter one of class 1.
func TestRoom(t *testing.T) { onEveryEngine(t, testRoom) }

func testRoom(t *testing.T) {
	for _, c := range []struct {
		name             string
		target, patience int64
		room             []int64
		attempts         string
		left             []int64
		next, duplicates int64
		state, kept      string
	}{
		{"room for all", 9, 0, []int64{5, 4}, "aBc", []int64{3, 3}, 3, 0, Running, "aBc"},
		{"one class is full", 9, 0, []int64{1, 8}, "abBc.", []int64{0, 7}, 5, 0, Running, "aB"},
		{"both are full", 2, 0, []int64{1, 1}, "abB.c", []int64{0, 0}, 3, 0, Done, "aB"},
		{"a duplicate takes no room", 9, 0, []int64{2, 7}, "aacB", []int64{0, 6}, 4, 1, Running, "acB"},
		{"one that has no room is no duplicate", 9, 0, []int64{1, 8}, "aaaB", []int64{0, 7}, 4, 0, Running, "aB"},
		{"known elsewhere", 9, 0, []int64{1, 8}, "xbB", []int64{0, 7}, 3, 1, Running, "bB"},
		{"no room from the start", 9, 0, []int64{0, 9}, "abB", []int64{0, 8}, 3, 0, Running, "B"},
		{"patience lost over a full class", 9, 2, []int64{1, 9}, "abbB", []int64{0, 9}, 3, 0, Exhausted, "a"},
		{"patience lost over misses", 9, 3, []int64{9, 9}, "a....", []int64{8, 9}, 4, 0, Exhausted, "a"},
		{"target before patience", 2, 1, []int64{9, 9}, "ab", []int64{7, 9}, 2, 0, Done, "ab"},
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
			b.RunID, b.Patience, b.Room = run.ID, c.patience, c.room
			for _, p := range b.Puzzles {
				class := 0
				if p.Canon[7] < 'a' {
					class = 1
				}
				b.Classes = append(b.Classes, class)
			}
			before := append([]int64(nil), c.room...)
			saved := save(t, d, b)
			same(t, "room", saved.Room, c.left)
			same(t, "the caller's room", b.Room, before)
			kept := ""
			for _, p := range puzzles(t, d, Filter{Selection: Selection{Run: run.ID}}) {
				kept += string(p.Canon[7])
			}
			if kept != c.kept || saved.Run.Next != c.next || saved.Run.Duplicates != c.duplicates || saved.Run.State != c.state {
				t.Errorf("rows %q, run %+v", kept, saved.Run)
			}
			sound(t, d)
		})
	}
}

func TestRated(t *testing.T) { onEveryEngine(t, testRated) }

func testRated(t *testing.T) {
	d := create(t)
	run, other := begin(t, d, wish(1, 99)), begin(t, d, wish(2, 99))
	b := attemptsOf(0, "abcdef")
	b.RunID = run.ID
	for i := range b.Puzzles {
		b.Puzzles[i].Grade.Rating = 10 + 10*i // 1.0 to 6.0
	}
	b.Puzzles[5].Grade.AtLeast = true
	save(t, d, b)
	b = attemptsOf(0, "xyz")
	b.RunID = other.ID
	save(t, d, b)
	got, err := d.Rated(t.Context(), run.ID, []grade.Selection{{Rating: grade.RatingSet{Ranges: []grade.Range{{From: 10, To: 30}}}}, {Rating: grade.RatingSet{Ranges: []grade.Range{{From: 31, To: 39}}}}, {Rating: grade.RatingSet{Ranges: []grade.Range{{From: 40, To: grade.NoCeiling}}}}})
	must(t, err)
	same(t, "counts", got, []int64{3, 0, 2})
	if none, err := d.Rated(t.Context(), run.ID, nil); err != nil || len(none) != 0 {
		t.Errorf("no ranges: %v, %v", none, err)
	}
}
