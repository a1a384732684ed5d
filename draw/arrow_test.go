package draw

import (
	"math"
	"path/filepath"
	"testing"

	"gradoku/board"
	"gradoku/grade"
	"gradoku/internal/golden"
)

// chained is a step with a chain of the given candidates, each written r, c, digit;
// the first is false, the others true and false in turn.
func chained(geo *board.Geometry, at ...[3]int) grade.Step {
	var c grade.Chain
	for i, x := range at {
		l := grade.Link{Literal: grade.Literal{
			Candidate: grade.Candidate{Cell: geo.CellAt(x[0]-1, x[1]-1), Digit: board.Digit(x[2])}, On: i%2 == 1,
		}}
		if i > 0 {
			l.From = []int{i - 1}
		}
		c = append(c, l)
	}
	last := c[len(c)-1]
	return grade.Step{
		Technique: "forcing-chain", Cells: []board.Cell{c[0].Cell, last.Cell}, Digits: last.Digit.Mask(),
		Chains: []grade.Chain{c}, Eliminate: []grade.Candidate{last.Candidate},
	}
}

// TestChainGolden holds the bytes of one chain: links inside a cell, along a house
// and across, and two opposite ones.
func TestChainGolden(t *testing.T) {
	puzzle := parse(t, ".2.34...........")
	step := chained(puzzle.Geometry(), [3]int{2, 2, 1}, [3]int{2, 2, 3}, [3]int{2, 4, 2}, [3]int{4, 4, 2}, [3]int{4, 1, 2}, [3]int{2, 2, 1})
	got := svg(t, New(puzzle, Options{Path: []grade.Step{step}}), 0)
	golden.Check(t, filepath.Join("testdata", "chain.svg"), got)
}

// TestArrows: one arrow for each different link, from candidate to candidate, dashed
// where it makes its end false, on the paper.
func TestArrows(t *testing.T) {
	for _, geo := range board.Sizes() {
		n := geo.Size
		step := chained(geo, [3]int{1, 1, 1}, [3]int{1, 1, 2}, [3]int{1, n, 2}, [3]int{n, n, 2}, [3]int{n, 1, 2})
		step.Chains = append(step.Chains, step.Chains[0]) // again: no more arrows
		g := board.NewGrid(geo)
		p := New(&g, Options{Path: []grade.Step{step}})
		s := sheet{geo: geo}
		if len(p.Arrows) != 4 {
			t.Fatalf("%d: %d arrows, want 4", n, len(p.Arrows))
		}
		for i, a := range p.Arrows {
			from, to := step.Chains[0][i], step.Chains[0][i+1]
			x0, y0, size := s.spot(from.Cell, from.Digit)
			x1, y1, _ := s.spot(to.Cell, to.Digit)
			if math.Hypot(a.Arc[0].x-x0, a.Arc[0].y-y0) > size || math.Hypot(a.Tip.x-x1, a.Tip.y-y1) > size {
				t.Errorf("%d: arrow %+v is not from (%v,%v) to (%v,%v)", n, a, x0, y0, x1, y1)
			}
			if m := a.Arc.at(0.5); i == 0 && math.Abs(m.y-y0) < 0.1 {
				t.Errorf("%d: the arrow within a cell is a line through its candidates: %+v", n, a)
			}
			if a.Dashed == to.On {
				t.Errorf("%d: arrow %d is dashed: %v, its end is true: %v", n, i, a.Dashed, to.On)
			}
			outlines := 0
			a.outlines(func(outline) { outlines++ })
			if long := math.Hypot(x1-x0, y1-y0) > 1; a.Tip == a.Arc[3] || long && (a.Dashed != (outlines > 2)) {
				t.Errorf("%d: arrow %d has %d outlines and the tip %v", n, i, outlines, a.Tip)
			}
			if m := a.Arc.at(0.5); min(m.x, m.y) < 0 || max(m.x, m.y) > float64(n) {
				t.Errorf("%d: arrow %d bends off the grid", n, i)
			}
		}
	}
}

// TestArrowInk: the pixels on a solid arrow and on its head are green.
func TestArrowInk(t *testing.T) {
	geo := board.Nine()
	step := chained(geo, [3]int{2, 2, 5}, [3]int{7, 5, 5})
	g := board.NewGrid(geo)
	p := New(&g, Options{Path: []grade.Step{step}})
	p.Texts = nil // on a board full of candidates their rims cover parts of it
	r := render(t, p, 0)
	a := p.Arrows[0]
	for _, at := range []point{a.Arc.at(0.31), a.Arc.at(0.67), {(a.Tip.x + a.Arc[3].x) / 2, (a.Tip.y + a.Arc[3].y) / 2}} {
		if red, g, b, _ := r.img.At(int(r.x(at.x)), int(r.y(at.y))).RGBA(); red > g || b > g || red>>8 > 0xA0 {
			t.Errorf("at %v there is %x %x %x", at, red>>8, g>>8, b>>8)
		}
	}
}
