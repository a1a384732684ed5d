package store

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gradoku/board"
	"gradoku/grade"
)

// library is a database with two runs of varied puzzles, some of which the
// current grader has not graded.
func library(t *testing.T) (*DB, []Puzzle) {
	d := create(t)
	r := rand.New(rand.NewPCG(3, 4))
	for seed := range int64(2) {
		run := begin(t, d, wish(seed, 1000))
		b := Batch{RunID: run.ID, To: 75}
		for seq := range b.To {
			b.Puzzles = append(b.Puzzles, varied(r, seq))
		}
		save(t, d, b)
	}
	ungrade(t, d, "id % 10 = 0")
	return d, puzzles(t, d, Filter{})
}

// selects is the oracle: what a filter means, said in Go.
func selects(f Filter, p Puzzle) bool {
	g := p.Grade
	used := true
	for i, t := range grade.Techniques() {
		used = used && (!slices.Contains(f.Technique.IDs, t.ID) || g.Uses[i] > 0)
		allowed := f.OnlyTechniques.IsZero() || slices.Contains(f.OnlyTechniques.IDs, t.ID) || t.ID == grade.Always
		used = used && (allowed || g.Uses[i] == 0)
	}
	aboutGrade := !f.AnyOfShape() || f.Logic
	return (f.Run == 0 || f.Run == p.RunID) &&
		(f.Size == 0 || f.Size == p.Size) &&
		f.Clues.Has(p.Clues) &&
		(f.Symmetry.Name == "" || slices.Contains(with(f.Symmetry), p.Symmetry)) &&
		(!f.Minimal || p.Minimal) &&
		(!aboutGrade || p.Grader != 0) &&
		(f.Letter.IsZero() || strings.IndexByte(f.Letter.Letters, g.LetterPrinted) >= 0) &&
		(f.Rating.IsZero() || slices.ContainsFunc(f.Rating.Ranges, func(r grade.Range) bool { return r.Has(g.Rating) })) &&
		(f.Level.IsZero() || slices.Contains(f.Level.IDs, g.Level)) &&
		used && (f.OnlyTechniques.IsZero() || !g.AtLeast) &&
		(!f.Logic || g.SolvedByLogic)
}

// noValue is the sort key of a puzzle without a value.
const noValue = 1 << 30

// key is the sort key of a puzzle in an order.
func key(order string, p Puzzle) int {
	value, known := 0, true
	switch order {
	case "rating":
		value, known = p.Grade.Rating, p.Grade.Rating != 0
	case "clues":
		value = p.Clues
	case "freedom": // a freedom of 0 can be a grade
		value, known = p.Grade.Freedom, p.Grader != 0
	case "scan":
		value, known = p.Grade.Scan, p.Grade.Scan != 0
	}
	if !known {
		return noValue
	}
	return value
}

// selected applies the oracle to all puzzles, in order.
func selected(f Filter, all []Puzzle) []Puzzle {
	var some []Puzzle
	for _, p := range all {
		if selects(f, p) {
			some = append(some, p)
		}
	}
	order, desc := strings.CutPrefix(f.Order, "-")
	slices.SortFunc(some, func(a, b Puzzle) int {
		by := cmp.Or(cmp.Compare(key(order, a), key(order, b)), cmp.Compare(a.ID, b.ID))
		if order == "random" {
			by = bytes.Compare(a.Canon[:], b.Canon[:])
		}
		if desc {
			by = -by
		}
		return cmp.Or(cmp.Compare(key(order, a)/noValue, key(order, b)/noValue), by)
	})
	some = some[min(f.Offset, len(some)):]
	if f.Limit > 0 {
		some = some[:min(f.Limit, len(some))]
	}
	return some
}

func ids(puzzles []Puzzle) []int64 {
	list := []int64{}
	for _, p := range puzzles {
		list = append(list, p.ID)
	}
	return list
}

// allBut lists all techniques but one.
func allBut(row int) (ids []string) {
	for i, t := range grade.Techniques() {
		if i != row {
			ids = append(ids, t.ID)
		}
	}
	return ids
}

// usedTogether names two techniques that some puzzle uses.
func usedTogether(all []Puzzle) []string {
	for _, p := range all {
		var ids []string
		for i, t := range grade.Techniques() {
			if p.Grade.Uses[i] > 0 {
				ids = append(ids, t.ID)
			}
		}
		if p.Grader != 0 && len(ids) > 1 {
			return ids[:2]
		}
	}
	return nil
}

// rated asks for ratings.
func rated(ranges ...grade.Range) Filter {
	return Filter{Selection: Selection{Selection: grade.Selection{Rating: grade.RatingSet{Ranges: ranges}}}}
}

// TestFilters names each wish once; each must select some puzzles and not all.
func TestFilters(t *testing.T) { onEveryEngine(t, testFilters) }

func testFilters(t *testing.T) {
	d, all := library(t)
	half, err := board.SymmetryByName("rotate180")
	must(t, err)
	for name, f := range map[string]Filter{
		"run":               {Selection: Selection{Run: 2}},
		"size":              {Selection: Selection{Selection: grade.Selection{Size: 6}}},
		"letters":           {Selection: Selection{Selection: grade.Selection{Letter: grade.LetterSet{Letters: "AEI"}}}},
		"rating from":       rated(grade.Range{From: 30, To: grade.NoCeiling}),
		"rating to":         rated(grade.Range{To: 30}),
		"rating between":    rated(grade.Range{From: 20, To: 40}),
		"several ratings":   rated(grade.Range{From: 10, To: 20}, grade.Range{From: 40, To: grade.NoCeiling}),
		"open below":        {Selection: Selection{Selection: grade.Selection{Minimal: true, Rating: grade.RatingSet{Ranges: []grade.Range{{To: 12}, {From: 30, To: grade.NoCeiling}}}}}, Limit: 100},
		"clues from":        {Selection: Selection{Selection: grade.Selection{Clues: grade.Span{From: 20}}}},
		"clues to":          {Selection: Selection{Selection: grade.Selection{Clues: grade.Span{To: 20}}}},
		"symmetry":          {Selection: Selection{Selection: grade.Selection{Symmetry: half}}},
		"levels":            {Selection: Selection{Selection: grade.Selection{Level: grade.LevelSet{IDs: []string{"gentle", "hard", "none of them"}}}}},
		"technique":         {Selection: Selection{Selection: grade.Selection{Technique: grade.TechniqueSet{IDs: []string{grade.Techniques()[3].ID}}}}},
		"only techniques":   {Selection: Selection{Selection: grade.Selection{OnlyTechniques: grade.TechniqueSet{IDs: allBut(3)}}}},
		"techniques":        {Selection: Selection{Selection: grade.Selection{Technique: grade.TechniqueSet{IDs: usedTogether(all)}}}},
		"minimal":           {Selection: Selection{Selection: grade.Selection{Minimal: true}}},
		"logic":             {Selection: Selection{Logic: true}},
		"limit":             {Limit: 7},
		"offset":            {Offset: 140},
		"limit and offset":  {Limit: 7, Offset: 20},
		"limit with wishes": {Selection: Selection{Selection: grade.Selection{Size: 9}}, Limit: 3, Order: "-rating"},
	} {
		got, want := ids(puzzles(t, d, f)), ids(selected(f, all))
		same(t, name, got, want)
		if len(want) == 0 || len(want) == len(all) {
			t.Errorf("%s selects %d of %d puzzles: no test", name, len(want), len(all))
		}
	}
	if n := len(puzzles(t, d, Filter{Selection: Selection{Run: 3}})); n != 0 {
		t.Errorf("a run that does not exist has %d puzzles", n)
	}
}

func TestOrders(t *testing.T) { onEveryEngine(t, testOrders) }

func testOrders(t *testing.T) {
	d, all := library(t)
	for name := range orders {
		for _, desc := range []bool{false, true} {
			f := Filter{Order: name}
			if desc {
				f.Order = "-" + name
			}
			got := ids(puzzles(t, d, f))
			same(t, name, got, ids(selected(f, all)))
		}
	}
	same(t, "the default order", ids(puzzles(t, d, Filter{})), ids(puzzles(t, d, Filter{Order: "id"})))
}

// TestFiltersTogether draws filters with any number of wishes.
func TestFiltersTogether(t *testing.T) { onEveryEngine(t, testFiltersTogether) }

func testFiltersTogether(t *testing.T) {
	t.Parallel()
	d, all := library(t)
	rapid.Check(t, func(r *rapid.T) {
		f := drawFilter(r)
		want := selected(f, all)
		var got []Puzzle
		for p, err := range d.Puzzles(context.Background(), f) {
			if err != nil {
				r.Fatal(err)
			}
			got = append(got, p)
		}
		if !slices.Equal(got, want) {
			r.Errorf("%+v selects %v, want %v", f, ids(got), ids(want))
		}
		f.Limit, f.Offset = 0, 0
		n, err := d.CountPuzzles(context.Background(), f)
		if want := len(selected(f, all)); err != nil || n != int64(want) {
			r.Errorf("%+v counts %d, %v; want %d", f, n, err, want)
		}
	})
}

func drawFilter(r *rapid.T) Filter {
	sometimes := func(name string) bool { return rapid.IntRange(0, 3).Draw(r, name+"?") == 0 }
	pick := func(name string, from ...string) string { return rapid.SampledFrom(from).Draw(r, name) }
	number := func(name string, from, to int) int {
		if sometimes(name) {
			return rapid.IntRange(from, to).Draw(r, name)
		}
		return 0
	}
	f := Filter{
		Order: pick("order", "", "id", "-id", "rating", "-rating", "clues", "-clues", "freedom", "-freedom", "random", "-random"),
		Limit: number("limit", 1, 300), Offset: number("offset", 1, 300),
	}
	f.Run, f.Size = int64(number("run", 1, 2)), number("size", 4, 9)
	f.Clues = grade.Span{From: number("clues from", 1, 80), To: number("clues to", 1, 80)}
	f.Minimal, f.Logic = sometimes("minimal"), sometimes("logic")
	for range number("ratings", 1, 2) {
		f.Rating.Ranges = append(f.Rating.Ranges, grade.Range{
			From: number("rating from", 1, 60), To: cmp.Or(number("rating to", 1, 60), grade.NoCeiling),
		})
	}
	if sometimes("letters") {
		f.Letter.Letters = rapid.StringMatching("[A-I]{1,9}").Draw(r, "letters")
	}
	if sometimes("symmetry") {
		f.Symmetry = board.Symmetries()[rapid.IntRange(0, 3).Draw(r, "symmetry")]
	}
	if sometimes("levels") {
		f.Level.IDs = rapid.SliceOfN(rapid.SampledFrom([]string{"gentle", "fair", "hard"}), 1, 3).Draw(r, "levels")
	}
	if sometimes("technique") {
		f.Technique.IDs = []string{grade.Techniques()[rapid.IntRange(0, len(grade.Techniques())-1).Draw(r, "technique")].ID}
	}
	return f
}

// TestBadFilters includes attempts to smuggle SQL in.
func TestBadFilters(t *testing.T) { onEveryEngine(t, testBadFilters) }

func testBadFilters(t *testing.T) {
	d, all := library(t)
	for _, f := range []Filter{
		{Selection: Selection{Selection: grade.Selection{Technique: grade.TechniqueSet{IDs: []string{"luck"}}}}},
		{Order: "p.id"},
		{Order: "id; DROP TABLE puzzle"},
		{Limit: -1},
		{Offset: -1},
	} {
		for _, err := range d.Puzzles(t.Context(), f) {
			if !errors.Is(err, ErrFilter) {
				t.Errorf("%+v: got %v, want %v", f, err, ErrFilter)
			}
		}
	}
	if n := len(puzzles(t, d, Filter{Selection: Selection{Selection: grade.Selection{Level: grade.LevelSet{IDs: []string{"') OR 1 --"}}}}})); n != 0 {
		t.Errorf("a level that does not exist has %d puzzles", n)
	}
	if n, err := d.CountPuzzles(t.Context(), Filter{Selection: Selection{Selection: grade.Selection{Technique: grade.TechniqueSet{IDs: []string{"luck"}}}}}); !errors.Is(err, ErrFilter) {
		t.Errorf("counting: %d, %v; want %v", n, err, ErrFilter)
	}
	same(t, "puzzles afterwards", puzzles(t, d, Filter{}), all)
}

// TestLoopsMayNest asks for puzzles and saves others inside a loop.
func TestLoopsMayNest(t *testing.T) { onEveryEngine(t, testLoopsMayNest) }

func testLoopsMayNest(t *testing.T) {
	d, all := library(t)
	run := begin(t, d, wish(77, 1000))
	count := 0
	for p, err := range d.Puzzles(t.Context(), Filter{}) {
		must(t, err)
		if count++; count > 20 {
			continue
		}
		for q, err := range d.Puzzles(t.Context(), Filter{Offset: 1}) {
			if err != nil || q.ID != 2 {
				t.Fatalf("inner loop: puzzle %d, %v", q.ID, err)
			}
			if again, err := d.PuzzleByID(t.Context(), p.ID); err != nil || again != p {
				t.Fatalf("puzzle %d: %v", p.ID, err)
			}
			break
		}
		if count <= 5 {
			next := int64(count - 1)
			save(t, d, Batch{RunID: run.ID, From: next, To: next + 1, Puzzles: []Puzzle{fake(next, 1000+next)}})
		}
	}
	if count != len(all) {
		t.Errorf("%d puzzles in the loop, want %d: those of its beginning", count, len(all))
	}
}
