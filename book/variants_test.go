package book

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"gradoku/board"
	"gradoku/grade"
	"gradoku/hint"
	"gradoku/solve"
)

// variantPuzzles holds an easy puzzle of each variant, and some of other sizes.
var variantPuzzles = []string{
	"x:.2...45.....3.....8.5....3...78..392.6.9...8.93.....6.6.3.....9..16798....9....1.",
	"windoku:58...1...6.......9...42....1..8...........7.3.4......1..5.......1..8...........2.",
	"jigsaw:122222333111222333141112335144666355774686555774886695744866995744888895777899999:.1........2.......6.....5.........9..7..3..5.8...14.....6...4.....6..........762.",
	"x:.........6......1...3...........1.24",
	"disjoint:5...3.4.....2.6....8.....2..........9....78......9...332......9......6...75.....2",
	"asterisk:..59.6..........952.7.3....1..6...8..5...9......28.......1.......85..6...3.......",
	"center-dot:.......1.....5...43..4....2..........26..3.8......72..9.7...6.8..423...7......5..",
	"girandola:6....4...1..72..........23.4...9.3...36..8.........95.....4.....95....21........9",
	"x+windoku:..4....3...2...9.7...4.6...6........7....5........8......6..............9........",
	"..1....4.....9.2..82.....7..4.91.72....4.2.93......5...93..6....17..3..5.5.......",
}

// ofVariants returns these puzzles with their grades.
func ofVariants() []Puzzle { return slices.Clone(gradedVariants()) }

var gradedVariants = sync.OnceValue(func() (puzzles []Puzzle) {
	for i, text := range variantPuzzles {
		givens := must(board.Parse(text))
		p := Puzzle{ID: int64(i), Givens: givens, Solution: solve.Count(&givens, 2).First}
		p.Canon = board.Key(&p.Givens, &p.Solution)
		p.Grade = grade.NewGrader(givens.Geometry()).Grade(&p.Givens)
		puzzles = append(puzzles, p)
	}
	return puzzles
})

// TestVariantsLarge: in large print on small pages, long texts on variants stay on their
// pages, and no line of the contents is too long. Without -long each size has one language.
func TestVariantsLarge(t *testing.T) {
	all := Arrange(ofVariants(), "sections", 0)
	for i, lang := range []string{"pl", "en", "it"} {
		for k, size := range []string{"4x6", "5x8", "5.5x8.5", "8.5x5.5"} {
			if i != k%3 && !*long {
				continue
			}
			b := laidOut(t, Spec{Title: "Houses", Trim: trim(t, size), Lang: lang, LargePrint: true, First: 1001}, all)
			if r := compared(t, written(t, b), nil); len(r.Problems) > 0 {
				t.Errorf("%s, %s: %q", lang, size, r.Problems)
			}
		}
	}
}

// TestVariants: a book of variants explains each variant and gives it a section. When the
// book is read again, its puzzles are correct by the rules that it names, and not without them.
func TestVariants(t *testing.T) {
	puzzles := ofVariants()
	all := Arrange(puzzles, "ramp", 0)
	if len(all) != len(puzzles) {
		t.Errorf("%d sections for %d sizes and variants", len(all), len(puzzles))
	}
	for _, lang := range []string{"en", "pl"} {
		b := laidOut(t, Spec{Title: "Houses", Trim: trim(t, "6x9"), Lang: lang, Labels: []string{"letter"}}, all)
		if r := compared(t, written(t, b), nil); len(r.Problems) > 0 || len(r.Puzzles) != len(puzzles) {
			t.Errorf("%s: %d puzzles, %q", lang, len(r.Puzzles), r.Problems)
		}
		var said []string
		for i := range b.Pages {
			said = append(said, texts(b, i)...)
		}
		for _, v := range board.Variants() {
			own, ok := languages[lang]().Variants[v.Name]
			if _, known := languages["en"]().Variants[v.Name]; !known && !ok {
				continue // a new variant, which is called as in the table of variants
			}
			if own.Name == "" || own.Text == "" || !slices.Contains(said, own.Name) {
				t.Errorf("%s: there is nothing about %s (%q)", lang, v.Name, own.Name)
			}
		}
		if lang != "en" {
			continue
		}
		b.puzzles = nil // the file does not name the rules
		if r := compared(t, written(t, b), nil); !strings.Contains(strings.Join(r.Problems, " "), "has several solutions") {
			t.Errorf("without the rules: %q", r.Problems)
		}
	}
}

// TestVariantExample: the single with which a book explains a variant follows from the digits on its
// board, although the first one on the path of this puzzle does not.
func TestVariantExample(t *testing.T) {
	l := layout{puzzles: []*Puzzle{{Givens: must(board.Parse("windoku:.3..5.....8......4..6....3..9..21..5......3.........9...1..27.....8.....8......5."))}}}
	e, ok := l.exampleOf("windoku")
	if _, suffice := hint.Reasons(&e.board, &e.step); !ok || !suffice {
		t.Errorf("%v: %s", ok, hint.Sentence(e.puzzle.Geometry(), &e.step))
	}
}

// TestNumberedHouses: a book shows the number of each house of its variants, and says box or region
// according to its puzzles. Regions are in the order of their first cells.
func TestNumberedHouses(t *testing.T) {
	for i, want := range map[int]string{0: "Diagonal 2: the cells marked 2.", 1: "Window 9 (r159c159): the cells marked 9.", 2: "Region 9: the cells marked 9.", 4: "Group 9 (r369c369): the cells marked 9."} {
		s := spec(t, "letter")
		b := laidOut(t, s, Arrange(ofVariants()[i:i+1], "", 0))
		var said []string
		for i := range b.Pages[:b.Front] {
			said = append(said, texts(b, i)...)
		}
		text := strings.Join(said, " ")
		if !strings.Contains(text, want) || strings.Contains(text, "each box with a heavy") == (i == 2) || strings.Contains(text, "each region with a heavy") != (i == 2) {
			t.Errorf("%s: %.600s", want, text)
		}
	}
	regions := ofVariants()[2].Solution.Geometry()
	if !slices.IsSortedFunc(numberedHouses(regions)[0], func(a, b board.House) int { return int(regions.HouseCells(a)[0]) - int(regions.HouseCells(b)[0]) }) {
		t.Error("regions are not in the order of their first cells")
	}
}

// TestRuleWithoutLessons: a book without lessons prints the rule of a variant where its puzzles
// begin.
func TestRuleWithoutLessons(t *testing.T) {
	for _, order := range []string{"sections", "ramp"} {
		s := Spec{Title: "Groups", Trim: trim(t, "6x9"), Lang: "en", NoLessons: true, Plain: order == "ramp", Openers: "none"}
		b := laidOut(t, s, Arrange(ofVariants()[4:6], order, 0))
		said := strings.Join(texts(b, b.Front), " ")
		if !strings.Contains(said, "The nine shaded cells of the asterisk also hold") && !strings.Contains(said, "such as the nine top left") {
			t.Errorf("%s: the first page says %q", order, said)
		}
	}
}

// TestCrux: a hint is about the first of the hardest steps for people, and about no single.
func TestCrux(t *testing.T) {
	for path, want := range map[string]int{"full-house pointing xy-wing naked-pair skyscraper xy-wing": 2, "skyscraper finned-x-wing skyscraper": 1, "naked-single hidden-single-line": -1, "last-resort": -1} {
		var steps []grade.Step
		for _, id := range strings.Fields(path) {
			steps = append(steps, grade.Step{Technique: id})
		}
		if got := crux(steps); got != want {
			t.Errorf("step %d, not %d, of %s", got, want, path)
		}
	}
}

// TestStall: where there are only singles, a hint is about one with few alternatives that is not
// a full house.
func TestStall(t *testing.T) {
	ratings := map[string]int{"full-house": 10, "hidden-single-line": 15, "naked-single": 23, "direct-pointing": 17}
	for names, want := range map[string]int{ // with the number of alternatives
		"direct-pointing 1 hidden-single-line 3 naked-single 2 full-house 1":       2,
		"full-house 1 full-house 1 full-house 1 full-house 1 hidden-single-line 1": 4,
		"full-house 1 full-house 1": 0,
	} {
		var path []grade.Step
		var choices []grade.Choice
		for pair := range slices.Chunk(strings.Fields(names), 2) {
			path = append(path, grade.Step{Technique: pair[0], Rating: ratings[pair[0]]})
			choices = append(choices, grade.Choice{Blanks: 9 - len(path), Box: make([]grade.Candidate, pair[1][0]-'0')})
		}
		if got := stall(path, choices); got != want {
			t.Errorf("step %d, not %d, of %s", got, want, names)
		}
	}
}

// TestVariantOf: a record, even an altered one, names variants of its own puzzles only.
func TestVariantOf(t *testing.T) {
	r := record{First: 3, Variants: []string{"x", "no variant", "jigsaw"}}
	for number, want := range map[int]string{2: "", 3: "x", 4: "", 5: "jigsaw", 6: "", -1 << 62: ""} {
		if got := r.variantOf(number).Title(); got != want {
			t.Errorf("puzzle %d has the variant %q, not %q", number, got, want)
		}
	}
}

// TestVariantsInTurn: the variants of a book stand in the order of its quotas, here backwards.
func TestVariantsInTurn(t *testing.T) {
	puzzles := slices.DeleteFunc(ofVariants(), func(p Puzzle) bool { return p.Givens.Geometry().Size != 9 })
	slices.Reverse(puzzles)
	for i, s := range Arrange(slices.Clone(puzzles), "ramp", 0) {
		if want := puzzles[i].variant(); s.Variant != want {
			t.Errorf("section %d has %q, not %q", i, s.Variant, want)
		}
	}
}
