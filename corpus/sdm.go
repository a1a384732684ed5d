package corpus

import (
	"bufio"
	"iter"
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

func writeSDM(w *bufio.Writer, rows iter.Seq2[Row, error]) error {
	for row, err := range rows {
		if err != nil {
			return err
		}
		w.WriteString(strings.ReplaceAll(row.Puzzle, ".", "0"))
		if err := w.WriteByte('\n'); err != nil {
			return err
		}
	}
	return nil
}
