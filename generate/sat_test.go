package generate

import (
	"flag"
	"testing"

	"github.com/crillab/gophersat/solver"

	"gradoku/board"
)

var (
	satCount = flag.Int("sat", 0, "how many puzzles TestUniqueBySAT proves (default 100; 1000000 with -long)")
	satFrom  = flag.Uint64("sat-from", 0, "the try at which it begins, to share the work among processes")
)

// TestUniqueBySAT proves the uniqueness of generated puzzles by a method that
// has nothing in common with the search that generated them: as clauses about
// single candidates for a SAT solver, of which one forbids the known solution. No
// answer to them means no other solution. Of every tenth puzzle, which is
// minimal, a clue is dropped: then there must be an answer.
func TestUniqueBySAT(t *testing.T) {
	n := 100
	if *long {
		n = 1_000_000
	}
	if *satCount > 0 {
		n = *satCount
	}
	g, err := New(Shape{Geometry: board.Sizes()[2], Symmetry: symmetry(t, "none")})
	must(t, err)
	for i := range n {
		index := *satFrom + uint64(i)
		p, err := g.Try(2026, index)
		if err != nil {
			t.Fatalf("try %d: %v", index, err)
		}
		puzzle, solution := p.Grid.Digits(), p.Solution.Digits()
		for c, d := range puzzle {
			if d != 0 && d != solution[c] || !allows(solution, c, int(solution[c])) {
				t.Fatalf("try %d: the solution does not solve %v", index, p.Grid)
			}
		}
		if otherBySAT(puzzle, solution) {
			t.Fatalf("try %d has a second solution: %v", index, p.Grid)
		}
		if i%10 == 0 {
			for c := i / 10; ; c++ { // the first clue from another cell on each time
				if puzzle[c%81] != 0 {
					puzzle[c%81] = 0
					break
				}
			}
			if !otherBySAT(puzzle, solution) {
				t.Fatalf("try %d with a clue dropped has no second solution: %v", index, p.Grid)
			}
		}
		if i%10_000 == 9_999 {
			t.Logf("%d puzzles proved, tries %d to %d", i+1, *satFrom, index)
		}
	}
}

// see reports whether two cells of a 9x9 grid share a row, column or box.
func see(a, b int) bool {
	return a != b && (a/9 == b/9 || a%9 == b%9 || a/27 == b/27 && a%9/3 == b%9/3)
}

// allows reports whether no cell that sees c has the digit d.
func allows(digits []board.Digit, c, d int) bool {
	for o, other := range digits {
		if int(other) == d && see(o, c) {
			return false
		}
	}
	return true
}

// candidate numbers the statement "cell c has digit d" from 1 on.
func candidate(c, d int) int { return 9*c + d }

// otherBySAT reports whether the puzzle has a solution other than the known one.
// Statements that contradict a clue are left out; they would follow in one step.
func otherBySAT(puzzle, solution []board.Digit) bool {
	var clauses [][]int
	var possible []int // candidates of blank cells
	var notKnown []int // the clause that says: another solution
	for c, clue := range puzzle {
		if clue != 0 {
			continue
		}
		var atLeast []int
		for d := 1; d <= 9; d++ {
			if allows(puzzle, c, d) {
				atLeast = append(atLeast, candidate(c, d))
			}
		}
		clauses = append(clauses, atLeast)
		possible = append(possible, atLeast...)
		notKnown = append(notKnown, -candidate(c, int(solution[c])))
	}
	for i, a := range possible {
		for _, b := range possible[i+1:] {
			cellA, cellB := (a-1)/9, (b-1)/9
			if cellA == cellB || a%9 == b%9 && see(cellA, cellB) {
				clauses = append(clauses, []int{-a, -b})
			}
		}
	}
	clauses = append(clauses, notKnown)
	return solver.New(solver.ParseSlice(clauses)).Solve() == solver.Sat
}
