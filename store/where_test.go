package store

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gradoku/grade"
)

// labelled is the library with labels: a number for every third puzzle, a text
// for every fifth, and a second opinion that does not count.
func labelled(t *testing.T) (*DB, []Puzzle) {
	d, all := library(t)
	for _, name := range []string{"first", "second"} {
		imported(t, d, name, name)
	}
	err := d.write(t.Context(), "labelling", func(tx txn) error {
		in := newInserter(t.Context(), tx, "label", "puzzle_id, name, corpus_id, seq, "+d.engine.label.columns)
		label := func(id int64, name string, corpus int64, value any) error {
			return in.add(append([]any{id, name, corpus, id}, d.engine.label.values(value)...)...)
		}
		var err error
		for _, p := range all {
			switch {
			case p.ID%15 == 0:
				err = errors.Join(err, label(p.ID, "Se", 1, "hard"))
			case p.ID%3 == 0:
				err = errors.Join(err, label(p.ID, "Se", 1, 2.5+float64(p.ID%10)))
			}
			if p.ID%3 == 0 {
				err = errors.Join(err, label(p.ID, "se", 2, int64(99)))
			}
			if p.ID%5 == 0 {
				err = errors.Join(err, label(p.ID, "two words", 2, "Easy"))
			}
		}
		return errors.Join(err, in.finish())
	})
	must(t, err)
	return d, all
}

// where selects with a condition.
func where(t testing.TB, d *DB, condition string) ([]int64, error) {
	t.Helper()
	list := []int64{}
	for p, err := range d.Puzzles(context.Background(), Filter{Selection: Selection{Where: Condition{Text: condition}}}) {
		if err != nil {
			return nil, err
		}
		list = append(list, p.ID)
	}
	return list, nil
}

func TestWhere(t *testing.T) { onEveryEngine(t, testWhere) }

func testWhere(t *testing.T) {
	d, all := labelled(t)
	se := func(p Puzzle) float64 {
		if p.ID%3 != 0 || p.ID%15 == 0 {
			return math.NaN()
		}
		return 2.5 + float64(p.ID%10)
	}
	graded := func(p Puzzle) bool { return p.Grader != 0 }
	for condition, want := range map[string]func(Puzzle) bool{
		"id = 7":            func(p Puzzle) bool { return p.ID == 7 },
		"run = 2 and id<80": func(p Puzzle) bool { return p.RunID == 2 && p.ID < 80 },
		"rating >= 3.0 and level in (hard, 'gentle') and clues < 25": func(p Puzzle) bool {
			return p.Grade.Rating >= 30 && (p.Grade.Level == "hard" || p.Grade.Level == "gentle") && p.Clues < 25
		},
		"not (rating >= 3 or minimal)":       func(p Puzzle) bool { return graded(p) && p.Grade.Rating < 30 && !p.Minimal },
		"minimal = false or SIZE==9":         func(p Puzzle) bool { return !p.Minimal || p.Size == 9 },
		"clues between 10 and 20":            func(p Puzzle) bool { return p.Clues >= 10 && p.Clues <= 20 },
		"clues not between 10 and 20":        func(p Puzzle) bool { return p.Clues < 10 || p.Clues > 20 },
		"level is null":                      func(p Puzzle) bool { return !graded(p) },
		"level is not null and at_least":     func(p Puzzle) bool { return p.Grade.AtLeast },
		"level != hard":                      func(p Puzzle) bool { return graded(p) && p.Grade.Level != "hard" },
		"scan > 31.4":                        func(p Puzzle) bool { return p.Grade.Scan > 314 },
		"symmetry not in (none)":             func(p Puzzle) bool { return p.Symmetry != "none" },
		"letter_fitted in (a, e, I)":         func(p Puzzle) bool { return strings.ContainsRune("AEI", rune(p.Grade.LetterFitted)) },
		"uses.full-house > 0":                func(p Puzzle) bool { return p.Grade.Uses[0] > 0 },
		"uses.full-house = 0":                func(p Puzzle) bool { return graded(p) && p.Grade.Uses[0] == 0 },
		"hardest = full-house":               func(p Puzzle) bool { return p.Grade.Hardest == "full-house" },
		"label.se > 5":                       func(p Puzzle) bool { return se(p) > 5 },
		"label.SE between 4.5 and 6.5":       func(p Puzzle) bool { return se(p) >= 4.5 && se(p) <= 6.5 },
		"label.se = HARD":                    func(p Puzzle) bool { return p.ID%15 == 0 },
		"label.se in (3.5, hard)":            func(p Puzzle) bool { return p.ID%15 == 0 || se(p) == 3.5 },
		"label.se >= h":                      func(p Puzzle) bool { return p.ID%15 == 0 },
		`label."two words" = "easy"`:         func(p Puzzle) bool { return p.ID%5 == 0 },
		"label.nothing is null and id <= 10": func(p Puzzle) bool { return p.ID <= 10 },
	} {
		var expected []int64
		for _, p := range all {
			if want(p) {
				expected = append(expected, p.ID)
			}
		}
		got, err := where(t, d, condition)
		if err != nil || !slices.Equal(got, expected) {
			t.Errorf("%s selects %v, %v; want %v", condition, got, err, expected)
		}
		if len(expected) == 0 || len(expected) == len(all) {
			t.Errorf("%s selects %d of %d puzzles: no test", condition, len(expected), len(all))
		}
	}
}

func TestWrongConditions(t *testing.T) {
	d, all := labelled(t)
	for condition, want := range map[string]string{
		"rating > ":                  "character 10 of the condition: expected a value, not the end",
		"rating":                     "expected a comparison",
		"hardness > 3":               `character 1 of the condition: there is no column "hardness": use one of id, run`,
		"rating > hard":              `character 10 of the condition: "hard" is not a number`,
		"rating > 4.25":              "is not a number such as 4.2",
		"clues < 2.5":                "is not a whole number",
		"level in (hard, impossble)": `character 17 of the condition: there is no level "impossble": use one of gentle, easy`,
		"level > hard":               "texts have no order",
		"minimal > 0":                "have no order",
		"minimal = perhaps":          "neither true nor false",
		"uses.luck > 1":              `there is no technique "luck"`,
		"(clues < 5":                 "expected a closing bracket, not the end",
		"clues < 5)":                 `expected and, or, or the end of the condition, not ")"`,
		"clues < 5 clues > 3":        "and, or, or the end",
		"level = 'hard":              "character 9 of the condition: the quote that opens here is never closed",
		"clues = 5; DROP TABLE x":    `character 10 of the condition: ';' has no meaning here`,
		"clues = 5 -- and":           "is not a number",
		"1 = 1":                      "expected a column",
		"label.se between 3 and x":   "a second value of the same kind as the first",
		"uses.TECHNIQUE > 1":         "there is no technique",
		"clues in ()":                "expected a value",
		"clues not 5":                "expected in or between",
		"clues is 5":                 "expected null",
		"XY-wing > 0":                `there is no column "XY-wing": did you mean uses.xy-wing > 0?`,
		"g.rating > 3":               "there is no column",
		strings.Repeat("(", 200):     "more than 100 brackets",
		strings.Repeat("not ", 200):  "more than 100 brackets",
		strings.Repeat("id = 1 or ", 5000) + "id = 1": "more than 1000 words",
	} {
		if _, err := where(t, d, condition); !errors.Is(err, ErrFilter) || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40s: got %v, want %q in it", condition, err, want)
		}
	}
	// What looks like SQL in a value is a value.
	for _, condition := range []string{"corpus = 'x'' OR 1 = 1 --'", `label.se = "') OR 1 --"`, `label."x') OR 1 --" = 1`} {
		if got, err := where(t, d, condition); err != nil || len(got) != 0 {
			t.Errorf("%s selects %v, %v", condition, got, err)
		}
	}
	same(t, "puzzles afterwards", puzzles(t, d, Filter{}), all)
}

// formula is a condition and what it means: 1 true, 0 false, -1 not known.
type formula struct {
	text  string
	means func(Puzzle) int
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

// drawFormula draws a condition over columns of which some are not known.
func drawFormula(r *rapid.T, depth int) formula {
	kind := rapid.IntRange(0, 5).Draw(r, "kind")
	if depth == 0 {
		kind = min(kind, 2)
	}
	n := rapid.IntRange(0, 81).Draw(r, "n")
	switch kind {
	case 0:
		return formula{fmt.Sprintf("clues <= %d", n), func(p Puzzle) int { return truth(p.Clues <= n) }}
	case 1:
		return formula{fmt.Sprintf("rating > %d.%d", n/10, n%10), func(p Puzzle) int {
			if p.Grader == 0 || p.Grade.Rating == 0 {
				return -1
			}
			return truth(p.Grade.Rating > n)
		}}
	case 2:
		return formula{"minimal", func(p Puzzle) int { return truth(p.Minimal) }}
	case 3:
		a := drawFormula(r, depth-1)
		return formula{"not (" + a.text + ")", func(p Puzzle) int {
			if v := a.means(p); v >= 0 {
				return 1 - v
			}
			return -1
		}}
	}
	a, b := drawFormula(r, depth-1), drawFormula(r, depth-1)
	word, wins := " and ", 0
	if kind == 5 {
		word, wins = " or ", 1
	}
	return formula{"(" + a.text + word + b.text + ")", func(p Puzzle) int {
		switch x, y := a.means(p), b.means(p); {
		case x == wins || y == wins:
			return wins
		case x < 0 || y < 0:
			return -1
		}
		return 1 - wins
	}}
}

func TestConditionsMeanWhatTheySay(t *testing.T) { onEveryEngine(t, testConditionsMeanWhatTheySay) }

func testConditionsMeanWhatTheySay(t *testing.T) {
	t.Parallel()
	d, all := library(t)
	rapid.Check(t, func(r *rapid.T) {
		f := drawFormula(r, 4)
		want := []int64{}
		for _, p := range all {
			if f.means(p) == 1 {
				want = append(want, p.ID)
			}
		}
		got, err := where(t, d, f.text)
		if err != nil || !slices.Equal(got, want) {
			r.Errorf("%s selects %v, %v; want %v", f.text, got, err, want)
		}
	})
}

// FuzzWhere: whatever the text, the statement is one that SQLite takes, or the
// text is refused as a bad filter.
func FuzzWhere(f *testing.F) {
	for _, seed := range []string{
		"rating >= 4.0 and level in (hard, expert) and not clues < 25", "label.se between 3 and 4 or label.\"a b\" = 'x''y'",
		"uses.x-wing > 0", "minimal", "clues is not null", "((id=1))", "level = 'a", "1", "not not at_least", "label.é = ß",
	} {
		f.Add(seed)
	}
	d := create(f)
	f.Fuzz(func(t *testing.T, text string) {
		if _, err := where(t, d, text); err != nil && !errors.Is(err, ErrFilter) {
			t.Errorf("%q: %v", text, err)
		}
	})
}

func TestOrderByColumns(t *testing.T) { onEveryEngine(t, testOrderByColumns) }

func testOrderByColumns(t *testing.T) {
	d, all := labelled(t)
	got := puzzles(t, d, Filter{Order: "level, -clues,rating"})
	for i := 1; i < len(got); i++ {
		a, b := got[i-1], got[i]
		if b.Grader == 0 { // puzzles without a value are last
			continue
		}
		if a.Grader == 0 || a.Grade.Level > b.Grade.Level || a.Grade.Level == b.Grade.Level && a.Clues < b.Clues {
			t.Errorf("%s %d stands before %s %d", a.Grade.Level, a.Clues, b.Grade.Level, b.Clues)
		}
	}
	limited := puzzles(t, d, Filter{Order: "-label.se,uses.full-house", Limit: 20, Offset: 3})
	whole := puzzles(t, d, Filter{Order: "-label.se,uses.full-house"})
	same(t, "limited", ids(limited), ids(whole[3:23]))
	if len(got) != len(all) || whole[0].ID%15 != 0 {
		t.Errorf("%d of %d puzzles; the first by label is %d", len(got), len(all), whole[0].ID)
	}
	for _, order := range []string{"p.id", "rating,", "-", "uses.luck"} {
		for _, err := range d.Puzzles(t.Context(), Filter{Order: order}) {
			if !errors.Is(err, ErrFilter) {
				t.Errorf("%s: %v", order, err)
			}
		}
	}
}

func TestSample(t *testing.T) { onEveryEngine(t, testSample) }

func testSample(t *testing.T) {
	d, all := library(t)
	f := Filter{Selection: Selection{Where: Condition{Text: "clues < 40"}}}
	some, err := d.Sample(t.Context(), f, 12, 7)
	again, err2 := d.Sample(t.Context(), f, 12, 7)
	if err != nil || err2 != nil || len(some) != 12 || !slices.Equal(some, again) {
		t.Fatalf("%v %v, then %v %v", some, err, again, err2)
	}
	listed, err := d.Random(t.Context(), f, 12, 7)
	for i, p := range listed {
		if p.ID != some[i] {
			t.Errorf("the random puzzles are another sample: %d at %d, not %d", p.ID, i, some[i])
		}
	}
	if err != nil || len(listed) != 12 {
		t.Errorf("%d random puzzles, %v", len(listed), err)
	}
	more, _ := d.Sample(t.Context(), f, 20, 7)
	same(t, "the first of a larger sample", more[:12], some)
	other, _ := d.Sample(t.Context(), f, 12, 8)
	if slices.Equal(some, other) {
		t.Error("another seed draws the same")
	}
	for _, p := range puzzles(t, d, Filter{IDs: some}) {
		if p.Clues >= 40 {
			t.Errorf("puzzle %d has %d clues", p.ID, p.Clues)
		}
	}
	whole, _ := d.Sample(t.Context(), Filter{}, 1000, 7)
	if slices.Sort(whole); !slices.Equal(whole, ids(all)) {
		t.Errorf("a sample of more than there are has %d of %d", len(whole), len(all))
	}
	// Each puzzle is drawn about as often as any other: of 100 samples of 15 of
	// 150, a puzzle is in 10, give or take 3.
	times := map[int64]int{}
	for seed := range int64(100) {
		ids, _ := d.Sample(t.Context(), Filter{}, 15, seed)
		for _, id := range ids {
			times[id]++
		}
	}
	for id, n := range times {
		if n > 25 {
			t.Errorf("puzzle %d was drawn %d times of 100, want about 10", id, n)
		}
	}
	if len(times) != len(all) {
		t.Errorf("%d of %d puzzles were ever drawn", len(times), len(all))
	}
}

func TestExportsCanBeLeftOut(t *testing.T) { onEveryEngine(t, testExportsCanBeLeftOut) }

func testExportsCanBeLeftOut(t *testing.T) {
	d, _ := library(t)
	for i, used := range [][]int64{{1, 2, 3}, {3, 4}} {
		_, err := record(t.Context(), d, Export{Kind: "line", Path: fmt.Sprint(i), SHA256: strings.Repeat("0", 64), FilterJSON: "{}", IDs: used})
		must(t, err)
	}
	for _, c := range []struct {
		f    Filter
		want []int64
	}{
		{Filter{NotExported: []int64{1}, Limit: 2}, []int64{4, 5}},
		{Filter{NotExported: []int64{2}, Limit: 3}, []int64{1, 2, 5}},
		{Filter{NotExported: []int64{1, 2}, Limit: 1}, []int64{5}},
		{Filter{NeverExported: true, Limit: 1}, []int64{5}},
		{Filter{IDs: []int64{9, 3, 1000}}, []int64{3, 9}},
		{Filter{IDs: []int64{}}, []int64{}},
	} {
		same(t, fmt.Sprintf("%+v", c.f), ids(puzzles(t, d, c.f)), c.want)
	}
	exports, err := d.Exports(t.Context())
	if err != nil || len(exports) != 2 || exports[0].Puzzles != 3 || exports[1].ID != 2 || exports[1].CreatedAt.IsZero() {
		t.Errorf("%+v, %v", exports, err)
	}
}

// TestColumnsRun: the SQL of every column is valid.
func TestColumnsRun(t *testing.T) { onEveryEngine(t, testColumnsRun) }

func testColumnsRun(t *testing.T) {
	d, _ := labelled(t)
	for _, c := range append(Columns(), Column{Name: "uses." + grade.Techniques()[0].ID}, Column{Name: "label.se"}) {
		if c.Name != strings.ToLower(c.Name) {
			continue // uses.TECHNIQUE stands for many columns
		}
		for _, err := range d.Puzzles(t.Context(), Filter{Order: c.Name, Limit: 1}) {
			if err != nil {
				t.Error(err)
			}
		}
	}
}
