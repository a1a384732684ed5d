package literature

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"gradoku/board"
	"gradoku/internal/boardtest"
	"gradoku/internal/solvetest"
	"gradoku/solve"
)

// TestFullHouseKinds blanks cells of a solution so that each kind of house is
// needed, one after the other.
func TestFullHouseKinds(t *testing.T) {
	_, solution := literary(t, "royle")
	for _, tt := range []struct {
		name             string
		blanks           []string
		passes           int64
		row, column, box int64
	}{
		{name: "one blank is a row's", blanks: []string{"r1c9"}, passes: 1, row: 1},
		{name: "two in a row are their columns'", blanks: []string{"r1c1", "r1c9"}, passes: 1, column: 2},
		{
			name:   "a box breaks the rectangle",
			blanks: []string{"r1c1", "r1c4", "r4c1", "r4c4"}, passes: 1, box: 4,
		},
		{
			name:   "the last ones fall in a second pass",
			blanks: []string{"r1c1", "r1c2", "r2c1", "r5c2", "r2c5"}, passes: 2, row: 3, column: 2,
		},
	} {
		p := solution
		for _, name := range tt.blanks {
			p.Set(p.Geometry().CellAt(int(name[1]-'1'), int(name[3]-'1')), 0)
		}
		r := solveFullHouse(t.Context(), &p, solve.Options{})
		want := []solve.Counter{{Name: "passes", Value: tt.passes}, {Name: "row fills", Value: tt.row}, {Name: "column fills", Value: tt.column}, {Name: "box fills", Value: tt.box}}
		if diff := cmp.Diff(want, r.Stats.Counters); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
		if !r.Unique() || r.First != solution {
			t.Errorf("%s: %v, %v", tt.name, r.Status, r.First)
		}
	}
}

// TestFullHouseStops: it stops exactly where no house has one blank left, with
// right digits only.
func TestFullHouseStops(t *testing.T) {
	for _, geo := range board.Sizes() {
		rng := boardtest.Rand(uint64(geo.Size))
		pattern := boardtest.Pattern(geo)
		full := board.RandomTransform(geo, rng).Apply(&pattern)
		stuck := 0
		for range boardtest.Rounds(200) {
			p := boardtest.SomeClues(full, rng.IntN(geo.Cells+1), rng)
			r := solveFullHouse(t.Context(), &p, solve.Options{})
			if r.Status == solve.Exhausted {
				if r.First != full {
					t.Fatalf("%v became %v", p, r.First)
				}
				continue
			}
			stuck++
			if !solvetest.PartOf(&p, &r.Partial, &full) {
				t.Fatalf("%v got stuck at %v", p, r.Partial)
			}
			for h := range geo.Houses {
				blanks := 0
				for _, c := range geo.HouseCells(board.House(h)) {
					if r.Partial.At(c) == 0 {
						blanks++
					}
				}
				if blanks == 1 {
					t.Fatalf("%v got stuck at %v, where house %d has one blank", p, r.Partial, h)
				}
			}
		}
		if stuck == 0 {
			t.Errorf("size %d: never stuck", geo.Size)
		}
	}
}

// TestFullHouseContradiction: the missing digit of a house already stands in
// another house of the blank.
func TestFullHouseContradiction(t *testing.T) {
	p := boardtest.Parse(t, "12345678........................................................................9")
	var dead []solve.Event
	r := solveFullHouse(t.Context(), &p, solve.Options{Trace: func(e solve.Event) { dead = append(dead, e) }})
	if r.Solutions != 0 || r.Status != solve.Exhausted {
		t.Errorf("%d solutions, %v", r.Solutions, r.Status)
	}
	if len(dead) != 1 || dead[0].Kind != solve.Dead || dead[0].Cell != 8 {
		t.Errorf("the trace is %+v, want a dead end at r1c9", dead)
	}
}
