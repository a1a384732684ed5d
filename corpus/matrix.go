package corpus

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"gradoku/board"
)

// isMatrix accepts a line that begins like a matrix in MATLAB, B = [1,2,2;, and
// one whose first line has two or three digits, which no row of a grid has, or a clue as a
// fact. A list of two numbers is refused, with the reason.
func isMatrix(line string) bool {
	at := fact.FindStringIndex(line)
	return at != nil && at[0] == 0 || clueRow.MatchString(line[len(board.MatrixName(line)):])
}

// clueRow is a row of a list of clues, with nothing missing between its numbers.
var clueRow = regexp.MustCompile(`^[\[ ]*\d(, ?| +|\t)\d((, ?| +|\t)\d)?\s*(;|\]|%|$)`)

// fact is a clue of a logic program, such as initial(1,2,9).
var fact = regexp.MustCompile(`[ \t.]*[a-z]\w*\(\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*\)[ \t.]*`)

// unfact writes the clues of a line of facts as a list of clues.
func unfact(line string) string {
	if fact.ReplaceAllString(line, "") == "" {
		return fact.ReplaceAllString(line, "$1,$2,$3;")
	}
	return line
}

// readMatrix gathers the lines of one matrix: blank lines separate puzzles.
func readMatrix(in *input, yield emit) {
	const most = 81 // a longer list is refused without keeping it
	var lines []string
	first := 0 // number of the first of them
	end := func() bool {
		list := lines
		lines = nil
		if len(list) == 0 {
			return true
		}
		if len(list) > most {
			return yield(Record{}, in.faultAt(first, 1, "a list of clues can have at most %d clues, but this one has more", most))
		}
		g, err := board.ParseMatrix(strings.Join(list, "\n"))
		if at, ok := errors.AsType[*board.ParseError](err); ok {
			return yield(Record{}, in.faultAt(first+at.Line-1, at.Column, "%s", at.Msg))
		}
		return yield(Record{Puzzle: g, Line: first, Column: 1}, nil)
	}
	whole := in.each(yield, func(line []byte) bool {
		switch body := bytes.TrimSpace(line); {
		case len(body) == 0:
			return end()
		case (body[0] == '#' || body[0] == '%') && len(lines) == 0:
			return true
		}
		if len(lines) == 0 {
			first = in.line
		}
		if len(lines) <= most {
			lines = append(lines, unfact(string(line)))
		}
		return true
	})
	if whole {
		end()
	}
}

// writeMatrix writes lists of clues; a puzzle without clues, which has no list,
// as a matrix of zeros.
func writeMatrix(w *bufio.Writer, row *Row) error {
	g := row.grid()
	if g.Clues() == 0 {
		w.WriteString(strings.Repeat("0,0,0,0,0,0,0,0,0\n", 9))
	}
	for i, d := range g.Digits() {
		if c := board.Cell(i); d != 0 {
			fmt.Fprintf(w, "%d,%d,%v\n", g.Geometry().Row(c)+1, g.Geometry().Col(c)+1, d)
		}
	}
	return w.WriteByte('\n')
}
