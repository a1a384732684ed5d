package book

import (
	"slices"
	"strings"
	"testing"

	"gradoku/draw"
)

// TestParseSymbols: the sets by name, a user's own, and what is refused.
func TestParseSymbols(t *testing.T) {
	for _, test := range []struct{ text, want, digits string }{ // digits: of 9x9, in words
		{"1-16", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16", "1–9"},
		{"0-f", "0 1 2 3 4 5 6 7 8 9 A B C D E F", "0–8"},
		{"A-P", "A B C D E F G H I J K L M N O P", "A–I"},
		{"αβγδεζηθικ", "α β γ δ ε ζ η θ ι κ", "α–ι"},
		{"♥♠♦♣12389", "♥ ♠ ♦ ♣ 1 2 3 8 9", "♥, ♠, ♦, ♣, 1–3, 8–9"},
	} {
		symbols, err := ParseSymbols(test.text)
		if got := strings.Join(symbols, " "); err != nil || got != test.want {
			t.Errorf("%s: %q, %v", test.text, got, err)
		}
		l := layout{spec: &Spec{Symbols: symbols}, words: languages["en"]()}
		if got := l.digitsText(9); got != test.digits {
			t.Errorf("%s: 9x9 has %q, want %q", test.text, got, test.digits)
		}
	}
	for _, test := range []struct{ text, want string }{
		{"ABCA", "the symbol A appears twice"},
		{"AB", "has 2 symbols: use 4 to 16 symbols"},
		{"ABCDEFGHIJKLMNOPQ", "has 17 symbols"},
		{"AB D", `" " is not a visible symbol`},
		{"", "0 symbols"},
	} {
		if _, err := ParseSymbols(test.text); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: %v", test.text, err)
		}
	}
	if l := (layout{spec: &Spec{}, words: languages["en"]()}); l.digitsText(16) != "1–9, A–G" || l.digitsText(6) != "1–6" {
		t.Errorf("digits are %q and %q", l.digitsText(16), l.digitsText(6))
	}
}

// TestSymbols: a book in other symbols, with something in its blanks and numbers of
// its own, is read as the same puzzles, and its texts speak of the symbols.
func TestSymbols(t *testing.T) {
	for _, test := range []struct {
		symbols string
		pencil  draw.Pencil
		place   string
		first   int
		sizes   []int
	}{
		{"A-P", draw.PencilDigits, "back", 101, []int{9}},
		{"1-16", draw.PencilBoxes, "upside-down", 1, []int{6, 16}},
		{"0-F", draw.PencilDigits, "overleaf", 999, []int{4, 12}},
		{"shapes", draw.PencilDigits, "back", 1, []int{9}},
		{"colours", draw.PencilDigits, "upside-down", 1, []int{9}},
	} {
		s := spec(t, "letter")
		s.Pencil, s.Placement, s.First, s.Hints = test.pencil, test.place, test.first, "crux"
		var err error
		s.Paper = "colour"
		if s.Symbols = draw.SymbolSet(test.symbols); s.Symbols == nil {
			s.Symbols, err = ParseSymbols(test.symbols)
		}
		if err != nil {
			t.Fatal(err)
		}
		all := sections(5, test.sizes...)
		b := laidOut(t, s, all)
		r := checked(t, written(t, b))
		for _, p := range r.Problems {
			t.Errorf("%s: %s", test.symbols, p)
		}
		n := 0
		for _, sec := range all {
			for i := range sec.Puzzles {
				if got := &r.Puzzles[n]; got.Givens != sec.Puzzles[i].Givens || got.Solution != sec.Puzzles[i].Solution || got.Number != test.first+n {
					t.Errorf("%s: puzzle %d is read as number %d, %v", test.symbols, n, got.Number, got.Givens)
				}
				n++
			}
		}
		if test.symbols != "A-P" {
			continue
		}
		for i := range b.Pages { // numbers stand at the margins and in the names of cells alone
			for _, x := range b.Pages[i].Texts {
				if i >= b.Front && (strings.Contains(x.Body, "can hold 5") || digitOf(x.Body, nil) < 10 && digitOf(x.Body, nil) > 0 && x.Size > 12) {
					t.Errorf("page %s: %q", b.Pages[i].Label, x.Body)
				}
			}
		}
	}
	for _, test := range []struct {
		printer, paper string
		refused        bool
	}{{"kdp", "", true}, {"kdp", "cream", true}, {"any", "white", true}, {"kdp", "colour", false}, {"home", "", false}} {
		s := Spec{Printer: test.printer, Paper: test.paper, Symbols: draw.SymbolSet("colours"), Trim: trim(t, "8x10")}
		if err := s.Check(); (err != nil) != test.refused || err != nil && !strings.Contains(err.Error(), `set paper = "colour"`) {
			t.Errorf("colours on %s paper of %s: %v", test.paper, test.printer, err)
		}
	}
	s := spec(t, "letter")
	s.Symbols = strings.Split("ABCDEF", "")
	if _, err := New(t.Context(), s, sections(1, 9)); err == nil || !strings.Contains(err.Error(), `9×9 puzzles need 9 symbols, but "ABCDEF" has only 6`) {
		t.Errorf("%v", err)
	}
}

// TestKids: the lessons of a book for children say what their signs mean, also show the smallest
// puzzles, and fill their pages. An animal in a ring is black like the others. The cover names animals.
func TestKids(t *testing.T) {
	s := spec(t, "8x10")
	s.Symbols, s.Labels = draw.SymbolSet("animals"), []string{"none"}
	b := laidOut(t, s, Arrange(slices.Concat(made()[4][:6], made()[6][:2]), "ramp", 0))
	pdf := written(t, b)
	seen := readBy(t, pdf, read)
	words, boards := "", map[int]int{}
	for i := range b.Front {
		words += strings.Join(texts(b, i), " ")
		if !slices.ContainsFunc(b.Pages[i].Marks, func(m draw.Mark) bool { return m.Level == 1 }) {
			continue
		}
		for _, g := range findGrids(&seen.pages[i]) {
			boards[g.geo.Size]++
			if side := g.cell * float64(g.geo.Size); side < s.Trim.W/3 {
				t.Errorf("page %s: a board is %.0f points wide", b.Pages[i].Label, side)
			}
		}
		for _, x := range b.Pages[i].Texts {
			if x.Fill == white {
				t.Errorf("page %s: %q is white", b.Pages[i].Label, x.Body)
			}
		}
	}
	if !strings.Contains(words, "a ring shows") || boards[4] == 0 || boards[6] == 0 {
		t.Errorf("boards by size: %v; the words are %s", boards, words)
	}
	in := readBy(t, pdf, ReadInterior)
	c, err := NewCover(in, CoverSpec{Spec: Spec{Title: "Zoo", Lang: "en", Printer: "home", Symbols: s.Symbols}})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(c.Page.Texts, func(x draw.Text) bool { return x.Body == "4×4 · 6×6 · with animals" }) {
		t.Errorf("the cover does not say what is in the book: %v", c.Page.Texts)
	}
}
