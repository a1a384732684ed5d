package corpus

import (
	"bufio"
	"strings"
)

func looksSDM(head []byte) bool {
	line := firstLine(head)
	for _, c := range line {
		if c < '0' || c > '9' {
			return false
		}
	}
	return len(line) == 81
}

func writeSDM(w *bufio.Writer, row *Row) error {
	w.WriteString(strings.ReplaceAll(row.Puzzle, ".", "0"))
	return w.WriteByte('\n')
}
