package corpus

import (
	"bufio"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gradoku/board"
)

// The game IDs of Solo, the Sudoku of Simon Tatham's puzzle collection (solo.c):
//
//	3x3:a3d1_9a8…
//
// Before the colon are the numbers of boxes across and down, and perhaps letters
// for the requested symmetry and difficulty. After it a letter means as many blanks
// as its place in the alphabet, and an underscore separates two digits without
// blanks between them. x, k and j before the colon are its variants, with
// diagonals, cages and regions of any shape.
//
// The regions of a jigsaw follow a comma. They are given by the borders between
// neighbouring cells: first those between columns, row by row, then those between
// rows, column by column. The letter at place n of the alphabet means n pairs of cells
// without a border, then one with a border; z means 25 pairs without a border and
// none with one; an underscore means one pair with a border. One more border than
// there are ends the text.

// soloID finds the numbers of boxes across and down, the letters after them, the colon, and the
// cells; soloCells cuts the cells.
var (
	soloID    = regexp.MustCompile(`^(\d{1,9})(?:x(\d{1,9}))?([a-z\d]*)([:#])(.*)$`)
	soloCells = regexp.MustCompile(`\d+|.`)
)

type soloParams struct {
	across, down int // boxes side by side, and below each other
	rest         string
	seed         bool // the colon is a #
}

// cutSolo splits an ID; ok is false for a text that is not one.
func cutSolo(word string) (p soloParams, cells string, ok bool) {
	found := soloID.FindStringSubmatch(word)
	if found == nil {
		return p, "", false
	}
	p.across, _ = strconv.Atoi(found[1])
	p.down, _ = strconv.Atoi(found[2])
	if p.rest = found[3]; found[2] == "" && strings.HasPrefix(p.rest, "j") {
		p.down = 1
	}
	p.seed = found[4] == "#"
	return p, found[5], min(p.across, p.down) > 0 && max(p.across, p.down) <= board.MaxSize
}

// savedGame begins the first line of a saved game, which has the ID in two of its lines:
//
//	PARAMS  :3:3x3
//	DESC    :9:a3d1_9a8…
const savedGame = "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection"

// readSolos reads IDs, and the saved game that begins in their place. The moves of a game are ignored.
func readSolos(in *input, yield emit) {
	params, saved := "", false
	in.each(yield, func(text []byte) bool {
		line := strings.TrimSpace(string(text))
		key, value, _ := strings.Cut(line, ":")
		_, value, _ = strings.Cut(value, ":")
		switch key = strings.TrimSpace(key); {
		case line == "" || line[0] == '#':
			return true
		case strings.HasPrefix(line, savedGame):
			params, saved = "", true
			return true
		case !saved:
			return yield.one(readSolo(in, string(text)))
		case key == "GAME" && value != "Solo":
			yield(Record{}, in.fault(1, "this is a saved game of %s, not of Solo, the Sudoku of this collection", value))
			return false
		case key == "PARAMS":
			params = value
		case key == "DESC":
			rec, bad := readSolo(in, params+":"+value)
			rec.Note = "the moves of a saved game are ignored"
			return yield.one(rec, bad)
		}
		return true
	})
}

func isSolo(line string) bool {
	if strings.HasPrefix(line, savedGame) {
		return true
	}
	_, _, ok := cutSolo(line[:strings.IndexAny(line+" ", " \t")])
	return ok
}

func readSolo(in *input, line string) (Record, *LineError) {
	start, end := wordIn(line, " \t")
	word, label, at := line[start:end], line[end:], column(line, start)
	params, cells, ok := cutSolo(word)
	if !ok {
		return Record{}, in.fault(at, "not a game ID: one has the form 3x3:a3d1_9a8...")
	}
	g, err := soloGrid(params, cells)
	if err != nil {
		return Record{}, in.fault(at, "the game ID: %v", err)
	}
	return Record{Puzzle: g, Fields: labelled(cleanLabel(label)), Line: in.line, Column: at}, nil
}

func soloGrid(p soloParams, cells string) (board.Grid, error) {
	switch {
	case p.seed:
		return board.Grid{}, errors.New("it contains a random seed, not the puzzle; the program shows the ID with a colon under Game, Specific")
	case strings.Contains(p.rest, "k"):
		return board.Grid{}, unsupported("cages")
	}
	geo, err := board.ForSize(p.across * p.down)
	if err != nil {
		return board.Grid{}, err
	}
	r := rules{size: geo.Size}
	if strings.Contains(p.rest, "x") {
		r.add(geo.HousesOfPart("x")...)
	}
	if strings.Contains(p.rest, "j") {
		var lines string
		if cells, lines, _ = strings.Cut(cells, ","); len(lines) == 0 {
			return board.Grid{}, errors.New("it lacks the regions of the jigsaw, which follow a comma")
		}
		if r.regions, err = soloRegions(geo, lines); err != nil {
			return board.Grid{}, err
		}
	} else if geo.Stacks() != p.across {
		return board.Grid{}, fmt.Errorf("its boxes are %d wide and %d high; in gradoku, boxes of a %dx%d puzzle are %d wide and %d high",
			p.down, p.across, geo.Size, geo.Size, geo.BoxCols, geo.BoxRows)
	}
	if geo, err = r.geometry(); err != nil {
		return board.Grid{}, err
	}
	g, c := board.NewGrid(geo), 0
	for _, part := range soloCells.FindAllString(cells, -1) {
		switch ch := part[0]; {
		case ch == '_':
		case ch >= 'a' && ch <= 'z':
			c += int(ch-'a') + 1
		case ch >= '0' && ch <= '9':
			d, err := strconv.Atoi(part)
			if err != nil || d < 1 || d > geo.Size {
				return g, fmt.Errorf("there is no digit %s in a %dx%d puzzle", part, geo.Size, geo.Size)
			}
			if c < geo.Cells {
				g.Set(board.Cell(c), board.Digit(d))
			}
			c++
		default:
			return g, fmt.Errorf("%q is not allowed in a game ID", ch)
		}
	}
	if c != geo.Cells {
		return g, fmt.Errorf("it has %d cells, but a %dx%d puzzle has %d", c, geo.Size, geo.Size, geo.Cells)
	}
	return g, nil
}

func writeSolo(w *bufio.Writer, row *Row) error {
	g := row.grid()
	geo := g.Geometry()
	text := fmt.Appendf(nil, "%dx%d", geo.Stacks(), geo.Bands())
	if geo.Variant.Jigsaw() {
		text = fmt.Appendf(nil, "%dj", geo.Size)
	}
	if slices.Contains(geo.Variant.Parts(), "x") {
		text = append(text, 'x')
	}
	text = append(text, ':')
	for _, d := range g.Digits() {
		last := &text[len(text)-1]
		switch {
		case d == 0 && *last >= 'a' && *last < 'z':
			*last++ // one more blank
		case d == 0:
			text = append(text, 'a')
		default:
			if *last >= '0' && *last <= '9' {
				text = append(text, '_')
			}
			text = strconv.AppendInt(text, int64(d), 10)
		}
	}
	if geo.Variant.Jigsaw() {
		text = appendSoloLines(append(text, ','), geo)
	}
	w.Write(text)
	return writeLabel(w, row)
}

// soloPlaces lists the pairs of neighbouring cells between which a border can be, in the
// order of an ID.
func soloPlaces(g *board.Geometry) [][2]board.Cell {
	var beside, below [][2]board.Cell
	for i := range g.Size {
		for k := range g.Size - 1 {
			beside = append(beside, [2]board.Cell{g.CellAt(i, k), g.CellAt(i, k+1)})
			below = append(below, [2]board.Cell{g.CellAt(k, i), g.CellAt(k+1, i)})
		}
	}
	return append(beside, below...)
}

// soloOpen is how many pairs of cells without a border a z stands for.
const soloOpen = 25

// appendSoloLines appends the borders between regions.
func appendSoloLines(text []byte, g *board.Geometry) []byte {
	pairs, open := soloPlaces(g), 0
	for i := range len(pairs) + 1 {
		if i < len(pairs) && g.Box(pairs[i][0]) == g.Box(pairs[i][1]) {
			open++
			continue
		}
		for ; open > soloOpen; open -= soloOpen {
			text = append(text, 'z')
		}
		text = append(text, "_abcdefghijklmnopqrstuvwxy"[open])
		open = 0
	}
	return text
}

// soloRegions reads the borders between regions and returns the region of each cell, named
// by the lowest cell that the cell is connected with.
func soloRegions(g *board.Geometry, text string) ([]int, error) {
	var lines []bool
	for _, ch := range []byte(text) {
		open := int(ch-'a') + 1
		switch {
		case ch == '_':
			open = 0
		case ch < 'a' || ch > 'z':
			return nil, fmt.Errorf("%q is not allowed in the regions", ch)
		}
		lines = append(lines, make([]bool, min(open, soloOpen))...)
		if ch != 'z' {
			lines = append(lines, true)
		}
	}
	if want := 2 * g.Size * (g.Size - 1); len(lines) != want+1 {
		return nil, fmt.Errorf("its regions have %d places for lines, not %d", len(lines)-1, want)
	}
	regions := make([]int, g.Cells)
	for i := range regions {
		regions[i] = i
	}
	for i, pair := range soloPlaces(g) {
		if from, to := regions[pair[0]], regions[pair[1]]; !lines[i] && from != to {
			for c := range regions {
				if regions[c] == max(from, to) {
					regions[c] = min(from, to)
				}
			}
		}
	}
	return regions, nil
}
