package grade

import (
	"testing"

	"gradoku/board"
)

// TestScanByHand: the sums, worked out on paper.
func TestScanByHand(t *testing.T) {
	full := "1234341221434321"
	for _, c := range []struct {
		puzzle string
		want   int
		why    string
	}{
		{full, 0, "nothing is blank"},
		{".234341221434321", 7, "1 / 1.5"},
		{".234341221434.21", 12, "two at a glance: 2 / 2.5 + 1 / 2.5"},
		// A wave of four cells, each alone in its box: (4 + 3 + 2 + 1) / 4.5.
		{".234.412214.432.", 22, "four at a glance"},
		{"11..............", 0, "clues that contradict each other"},
	} {
		p := parse(t, c.puzzle)
		got := NewGrader(p.Geometry()).Grade(&p).Scan
		if got != c.want {
			t.Errorf("%s: %d, want %d: %s", c.puzzle, got, c.want, c.why)
		}
	}
}

// scanSlowly computes the effort from the definition, in the plainest way, as
// long as singles are enough; false when they are not.
func scanSlowly(p *board.Grid) (int, bool) {
	g, geo := *p, p.Geometry()
	effort := 0.0
	for blanks := g.Blanks(); blanks > 0; {
		class, digit, sizes := classify(&g, geo)
		k := 0
		for k < 3 && sizes[k] == 0 {
			k++
		}
		if k == 3 {
			return 0, false
		}
		weight := float64(10*sizes[0]+7*sizes[1]+sizes[2]+5) / 10
		for c, of := range class {
			if of == k {
				effort += float64(blanks) / weight
				blanks--
				g.Set(c, digit[c])
			}
		}
	}
	return int(10*effort + 0.5), true
}

// classify asks of every blank in turn what kind of single it is.
func classify(g *board.Grid, geo *board.Geometry) (class map[board.Cell]int, digit map[board.Cell]board.Digit, sizes [3]int) {
	class, digit = map[board.Cell]int{}, map[board.Cell]board.Digit{}
	fits := func(c board.Cell, d board.Digit) bool {
		if g.At(c) != 0 {
			return false
		}
		for _, o := range geo.Peers(c) {
			if g.At(o) == d {
				return false
			}
		}
		return true
	}
	for i := range geo.Cells {
		c := board.Cell(i)
		if g.At(c) != 0 {
			continue
		}
		best, fitting := 3, 0
		for d := board.Digit(1); int(d) <= geo.Size; d++ {
			if !fits(c, d) {
				continue
			}
			fitting++
			digitOf := func(k int) {
				if k < best {
					best, digit[c] = k, d
				}
			}
			for _, h := range geo.HousesOf(c) {
				places, blanks := 0, 0
				for _, o := range geo.HouseCells(h) {
					if fits(o, d) {
						places++
					}
					if g.At(o) == 0 {
						blanks++
					}
				}
				switch {
				case places == 1 && (blanks == 1 || geo.Kind(h) == board.Box):
					digitOf(0)
				case places == 1:
					digitOf(1)
				}
			}
		}
		if fitting == 1 && best == 3 {
			best = 2
			for d := board.Digit(1); int(d) <= geo.Size; d++ {
				if fits(c, d) {
					digit[c] = d
				}
			}
		}
		if best < 3 {
			class[c] = best
			sizes[best]++
		}
	}
	return class, digit, sizes
}

// TestScanAgreesWithTheDefinition: on every size, and under transformations,
// which change nothing as long as singles are enough.
func TestScanAgreesWithTheDefinition(t *testing.T) {
	for _, geo := range board.Sizes() {
		rng, gr, compared := newRand(9), NewGrader(geo), 0
		gr.Budget = 1 // the rating is not asked for
		puzzles, _ := sample(geo, map[int]int{4: 20, 6: 20, 9: 40, 12: 3, 16: 2}[geo.Size], 6)
		for _, p := range puzzles {
			got := gr.Grade(&p).Scan
			if got == 0 {
				t.Errorf("%v: no effort", p)
			}
			want, ok := scanSlowly(&p)
			if !ok {
				continue
			}
			compared++
			image := board.RandomTransform(geo, rng).Apply(&p)
			if other := gr.Grade(&image).Scan; got != want || other != want {
				t.Errorf("%v: %d, its image %d, want %d", p, got, other, want)
			}
		}
		t.Logf("%dx%d: %d compared", geo.Size, geo.Size, compared)
		if compared == 0 && geo.Size < 12 {
			t.Errorf("%dx%d: no puzzle was compared", geo.Size, geo.Size)
		}
	}
}

// TestScanOfThePaper keeps the figures of the document's five puzzles and the
// hardest one, so that a change of S cannot pass unnoticed: it needs a new Version.
func TestScanOfThePaper(t *testing.T) {
	gr := NewGrader(board.Nine())
	gr.Budget = 1
	for i, want := range []int{588, 1348, 1792, 9641, 7628, 19950} {
		text := append(append([]string(nil), table6...), inkala)[i]
		p := parse(t, text)
		if got := gr.Grade(&p).Scan; got != want {
			t.Errorf("%s: %d, want %d", text, got, want)
		}
	}
}

// TestScanOrdersApart: orders that go on together have the efforts of each by itself.
func TestScanOrdersApart(t *testing.T) {
	for _, geo := range []*board.Geometry{board.Nine(), board.Sizes()[3]} {
		gr, parted := NewGrader(geo), 0
		puzzles, _ := sample(geo, map[int]int{9: 60, 12: 6}[geo.Size], 22)
		for _, p := range puzzles {
			gr.state.load(&p)
			gr.start = gr.state
			effort := gr.scanOn(0)
			if gr.state.blanks == 0 {
				continue
			}
			gr.findTruth(&p)
			form, stuck := gr.toCanonical(&p), gr.state
			var together, apart [scanOrders]float64
			gr.scanApart(0, 1<<scanOrders-1, &form, effort, &together)
			for order := range scanOrders {
				gr.state = stuck
				gr.scanApart(0, 1<<order, &form, effort, &apart)
				if apart[order] != apart[0] {
					parted++
				}
			}
			if together != apart {
				t.Errorf("%v: together %v, apart %v", p, together, apart)
			}
		}
		if parted == 0 {
			t.Errorf("%dx%d: all orders have the same effort", geo.Size, geo.Size)
		}
	}
}
