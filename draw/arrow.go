package draw

import (
	"math"
	"slices"
	"unicode/utf8"

	"gradoku/board"
	"gradoku/grade"
)

// Arrow is a curve with a head at its end. A solid one is a strong link: if its beginning
// is false, its end is true. A dashed one is a weak link: if its beginning is true, its
// end is false.
type Arrow struct {
	Arc    cubic // from its beginning into the head
	Tip    point // of the head
	Width  float64
	Dashed bool
	Stroke RGB
}

// Sizes of arrows, in cells.
const (
	arrowWidth = 0.030
	arrowHead  = 0.15
	arrowBend  = 0.095 // how far the control points are to the left, as a share of the length, so that two opposite arrows stay apart
	leastBend  = 0.15  // a flat arrow within a cell would look like a line through its candidates
	mostBend   = 0.20
	haloWidth  = 0.035 // the rim of a text that an arrow crosses
	neck       = 0.8   // from the tip to the end of the arc, as a share of the head
)

// dashes returns the lengths of the parts and of the gaps of a dashed arrow, nil for a solid one.
func (a *Arrow) dashes() []float64 {
	if !a.Dashed {
		return nil
	}
	return []float64{a.Width / 3 * 10, a.Width / 3 * 7}
}

// arrows draws each link of a step's chains once. In an XY-wing or XYZ-wing it joins the pivot to each other
// cell by the digit that both have and that the step does not eliminate. Texts that arrows cross get a rim in the
// colour of their cell, so that both stay readable.
func (s *sheet) arrows(b *board.Board, step *grade.Step) {
	s.texts = make([][]int, s.geo.Cells)
	for i, t := range s.page.Texts {
		if min(t.X, t.Y) > 0 { // not a coordinate
			c := s.geo.CellAt(int(t.Y), int(t.X))
			s.texts[c] = append(s.texts[c], i)
		}
	}
	type link struct {
		from, to grade.Candidate
		strong   bool
	}
	var links []link
	add := func(l link) {
		for _, other := range links {
			if l == other {
				return
			}
		}
		links = append(links, l)
		arrow, crossed := s.arrow(l.from, l.to, l.strong)
		s.page.Arrows = append(s.page.Arrows, arrow)
		for _, i := range crossed {
			t := &s.page.Texts[i]
			if t.Fill == white {
				continue
			}
			t.Halo, t.Ground = haloWidth, white
			for _, r := range s.page.Shades {
				if r.X == math.Floor(t.X) && r.Y == math.Floor(t.Y) {
					t.Ground = r.Fill
				}
			}
		}
	}
	if step.Technique == "xy-wing" || step.Technique == "xyz-wing" {
		pivot := step.Cells[0]
		for _, c := range step.Cells[1:] {
			shared := (b.Candidates(pivot) & b.Candidates(c) &^ step.Eliminate[0].Digit.Mask()).First()
			add(link{grade.Candidate{Cell: pivot, Digit: shared}, grade.Candidate{Cell: c, Digit: shared}, false})
		}
	}
	for _, c := range step.Chains {
		for _, l := range c {
			for _, from := range l.From {
				if c[from].Candidate != l.Candidate {
					add(link{c[from].Candidate, l.Candidate, l.On})
				}
			}
		}
	}
}

// handles are the distances of an arc's control points from its ends, as shares of its length. An arc
// with two short distances is flat in the middle: a long arc can then run between rows of digits.
var handles = [...]float64{0.35, 0.2, 0.05}

// arrow joins two candidates, edge to edge, with the arc that has the least in its way, and of several
// the one that bends the least. It also returns the texts that it crosses, by their places on the page.
func (s *sheet) arrow(from, to grade.Candidate, strong bool) (best Arrow, crossed []int) {
	x0, y0, size := s.spot(from.Cell, from.Digit)
	x1, y1, _ := s.spot(to.Cell, to.Digit)
	dx, dy := x1-x0, y1-y0
	length := math.Hypot(dx, dy)
	room := min(size*0.64, length*0.45)
	least := math.Inf(1)
	usual := min(max(arrowBend*length, leastBend), mostBend) / length
	weigh := func(times, first, last float64) {
		bend, cost := times*usual, math.Abs(times)+4*math.Abs(first-last)
		if cost >= least || length < 1 && math.Abs(times) < 1 || length > 1 && math.Abs(bend) > 0.42 {
			return // if the second holds, it would look like a line through candidates; if the third, like a loop
		}
		c0 := point{x0 + first*dx + bend*dy, y0 + first*dy - bend*dx}
		c1 := point{x1 - last*dx + bend*dy, y1 - last*dy - bend*dx}
		start, tip := towards(point{x0, y0}, c0, room), towards(point{x1, y1}, c1, room)
		head := min(arrowHead, 0.6*math.Hypot(tip.x-start.x, tip.y-start.y))
		if length*math.Hypot(first, bend) < room || length*math.Hypot(last, bend) < room+neck*head {
			return // it would have a kink
		}
		a := Arrow{Arc: cubic{start, c0, c1, towards(tip, c1, neck*head)}, Tip: tip, Width: arrowWidth, Dashed: !strong, Stroke: green}
		if cost, texts := s.obstacles(&a, cost, least); cost < least {
			best, crossed, least = a, texts, cost
		}
	}
	for times := 0.5; times <= 6; times += 0.5 {
		for _, first := range handles {
			for _, last := range handles {
				weigh(times, first, last)
				weigh(-times, first, last)
			}
		}
	}
	return best, crossed
}

// obstacles adds to a cost what speaks against an arrow: to leave the grid, to run beside another
// arrow or below a line of the grid, and to cross texts, above all candidates, words and what a step
// strikes out. It stops when the cost reaches most. It also returns these texts.
func (s *sheet) obstacles(a *Arrow, cost, most float64) (_ float64, crossed []int) {
	const line, apart = 0.03, 1. / 64 // how near a line hides an arrow, and the distance between the points looked at
	middle := a.Arc.at(0.5)
	for _, other := range s.page.Arrows {
		if m := other.Arc.at(0.5); math.Hypot(middle.x-m.x, middle.y-m.y) < arrowHead/2 {
			cost += 10
		}
	}
	n, pieces, head := float64(s.geo.Size), a.pieces(apart), a.head()
	for i := 0; i <= pieces+len(head) && cost < most; i++ {
		p := a.Arc.at(float64(i) / float64(pieces))
		if i > pieces {
			p = head[i-pieces-1]
		}
		edge := min(p.x, p.y, n-p.x, n-p.y)
		if edge <= 0 {
			cost += 1000
			continue
		}
		if edge < 2*line || math.Abs(p.x-math.Round(p.x)) < line || math.Abs(p.y-math.Round(p.y)) < line {
			cost += 5 * apart
		}
		for _, k := range s.texts[s.geo.CellAt(int(p.y), int(p.x))] {
			t := &s.page.Texts[k]
			if !t.covers(p) || slices.Contains(crossed, k) {
				continue
			}
			switch crossed = append(crossed, k); {
			case t.Fill == vermilion:
				cost += 40
			case t.Size < digitSize*0.8: // a candidate or a word
				cost += 16
			default:
				cost += 12
			}
		}
	}
	return cost, crossed
}

// covers reports whether a point is on a text or very close to it.
func (t *Text) covers(p point) bool {
	wide := t.Size * max(0.31, 0.25*float64(utf8.RuneCountInString(t.Body)))
	if t.Fill == vermilion { // its line is wider
		wide = t.Size * 0.47
	}
	return math.Abs(p.x-t.X) < wide && math.Abs(p.y-t.Y) < t.Size*0.42
}

// towards returns the point at a distance from one point in the direction of another.
func towards(p, to point, distance float64) point {
	d := math.Hypot(to.x-p.x, to.y-p.y)
	return point{p.x + (to.x-p.x)*distance/d, p.y + (to.y-p.y)*distance/d}
}

// head returns the corners of the head, the tip first.
func (a *Arrow) head() [3]point {
	dx, dy := (a.Tip.x-a.Arc[3].x)/neck, (a.Tip.y-a.Arc[3].y)/neck
	base := point{a.Tip.x - dx, a.Tip.y - dy}
	return [3]point{a.Tip, {base.x + dy*0.42, base.y - dx*0.42}, {base.x - dy*0.42, base.y + dx*0.42}}
}

// pieces returns into how many pieces to divide the arc so that they are not much longer than a length.
func (a *Arrow) pieces(length float64) int {
	return 16 + int(math.Hypot(a.Tip.x-a.Arc[0].x, a.Tip.y-a.Arc[0].y)/length)
}

// placed returns the arrow scaled and moved.
func (a Arrow) placed(scale, dx, dy float64) Arrow {
	for i, p := range a.Arc {
		a.Arc[i] = p.placed(scale, dx, dy)
	}
	a.Tip, a.Width = a.Tip.placed(scale, dx, dy), a.Width*scale
	return a
}

// outlines calls take with the visible parts of the arc, as polygons of the arrow's width, and the head.
func (a *Arrow) outlines(take func(outline)) {
	var side [2][]point
	gone := 0.0
	flush := func() {
		if len(side[0]) > 1 {
			slices.Reverse(side[1]) // along one side and back along the other
			take(closed(append(side[0], side[1]...)...))
		}
		side = [2][]point{}
	}
	dashes, pieces := a.dashes(), a.pieces(a.Width/3)
	for i := range pieces {
		p, next := a.Arc.at(float64(i)/float64(pieces)), a.Arc.at(float64(i+1)/float64(pieces))
		d := math.Hypot(next.x-p.x, next.y-p.y)
		if a.Dashed && math.Mod(gone, dashes[0]+dashes[1]) >= dashes[0] {
			flush()
		} else {
			nx, ny := (next.y-p.y)/d*a.Width/2, (p.x-next.x)/d*a.Width/2
			for _, q := range [2]point{p, next} {
				side[0] = append(side[0], point{q.x + nx, q.y + ny})
				side[1] = append(side[1], point{q.x - nx, q.y - ny})
			}
		}
		gone += d
	}
	flush()
	head := a.head()
	take(closed(head[:]...))
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
