package corpus

import (
	"strings"

	"gradoku/board"
)

// The rows of a candidate grid have spaces between the cells. A digit is a clue, or, with
// a u before it, placed by the user; several digits are the candidates of a cell, and a
// dot is a cell without candidates:
//
//	2 u5 1 38 5 678 9 46 .

// groupRow returns the number of cells in a row of groups, 0 if the line is not
// one, and whether a group is longer than a character.
func groupRow(line string) (cells int, long bool) {
	groups := strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(ssFrame, r) })
	geo, err := board.ForSize(len(groups))
	if err != nil {
		return 0, false
	}
	for _, group := range groups {
		if _, _, ok := cellGroup(group, geo); !ok {
			return 0, false
		}
		long = long || len(group) > 1
	}
	return len(groups), long
}

// groupKind is the meaning of the characters of one cell.
type groupKind uint8

const (
	groupMarks groupKind = iota
	groupClue
	groupPlaced
)

// cellGroup reads the characters of one cell: 5 is a clue, u5 a placed digit,
// 58 candidates, 55 the only candidate of a blank; and, as in our own candidate grids,
// =5 is a clue and - or a blank means no candidates.
func cellGroup(group string, geo *board.Geometry) (set board.Digits, kind groupKind, ok bool) {
	body := strings.TrimLeft(group, "u=")
	if len(group)-len(body) > 1 {
		return 0, 0, false
	}
	if body == group && (body == "-" || len(body) == 1 && cellValues[body[0]] == 0) {
		return 0, groupMarks, true
	}
	once := body
	if len(body) == 2 && body == group && body[0] == body[1] {
		once = body[:1]
	}
	for _, c := range []byte(once) {
		d := cellValues[c]
		if d == notCell || d == 0 || int(d) > geo.Size || set.Has(board.Digit(d)) {
			return 0, 0, false
		}
		set |= board.Digit(d).Mask()
	}
	switch {
	case set == 0, group != body && !set.Single():
		return 0, 0, false
	case group[0] == 'u':
		return set, groupPlaced, true
	case set.Single() && once == body:
		return set, groupClue, true
	}
	return set, groupMarks, true
}

// groupRows gathers the rows of a candidate grid.
type groupRows struct {
	rowBlock
	p    progress
	lone []board.Cell // digits alone, perhaps the last candidate of a blank
}

// add adds a row; done means that it was the last and the record is complete.
func (g *groupRows) add(line string) (rec Record, done bool, bad *LineError) {
	groups := strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(ssFrame, r) })
	row := len(g.lines)
	if row == 0 {
		geo, err := board.ForSize(len(groups))
		if err != nil {
			return rec, false, g.in.fault(1, "the row has %d cells; rows have 4, 6, 9, 12 or 16", len(groups))
		}
		g.size, g.lone, g.p = geo.Size, nil, newProgress(geo)
		g.line, g.column = g.in.line, column(line, len(line)-len(strings.TrimLeft(line, ssFrame)))
	}
	g.lines = append(g.lines, line)
	if len(groups) != g.size {
		g.lines = nil
		return rec, false, g.in.fault(1, "row %d has %d cells, but the rows above have %d", row+1, len(groups), g.size)
	}
	geo, at := g.p.puzzle.Geometry(), 0
	for k, group := range groups {
		at += strings.Index(line[at:], group)
		c := geo.CellAt(row, k)
		switch set, kind, ok := cellGroup(group, geo); {
		case !ok:
			g.lines = nil
			return rec, false, g.in.fault(column(line, at), "%q is neither a digit nor the candidates of a cell", group)
		case kind == groupMarks:
			g.p.mark(c, set)
		default:
			if len(group) == 1 {
				g.lone = append(g.lone, c)
			}
			g.p.set(c, set.First(), kind == groupClue)
		}
		at += len(group)
	}
	if len(g.lines) < g.size {
		return rec, false, nil
	}
	g.lines = nil
	g.p.settle(g.lone)
	return Record{Puzzle: g.p.puzzle, Fields: g.p.fields(), Line: g.line, Column: g.column}, true, nil
}
