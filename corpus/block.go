package corpus

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gradoku/board"
	"gradoku/internal/text"
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
	rows  []*gridRow
	shape shape // that most rows fit; no shape until a row fits one
	bands int   // paragraphs that ended; 0 in a grid that is not banded
	para  int   // the first row of the current paragraph
	ruled bool  // the line before this one was a border; survives an empty block
	every bool  // there is a border below the first row, so borders do not show bands
	ends  []end // the borders
	fault *LineError
}

// end is a border below some rows of a block.
type end struct{ rows, line int }

// shape is one of the two readings of a row, with the number of cells that it gives.
type shape struct {
	words bool
	size  int
}

// cells returns the cells of a row as the shape reads it.
func (s shape) cells(row *gridRow) []cell {
	if s.words {
		return row.words
	}
	return row.chars
}

// hollow reports whether a cell of a row has nothing.
func (s shape) hollow(row *gridRow) bool {
	return slices.ContainsFunc(s.cells(row), func(c cell) bool { return c.text == "" })
}

// mostRows is the largest number of rows in a block before reading gives it up. Valid blocks have
// up to 25.
const mostRows = 30

// geometry is nil while the size is unknown.
func (b *block) geometry() *board.Geometry { return board.ForCells(b.shape.size * b.shape.size) }

// add adds rows, and finds the shape that most rows fit. If two shapes fit equally many rows, it
// takes the larger one.
func (b *block) add(rows ...*gridRow) {
	b.rows, b.shape = append(b.rows, rows...), shape{}
	most := 1
	for _, geo := range board.Sizes() {
		for _, s := range []shape{{true, geo.Size}, {false, geo.Size}} {
			if n := b.fitting(s); n >= most {
				b.shape, most = s, n
			}
		}
	}
}

// fitting returns how many rows fit a shape.
func (b *block) fitting(s shape) (n int) {
	for _, row := range b.rows {
		if len(s.cells(row)) == s.size {
			n++
		}
	}
	return n
}

// fits reports whether the rows are as many as the shape says, and all fit it.
func (b *block) fits() bool {
	n := b.shape.size
	return n > 0 && len(b.rows) == n && b.fitting(b.shape) == n
}

// whole reports whether the rows are those of a grid: no other row can follow.
func (b *block) whole() bool { return b.fits() && !b.loose() }

func (b *block) loose() bool {
	return slices.ContainsFunc(b.rows, func(r *gridRow) bool { return r.loose })
}

// row adds a line with one row of a grid.
func (r *lineReader) row(row *gridRow) bool {
	b := &r.block
	if b.whole() && b.rows[0].names.kind != "" && row.names.kind == "" { // the first row has names of columns
		first := b.rows[0]
		if b.rows = b.rows[1:]; first.names == (name{" ", 1}) {
			b.fault = r.in.faultAt(first.line, first.column(), "this line can be a row of the grid or the names of its columns, and %d rows follow it: delete what does not belong to the grid", b.shape.size)
		}
		b.add(row)
		return r.closeBlock()
	}
	if b.bands > 0 && len(b.rows)-b.para == b.geometry().BoxRows && !r.split() || b.whole() && !r.closeBlock() {
		return false
	}
	if n := len(b.rows); b.fault == nil && (n == 0 && row.name.number > 1 || n > 0 && row.name != b.rows[n-1].name.plus(1)) {
		b.fault = r.in.fault(1, "the names of the rows are not in their order")
	}
	b.add(row)
	names := b.rows[0].names.kind != "" && strings.ContainsAny(row.text, ",;\t")
	if full := len(b.rows) == b.shape.size && b.bands == 0 && !row.barred && !names; full || len(b.rows) > mostRows {
		return r.closeBlock()
	}
	return true
}

// split ends a banded grid whose last paragraph is too long for a band: that
// paragraph begins the next grid.
func (r *lineReader) split() bool {
	b := &r.block
	para := slices.Clone(b.rows[b.para:])
	b.rows = b.rows[:b.para]
	b.add()
	ok := r.closeBlock()
	r.block.add(para...)
	return ok
}

// gap handles a blank line, the end of a paragraph.
func (r *lineReader) gap() bool {
	b := &r.block
	geo := b.geometry()
	n := len(b.rows) - b.para
	if geo == nil || n == 0 || n > geo.BoxRows || b.loose() {
		return r.closeBlock()
	}
	b.endBand(r.in, r.in.line, n, geo)
	b.bands++
	b.para = len(b.rows)
	b.ruled = false
	return b.bands < geo.Bands() || r.closeBlock()
}

// rule handles a border. Two in a row are the bottom of one frame and the
// top of the next.
func (r *lineReader) rule() bool {
	b := &r.block
	if r.header != nil {
		r.ruled = true
		return true
	}
	if b.ruled || b.whole() {
		ok := r.closeBlock()
		r.block.ruled = true
		return ok
	}
	b.ruled = true
	b.every = b.every || len(b.rows) == 1 && b.shape.size > 0
	b.ends = append(b.ends, end{len(b.rows), r.in.line})
	return true
}

// endBand notes the first band that has too few rows.
func (b *block) endBand(in *input, line, rows int, geo *board.Geometry) {
	if rows < geo.BoxRows && b.fault == nil {
		b.fault = in.faultAt(line, 1, "the band ends after %d rows, but bands of a %dx%d grid have %d",
			rows, geo.Size, geo.Size, geo.BoxRows)
	}
}

// closeBlock ends the open grid, if there is one, with a record or an error.
func (r *lineReader) closeBlock() bool {
	b := r.block
	r.block = block{ruled: b.ruled}
	if len(b.rows) == 0 {
		return true
	}
	r.border = b.rows[0].name.kind != ""
	if !r.drawn && b.tiny() && b.rows[0].line != r.below16 {
		return r.eachRow(b.rows)
	}
	b.finish(r.in)
	rec, bad := b.grid(r.in)
	if bad != nil {
		if len(b.rows) > 1 {
			bad.Reason += fmt.Sprintf(" (in the grid that starts on line %d)", b.rows[0].line)
		}
		r.title = title{}
		return r.yield(Record{}, bad)
	}
	if b.shape.size == board.MaxSize {
		r.below16 = b.rows[len(b.rows)-1].line + 1
	}
	return r.put(rec)
}

// finish finds the shape of all rows if their number is its size, and the bands that borders end too
// early: only now is the size certain.
func (b *block) finish(in *input) {
	n := len(b.rows)
	for _, s := range []shape{{true, n}, {false, n}} {
		if isSize(n) && b.fitting(s) == n {
			b.shape = s
		}
	}
	geo := b.geometry()
	if geo == nil || b.every || b.loose() {
		return
	}
	for _, e := range b.ends {
		if rows := e.rows % geo.BoxRows; rows > 0 {
			b.endBand(in, e.line, rows, geo)
		}
	}
}

// tiny reports whether lines of 16 cells are 4x4 puzzles, one per line, and not
// a 16x16 grid: most have no digit above 4. A row of a real 16x16 puzzle has
// about six digits; that none is above 4 happens once in thousands.
func (b *block) tiny() bool {
	large := 0
	for _, row := range b.rows {
		if row.barred {
			return false
		}
		if row.above4() {
			large++
		}
	}
	return b.shape == shape{false, 16} && b.fitting(shape{true, 4}) < len(b.rows) && 2*large < len(b.rows)
}

// above4 reports whether a row has a digit above 4.
func (r *gridRow) above4() bool {
	return slices.ContainsFunc(r.chars, func(c cell) bool {
		d := cellValues[c.text[0]]
		return d > 4 && (d != notCell || strings.Contains(furtherLetters, strings.ToUpper(c.text)))
	})
}

// eachRow reads every row as a separate puzzle. A title above them belongs to none of
// them.
func (r *lineReader) eachRow(rows []*gridRow) bool {
	if !r.settle() {
		return false
	}
	four := board.Sizes()[0]
	for _, row := range rows {
		rec, bad := Record{}, r.in.misspelt(row.line, row.text, 0, row.text)
		if len(row.chars) == four.Cells && !row.above4() && !row.ragged {
			rec, bad = r.in.gridOf(row.chars, four)
		}
		if bad != nil && !r.yield(Record{}, bad) || bad == nil && !r.put(rec) {
			return false
		}
	}
	return true
}

// grid reads the rows, or reports the first that does not fit.
func (b *block) grid(in *input) (Record, *LineError) {
	n, first := len(b.rows), b.rows[0]
	if first.names == (name{" ", 0}) && strings.ContainsAny(first.text, ",;\t") {
		return Record{}, in.faultAt(first.line, first.column(), "this line can be the names of the columns, but %d lines follow it: delete it, or write its blank as .", n-1)
	}
	var cells []cell
	switch {
	case b.fault != nil || !isSize(n):
	case b.fits():
		if odd := b.shifted(); odd != nil {
			return Record{}, in.faultAt(odd.line, odd.column(), "the bars of this row are not where other rows have them, and one of its cells is empty")
		}
		for _, row := range b.rows {
			if row.ended != first.ended && b.shape.hollow(row) {
				return Record{}, in.faultAt(row.line, row.column(), "only some rows have a separator after their last cell")
			}
			cells = append(cells, b.shape.cells(row)...)
		}
	default:
		cells = b.places()
	}
	if cells == nil {
		return Record{}, b.misfit(in)
	}
	return in.gridOf(cells, board.ForCells(len(cells)))
}

// shifted returns the only row with an empty cell whose bars are at other places than those of all
// other rows, which are the same: a digit may be lost in it.
func (b *block) shifted() *gridRow {
	rows := map[string][]*gridRow{}
	for _, row := range b.rows {
		bars := fmt.Sprint(barsOf(row.text))
		rows[bars] = append(rows[bars], row)
	}
	for _, same := range rows {
		if len(rows) == 2 && len(same) == 1 && b.shape.hollow(same[0]) {
			return same[0]
		}
	}
	return nil
}

// places reads rows whose blanks are spaces. Their bars are at the same places in all rows, and
// all cells between bars have the same width. It returns nil for other rows, and if two widths of
// a cell give different grids.
func (b *block) places() (cells []cell) {
	n, bars := len(b.rows), barsOf(b.rows[0].text)
	boxes := len(bars) - 1
	if boxes < 1 || n%boxes != 0 || slices.ContainsFunc(b.rows, func(r *gridRow) bool { return !slices.Equal(barsOf(r.text), bars) }) {
		return nil
	}
	each := n / boxes
	for pitch := 1; pitch <= bars[1]-bars[0]; pitch++ {
		var starts []int
		for i, bar := range bars[:boxes] {
			width := bars[i+1] - bar - 1
			before := width - pitch*each
			if each == 1 {
				before = 0
			}
			if before < -1 || before > 1 {
				break
			}
			for k := range each {
				starts = append(starts, bar+1+max(before, 0)+k*pitch)
			}
		}
		again := b.cut(starts, n)
		if again != nil && cells != nil && !slices.EqualFunc(cells, again, func(a, b cell) bool { return a.text == b.text }) {
			return nil
		}
		if again != nil {
			cells = again
		}
	}
	return cells
}

// cut cuts each row into n cells that begin at these places. It returns nil if a cell would have
// two words, or a word would be in two cells.
func (b *block) cut(starts []int, n int) (cells []cell) {
	if len(starts) != n {
		return nil
	}
	for _, row := range b.rows {
		text := strings.ReplaceAll(row.text, "|", " ")
		var parts []string
		for i, start := range starts {
			end := len(text)
			if i+1 < n {
				end = starts[i+1]
			}
			part := strings.TrimSpace(text[start:end])
			cells = append(cells, cell{part, row, start + strings.Index(text[start:end], part)})
			if part != "" {
				parts = append(parts, part)
			}
		}
		if !slices.Equal(parts, strings.Fields(text)) {
			return nil
		}
	}
	return cells
}

// barsOf returns the places of the bars in a row.
func barsOf(text string) (list []int) {
	for i := range len(text) {
		if text[i] == '|' {
			list = append(list, i)
		}
	}
	return list
}

// misfit returns the error of rows that are not a grid: it names the first row with a wrong
// character or length, or the band that is too short.
func (b *block) misfit(in *input) *LineError {
	s, n := b.shape, len(b.rows)
	if s.size == 0 || n > 1 && 2*b.fitting(s) < n {
		return b.shapeless(in)
	}
	for i, row := range b.rows {
		if b.fault != nil && b.fault.Line < row.line {
			break
		}
		if c := row.strange(); c != nil && !s.words {
			_, wrong := (&alphabet{size: s.size, first: '1'}).digit(c.text)
			return in.faultIn(c, "%s", wrong)
		}
		cells, at := s.cells(row), cell{row: row, at: row.start}
		switch {
		case len(cells) == s.size || n == 1:
			continue
		case s.words && row.wrong != nil:
			return in.faultIn(row.wrong, notWord, row.wrong.text)
		case len(cells) > 0:
			at = cells[min(len(cells)-1, s.size)]
		}
		return in.faultIn(&at, "row %d has %d cells, but rows of a %dx%d grid have %d", i+1, len(cells), s.size, s.size, s.size)
	}
	if b.fault != nil {
		return b.fault
	}
	last := s.cells(b.rows[n-1])
	return in.faultIn(&last[len(last)-1], "the grid ends after %d of its %d rows", n, s.size)
}

// shapeless returns the error of a block most of whose rows fit no size.
func (b *block) shapeless(in *input) *LineError {
	lengths := text.Each(b.rows, func(row *gridRow) string {
		if len(row.chars) == 0 || row.large() {
			return strconv.Itoa(len(row.words))
		}
		return strconv.Itoa(len(row.chars))
	})
	same := len(slices.Compact(slices.Clone(lengths))) == 1
	first := cell{row: b.rows[0], at: b.rows[0].start}
	if list := b.rows[0].chars; len(list) > 0 {
		first = list[0]
	}
	switch {
	case same && lengths[0] == "21":
		return in.faultIn(&first, "rows of 21 cells are five overlapping grids (samurai), which gradoku does not support")
	case same && lengths[0] == "25":
		return in.faultIn(&first, "a 25x25 grid is too large: the largest has 16x16 cells")
	case len(b.rows) == 1:
		return in.faultIn(&first, "%s cells on a line are neither a puzzle (9x9 has 81) nor a row of one (4, 6, 9, 12 or 16)", lengths[0])
	}
	return in.faultIn(&first, "these rows are no grid: they have %s cells; all rows of a grid have 4, 6, 9, 12 or 16", strings.Join(lengths, ", "))
}
