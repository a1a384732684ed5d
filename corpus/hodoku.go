package corpus

import (
	"bufio"
	"fmt"
	"strings"

	"gradoku/board"
)

// The library format of HoDoKu, the form of its collections of technique
// examples (Bernhard Hobiger, HoDoKu 2.2, "reglib-1.3.txt"): fields between
// colons.
//
//	:0003:8:6...+53+4.7....4+2+56.…75:::829:
//	  |   |  |                        | |  |  extra
//	  |   |  |                        | |  placements, as eliminations
//	  |   |  |                        | eliminations, digit row column each
//	  |   |  |                        candidates struck out before
//	  |   |  81 cells, + before a digit that is not a clue
//	  |   digits concerned
//	  code of the technique and its variant
//
// HoDoKu computes the candidates from the digits and then deletes those struck out, so these
// are all that it keeps of a player's candidates.
var hodokuNames = []string{"technique", "digits", State, "deleted", "eliminations", "placements", "extra"}

func isHoDoKu(line string) bool { return strings.HasPrefix(line, ":") && strings.Count(line, ":") >= 4 }

func readHoDoKu(in *input, line string) (Record, *LineError) {
	start := len(line) - len(strings.TrimLeft(line, " \t"))
	parts := strings.SplitN(strings.TrimSpace(line), ":", 8)
	if len(parts) < 4 || parts[0] != "" {
		return Record{}, in.fault(column(line, start), "not a library line: one has the form :technique:digits:cells:deleted:eliminations:placements:extra")
	}
	at := start + len(parts[0]) + len(parts[1]) + len(parts[2]) + 3 // where the cells begin
	cells := strings.ReplaceAll(parts[3], "+", "")
	puzzle, state, ok := entries(parts[3])
	if !ok || state.Geometry() != board.Nine() {
		bad := in.misspelt(in.line, line, at, cells)
		if bad.Reason == noPuzzle {
			bad.Reason = "there must be 81 cells, without spaces between them"
		} else if len(cells) < len(parts[3]) {
			bad.Column = column(line, at) // adjusted for the pluses
		}
		return Record{}, bad
	}
	rec := Record{Puzzle: puzzle, Line: in.line, Column: column(line, at)}
	if strings.HasPrefix(line[start:], ":0000:x:") {
		parts[1], parts[2] = "", ""
	}
	values := []string{parts[1], parts[2], "", "", "", "", ""}
	if state != puzzle {
		values[2] = state.String()
	}
	copy(values[3:], parts[4:])
	for i, name := range hodokuNames {
		rec.Fields = appendNamed(rec.Fields, name, values[i])
	}
	if sets := candidatesOf(&state); strike(sets, values[3]) {
		rec.Fields = appendNamed(rec.Fields, Candidates, board.MarksText(sets, board.Nine()))
	}
	return rec, nil
}

// strike takes candidates such as "112 829", digit row column each, out of sets. It reports
// whether there are any, and all can be read.
func strike(sets []board.Digits, deleted string) bool {
	list := strings.Fields(deleted)
	for _, c := range list {
		if len(c) != 3 || strings.Trim(c, "123456789") != "" {
			return false
		}
		sets[9*(c[1]-'1')+c[2]-'1'] &^= board.Digit(c[0] - '0').Mask()
	}
	return len(list) > 0
}

// struck lists the candidates that the digits of a grid leave and that are not among marks.
// A cell without marks has all of them.
func struck(state board.Grid, marks []board.Digits) string {
	var list []string
	for i, set := range candidatesOf(&state) {
		if len(marks) == 0 || state.Digits()[i] != 0 || marks[i] == 0 {
			continue
		}
		for d := board.Digit(1); d <= 9; d++ {
			if set.Has(d) && !marks[i].Has(d) {
				list = append(list, fmt.Sprintf("%d%d%d", d, i/9+1, i%9+1))
			}
		}
	}
	return strings.Join(list, " ")
}

func writeHoDoKu(w *bufio.Writer, row *Row) error {
	filled, marks, err := row.filled()
	if err != nil {
		return err
	}
	state := filled.String()
	var values []string
	for _, name := range hodokuNames {
		value := row.oneLine(name)
		if strings.Contains(value, ":") && name != "extra" {
			return fmt.Errorf("there is a colon in %s %q, where it would end the field", name, value)
		}
		values = append(values, value)
	}
	if values[3] == "" {
		values[3] = struck(filled, marks)
	}
	if values[0] == "" && values[1] == "" {
		values[0], values[1] = "0000", "x"
	}
	cells := make([]byte, 0, 2*len(state))
	for i := range len(state) {
		if state[i] != row.Puzzle[i] {
			cells = append(cells, '+')
		}
		cells = append(cells, state[i])
	}
	values[2] = string(cells)
	_, err = w.WriteString(":" + strings.Join(values, ":") + "\n")
	return err
}
