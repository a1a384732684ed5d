package corpus

import (
	"bufio"

	"gradoku/board"
)

// A Sukaku is a puzzle given by candidates. A cell with one is read as a clue, since the
// format has no other way to give one, unless [progress.settle] finds that it is a blank.

func isSukaku(line string) bool {
	word := firstWord(line)
	geo := marksGeometry(len(word))
	if geo == nil {
		return false
	}
	_, err := board.ParseMarks(word, geo)
	return err == nil
}

func firstWord(line string) string {
	start, end := token(line)
	return line[start:end]
}

// marksGeometry returns the size whose candidates have n characters, or nil.
func marksGeometry(n int) *board.Geometry {
	for _, geo := range board.Sizes() {
		if geo.Cells*geo.Size == n {
			return geo
		}
	}
	return nil
}

func writeSukaku(w *bufio.Writer, row *Row) error {
	g := row.grid()
	marks, err := row.marks(Candidates, g.Geometry())
	if err != nil {
		return err
	}
	w.WriteString(board.MarksText(allMarks(g, marks), g.Geometry()))
	return writeLabel(w, row)
}
