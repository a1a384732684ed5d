package draw

import (
	"math"
	"slices"
	"unicode/utf8"

	"gradoku/board"
	"gradoku/grade"
)

// Arrow is an arc with a head at its end, a quadratic Bézier curve. A solid one is
// a strong link: if its beginning is false, its end is true. A dashed one is a weak
// link: if its beginning is true, its end is false.
type Arrow struct {
	X0, Y0 float64 // the beginning
	CX, CY float64 // the control point
	X1, Y1 float64 // the tip of the head
	Width  float64
	Head   float64 // its length
	Dashed bool
	Stroke RGB
}

// Sizes of arrows, in cells.
const (
	arrowWidth = 0.030
	arrowHead  = 0.15
	arrowBend  = 0.14 // how far the arc bends to the left, as a share of its length, so that two opposite arrows stay apart
	leastBend  = 0.22 // a flat one within a cell would look like a line through its candidates
	mostBend   = 0.40
)

// dash and gap are the lengths of the parts of a dashed arrow.
func (a *Arrow) dash() float64 { return a.Width / 3 * 10 }
func (a *Arrow) gap() float64  { return a.Width / 3 * 7 }

// arrows draws each link of a step's chains once. Of a wing it links the pivot with each wing by the
// digit that both have and that the step does not eliminate.
func (s *sheet) arrows(b *board.Board, step *grade.Step) {
	if step.Technique == "xy-wing" || step.Technique == "xyz-wing" {
		pivot := step.Cells[0]
		for _, c := range step.Cells[1:] {
			shared := b.Candidates(pivot) & b.Candidates(c) &^ step.Eliminate[0].Digit.Mask()
			s.page.Arrows = append(s.page.Arrows, s.arrow(grade.Candidate{Cell: pivot, Digit: shared.First()}, grade.Candidate{Cell: c, Digit: shared.First()}, false))
		}
	}
	type link struct {
		from, to grade.Candidate
		strong   bool
	}
	seen := map[link]bool{}
	for _, c := range step.Chains {
		for _, l := range c {
			for _, from := range l.From {
				k := link{c[from].Candidate, l.Candidate, l.On}
				if k.from != k.to && !seen[k] {
					seen[k] = true
					s.page.Arrows = append(s.page.Arrows, s.arrow(k.from, k.to, k.strong))
				}
			}
		}
	}
}

// bends and leans define the arcs from which an arrow is chosen, the most usual first: how far an arc
// bends to the left, and how far its bend is from the middle, as shares of its length.
var (
	bends = [...]float64{1, -1, 1.5, -1.5, 0.6, -0.6, 2, -2, 2.5, -2.5, 3, -3, 4, -4, 5, -5}
	leans = [...]float64{0, -0.15, 0.15, -0.3, 0.3}
)

// arrow joins two candidates, edge to edge, with the arc that crosses the least.
func (s *sheet) arrow(from, to grade.Candidate, strong bool) (best Arrow) {
	x0, y0, size := s.spot(from.Cell, from.Digit)
	x1, y1, _ := s.spot(to.Cell, to.Digit)
	dx, dy := x1-x0, y1-y0
	length := math.Hypot(dx, dy)
	room := min(size*0.62, length*0.45)
	least := math.Inf(1)
	for _, lean := range leans {
		for _, times := range bends {
			cost := math.Abs(times) + 6*math.Abs(lean)
			if cost >= least || math.Abs(times) < 1 && length < 1 { // the second would look like a line through candidates
				continue
			}
			bend := times * min(max(arrowBend*length, leastBend), mostBend) / length
			a := Arrow{CX: (x0+x1)/2 + lean*dx + bend*dy, CY: (y0+y1)/2 + lean*dy - bend*dx, Width: arrowWidth, Dashed: !strong, Stroke: green}
			a.X0, a.Y0 = towards(x0, y0, a.CX, a.CY, room)
			a.X1, a.Y1 = towards(x1, y1, a.CX, a.CY, room)
			a.Head = min(arrowHead, 0.6*math.Hypot(a.X1-a.X0, a.Y1-a.Y0))
			if cost = s.obstacles(&a, cost, least); cost < least {
				best, least = a, cost
			}
		}
	}
	return best
}

// obstacles adds to a cost what speaks against an arrow: to leave the grid, to run beside another
// arrow, and to cross texts, above all candidates, words and what a step strikes out. It stops
// where the cost reaches the most that counts.
func (s *sheet) obstacles(a *Arrow, cost, most float64) float64 {
	if min(a.CX, a.CY) < 0 || max(a.CX, a.CY) > float64(s.geo.Size) {
		cost += 1000
	}
	for _, other := range s.page.Arrows {
		if math.Hypot(a.CX-other.CX, a.CY-other.CY) < arrowHead {
			cost += 10
		}
	}
	for i := range s.page.Texts {
		switch t := &s.page.Texts[i]; {
		case cost >= most:
			return cost
		case !a.crosses(t):
		case t.Fill == vermilion:
			cost += 40
		case t.Size < digitSize*0.8: // a candidate or a word
			cost += 16
		default:
			cost += 2
		}
	}
	return cost
}

// haloWidth is the rim of a text that an arrow crosses, in cells.
const haloWidth = 0.035

// halos gives texts that arrows cross a rim in the colour of their cell, so that both
// stay readable.
func (s *sheet) halos() {
	ground := map[point]RGB{}
	for _, r := range s.page.Shades {
		ground[point{r.X, r.Y}] = r.Fill
	}
	for i := range s.page.Texts {
		t := &s.page.Texts[i]
		if t.Fill == white || !slices.ContainsFunc(s.page.Arrows, func(a Arrow) bool { return a.crosses(t) }) {
			continue
		}
		t.Halo, t.Ground = haloWidth, white
		if fill, ok := ground[point{math.Floor(t.X), math.Floor(t.Y)}]; ok {
			t.Ground = fill
		}
	}
}

// crosses reports whether an arrow passes through a digit or a word, or its head touches one.
func (a *Arrow) crosses(t *Text) bool {
	wide, high := t.Size*max(0.31, 0.25*float64(utf8.RuneCountInString(t.Body))), t.Size*0.42
	if t.Fill == vermilion { // its line is wider
		wide = t.Size * 0.46
	}
	off := func(t, reach float64, on ...float64) bool {
		return slices.Min(on)-a.Head > t+reach || slices.Max(on)+a.Head < t-reach
	}
	if off(t.X, wide, a.X0, a.CX, a.X1) || off(t.Y, high, a.Y0, a.CY, a.Y1) {
		return false
	}
	const pieces = 128
	inside := func(p point) bool { return math.Abs(p.x-t.X) < wide && math.Abs(p.y-t.Y) < high }
	for i := range pieces + 1 {
		if inside(a.at(float64(i) / pieces)) {
			return true
		}
	}
	head := a.head()
	return slices.ContainsFunc(head[:], inside)
}

// towards returns the point at a distance from one point in the direction of another.
func towards(x, y, tx, ty, distance float64) (float64, float64) {
	d := math.Hypot(tx-x, ty-y)
	return x + (tx-x)*distance/d, y + (ty-y)*distance/d
}

// neck returns where the head begins and the arc ends.
func (a *Arrow) neck() (x, y float64) {
	return towards(a.X1, a.Y1, a.CX, a.CY, 0.8*a.Head)
}

func (a *Arrow) head() [3]point {
	bx, by := towards(a.X1, a.Y1, a.CX, a.CY, a.Head)
	nx, ny := (a.Y1-by)*0.42, -(a.X1-bx)*0.42
	return [3]point{{a.X1, a.Y1}, {bx + nx, by + ny}, {bx - nx, by - ny}}
}

// at returns the point of the arc at t, from 0 to 1.
func (a *Arrow) at(t float64) point {
	x, y := a.neck()
	u := 1 - t
	return point{u*u*a.X0 + 2*u*t*a.CX + t*t*x, u*u*a.Y0 + 2*u*t*a.CY + t*t*y}
}

// strokes returns the visible parts of the arc, as polygons of the arrow's width.
func (a *Arrow) strokes() []outline {
	pieces := int(math.Hypot(a.X1-a.X0, a.Y1-a.Y0)/(a.Width/3)) + 8
	var parts []outline
	var side [2][]point
	gone := 0.0
	flush := func() {
		if len(side[0]) > 1 {
			slices.Reverse(side[1]) // along one side and back along the other
			parts = append(parts, closed(append(side[0], side[1]...)...))
		}
		side = [2][]point{}
	}
	before := a.at(0)
	for i := 1; i <= pieces; i++ {
		p := a.at(float64(i) / float64(pieces))
		dx, dy := p.x-before.x, p.y-before.y
		d := math.Hypot(dx, dy)
		if d == 0 {
			continue
		}
		if a.Dashed && math.Mod(gone, a.dash()+a.gap()) >= a.dash() {
			flush()
		} else {
			nx, ny := dy/d*a.Width/2, -dx/d*a.Width/2
			for _, q := range [2]point{before, p} {
				side[0] = append(side[0], point{q.x + nx, q.y + ny})
				side[1] = append(side[1], point{q.x - nx, q.y - ny})
			}
		}
		gone += d
		before = p
	}
	flush()
	return parts
}

func (a *Arrow) fill(fill func(outline, RGB)) {
	head := a.head()
	for _, o := range append(a.strokes(), closed(head[:]...)) {
		fill(o, a.Stroke)
	}
}

// CandidateSize returns the size of a candidate's digit, in cells. It is large, so that even a small
// board is legible, but digits below each other stay apart and a digit in a cell is clearly larger.
func CandidateSize(geo *board.Geometry) float64 {
	return min(0.405, 1.15*(1-2*inset)/float64(max(geo.BoxRows, geo.BoxCols)))
}

// spot returns the middle of a candidate in its cell, and its size.
func (s *sheet) spot(c board.Cell, d board.Digit) (x, y, size float64) {
	x, y = s.corner(c)
	w, h := (1-2*inset)/float64(s.geo.BoxCols), (1-2*inset)/float64(s.geo.BoxRows)
	x += inset + (float64((int(d)-1)%s.geo.BoxCols)+0.5)*w
	y += inset + (float64((int(d)-1)/s.geo.BoxCols)+0.5)*h
	return x, y, min(w, h)
}
