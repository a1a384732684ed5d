package grade

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gradoku/board"
)

// explainerName is what Sudoku Explainer writes for a technique in its
// histogram, after the rating.
func explainerName(s Step) string {
	names := map[string]string{
		"full-house": "Hidden Single", "hidden-single-box": "Hidden Single", "hidden-single-line": "Hidden Single",
		"direct-pointing": "Direct Pointing", "direct-claiming": "Direct Claiming",
		"direct-hidden-pair": "Direct Hidden Pair", "naked-single": "Naked Single",
		"direct-hidden-triplet": "Direct Hidden Triplet", "pointing": "Pointing", "claiming": "Claiming",
		"naked-pair": "Naked Pair", "x-wing": "X-Wing", "hidden-pair": "Hidden Pair",
		"naked-triplet": "Naked Triplet", "swordfish": "Swordfish", "hidden-triplet": "Hidden Triplet",
		"xy-wing": "XY-Wing", "xyz-wing": "XYZ-Wing",
		"unique-rectangle-1": "Unique Rectangle type 1", "unique-rectangle-2": "Unique Rectangle type 2",
		"unique-rectangle-3": "Unique Rectangle type 3", "unique-rectangle-4": "Unique Rectangle type 4",
		"naked-quad": "Naked Quad", "jellyfish": "Jellyfish", "hidden-quad": "Hidden Quad",
		"bug-1": "BUG type 1", "bug-2": "BUG type 2", "bug-3": "BUG type 3", "bug-4": "BUG type 4",
		"aligned-pair-exclusion": "Aligned Pair Exclusion", "aligned-triplet-exclusion": "Aligned Triplet Exclusion",
		"x-cycle": "Bidirectional X-Cycle", "y-cycle": "Bidirectional Y-Cycle", "cycle": "Bidirectional Cycle",
		"forcing-chain": "Forcing Chain", "nishio": "Nishio Forcing Chains",
		"cell-forcing-chain": "Cell Forcing Chains", "region-forcing-chain": "Region Forcing Chains",
		"dynamic-contradiction": "Dynamic Contradiction Forcing Chains", "dynamic-double": "Dynamic Double Forcing Chains",
		"dynamic-cell": "Dynamic Cell Forcing Chains", "dynamic-region": "Dynamic Region Forcing Chains",
	}
	if s.Technique == "forcing-x-chain" {
		names[s.Technique] = "Forcing X-Chain"
		if s.Rating == 66 { // its name for six nodes
			names[s.Technique] = "Turbot Fish"
		}
	}
	name, ok := names[s.Technique]
	if !ok { // a loop: eight cells and more carry their number
		kind := s.Technique[len(s.Technique)-1:]
		name = "Unique Loop type " + kind
		if s.Rating >= 47 && kind != "3" {
			name = fmt.Sprintf("Unique Loop %d type %s", len(s.Cells), kind)
		}
	}
	return fmt.Sprintf("%d.%d %s", s.Rating/10, s.Rating%10, name)
}

// TestAgreesWithSudokuExplainer asks for the very numbers of the original: ER,
// EP, ED and how often it used each technique.
func TestAgreesWithSudokuExplainer(t *testing.T) {
	gr := NewGrader(board.Nine())
	compared, histograms := 0, 0
	for i, r := range readExplainer(t) {
		if !*long && i%10 != 0 {
			continue
		}
		g, steps := gr.Path(&r.puzzle)
		compared++
		if g.Rating != r.er || g.Pearl != r.ep || g.Diamond != r.ed || !g.SolvedByLogic {
			t.Errorf("%v: ER/EP/ED %d/%d/%d, solved %v; want %d/%d/%d", r.puzzle,
				g.Rating, g.Pearl, g.Diamond, g.SolvedByLogic, r.er, r.ep, r.ed)
		}
		if r.steps == nil {
			continue
		}
		histograms++
		used := map[string]int{}
		for _, s := range steps {
			used[explainerName(s)]++
		}
		if diff := cmp.Diff(r.steps, used); diff != "" {
			t.Errorf("%v: steps (-original +ours):\n%s", r.puzzle, diff)
		}
	}
	t.Logf("%d puzzles, %d of them step by step", compared, histograms)
	if compared < 140 || histograms < 140 {
		t.Errorf("only %d puzzles and %d histograms compared", compared, histograms)
	}
}

// TestAgreesOnControlledBias compares with ratings that Denis Berthier published
// for a collection of random minimal puzzles.
func TestAgreesOnControlledBias(t *testing.T) {
	gr := NewGrader(board.Nine())
	compared := 0
	i := 0
	for row := range table(t, "ratings/controlled-bias-dev.tsv") {
		if i++; !*long && i%64 != 1 {
			continue
		}
		compared++
		p, want := parse(t, row["puzzle"]), tenths(t, row["se"])
		if g := gr.Grade(&p); g.Rating != want || !g.SolvedByLogic {
			t.Errorf("%v: rated %d, solved %v; want %d", p, g.Rating, g.SolvedByLogic, want)
		}
	}
	t.Logf("%d puzzles", compared)
	if compared < 150 {
		t.Errorf("only %d puzzles compared", compared)
	}
}

// TestWellKnown compares with the ratings under which some of the hardest puzzles
// are known in the forums. They are the only ones here that need level 4.
func TestWellKnown(t *testing.T) {
	if !*long {
		t.Skip("long")
	}
	for _, c := range []struct {
		name, puzzle           string
		rating, pearl, diamond int
	}{
		{"AI Escargot", escargot, 105, 12, 12},
		{"Inkala 2012", inkala, 107, 107, 97},
		{
			"Easter Monster", "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
			116, 116, 108,
		},
		{
			"Golden Nugget", ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
			119, 119, 113,
		},
	} {
		gr := NewGrader(board.Nine())
		gr.Budget = 0
		p := parse(t, c.puzzle)
		g := gr.Grade(&p)
		if g.Rating != c.rating || g.Pearl != c.pearl || g.Diamond != c.diamond || !g.SolvedByLogic {
			t.Errorf("%s: %d/%d/%d, solved %v; known as %d/%d/%d", c.name,
				g.Rating, g.Pearl, g.Diamond, g.SolvedByLogic, c.rating, c.pearl, c.diamond)
		}
	}
}

// TestNestedAgainstAnother compares the puzzles that another program, skfr, has
// rated. It is not exact; on eight of these the original itself is known to differ
// from it by up to 0.3, and to agree with us.
func TestNestedAgainstAnother(t *testing.T) {
	if !*long {
		t.Skip("long")
	}
	gr := NewGrader(board.Nine())
	gr.Budget = 0
	for row := range table(t, "ratings/se-dev.tsv") {
		if row["rater"] == "SE1.2.1.3" {
			continue
		}
		p := parse(t, row["puzzle"])
		g := gr.Grade(&p)
		t.Logf("%s: %d/%d/%d, %s says %s/%s/%s", row["puzzle"], g.Rating, g.Pearl, g.Diamond, row["rater"], row["ER"], row["EP"], row["ED"])
		if d := g.Rating - tenths(t, row["ER"]); d < -3 || d > 3 || !g.SolvedByLogic {
			t.Errorf("%s: rated %d", row["puzzle"], g.Rating)
		}
	}
}
