package corpus

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"iter"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gradoku/internal/text"
)

// csvSeparators are the characters that separate columns: commas in most files,
// tabs in tables of numbers, semicolons from spreadsheets in countries that
// use a decimal comma, bars in Markdown.
const csvSeparators = ",\t;|"

// looksTable returns a function that accepts a header with one of the separators.
// csv and tsv are read alike; the separator only decides the format's name and how
// the text is written again.
func looksTable(separators string) func(head []byte) bool {
	return func(head []byte) bool {
		start, end := bodyAt(head)
		cols, sep := csvHeader(string(head[start:end]), string(firstLine(head[end:])))
		return cols.puzzle >= 0 && strings.ContainsRune(separators, sep)
	}
}

// csvHeader reads the line with the names of the columns, and the line below it. The
// separator is the one that yields a puzzle column: one of a known name, or, if none has
// such a name, the first with a puzzle in the line below.
func csvHeader(line, below string) (cols columns, sep rune) {
	for _, byName := range []bool{true, false} {
		for _, sep := range csvSeparators {
			names, values := csvCells(line, sep), csvCells(below, sep)
			if puzzleIn(names) >= 0 || sep == '|' && (!strings.Contains(below, "|") || strings.Trim(below, " |:-") != "") {
				continue // bars may also be in a title; in Markdown there is a rule below
			}
			names = text.Each(names, text.Unguarded)
			if len(names) > 1 && names[0] == "" && len(values) > 0 && values[0] != "" {
				names[0] = "index" // Python's data frames write an index column without a name
			}
			cols := newColumns(names)
			if i := puzzleIn(values); !byName && i >= 0 && len(names) == len(values) && len(names) > 1 && columnName.MatchString(names[i]) {
				cols.puzzle = i
			}
			if cols.puzzle >= 0 {
				return cols, sep
			}
		}
	}
	return columns{puzzle: -1}, 0
}

// columnName is a name that a column without a known name may have.
var columnName = regexp.MustCompile(`^[\pL_][\pL\d_ -]*$`)

// csvCells splits a line of a table. It returns nil for other lines.
func csvCells(line string, sep rune) []string {
	r := csv.NewReader(strings.NewReader(line))
	r.Comma, r.LazyQuotes = sep, true
	cells, _ := r.Read()
	return cells
}

// puzzleIn returns the first cell with a whole puzzle that is not a full grid, or -1.
func puzzleIn(cells []string) int {
	return slices.IndexFunc(cells, func(cell string) bool {
		g, ok := exact(strings.TrimSpace(cell))
		return ok && len(cell) > maxRow && !g.Full()
	})
}

// csvReader reads line by line, so that it can continue after a bad one: at a
// missing quote, encoding/csv would read the rest of the file as one value.
// encoding/csv is used only for rows with quotes.
type csvReader struct {
	in     *input
	yield  emit
	cols   columns
	sep    rune
	values []value // of the current row, reused for the next

	wanted *string // the puzzle's column, by its name or number, see Table; nil for the usual names
}

// Table is the format of a table whose puzzle column is known: by its name, or, in a
// table without a header, by its number from 1; "" is the first column that holds a
// puzzle, in a table without a header. Columns without a header are named by their
// numbers. The separators are those of csv. A first line "sep=;", which spreadsheets
// write, is skipped.
func Table(puzzle string) Format { return Format{Name: "csv", read: readTable(&puzzle)} }

// readTable returns a reader of tables whose puzzle column is wanted; see csvReader.
func readTable(wanted *string) func(in *input, yield emit) {
	return func(in *input, yield emit) {
		r := csvReader{in: in, yield: yield, wanted: wanted}
		in.each(yield, r.read)
	}
}

// begin finds the separator and the columns of a table from its first line, and, for the usual
// names, from the line below. It reports whether the first line is a row.
func (r *csvReader) begin(line string) (isRow bool, bad error) {
	if r.wanted == nil {
		no := r.in.line
		below, err := r.in.next()
		if err != io.EOF {
			r.in.held = append(r.in.held, held{bytes.Clone(below), r.in.line, err})
		}
		if r.cols, r.sep = csvHeader(line, string(below)); r.cols.puzzle < 0 {
			bad = r.in.faultAt(no, 1, "the header names no puzzle column: one must be called %s", strings.Join(puzzleNames, ", "))
		}
		return false, bad
	}
	wanted := *r.wanted
	for _, sep := range csvSeparators {
		cells, puzzle, named := csvCells(line, sep), -1, false
		for i, cell := range cells {
			cells[i] = text.Unguarded(cell)
			if _, err := parse(strings.TrimSpace(cell)); wanted != "" && strings.EqualFold(strings.TrimSpace(cells[i]), wanted) {
				puzzle, named = i, true
			} else if err == nil && puzzle < 0 && (wanted == "" || wanted == strconv.Itoa(i+1)) {
				puzzle = i
			}
		}
		if puzzle < 0 {
			continue
		}
		for i := 0; !named && i < len(cells); i++ {
			cells[i] = strconv.Itoa(i + 1)
		}
		r.cols, r.sep = newColumns(cells), sep
		if r.cols.puzzle = puzzle; r.cols.solution == puzzle {
			r.cols.solution = -1
		}
		return !named, nil
	}
	if wanted == "" {
		return false, r.in.fault(1, "no column of the first line is a puzzle")
	}
	return false, r.in.fault(1, "the first line has no column %q, and no puzzle in a column with that number", wanted)
}

func (r *csvReader) read(line []byte) bool {
	switch {
	case len(bytes.TrimSpace(line)) == 0:
		return true
	case r.sep == 0 && line[0] == '#':
		return true
	case r.sep == 0 && r.wanted != nil && bytes.HasPrefix(bytes.ToLower(bytes.TrimSpace(line)), []byte("sep=")):
		return true
	case r.sep == 0:
		isRow, bad := r.begin(string(line))
		if bad != nil { // there is nothing to read
			r.yield(Record{}, bad)
			return false
		}
		return !isRow || r.read(line)
	case r.sep == '|' && isRule(string(line)):
		return true
	case r.sep != '|' && bytes.IndexByte(line, '"') >= 0:
		return r.quoted(string(line))
	}
	text, at := string(line), 0
	r.values = r.values[:0]
	for part := range strings.SplitSeq(text, string(r.sep)) {
		v := value{text: part, line: text, at: at}
		if r.sep == '|' {
			v.text = strings.TrimSpace(part)
			v.at += strings.Index(part, v.text)
		}
		r.values = append(r.values, v)
		at += len(part) + 1
	}
	return r.row(r.in.line)
}

// row emits the row whose values have been gathered. Missing columns are empty.
// Values beyond the header, and in a column without a name (QQWing ends every
// line with a comma), are dropped when empty and otherwise an error: there is
// no name to keep them under.
func (r *csvReader) row(first int) bool {
	names := r.cols.names
	for len(r.values) < len(names) {
		end := r.values[len(r.values)-1]
		r.values = append(r.values, value{line: end.line, at: len(end.line), down: end.down})
	}
	for i, v := range r.values {
		if (i >= len(names) || names[i] == "") && v.text != "" {
			return r.yield(Record{}, r.in.faultAt(first+v.down, v.column(), "the header has no name for the value %q", v.text))
		}
	}
	for i := range names {
		r.values[i].text = text.Unguarded(r.values[i].text)
	}
	return r.yield.one(r.cols.record(r.in, first, r.values[:len(names)]))
}

// quoted reads a row with quotes, which may extend over several lines: while a
// quote is open, the lines after the first are held, to be read again if the quote
// is stray.
func (r *csvReader) quoted(line string) bool {
	first, lines, more := r.in.line, []string{line}, []held(nil)
	quotes, size := strings.Count(line, `"`), len(line)
	for quotes%2 == 1 && size < maxLine {
		next, err := r.in.next()
		if err != nil {
			if err != io.EOF {
				r.in.held = append([]held{{line: r.in.line, err: err}}, r.in.held...)
			}
			break
		}
		more = append(more, held{text: bytes.Clone(next), line: r.in.line})
		lines = append(lines, string(next))
		quotes += bytes.Count(next, []byte(`"`))
		size += len(next)
	}
	c := csv.NewReader(strings.NewReader(strings.Join(lines, "\n")))
	c.Comma = r.sep
	c.FieldsPerRecord = -1
	fields, err := c.Read()
	if err != nil {
		r.in.held = append(more, r.in.held...)
		perr, ok := errors.AsType[*csv.ParseError](err)
		if ok && perr.Line == 1 && strings.Count(line, `"`)%2 == 0 {
			return r.yield(Record{}, r.in.faultAt(first, column(line, perr.Column-1), "there is a quote in the middle of a value"))
		}
		// If the row never ends, the error is at its last quote.
		open := strings.LastIndexByte(line, '"')
		return r.yield(Record{}, r.in.faultAt(first, column(line, open), "the quote that opens here is never closed"))
	}
	r.values = r.values[:0]
	for i, f := range fields {
		down, col := c.FieldPos(i)
		text := lines[down-1]
		if strings.HasPrefix(text[col-1:], `"`) {
			col++ // the value begins after the quote
		}
		r.values = append(r.values, value{text: f, line: text, at: col - 1, down: down - 1})
	}
	return r.row(first)
}

// writeTable returns a writer that takes the columns from the first row.
func writeTable(sep rune) func(*bufio.Writer, iter.Seq2[Row, error]) error {
	return func(w *bufio.Writer, rows iter.Seq2[Row, error]) error {
		out := csv.NewWriter(w) // which uses w as its buffer, so that Format.Write flushes it
		out.Comma = sep
		first, cells := aligner{limit: 1, places: map[nth]int{}}, []string(nil)
		put := func(puzzle, solution string, values []Value, of func(Value) string) error {
			cells = append(cells[:0], puzzle, solution)
			for _, v := range values {
				cells = append(cells, text.Guarded(of(v)))
			}
			return out.Write(cells)
		}
		header := func(values []Value) error {
			return put("puzzle", "solution", values, func(v Value) string { return v.Name })
		}
		for row, err := range first.align(rows) {
			if err == nil && first.count == 1 {
				err = header(row.Values)
			}
			if err == nil {
				err = put(row.Puzzle, row.Solution, row.Values, Value.String)
			}
			if err != nil {
				return err
			}
		}
		if first.count == 0 {
			return header(nil) // a table without rows is still a table
		}
		return nil
	}
}
