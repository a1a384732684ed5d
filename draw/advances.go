package draw

// goEm is the em of the Go fonts in the units of their tables.
const goEm = 2048

// goAdvance is the advance of a character of Go Regular in em, 0 where the font lacks it.
func goAdvance(r rune) float64 {
	for _, block := range goAdvances {
		if i := int(r - block.from); i >= 0 && i < len(block.units) {
			return float64(block.units[i]) / goEm
		}
	}
	return 0
}
