package draw

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
)

// goEm is the em of the Go fonts in the units of their tables.
const goEm = 2048

// Each line of advancesText is about consecutive characters: it has the first one, in hex, and
// the advance of each in Go Regular. go test ./draw -run Advances -update-advances writes it.
//
//go:embed advances.txt
var advancesText string

// goAdvances are the advances of Latin, Greek and Cyrillic letters, and of signs, in em; 0 for
// others.
var goAdvances = sync.OnceValue(func() map[rune]float64 {
	table := map[rune]float64{}
	for line := range strings.Lines(advancesText) {
		words := strings.Fields(line)
		first, _ := strconv.ParseInt(words[0], 16, 32) // a test reads the file
		for i, word := range words[1:] {
			units, _ := strconv.Atoi(word)
			table[rune(first)+rune(i)] = float64(units) / goEm
		}
	}
	return table
})
