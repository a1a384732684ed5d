package grade

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"gradoku/board"
)

// The puzzles of the document that introduced blank freedom: the first of its
// table 4, the five of table 6, and its headline puzzle, Arto Inkala's.
const (
	table4First = "000840091001700600070000050460180200700296003000070960040607000605008020200010000"
	inkala      = "800000000003600000070090200050007000000045700000100030001000068008500010090000400"
)

var table6 = []string{
	"950624003038007061000000050360209008100000006500108072070000000610900830400856097",
	"000074680800000000004006910020065071000000000480310050016900800000000009032750000",
	"000000023030050040000003700000302650050040072007600000008500960540180200900060001",
	"006009000031800009700000056080400000200010007000008040360000002900005310000200500",
	"600000004050009800000003570003060280802094000000000000080042000001000020500010008",
}

func TestMetricsOfTheDocument(t *testing.T) {
	empty, full := board.NewGrid(board.Nine()), randomSolution(board.Nine(), newRand(5))
	one := full
	one.Set(40, 0)
	for _, c := range []struct {
		puzzle           string
		blanks, freedom  int
		x, y             int
		printed, fitted  byte
		documentsLetters string
	}{
		{table6[0], 45, 698, 1, 1, 'A', 'A', "tables 6 and 7"},
		{table6[1], 53, 922, 2, 2, 'C', 'E', "tables 6 and 7"},
		{table6[2], 52, 880, 2, 2, 'C', 'E', "tables 6 and 7"},
		{table6[3], 56, 1008, 3, 3, 'E', 'G', "tables 6 and 7"},
		{table6[4], 57, 1054, 3, 3, 'E', 'G', "tables 6 and 7"},
		{table4First, 50, 820, 2, 2, 'C', 'C', "table 4: freedom level 2"},
		{inkala, 60, 1162, 3, 4, 'F', 'H', "abstract: blank level 3"},
		{empty.String(), 81, 2106, 5, 5, 'I', 'I', "section on the range of freedom"},
		{one.String(), 1, 2, 1, 1, 'A', 'A', ""},
		{full.String(), 0, 0, 1, 1, 'A', 'A', ""},
	} {
		p := parse(t, c.puzzle)
		if n, f := Metrics(&p); n != c.blanks || f != c.freedom {
			t.Errorf("%s: blanks %d, freedom %d, want %d, %d (%s)", c.puzzle, n, f, c.blanks, c.freedom, c.documentsLetters)
		}
		gr := NewGrader(board.Nine())
		gr.Budget = 1 // the rating is not asked for
		g := gr.Grade(&p)
		if g.Blanks != c.blanks || g.Freedom != c.freedom || g.X != c.x || g.Y != c.y ||
			g.LetterPrinted != c.printed || g.LetterFitted != c.fitted {
			t.Errorf("%s: N %d F %d X %d Y %d letters %c %c, want %+v", c.puzzle,
				g.Blanks, g.Freedom, g.X, g.Y, g.LetterPrinted, g.LetterFitted, c)
		}
	}
}

func TestLevelBorders(t *testing.T) {
	nine := board.Nine()
	for _, c := range []struct {
		scheme        Scheme
		value         int
		level         func(Scheme, *board.Geometry, int) int
		below, border int
	}{
		{Printed, 46, Scheme.LevelX, 1, 2},
		{Printed, 55, Scheme.LevelX, 2, 3},
		{Printed, 64, Scheme.LevelX, 3, 4},
		{Printed, 73, Scheme.LevelX, 4, 5},
		{Printed, 820, Scheme.LevelY, 1, 2},
		{Printed, 940, Scheme.LevelY, 2, 3},
		{Printed, 1060, Scheme.LevelY, 3, 4},
		{Printed, 1180, Scheme.LevelY, 4, 5},
		{Fitted, 46, Scheme.LevelX, 1, 2},
		{Fitted, 51, Scheme.LevelX, 2, 3},
		{Fitted, 56, Scheme.LevelX, 3, 4},
		{Fitted, 61, Scheme.LevelX, 4, 5},
		{Fitted, 701, Scheme.LevelY, 1, 2},
		{Fitted, 821, Scheme.LevelY, 2, 3},
		{Fitted, 941, Scheme.LevelY, 3, 4},
		{Fitted, 1061, Scheme.LevelY, 4, 5},
	} {
		below, at := c.level(c.scheme, nine, c.value-1), c.level(c.scheme, nine, c.value)
		if below != c.below || at != c.border {
			t.Errorf("%v at %d: levels %d, %d, want %d, %d", c.scheme, c.value, below, at, c.below, c.border)
		}
	}
}

// TestLettersOfOtherSizes: an empty grid is I and a full one A at every size, and
// in between the letter never falls.
func TestLettersOfOtherSizes(t *testing.T) {
	for _, geo := range board.Sizes() {
		for name, s := range schemes {
			last := byte('A')
			for n := range geo.Cells + 1 {
				letter := s.Letter(geo, n, n*maxFreedom(geo)/geo.Cells)
				if letter < last || letter > 'I' || n == 0 && letter != 'A' {
					t.Errorf("%dx%d, %s: letter %c after %c at %d blanks", geo.Size, geo.Size, name, letter, last, n)
				}
				last = letter
			}
			if last != 'I' {
				t.Errorf("%dx%d, %s: the empty grid is %c", geo.Size, geo.Size, name, last)
			}
			empty := board.NewGrid(geo)
			if _, f := Metrics(&empty); f != maxFreedom(geo) {
				t.Errorf("%dx%d: the empty grid has freedom %d, not %d", geo.Size, geo.Size, f, maxFreedom(geo))
			}
		}
	}
}

// TestFreedomCountsHouses compares F with its definition, blank by blank.
func TestFreedomCountsHouses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		geo := rapid.SampledFrom(board.Sizes()).Draw(t, "size")
		p := board.NewGrid(geo)
		for _, c := range rapid.SliceOfDistinct(rapid.IntRange(0, geo.Cells-1), rapid.ID).Draw(t, "clues") {
			p.Set(board.Cell(c), 1)
		}
		blanks, freedom := 0, 0
		for i := range geo.Cells {
			if p.At(board.Cell(i)) != 0 {
				continue
			}
			blanks++
			freedom--
			for _, h := range geo.HousesOf(board.Cell(i)) {
				for _, c := range geo.HouseCells(h) {
					if p.At(c) == 0 {
						freedom++
					}
				}
			}
		}
		if n, f := Metrics(&p); n != blanks || f != freedom {
			t.Fatalf("%v: %d, %d, want %d, %d", p, n, f, blanks, freedom)
		}
	})
}

// TestLevels: the limits of the levels rise, and a puzzle has the first level that allows
// both its rating and its scan effort. Stored grades and published files have the IDs.
func TestLevels(t *testing.T) {
	want := []string{"gentle", "easy", "medium", "hard", "expert", "extreme"}
	if got := LevelIDs(); !slices.Equal(got, want) {
		t.Errorf("levels %v, want %v", got, want)
	}
	for i, l := range Levels() {
		if l.Label == "" || l.Doc == "" || i > 0 && (l.MaxRating <= levels[i-1].MaxRating || l.MaxScan != 0 && l.MaxScan <= levels[i-1].MaxScan) {
			t.Errorf("level %+v is incomplete or out of order", l)
		}
		if got := LevelOf(9, l.MaxRating, l.MaxScan); got != l.ID {
			t.Errorf("at the limits of %s: %s", l.ID, got)
		}
		if l.MaxScan == 0 {
			continue
		}
		if got := LevelOf(9, 10, l.MaxScan+1); got != want[i+1] {
			t.Errorf("above the scan effort of %s: %s", l.ID, got)
		}
		if at, above := LevelOf(6, 10, l.MaxScan*36/81), LevelOf(6, 10, l.MaxScan*36/81+1); at != l.ID || above != want[i+1] {
			t.Errorf("on 6x6 at the scan effort of %s: %s, above: %s", l.ID, at, above)
		}
	}
	if got := LevelOf(9, 0, 0); got != "" {
		t.Errorf("a full grid is %q", got)
	}
}

// TestBudgetIsExtreme: only searches for steps of the last level ask the budget, so a rating
// that is a lower bound is enough to know the level.
func TestBudgetIsExtreme(t *testing.T) {
	gr := NewGrader(board.Nine())
	gr.Budget = 1
	ended := 0
	puzzles, _ := sample(board.Nine(), 60, 9)
	for _, p := range puzzles {
		if g := gr.Grade(&p); g.AtLeast {
			if ended++; g.Level != "extreme" {
				t.Errorf("%v: at least %d, level %s", p, g.Rating, g.Level)
			}
		}
	}
	if ended == 0 {
		t.Error("no puzzle asked the budget")
	}
}
