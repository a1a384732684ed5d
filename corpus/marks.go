package corpus

import (
	"bufio"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gradoku/board"
)

// Names of values that several formats have, as they do [Label]. A value that
// has another name in a file (#L, difficulty_category, centerPencilMarks) gets
// its name from here, so that it survives into other formats.
const (
	Level  = "level"  // a word for how hard it is
	Rating = "rating" // a number for it

	// State is the puzzle with the digits entered so far, written like a
	// puzzle.
	State = "state"
	// Candidates are pencil marks: N characters for each cell; the d-th is
	// digit d if it is a candidate, else ".". A cell without any mark is all
	// dots; a clue has its digit alone.
	Candidates = "candidates"
	// Corners are marks in the corners of cells, written likewise: places of a digit in a
	// box, which say nothing about the other digits of the cell.
	Corners = "corners"
)

// Candidates returns the pencil marks that the file gives, one set per cell,
// and whether it gives any that fit the puzzle. A cell without marks has the
// empty set.
func (r *Record) Candidates() ([]board.Digits, bool) {
	text, ok := r.Field(Candidates)
	if !ok || r.Puzzle.Geometry() == nil {
		return nil, false
	}
	sets, err := board.ParseMarks(text, r.Puzzle.Geometry())
	return sets, err == nil
}

// state returns the grid with the digits entered so far.
func (r *Row) state() (board.Grid, error) {
	g, err := parse(cmp.Or(r.text(State), r.Puzzle))
	if err != nil {
		return g, fmt.Errorf("the state: %w", err)
	}
	if _, cells := board.CutVariant(r.Puzzle); len(g.Digits()) != len(cells) {
		return g, fmt.Errorf("the state has %d cells, but the puzzle has %d", len(g.Digits()), len(cells))
	}
	return g, nil
}

// filled returns the grid of state and the candidates of the row, nil when it has none.
func (r *Row) filled() (board.Grid, []board.Digits, error) {
	g, err := r.state()
	if err != nil {
		return g, nil, err
	}
	marks, err := r.marks(Candidates, g.Geometry())
	return g, marks, err
}

// marks returns the marks of a row under a name; nil when it has none.
func (r *Row) marks(name string, geo *board.Geometry) ([]board.Digits, error) {
	text := r.text(name)
	if text == "" {
		return nil, nil
	}
	return board.ParseMarks(text, geo)
}

// allMarks returns the candidates of all cells for a format that has nothing else. A blank
// without marks has those that the digits of a grid leave. If a blank with one candidate
// would be read as a clue, such blanks get all digits, which carries no information, and if
// that is not enough, or the row has no marks, all blanks do.
func allMarks(filled board.Grid, marks []board.Digits) []board.Digits {
	sets := candidatesOf(&filled)
	for i, d := range filled.Digits() {
		if d == 0 && marks != nil && marks[i] != 0 {
			sets[i] = marks[i]
		}
	}
	for _, all := range []bool{marks == nil, true} {
		again := newProgress(filled.Geometry())
		if again.take(sets); again.puzzle == filled && (marks != nil || !again.marked) {
			break
		}
		for i, d := range filled.Digits() {
			if d == 0 && (all || sets[i].Single()) {
				sets[i] = filled.Geometry().All
			}
		}
	}
	return sets
}

// groups returns the characters of every cell of a candidate grid, with a u before a digit
// that is not a clue. If a reader would find other clues, the only candidate of a blank is
// written twice (55). If that is not enough, each clue also gets a = (see wordOf).
func (r *Row) groups() ([]string, error) {
	filled, sets, err := r.filled()
	if err != nil {
		return nil, err
	}
	if sets == nil {
		sets = allMarks(filled, nil)
	}
	state, groups := filled.String(), make([]string, len(sets))
	for clear := range 3 {
		for i, set := range sets {
			switch {
			case r.Puzzle[i] != '.':
				groups[i] = strings.Repeat("=", clear/2) + r.Puzzle[i:i+1]
			case state[i] != '.':
				groups[i] = "u" + state[i:i+1]
			case set == 0:
				groups[i] = "."
			case set.Single() && clear > 0:
				groups[i] = set.String() + set.String()
			default:
				groups[i] = set.String()
			}
		}
		cells := make([]cell, len(groups))
		for i, group := range groups {
			cells[i] = cell{text: group, row: &gridRow{}}
		}
		if rec, bad := (&input{}).gridOf(cells, filled.Geometry()); bad == nil && rec.Puzzle.String() == r.Puzzle {
			return groups, nil
		}
	}
	return groups, nil
}

// progress collects the data of a saved game for each cell.
type progress struct {
	puzzle, state board.Grid
	marks         []board.Digits
	corners       []board.Digits // nil in formats without them
	entered       bool           // some digit is not a clue
	marked        bool           // some blank has a mark
}

func newProgress(geo *board.Geometry) progress {
	return progress{puzzle: board.NewGrid(geo), state: board.NewGrid(geo), marks: make([]board.Digits, geo.Cells)}
}

// set enters a digit, as a clue or as a digit placed by the player.
func (p *progress) set(c board.Cell, d board.Digit, clue bool) {
	if d == 0 {
		return
	}
	p.state.Set(c, d)
	p.marks[c] = d.Mask()
	if clue {
		p.puzzle.Set(c, d)
	} else {
		p.entered = true
	}
}

// mark records the candidates of a cell without a digit.
func (p *progress) mark(c board.Cell, set board.Digits) {
	if p.state.At(c) == 0 && set != 0 {
		p.marks[c] = set
		p.marked = true
	}
}

// candidatesOf returns the digits that no peer of a blank has; a filled cell has its
// digit alone.
func candidatesOf(g *board.Grid) []board.Digits {
	b, sets := board.NewBoard(g), make([]board.Digits, len(g.Digits()))
	for i, d := range g.Digits() {
		sets[i] = d.Mask() | b.Candidates(board.Cell(i))
	}
	return sets
}

// take sets the candidates of all cells; cells with one candidate are clues.
func (p *progress) take(sets []board.Digits) {
	var lone []board.Cell
	for i, set := range sets {
		if set.Single() {
			p.set(board.Cell(i), set.First(), true)
			lone = append(lone, board.Cell(i))
			continue
		}
		p.mark(board.Cell(i), set)
	}
	p.settle(lone)
}

// settle decides which lone digits of a candidate grid are clues, and which are the
// last candidate of a blank, by the rule of HoDoKu (Sudoku2.java): a lone digit is a
// clue unless a cell that it sees has the digit as a candidate. The rule is used
// only if every blank has its candidates, there is no contradiction, and most lone
// digits are clues: in grids from which only few candidates were struck out, all of
// them are.
func (p *progress) settle(lone []board.Cell) {
	geo := p.state.Geometry()
	some, all := false, true // a blank has no candidates; every blank has all digits, which carries no information
	for i, d := range p.state.Digits() {
		some = some || d == 0 && p.marks[i] == 0
		all = all && (d != 0 || p.marks[i] == geo.All)
	}
	if all {
		p.marked = false
	}
	if some || all || p.state.Check() != nil {
		p.marked = p.marked && !p.plain()
		return
	}
	before, blanks := *p, 0 // marks are not touched; blanks: lone digits that are none
	for _, c := range lone {
		d := before.state.At(c)
		if slices.ContainsFunc(geo.Peers(c), func(peer board.Cell) bool {
			return before.state.At(peer) == 0 && p.marks[peer] != geo.All && p.marks[peer].Has(d)
		}) {
			p.puzzle.Set(c, 0)
			p.state.Set(c, 0)
			p.marked = true
			blanks++
		}
	}
	for i, set := range candidatesOf(&p.state) {
		if p.marks[i]&^set != 0 || 2*blanks > len(lone) {
			*p = before
			break
		}
	}
	p.marked = p.marked && !p.plain()
}

// plain reports whether the marks are exactly those that the digits leave.
func (p *progress) plain() bool { return slices.Equal(p.marks, candidatesOf(&p.state)) }

// fields returns what set and mark recorded as values.
func (p *progress) fields() []Field {
	var fields []Field
	if p.entered {
		fields = append(fields, Field{State, p.state.String()})
	}
	if p.marked {
		fields = append(fields, Field{Candidates, board.MarksText(p.marks, p.puzzle.Geometry())})
	}
	if slices.ContainsFunc(p.corners, func(set board.Digits) bool { return set != 0 }) {
		fields = append(fields, Field{Corners, board.MarksText(p.corners, p.puzzle.Geometry())})
	}
	return fields
}

// appendNamed adds a field unless its value is empty.
func appendNamed(fields []Field, name, value string) []Field {
	if value = strings.TrimSpace(value); value == "" {
		return fields
	}
	return append(fields, Field{name, value})
}

func isSukaku(line string) bool {
	sets, err := marksIn(firstWord(line))
	return sets != nil && err == nil
}

func firstWord(line string) string {
	start, end := token(line)
	return line[start:end]
}

// marksIn reads the candidates of all cells on a line, a sukaku; nil if the length is not that of
// one. A cell with one candidate is read as a clue, since there is no other way to give one, unless
// [progress.settle] finds that it is a blank.
func marksIn(word string) ([]board.Digits, error) {
	for _, geo := range board.Sizes() {
		if geo.Cells*geo.Size == len(word) {
			return board.ParseMarks(word, geo)
		}
	}
	return nil, nil
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
