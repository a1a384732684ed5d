package board

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

const four = "1..4..2..3..4..1"

func TestParse(t *testing.T) {
	zeros := strings.ReplaceAll(easy, ".", "0")
	var rows []string
	for r := range 9 {
		rows = append(rows, easy[9*r:9*r+9])
	}
	tests := []struct{ name, text, want string }{
		{"one line", easy, easy},
		{"zeros", zeros, easy},
		{"newline at the end", easy + "\n", easy},
		{"space around", "  " + easy + "\t\n\n", easy},
		{"N lines", strings.Join(rows, "\n"), easy},
		{"N lines of Windows", strings.Join(rows, "\r\n") + "\r\n", easy},
		{"spaced", strings.Join(strings.Split(easy, ""), " "), easy},
		{"every blank", "1_*4x02X.3..4..1", four},
		{"all blank with stars", strings.Repeat("*", 81), strings.Repeat(".", 81)},
		{"plus and minus frame", "+---+---+\n|1 .|. 4|\n|. .|2 .|\n+---+---+\n|. 3|. .|\n|4 .|. 1|\n+---+---+\n", four},
		{"stars and dots frame", "*-----*\n|1.|.4|\n|..|2.|\n|--+--|\n|.3|..|\n|4.|.1|\n*-----*", four},
		{"dots and colons frame", ".-------.\n: 1. .4 :\n: .. 2. :\n:---+---:\n: .3 .. :\n: 4. .1 :\n'-------'", four},
		{"equals frame", "=======\n1.|.4\n..|2.\n== ==\n.3|..\n4.|.1\n=======", four},
		{"6x6", "1" + strings.Repeat(".", 34) + "6", "1" + strings.Repeat(".", 34) + "6"},
		{"12x12 letters", "aBc" + strings.Repeat("0", 141), "ABC" + strings.Repeat(".", 141)},
		{"16x16 letters", strings.Repeat(".", 254) + "gG", strings.Repeat(".", 254) + "GG"},
	}
	for _, tt := range tests {
		g, err := Parse(tt.text)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if diff := cmp.Diff(tt.want, g.String()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestParseErrors(t *testing.T) {
	tests := []struct {
		name, text   string
		line, column int
		msg          string // a part of it
	}{
		{"empty", "", 0, 0, "no puzzle"},
		{"only a frame", "+---+\n+---+\n", 0, 0, "no puzzle"},
		{"too short", easy[:80], 1, 80, "too short: 80 cells, a 9x9 puzzle has 81"},
		{"too long", easy + ".", 1, 82, "too long: 82 cells, a 9x9 puzzle has 81"},
		{"far too long", strings.Repeat(".", 1000), 1, 82, "too long: 1000 cells, a 9x9 puzzle has 81"},
		{"one cell", "\n 5", 2, 2, "too short: 1 cells, a 9x9 puzzle has 81"},
		{"a bad character", easy[:9] + "\n..h" + easy[12:], 2, 3, `'h' is neither a digit nor a blank (. 0 * _ x X)`},
		{"columns count characters", "|é", 1, 2, `'é'`},
		{"broken text", "1\xff", 1, 2, "neither"},
		{"NUL", "1\x00", 1, 2, "neither"},
		{"too large for 4x4", "1..5............", 1, 4, "digit 5 is too large for a 4x4 puzzle"},
		{"too large for 9x9", easy[:80] + "A", 1, 81, "digit A is too large for a 9x9 puzzle"},
		{"too large for 12x12", strings.Repeat(".\n", 143) + "d", 144, 1, "digit D is too large for a 12x12 puzzle"},
	}
	for _, tt := range tests {
		g, err := Parse(tt.text)
		if g != (Grid{}) {
			t.Errorf("%s: gave a grid beside its error", tt.name)
		}
		checkParseError(t, tt.name, err, tt.line, tt.column, tt.msg)
	}
}

func checkParseError(t *testing.T, name string, err error, line, column int, msg string) {
	t.Helper()
	var pe *ParseError
	if !errors.As(err, &pe) {
		t.Errorf("%s: error %v, want a *ParseError", name, err)
		return
	}
	if pe.Line != line || pe.Column != column || !strings.Contains(pe.Msg, msg) {
		t.Errorf("%s: line %d, column %d, %q; want line %d, column %d, %q",
			name, pe.Line, pe.Column, pe.Msg, line, column, msg)
	}
}

func TestGridText(t *testing.T) {
	if s := (Grid{}).String(); s != "" {
		t.Errorf("the zero Grid writes %q", s)
	}
	g := mustParse(t, "123...|456...|...654|...321|2....1|6....5")
	want := `+-------+-------+
| 1 2 3 | . . . |
| 4 5 6 | . . . |
+-------+-------+
| . . . | 6 5 4 |
| . . . | 3 2 1 |
+-------+-------+
| 2 . . | . . 1 |
| 6 . . | . . 5 |
+-------+-------+
`
	if diff := cmp.Diff(want, g.Framed()); diff != "" {
		t.Errorf("Framed (-want +got):\n%s", diff)
	}
}

// TestTextRoundTrips writes and reads random grids of every size.
func TestTextRoundTrips(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		geo := rapid.SampledFrom(Sizes()).Draw(t, "size")
		rng := newRand(rapid.Uint64().Draw(t, "seed"))
		g := NewGrid(geo)
		for c := range randomMask(geo, rapid.Float64Range(0, 1).Draw(t, "filled"), rng).All() {
			g.Set(c, Digit(1+rng.IntN(geo.Size)))
		}
		gridRoundTrip(t, &g)
	})
}

func gridRoundTrip(t interface{ Fatalf(string, ...any) }, g *Grid) {
	for _, text := range []string{g.String(), g.Framed(), strings.ToLower(g.Framed())} {
		if back, err := Parse(text); err != nil || back != *g {
			t.Fatalf("reading %q gave %v, %v", text, back, err)
		}
	}
}

// checkPlace fails unless a ParseError points into the text.
func checkPlace(t *testing.T, text string, err error) {
	var pe *ParseError
	if !errors.As(err, &pe) {
		t.Fatalf("reading %q: %v is no *ParseError", text, err)
	}
	lines := strings.Split(text, "\n")
	if pe.Line == 0 && pe.Column == 0 {
		return
	}
	if pe.Line < 1 || pe.Line > len(lines) || pe.Column < 1 || pe.Column > len([]rune(lines[pe.Line-1])) {
		t.Fatalf("reading %q: %v points outside", text, err)
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"", easy, easySolved, four, four + ".", "+--+\n|1x|", "::::", "\nx:0", "G\r\n\xff", strings.Repeat("g", 256)} {
		f.Add(s)
	}
	g := mustParse(f, easy)
	f.Add(g.Framed())
	f.Fuzz(func(t *testing.T, s string) {
		g, err := Parse(s)
		if err != nil {
			checkPlace(t, s, err)
			return
		}
		gridRoundTrip(t, &g)
	})
}
