package draw

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gradoku/board"
	"gradoku/grade"
	"gradoku/hint"
)

// TestStepMarks compares what a page shows of each step with the step.
func TestStepMarks(t *testing.T) {
	puzzle := parse(t, xyWing)
	geo := puzzle.Geometry()
	steps := path(t, puzzle)
	placements, eliminations, wings := 0, 0, 0
	for k, step := range steps {
		p := New(puzzle, Options{Path: steps[:k+1], Names: []string{"pivot", "wing", "wing"}})
		for _, x := range p.Texts {
			if x.Style == Italic && x.Halo > 0 {
				t.Errorf("step %d: an arrow crosses %q", k+1, x.Body)
			}
		}
		var lost []grade.Candidate
		var place grade.Candidate
		for i := range geo.Cells {
			for _, x := range textsAt(geo, p)[board.Cell(i)] {
				d := board.Digit(strings.Index(".123456789", x.Body))
				switch x.Fill {
				case vermilion:
					lost = append(lost, grade.Candidate{Cell: board.Cell(i), Digit: d})
					if !struck(p, x) {
						t.Errorf("step %d: %+v is not struck through", k+1, x)
					}
				case white:
					place = grade.Candidate{Cell: board.Cell(i), Digit: d}
					if len(p.Discs) != 1 || p.Discs[0].X != x.X || p.Discs[0].Y != x.Y {
						t.Errorf("step %d: the placement is not on the disc: %+v", k+1, p.Discs)
					}
				}
			}
		}
		if d := cmp.Diff(step.Eliminate, lost); d != "" {
			t.Errorf("step %d: eliminated (-want +got)\n%s", k+1, d)
		}
		if place != step.Place {
			t.Errorf("step %d: places %v, want %v", k+1, place, step.Place)
		}
		if wing := strings.HasSuffix(step.Technique, "y-wing"); wing && len(p.Arrows) != 2 || !wing && len(step.Chains) == 0 && len(p.Arrows) > 0 {
			t.Errorf("step %d, %s: %d arrows", k+1, step.Technique, len(p.Arrows))
		} else if wing {
			wings++
		}
		eliminations += len(lost)
		placements += len(p.Discs)
	}
	if eliminations == 0 || placements == 0 || wings == 0 {
		t.Errorf("%d eliminations, %d placements and %d wings were looked at", eliminations, placements, wings)
	}
}

// struck reports whether a line runs behind the text, beyond both of its sides but not up to the next text.
func struck(p *Page, x Text) bool {
	for _, l := range p.Shades {
		if math.Abs(l.Y+l.H/2-x.Y) < 1e-9 && l.X < x.X-0.3*x.Size && l.X+l.W > x.X+0.3*x.Size && l.W < x.Size && l.Fill == strike {
			return true
		}
	}
	return false
}

func TestShades(t *testing.T) {
	puzzle := parse(t, xyWing)
	geo := puzzle.Geometry()
	steps := path(t, puzzle)
	for k, step := range steps {
		want := map[board.Cell]RGB{}
		for _, h := range step.Houses {
			for _, c := range geo.HouseCells(h) {
				want[c] = paleAmber
			}
		}
		for _, c := range step.Cells {
			want[c] = amber
		}
		if step.Place.Digit != 0 {
			want[step.Place.Cell] = paleBlue
		}
		got := map[board.Cell]RGB{}
		for _, r := range New(puzzle, Options{Path: steps[:k+1]}).Shades {
			if r.Fill == strike {
				continue
			}
			if r.W != 1 || r.H != 1 {
				t.Errorf("step %d: %+v is not a cell", k+1, r)
			}
			got[geo.CellAt(int(r.Y), int(r.X))] = r.Fill
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("step %d: shades (-want +got)\n%s", k+1, d)
		}
	}
}

// TestCaption: the sentence stands whole under the grid, on the paper and not
// wider than the grid.
func TestCaption(t *testing.T) {
	f := GoFonts().Face(Regular)
	for _, geo := range board.Sizes() {
		puzzle := dense(geo)
		steps := firstStep(t, puzzle)
		p := New(puzzle, Options{Path: steps})
		var lines []string
		n, last := float64(geo.Size), float64(geo.Size)
		for _, x := range p.Texts {
			if x.Y < n {
				continue
			}
			lines = append(lines, x.Body)
			if w := f.Width(x.Body) * x.Size; x.X != n/2 || w > n {
				t.Errorf("%dx%d: %q is %.2f wide about %v", geo.Size, geo.Size, x.Body, w, x.X)
			}
			if x.Y-last < x.Size/2 || x.Y+x.Size/2 > p.Bottom {
				t.Errorf("%dx%d: %q is at %v, under %v and above the edge %v", geo.Size, geo.Size, x.Body, x.Y, last, p.Bottom)
			}
			last = x.Y
		}
		want := "Step 1: " + hint.Sentence(geo, &steps[0])
		if got := strings.Join(lines, " "); got != want {
			t.Errorf("%dx%d: caption %q, want %q", geo.Size, geo.Size, got, want)
		}
		if !strings.Contains(p.Description, want) {
			t.Errorf("description %q lacks the sentence", p.Description)
		}
	}
}
