package solve

import (
	"testing"

	"gradoku/board"
)

// literature are the nine puzzles of the documents that the historical solvers
// come from, all 9x9 and proper. The T puzzles are from "Mathematical models in
// Sudoku" and named after their table and number there.
var literature = []struct{ name, puzzle, solution string }{
	{ // Mathematical models in Sudoku, table 4, 1
		"T4_1",
		"...84..91..17..6...7.....5.46.18.2..7..296..3....7.96..4.6.7...6.5..8.2.2...1....",
		"536842791821759634974361852469183275758296413312574968143627589695438127287915346",
	},
	{ // table 6, 1
		"T6_1",
		"95.624..3.38..7.61.......5.36.2.9..81.......65..1.8.72.7.......61.9..83.4..856.97",
		"951624783238597461746381259367249518182735946594168372879413625615972834423856197",
	},
	{ // table 6, 2
		"T6_2",
		"....7468.8..........4..691..2..65.71.........48.31..5..169..8..........9.3275....",
		"193274685865193742274586913329865471651427398487319256516942837748631529932758164",
	},
	{ // table 6, 3, and table 4, 2
		"T6_3",
		".......23.3..5..4......37.....3.265..5..4..72..76.......85..96.54.18.2..9...6...1",
		"495716823732958146861423795184372659659841372327695418218537964546189237973264581",
	},
	{ // table 6, 4, and table 4, 3
		"T6_4",
		"..6..9....318....97......56.8.4.....2...1...7.....8.4.36......29....531....2..5..",
		"426759183531862479798341256189437625254916837673528941365184792942675318817293564",
	},
	{ // table 6, 5, and table 4, 4
		"T6_5",
		"6.......4.5...98.......357...3.6.28.8.2.94.............8..42.....1....2.5...1...8",
		"678521394354679812219483576143765289862194753795238641987342165431856927526917438",
	},
	{ // the MATLAB tutorial in four versions; Mathematical models in Sudoku, table 8
		"inkala",
		"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
		"812753649943682175675491283154237896369845721287169534521974368438526917796318452",
	},
	{ // Cleve Moler, figure 1, a puzzle of Gordon Royle; also the integer programme's
		"royle",
		".2..3..4.6.......3..4...5.....8.6...8...1...6...7.5.....7...6..4.......8.3..4..2.",
		"925631847618574293374982561749826135852413976163795482287359614491267358536148729",
	},
	{ // Mathematical models in Sudoku, appendix
		"appendix",
		"24...5.8.8.9.3..5.......3....4..9.15.........39.8..2....1.......2..9.7.3.3.7...62",
		"243975681819632457657481329764329815182547936395816274471263598526198743938754162",
	},
}

// literary returns a puzzle of the literature and its solution.
func literary(t testing.TB, name string) (puzzle, solution board.Grid) {
	t.Helper()
	for _, l := range literature {
		if l.name == name {
			return mustParse(t, l.puzzle), mustParse(t, l.solution)
		}
	}
	t.Fatalf("no puzzle %q in the literature", name)
	return puzzle, solution
}

// TestLiterature asks the witness whether the table above is right.
func TestLiterature(t *testing.T) {
	dlx, err := ByName(Solvers(), "dlx")
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range literature {
		p, solution := literary(t, l.name)
		if r, err := Run(t.Context(), dlx, &p, Options{}); err != nil || !r.Unique() || r.First != solution {
			t.Errorf("%s: %d solutions, %v, %v", l.name, r.Solutions, r.First, err)
		}
	}
}
