package board

import "fmt"

// Marks are a player's candidates, as files and programs pass them on: a set for each
// cell, empty where nothing is noted. As a text they are N characters for each cell,
// of which the d-th is digit d where it is noted, else ".".

// MarksText writes the marks of a grid of that geometry on one line.
func MarksText(sets []Digits, g *Geometry) string {
	text := make([]byte, 0, g.Cells*g.Size)
	for _, set := range sets {
		for d := Digit(1); int(d) <= g.Size; d++ {
			if set.Has(d) {
				text = append(text, d.char())
			} else {
				text = append(text, '.')
			}
		}
	}
	return string(text)
}

// ParseMarks reads what MarksText writes; blanks may have any of the usual
// characters.
func ParseMarks(text string, g *Geometry) ([]Digits, error) {
	if len(text) != g.Cells*g.Size {
		return nil, fmt.Errorf("the candidates have %d characters; %d cells of %d digits need %d",
			len(text), g.Cells, g.Size, g.Cells*g.Size)
	}
	sets := make([]Digits, g.Cells)
	for i := range len(text) {
		want := Digit(i%g.Size + 1)
		switch d, ok := digitOf(rune(text[i])); {
		case ok && d == want:
			sets[i/g.Size] |= want.Mask()
		case !ok || d != 0:
			return nil, fmt.Errorf("character %d of the candidates is %q, where %v or a blank is expected", i+1, text[i], want)
		}
	}
	return sets, nil
}
