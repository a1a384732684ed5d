package draw

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestFaceWrap: no line is too wide, nothing is lost, and no more lines than needed are evened out.
func TestFaceWrap(t *testing.T) {
	f := GoFonts().Face(Regular)
	words := rapid.SliceOfN(rapid.StringMatching(`[a-z]{1,40}|r1c2<>5-->r3c4=6|规则，|行のマス。`), 1, 60)
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(words.Draw(t, "words"), " ")
		width := rapid.Float64Range(3, 50).Draw(t, "width")
		if even, full := f.WrapEven(text, width), f.Wrap(text, width); len(even) > len(full) {
			t.Fatalf("%q, but evened out %q", full, even)
		}
		for name, lines := range map[string][]string{"wrap": f.Wrap(text, width), "wrapEven": f.WrapEven(text, width)} {
			if got := strings.Join(lines, ""); strings.ReplaceAll(got, " ", "") != strings.ReplaceAll(text, " ", "") {
				t.Fatalf("%s lost something: %q", name, lines)
			}
			for _, line := range lines {
				if f.Width(line) > width+1e-9 {
					t.Fatalf("%s: %q is %v em wide, not %v", name, line, f.Width(line), width)
				}
			}
		}
	})
}

// TestWidows: a last word does not stand alone where that can be avoided.
func TestWidows(t *testing.T) {
	f := GoFonts().Face(Regular)
	text := "Two digits fit only into the same two cells of a row, column or box and fill these"
	for width := 12.0; width < 30; width += 0.5 {
		lines := f.Wrap(text, width)
		if last := lines[len(lines)-1]; !strings.Contains(last, " ") && len(lines) > 1 && f.Width(last) < width/5 {
			t.Errorf("at %v em the last line is %q", width, last)
		}
	}
}

// TestKinsoku: closing marks do not begin a line.
func TestKinsoku(t *testing.T) {
	for _, text := range []string{"一行、一列或一宫只剩一个空格，填入那里还缺的数字。", "行、列、ブロックに空きマスが一つだけ残っています。"} {
		runes := []rune(text)
		for i, r := range runes {
			if i > 0 && lineCanEnd(runes, i) && strings.ContainsRune(closing, r) {
				t.Errorf("a line can begin with %q", string(runes[i:]))
			}
		}
	}
}

// TestLineEnds: words that belong together stay on one line; cells in brackets may be divided.
func TestLineEnds(t *testing.T) {
	f := GoFonts().Face(Regular)
	if full := "column 5 (r4c2"; f.Fold(full+" and r6c2)", f.Width(full))[0] != full {
		t.Errorf("a line ends before %q is full", full)
	}
	for text, never := range map[string][]string{
		"deux cases ; trois cases : les chiffres « sûrs » restent ?": {";", ":", "»", "?"},
		"r1c2, r1c5 (2 7) → r1c8 ≠ 7, r2c3 = 4":                      {"≠", "=", "→"},
		"le 5\u00a0juillet\u00a0; puis\u202f!":                       {"juillet", ";", "!"},
	} {
		for width := 2.0; width < 20; width += 0.25 {
			for _, line := range f.Fold(text, width) {
				for _, mark := range never {
					if strings.HasPrefix(line, mark) {
						t.Errorf("at %v em a line of %q begins with %q", width, text, mark)
					}
				}
				if strings.HasSuffix(line, "«") || strings.HasSuffix(line, "≠") {
					t.Errorf("at %v em a line of %q ends in the middle: %q", width, text, line)
				}
			}
		}
	}
}
