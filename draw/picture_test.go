package draw

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gradoku/board"
)

// TestFrame counts the lines of each width and looks where they are.
func TestFrame(t *testing.T) {
	for _, geo := range board.Sizes() {
		g := board.NewGrid(geo)
		got := map[int]int{}
		for _, l := range New(&g, Options{}).Lines {
			got[l.Width]++
			level, length := l.Y0, l.X1-l.X0
			every := geo.BoxRows
			if l.X0 == l.X1 {
				level, length, every = l.X0, l.Y1-l.Y0, geo.BoxCols
			}
			want := 1
			switch i := int(level); {
			case i == 0 || i == geo.Size:
				want = 3
			case i%every == 0:
				want = 2
			}
			if l.Width != want || length != float64(geo.Size) || l.Stroke != black {
				t.Errorf("%dx%d: line %+v: want width %d over the whole grid", geo.Size, geo.Size, l, want)
			}
		}
		boxes := geo.Bands() - 1 + geo.Stacks() - 1
		want := map[int]int{1: 2*(geo.Size-1) - boxes, 2: boxes, 3: 4}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%dx%d: lines by width (-want +got)\n%s", geo.Size, geo.Size, d)
		}
	}
}

// textsAt groups the texts of a page by the cell they stand in.
func textsAt(geo *board.Geometry, p *Page) map[board.Cell][]Text {
	m := map[board.Cell][]Text{}
	n := float64(geo.Size)
	for _, x := range p.Texts {
		if x.X >= 0 && x.X <= n && x.Y >= 0 && x.Y <= n {
			c := geo.CellAt(int(x.Y), int(x.X))
			m[c] = append(m[c], x)
		}
	}
	return m
}

func TestClues(t *testing.T) {
	for _, geo := range board.Sizes() {
		puzzle := sparse(geo)
		p := New(puzzle, Options{})
		at := textsAt(geo, p)
		for i, d := range puzzle.Digits() {
			c := board.Cell(i)
			var want []Text
			if d != 0 {
				want = []Text{{X: float64(geo.Col(c)) + 0.5, Y: float64(geo.Row(c)) + 0.5, Size: digitSize, Style: Bold, Body: d.String()}}
			}
			if d := cmp.Diff(want, at[c]); d != "" {
				t.Errorf("%s (-want +got)\n%s", geo.CellName(c), d)
			}
		}
		if n := float64(geo.Size) + 2*margin; p.Right-p.Left != n || p.Bottom-p.Top != n {
			t.Errorf("the paper is %v wide and %v high, want %v", p.Right-p.Left, p.Bottom-p.Top, n)
		}
	}
}

func TestSolution(t *testing.T) {
	puzzle, solution := parse(t, royle), parse(t, royleSolution)
	p := New(puzzle, Options{Solution: solution})
	var got strings.Builder
	for _, x := range p.Texts {
		got.WriteString(x.Body)
		given := puzzle.At(puzzle.Geometry().CellAt(int(x.Y), int(x.X))) != 0
		if (x.Style == Bold) != given || (x.Fill == black) != given || (x.Fill == blue) == given {
			t.Errorf("%+v: given is %v", x, given)
		}
	}
	if got.String() != royleSolution {
		t.Errorf("digits %s, want %s", got.String(), royleSolution)
	}
	if !strings.Contains(p.Title, "solution") {
		t.Errorf("title %q", p.Title)
	}
}

// TestCandidates reads the candidates back from their places.
func TestCandidates(t *testing.T) {
	for _, geo := range board.Sizes() {
		puzzle := sparse(geo)
		b := board.NewBoard(puzzle)
		for c, texts := range textsAt(geo, New(puzzle, Options{Candidates: true})) {
			if puzzle.At(c) != 0 {
				continue
			}
			var got board.Digits
			for _, x := range texts {
				fx, fy := x.X-math.Floor(x.X), x.Y-math.Floor(x.Y)
				d := board.Digit(int(fy*float64(geo.BoxRows))*geo.BoxCols + int(fx*float64(geo.BoxCols)) + 1)
				if x.Body != d.String() {
					t.Errorf("%dx%d %s: %q stands where %v belongs", geo.Size, geo.Size, geo.CellName(c), x.Body, d)
				}
				got |= d.Mask()
			}
			if got != b.Candidates(c) {
				t.Errorf("%dx%d %s: candidates %v, want %v", geo.Size, geo.Size, geo.CellName(c), got, b.Candidates(c))
			}
		}
	}
}

// TestCandidatesApart: no two candidates of a cell touch, not even the widest
// letters, and none touches a line.
func TestCandidatesApart(t *testing.T) {
	f := GoFonts().Face(Bold)
	for _, geo := range board.Sizes() {
		g := board.NewGrid(geo)
		texts := textsAt(geo, New(&g, Options{Candidates: true}))[0]
		if len(texts) != geo.Size {
			t.Fatalf("%d candidates in a blank grid", len(texts))
		}
		for i, a := range texts {
			left, right := inkSides(f, a)
			if left < 1.5*pen || right > 1-1.5*pen {
				t.Errorf("%dx%d: %s reaches from %.3f to %.3f", geo.Size, geo.Size, a.Body, left, right)
			}
			if i+1 < len(texts) && texts[i+1].Y == a.Y {
				if next, _ := inkSides(f, texts[i+1]); next-right < 0.01 {
					t.Errorf("%dx%d: %s ends at %.3f, %s begins at %.3f", geo.Size, geo.Size, a.Body, right, texts[i+1].Body, next)
				}
			}
		}
	}
}

func inkSides(f *Face, x Text) (left, right float64) {
	x0, x1 := f.ink(x.Body)
	half := (x1 - x0) / 2 * x.Size
	return x.X - half, x.X + half
}

func TestCoordinates(t *testing.T) {
	for _, geo := range board.Sizes() {
		g := board.NewGrid(geo)
		p := New(&g, Options{Coordinates: true})
		got := map[string]bool{}
		for _, x := range p.Texts {
			kind, along := "c", x.X
			if x.X < 0 {
				kind, along = "r", x.Y
			}
			if want := fmt.Sprintf("%s%d", kind, int(along)+1); x.Body != want {
				t.Errorf("%q stands where %q belongs", x.Body, want)
			}
			if x.X < p.Left+0.1 || x.Y < p.Top+0.1 {
				t.Errorf("%q is at the edge of the paper", x.Body)
			}
			got[x.Body] = true
		}
		if len(got) != 2*geo.Size {
			t.Errorf("%dx%d: %d coordinates", geo.Size, geo.Size, len(got))
		}
	}
}

// TestContradiction: what no solver takes can still be drawn.
func TestContradiction(t *testing.T) {
	p := New(parse(t, "11.............."), Options{Candidates: true})
	var clues int
	for _, x := range p.Texts {
		if x.Size == digitSize {
			clues++
		}
	}
	if clues != 2 {
		t.Errorf("%d clues drawn, want 2", clues)
	}
}

// TestOnlySpokenFor: a style that doc.go does not explain does not occur, and
// no two parts differ by colour alone.
func TestOnlySpokenFor(t *testing.T) {
	type style struct {
		fill  RGB
		bold  bool
		large bool
	}
	meanings := map[style]string{
		{black, true, true}:      "clue",
		{blue, false, true}:      "found",
		{grey, false, false}:     "candidate",
		{black, true, false}:     "pattern",
		{white, true, false}:     "placed",
		{vermilion, true, false}: "eliminated",
	}
	puzzle := parse(t, xyWing)
	steps := path(t, puzzle)
	seen := map[string]bool{}
	for k := range steps {
		for _, texts := range textsAt(puzzle.Geometry(), New(puzzle, Options{Path: steps[:k+1]})) {
			for _, x := range texts {
				meaning := meanings[style{x.Fill, x.Style == Bold, x.Size == digitSize}]
				if meaning == "" {
					t.Fatalf("step %d: %+v has no meaning", k+1, x)
				}
				seen[meaning] = true
			}
		}
	}
	if len(seen) != len(meanings) {
		t.Errorf("only %v occur", seen)
	}
}
