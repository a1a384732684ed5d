package draw

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"testing"
)

var updateAdvances = flag.Bool("update-advances", false, "rewrite advances.txt")

// TestAdvances compares the table of advances, by which texts are measured where there
// are no fonts, with the font.
func TestAdvances(t *testing.T) {
	face := GoFonts().Face(Regular)
	if *updateAdvances {
		var b bytes.Buffer
		for _, block := range [][2]rune{{0x20, 0x530}, {0x2000, 0x2300}} {
			for r, open := block[0], false; r < block[1]; r++ {
				units := int(face.glyph(r).advance * goEm)
				switch {
				case units == 0:
				case !open:
					fmt.Fprintf(&b, "\n%04x %d", r, units)
				default:
					fmt.Fprintf(&b, " %d", units)
				}
				open = units > 0 && r%16 < 15
			}
		}
		if err := os.WriteFile("advances.txt", append(b.Bytes()[1:], '\n'), 0o666); err != nil {
			t.Fatal(err)
		}
		t.Skip("advances.txt is written")
	}
	for r := ' '; r < 0x3000; r++ {
		if got, want := goAdvances()[r], face.glyph(r).advance; got != want && (want == 0 || got != 0 || r < 0x530) {
			t.Errorf("U+%04X %q: %v, the font has %v", r, r, got, want)
		}
	}
}
