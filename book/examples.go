package book

import (
	"slices"

	"gradoku/board"
	"gradoku/grade"
)

// examples are the puzzles that lessons use, by size and family: a lesson with one of the
// book's own puzzles would give part of it away. They are the easiest of 2,000 made for
// this table by gradoku generate with seeds 3 and 2026; there are only 36 minimal 4x4
// puzzles, and none needs more than two families.
var examples = map[int]map[string]string{
	4: {
		"full-house":    "..32..1.2....1..",
		"hidden-single": "....2..4.3....1.",
	},
	6: {
		"full-house":    "....4..265.1...4....36....1...5.....",
		"hidden-single": "...2...3.5.1.6......4...15...36.....",
		"naked-single":  ".51..2........21..4....6...24......5",
		"locked":        "..3...12....2.4..5.....65...3......2",
		"naked-set":     ".51..2........21..4....6...24......5",
		"hidden-set":    ".6..1.2.....3.5.2......35...42......",
		"fish":          "...6......3..6.3....4.5.2.3..46.....",
		"wing":          "6...4........2..56.5....5...3...14..",
		"unique":        ".45...3..........35.6.1...4.5......1",
		"chain":         "......46..3....1...3..46.2....1.6...",
	},
	9: {
		"full-house":    ".81392...9...74..36...85.....4.6195...........1954.2.....43...94..21...6...85617.",
		"hidden-single": "5...9.8.1.713.2...269..1...3.....5...925.764...5.....7...2..354...4.519.4.3.1...8",
		"naked-single":  "..95.1...1..48....2....6..19.3...4.5.2.....7.7.8...9.28..1....9....45..7...6.82..",
		"locked":        "3...8.9....8.1...6...9..85....1....2.2.473.9.1....8....72..1...9...4.1....6.9...8",
		"naked-set":     "....7.1..41.3.....9.61..73...1...6286.......7834...9...48..62.3.....2.81..9.1....",
		"hidden-set":    "..........389...7....2864..4.1....633.......567....2.9..3562....9...385..........",
		"fish":          "...5...1.....6..835.3.9....7.8....2.9..2.4..8.1....7.6....1.6.239..4.....8...2...",
		"wing":          "6..93........4..2.349..8....6.3..2....8...4....3..9.1....8..735.5..6........24..1",
		"unique":        "3.6........1.6.853.2.8...4....58......59.42......17....4...1.7.652.7.4........5.8",
		"aligned":       "4...3..9.32.9..1.....1..5.3..6..1.5....2.9....1.8..6..5.7..3.....8..2.31.3..8...5",
		"chain":         "7.2....68..........15.782......25.3....6.1....5.49......493.75..........23....4.9",
		"net":           ".8.4....3..31.9..27.....5....4......9.58.74.1......2....9.....41..2.48..4....1.7.",
	},
}

// exampleFor returns a puzzle that needs a family, and its path up to the first step of
// that family. It has the largest of the book's sizes whose candidates are readable,
// else 9x9.
func exampleFor(family int, sizes []int) (*board.Grid, []grade.Step) {
	of := 9
	for _, size := range sizes {
		if size < 9 && !slices.ContainsFunc(sizes, func(n int) bool { return n >= 9 }) && examples[size][families[family].name] != "" {
			of = size
		}
	}
	puzzle, err := board.Parse(examples[of][families[family].name])
	if err != nil {
		panic(err) // an error in the table; its test finds it
	}
	_, path := grade.NewGrader(puzzle.Geometry()).Path(&puzzle)
	k := slices.IndexFunc(path, func(s grade.Step) bool { return familyOf(s.Technique) == family })
	return &puzzle, path[:k+1]
}
