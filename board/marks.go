package board

import "fmt"

// Marks are a player's candidates, as files and programs exchange them: a set for
// each cell, empty if the player noted nothing. As text they are N characters for
// each cell; the d-th is digit d if it is noted, else ".".

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
