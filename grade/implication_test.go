package grade

import (
	"testing"

	"gradoku/board"
	"gradoku/internal/boardtest"
)

func literal(g *board.Geometry, row, col int, d board.Digit, on bool) Literal {
	return Literal{Candidate{g.CellAt(row-1, col-1), d}, on}
}

func TestImplication(t *testing.T) {
	g := board.Nine()
	on := func(row, col int, d board.Digit) Literal { return literal(g, row, col, d, true) }
	off := func(row, col int, d board.Digit) Literal { return literal(g, row, col, d, false) }
	for _, c := range []struct {
		name                  string
		im                    Implication
		notation, text, cells string
		kind                  ImplicationKind
		words                 string
	}{
		{
			"the document's example",
			Implication{on(1, 1, 1), on(2, 3, 2), on(5, 3, 3)},
			"r1c1=1-->r2c3=2-->r5c3=3", "A=1-->B=2-->C=3", "A r1c1, B r2c3, C r5c3", ProvesTrue, "A proves B true",
		},
		{
			"its other example",
			Implication{on(1, 1, 1), off(1, 9, 1)},
			"r1c1=1-->r1c9<>1", "A=1-->B<>1", "A r1c1, B r1c9", ProvesFalse, "A proves B false",
		},
		{
			"a contradiction",
			Implication{on(4, 4, 7), off(4, 6, 7), on(6, 6, 7), off(4, 4, 7)},
			"r4c4=7-->r4c6<>7-->r6c6=7-->r4c4<>7", "A=7-->B<>7-->C=7-->A<>7", "A r4c4, B r4c6, C r6c6",
			ProvesItselfFalse, "A proves A false",
		},
		{
			"a contradiction of a denial",
			Implication{off(4, 4, 7), on(4, 6, 7), on(4, 4, 7)},
			"r4c4<>7-->r4c6=7-->r4c4=7", "A<>7-->B=7-->A=7", "A r4c4, B r4c6", ProvesItselfFalse, "A proves A false",
		},
		{
			"another digit of the same cell",
			Implication{on(4, 4, 7), off(4, 4, 8)},
			"r4c4=7-->r4c4<>8", "A=7-->A<>8", "A r4c4", ProvesFalse, "A proves B false",
		},
		{
			"what was assumed",
			Implication{off(4, 4, 7)},
			"r4c4<>7", "A<>7", "A r4c4", ProvesFalse, "A proves B false",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := c.im.Notation(g); got != c.notation {
				t.Errorf("notation %s, want %s", got, c.notation)
			}
			if text, legend := c.im.Labelled(g); text != c.text || legend != c.cells {
				t.Errorf("labelled %s with %s, want %s with %s", text, legend, c.text, c.cells)
			}
			if got := c.im.Kind(); got != c.kind || got.String() != c.words {
				t.Errorf("kind %d (%v), want %d (%s)", got, got, c.kind, c.words)
			}
		})
	}
}

func TestImplicationOfOtherSizes(t *testing.T) {
	g := boardtest.Geometry(t, 16)
	im := Implication{literal(g, 16, 16, 16, true), literal(g, 1, 16, 10, false)}
	if got, want := im.Notation(g), "r16c16=G-->r1c16<>A"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
