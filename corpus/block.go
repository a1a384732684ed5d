package corpus

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"gradoku/board"
)

// A grid drawn over several lines comes in three styles, and all of them occur in forum
// threads:
//
//	plain          banded, with blank      framed, with borders
//	               lines between bands     between bands
//	003020600      003 020 600             +-------+-------+-------+
//	900305001      900 305 001             | . . 3 | . 2 . | 6 . . |
//	001806400      001 806 400             | 9 . . | 3 . 5 | . . 1 |
//	008102900                              | . . 1 | 8 . 6 | 4 . . |
//	700000008      008 102 900             +-------+-------+-------+
//	...            ...                     ...
//
// A grid with a missing row is dangerous: a greedy reader would take its last row from
// the grid below, which would then lack its first row, and so on to the end of the
// file, with every grid wrong and none reported. So a grid must keep the style it began
// with. Rows without a blank line between them are a paragraph. A grid is one paragraph
// of N rows, or one paragraph for each of its bands, and a band that is too short still
// counts as one.

// block is a grid of which some rows have been read.
type block struct {
	rows  []blockRow
	size  int  // cells per row; 0 until a row fits some size
	bands int  // paragraphs that ended; 0 in a grid that is not banded
	para  int  // the first row of the current paragraph
	ruled bool // the line before this one was a border; survives an empty block
	fault *LineError
}

type blockRow struct {
	text string
	line int
	n    census
}

// geometry is nil while the size is unknown.
func (b *block) geometry() *board.Geometry { return board.ForCells(b.size * b.size) }

func (b *block) add(row blockRow) {
	b.rows = append(b.rows, row)
	if geo, err := board.ForSize(row.n.marks()); err == nil && b.size == 0 {
		b.size = geo.Size
	}
}

// row adds a line with one row of a grid.
func (r *lineReader) row(line string, n census) bool {
	b := &r.block
	if b.bands > 0 && len(b.rows)-b.para == b.geometry().BoxRows && !r.split() {
		return false
	}
	b.add(blockRow{line, r.in.line, n})
	if full := len(b.rows) == b.size && b.bands == 0; full || len(b.rows) > board.MaxSize {
		return r.closeBlock()
	}
	return true
}

// split ends a banded grid whose last paragraph is too long for a band: that
// paragraph begins the next grid.
func (r *lineReader) split() bool {
	rows := r.block.rows
	para := rows[r.block.para:]
	r.block.rows = rows[:r.block.para]
	ok := r.closeBlock()
	for _, row := range para {
		r.block.add(row)
	}
	return ok
}

// gap handles a blank line, the end of a paragraph.
func (r *lineReader) gap() bool {
	b := &r.block
	geo := b.geometry()
	n := len(b.rows) - b.para
	if geo == nil || n == 0 || n > geo.BoxRows {
		return r.closeBlock()
	}
	r.endBand(n, geo)
	b.bands++
	b.para = len(b.rows)
	b.ruled = false
	return b.bands < geo.Bands() || r.closeBlock()
}

// ornament handles a border. Two in a row are the bottom of one frame and the
// top of the next.
func (r *lineReader) ornament() bool {
	b := &r.block
	if b.ruled {
		return r.closeBlock()
	}
	b.ruled = true
	if geo := b.geometry(); geo != nil && len(b.rows)%geo.BoxRows != 0 {
		r.endBand(len(b.rows)%geo.BoxRows, geo)
	}
	return true
}

// endBand notes the first band that has too few rows.
func (r *lineReader) endBand(rows int, geo *board.Geometry) {
	if rows < geo.BoxRows && r.block.fault == nil {
		r.block.fault = r.in.fault(1, "the band ends after %d rows, but bands of a %dx%d grid have %d",
			rows, geo.Size, geo.Size, geo.BoxRows)
	}
}

// closeBlock ends the open grid, if there is one, with a record or an error.
func (r *lineReader) closeBlock() bool {
	b := r.block
	r.block = block{ruled: b.ruled}
	switch {
	case len(b.rows) == 0:
		return true
	case b.tiny():
		return r.eachRow(b.rows)
	}
	label := r.title.text
	r.title = title{}
	first := b.rows[0]
	g, bad := b.grid(r.in)
	if bad != nil {
		return r.yield(Record{}, bad)
	}
	start, _ := token(first.text)
	return r.yield(Record{Puzzle: g, Fields: labelled(label), Line: first.line, Column: column(first.text, start)}, nil)
}

// tiny reports whether lines of 16 cells are 4x4 puzzles, one per line, and not
// a 16x16 grid: most have no digit above 4. A row of a real 16x16 puzzle has
// about six digits; that none is above 4 happens once in thousands.
func (b *block) tiny() bool {
	large := 0
	for _, row := range b.rows {
		if strings.IndexFunc(row.text, func(r rune) bool {
			return r < utf8.RuneSelf && cellValues[r] > 4 && cellValues[r] != notCell
		}) >= 0 {
			large++
		}
	}
	return b.size == 16 && 2*large < len(b.rows)
}

// eachRow reads every row as a separate puzzle. A title above them belongs to none of
// them.
func (r *lineReader) eachRow(rows []blockRow) bool {
	if !r.settle() {
		return false
	}
	for _, row := range rows {
		g, err := board.Parse(row.text)
		start, _ := token(row.text)
		rec := Record{Puzzle: g, Line: row.line, Column: column(row.text, start)}
		if err != nil {
			rec, err = Record{}, r.in.misspelt(row.line, row.text, 0, row.text)
		}
		if !r.yield(rec, err) {
			return false
		}
	}
	return true
}

// grid joins the rows, or reports the first that does not fit.
func (b *block) grid(in *input) (board.Grid, *LineError) {
	lines := make([]string, len(b.rows))
	for i, row := range b.rows {
		lines[i] = row.text
	}
	g, err := board.Parse(strings.Join(lines, "\n"))
	bad := b.firstFault(in)
	var perr *board.ParseError
	if bad == nil && errors.As(err, &perr) {
		bad = in.faultAt(b.rows[perr.Line-1].line, perr.Column, "%s", perr.Msg)
	}
	if bad != nil && len(b.rows) > 1 {
		bad.Reason += fmt.Sprintf(" (in the grid that starts on line %d)", b.rows[0].line)
	}
	return g, bad
}

// firstFault looks for a band that is too short and for rows with a wrong
// character or length. board.Parse reports when there are too few rows.
func (b *block) firstFault(in *input) *LineError {
	for i, row := range b.rows {
		if b.fault != nil && b.fault.Line < row.line {
			break
		}
		switch {
		case row.n.others > 0:
			return in.misspelt(row.line, row.text, 0, row.text)
		case len(b.rows) > 1 && b.size > 0 && row.n.cells != b.size:
			return in.faultAt(row.line, rowEnd(row.text, b.size), "row %d has %d cells, but rows of a %dx%d grid have %d",
				i+1, row.n.cells, b.size, b.size, b.size)
		}
	}
	return b.fault
}

// rowEnd is the column of the first cell beyond a full row, or of the last cell
// of a row that is too short.
func rowEnd(line string, size int) int {
	seen, at := 0, 0
	for i := range line {
		if count(line[i:i+1]).cells == 0 {
			continue
		}
		seen, at = seen+1, i
		if seen > size {
			break
		}
	}
	return column(line, at)
}
