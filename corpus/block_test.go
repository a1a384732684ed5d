package corpus

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"gradoku/board"

	"gradoku/internal/boardtest"
)

// The three dresses of a drawn grid, see block.go.
func plain(g board.Grid) string {
	return strings.Join(rowsOf(g.String(), g.Geometry().Size), "\n") + "\n"
}

func banded(g board.Grid) string {
	geo := g.Geometry()
	rows := rowsOf(g.String(), geo.Size)
	var b strings.Builder
	for i, row := range rows {
		if i > 0 && i%geo.BoxRows == 0 {
			b.WriteString("\n")
		}
		b.WriteString(strings.Join(rowsOf(row, geo.BoxCols), " ") + "\n")
	}
	return b.String()
}

func framed(g board.Grid) string { return g.Framed() }

func TestReadBlock(t *testing.T) {
	g, h := boardtest.Parse(t, inkala), boardtest.Parse(t, moler)
	const i, m = "8...~.4../21", ".2..~..2./21"
	ss := " *-----------*\n |8..|...|...|\n |..3|6..|...|\n |.7.|.9.|2..|\n |---+---+---|\n |.5.|..7|...|\n |...|.45|7..|\n" +
		" |...|1..|.3.|\n |---+---+---|\n |..1|...|.68|\n |..8|5..|.1.|\n |.9.|...|4..|\n *-----------*\n"
	cases := []struct {
		name, text string
		want       []string
	}{
		{"plain", plain(g) + plain(h), []string{"1:1 " + i, "10:1 " + m}},
		{"plain, blank line between", plain(g) + "\n" + plain(h), []string{"1:1 " + i, "11:1 " + m}},
		{"plain, spaces", strings.ReplaceAll(plain(g), ".", "0 "), []string{"1:1 " + i}},
		{"banded", banded(g) + "\n" + banded(h), []string{"1:1 " + i, "13:1 " + m}},
		{"banded, two blank lines", banded(g) + "\n\n" + banded(h), []string{"1:1 " + i, "14:1 " + m}},
		{"framed", framed(g) + framed(h), []string{"2:1 " + i, "15:1 " + m}},
		{"Simple Sudoku", ss + "\n" + ss, []string{"2:2 " + i, "16:2 " + i}},
		{"titles", "Grid 01\n" + plain(g) + "Grid 02\n" + plain(h), []string{"2:1 " + i + " label=Grid 01", "12:1 " + m + " label=Grid 02"}},
		{"title, blank line", "The hard one:\n\n" + framed(g), []string{"4:1 " + i + " label=The hard one:"}},
		{"between lines", moler + "\n" + plain(g) + inkala + "\n", []string{"1:1 " + m, "2:1 " + i, "11:1 " + i}},
		{"between comments", "#\n" + plain(g) + "#\n", []string{"2:1 " + i}},
		{"CRLF", strings.ReplaceAll(framed(g), "\n", "\r\n"), []string{"2:1 " + i}},
		{
			"16x16 in rows of 16, the first of small digits", strings.Repeat("1", 16) + "\n" + strings.Repeat("G"+strings.Repeat(".", 15)+"\n", 15),
			[]string{"1:1 1111~..../31"},
		},
		{"4x4 in 17 lines, a slip", strings.Repeat(tiny+"\n", 3) + "5" + tiny[1:] + "\n" + strings.Repeat(tiny+"\n", 13), slices.Concat(
			places(1, 3), []string{"! in.txt:4:1: digit 5 is too large for a 4x4 puzzle"}, places(5, 17),
		)},
		{"4x4 with spaces", "1 2 3 4 . . . . . . . . . . . .\n\n", []string{"1:1 1234~..../4"}},
		{"4x4 under a title", "Title\n" + tiny + "\n", []string{"! in.txt:1:1: neither a puzzle nor a comment (a comment starts with #)", "2:1 1.3.~...4/5"}},
		{
			"16x16 in rows of 16", strings.Repeat("G5"+strings.Repeat(".", 14)+"\n", 16),
			[]string{"1:1 G5..~..../32"},
		},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, dump(readString(c.text))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// places are the records of the 4x4 puzzle on these lines.
func places(first, last int) []string {
	var list []string
	for i := first; i <= last; i++ {
		list = append(list, fmt.Sprintf("%d:1 1.3.~...4/5", i))
	}
	return list
}

func TestBlockErrors(t *testing.T) {
	g := boardtest.Parse(t, inkala)
	edit := func(text string, line int, with ...string) string {
		rows := strings.SplitAfter(text, "\n")
		return strings.Join(slices.Replace(rows, line-1, line, with...), "")
	}
	cases := []struct{ name, text, want string }{
		{"bad character", edit(plain(g), 4, ".5?..7...\n"), "in.txt:4:3: '?' is neither a digit nor a blank (. 0 * _ x X) (in the grid that starts on line 1)"},
		{"bad character in row 1", edit(plain(g), 1, "8..q.....\n"), "in.txt:1:4: 'q' is neither a digit nor a blank (. 0 * _ x X) (in the grid that starts on line 1)"},
		{"all bad characters", edit(plain(g), 4, "?????????\n"), "in.txt:4:1: '?' is neither a digit nor a blank (. 0 * _ x X) (in the grid that starts on line 1)"},
		{"short row", edit(plain(g), 4, ".5...7..\n"), "in.txt:4:8: row 4 has 8 cells, but rows of a 9x9 grid have 9 (in the grid that starts on line 1)"},
		{"long row", edit(plain(g), 4, " .5...7....\n"), "in.txt:4:11: row 4 has 10 cells, but rows of a 9x9 grid have 9 (in the grid that starts on line 1)"},
		{"short row 1", edit(plain(g), 1, "8.......\n"), "in.txt:1:8: row 1 has 8 cells, but rows of a 9x9 grid have 9 (in the grid that starts on line 1)"},
		{"digit too large", edit(plain(g), 2, "..36....A\n"), "in.txt:2:9: digit A is too large for a 9x9 puzzle (in the grid that starts on line 1)"},
		{"8 rows", edit(plain(g), 4), "in.txt:8:9: the grid ends after 8 of its 9 rows (in the grid that starts on line 1)"},
		{"banded, a row lost", edit(banded(g), 2), "in.txt:3:1: the band ends after 2 rows, but bands of a 9x9 grid have 3 (in the grid that starts on line 1)"},
		{"framed, a row lost", edit(framed(g), 3), "in.txt:4:1: the band ends after 2 rows, but bands of a 9x9 grid have 3 (in the grid that starts on line 2)"},
		{"framed, bad character", edit(framed(g), 7, "| . 5 . | . ; 7 | . . . |\n"), "in.txt:7:13: ';' is neither a digit nor a blank (. 0 * _ x X) (in the grid that starts on line 2)"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			next := strings.Count(c.text, "\n") + 2
			want := []string{"! " + c.want, fmt.Sprintf("%d:1 .2..~..2./21", next)}
			if diff := cmp.Diff(want, dump(readString(c.text+"\n"+moler+"\n"))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// dresses draws a grid, each in its way.
var dresses = map[string]func(board.Grid) string{"plain": plain, "banded": banded, "framed": framed}

// drawGrid draws a grid with random cells; conflicts do not matter to a reader.
// Cells are uniform, where rapid would prefer small digits: a 16x16 grid of
// those is not one, see block.tiny.
func drawGrid(t *rapid.T, geo *board.Geometry) board.Grid {
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "cells"), 0))
	g := board.NewGrid(geo)
	for i := range g.Digits() {
		g.Set(board.Cell(i), board.Digit(rng.IntN(geo.Size+1)))
	}
	return g
}

func drawSize(t *rapid.T) *board.Geometry {
	geo, err := board.ForSize(rapid.SampledFrom([]int{4, 6, 9, 12, 16}).Draw(t, "size"))
	if err != nil {
		t.Fatal(err)
	}
	return geo
}

// Whatever row is lost from whichever grid of a file, no wrong grid is read and
// the grids behind it are.
func TestLostRow(t *testing.T) {
	for name, dress := range dresses {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) { checkLostRow(t, dress) })
		})
	}
}

func checkLostRow(t *rapid.T, dress func(board.Grid) string) {
	geo := drawSize(t)
	hurt := rapid.IntRange(0, 3).Draw(t, "hurt")
	lost := rapid.IntRange(0, geo.Size-1).Draw(t, "lost")
	var want []board.Grid
	var file strings.Builder
	for i := range 4 {
		g := drawGrid(t, geo)
		text := dress(g)
		if i == hurt {
			text = withoutRow(text, lost)
		} else {
			want = append(want, g)
		}
		file.WriteString(text + "\n")
	}
	var got []board.Grid
	faults := 0
	for rec, err := range readString(file.String()) {
		if err != nil {
			faults++
			continue
		}
		got = append(got, rec.Puzzle)
	}
	if faults != 1 || !slices.Equal(got, want) {
		t.Fatalf("%d errors, %d grids from\n%s", faults, len(got), file.String())
	}
}

// withoutRow takes the n-th row out of a drawn grid.
func withoutRow(text string, n int) string {
	lines := strings.SplitAfter(text, "\n")
	for i, line := range lines {
		if count(line).cells == 0 {
			continue
		}
		if n == 0 {
			return strings.Join(slices.Delete(lines, i, i+1), "")
		}
		n--
	}
	panic("the grid has fewer rows")
}
