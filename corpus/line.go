package corpus

import (
	"bufio"
	"bytes"
	"iter"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"gradoku/board"
)

// maxRow is the greatest number of cells accepted as one row of a drawn grid
// with a typo in it; a longer line is a whole puzzle with a typo. The longest
// row has 16 cells, the shortest puzzle above 4x4 has 36.
const maxRow = 30

const noPuzzle = "neither a puzzle nor a comment (a comment starts with #)"

// looksLine accepts a text in which some line is a puzzle or a row of one,
// typos allowed, and a text of only comments.
func looksLine(head []byte) bool {
	if firstLine(head) == nil {
		return true
	}
	in, framed := &input{}, false
	for line := range bytes.Lines(head) {
		text, _, _ := strings.Cut(inASCII(string(bytes.TrimSpace(line))), "#")
		framed = framed || isRule(text)
		cellsOnly := count(text).others == 0
		for _, row := range in.rowsOf(text) {
			words, chars := len(row.words), len(row.chars)
			if cellsOnly && (framed && row.barred || chars >= 4) || isSize(words) || isSize(chars) && row.strange() == nil || row.large() || board.ForCells(words) != nil {
				return true
			}
		}
		for _, word := range words(text) {
			if n := count(word); n.cells >= 15 && n.cells >= 4*n.others {
				return true
			}
		}
		if _, bad := in.whole(text, text); bad == nil {
			return true
		}
	}
	return false
}

// isOnePuzzle accepts a line with a whole puzzle, typos allowed, but not the row
// of a grid. Borders have no digits.
func isOnePuzzle(line string) bool {
	word := firstWord(line)
	n := count(word)
	return n.marks() > maxRow && n.cells >= 4*n.others && (n.cells == len(word) || strings.ContainsAny(word, "123456789"))
}

// lineReader reads puzzles on one line each and, between them, grids drawn over
// several lines.
type lineReader struct {
	in     *input
	yield  emit
	block  block
	title  title
	titles bool       // a line that begins with # is a title and not a comment
	drawn  bool       // grids are drawn; no line is a puzzle, and no grid a solution
	pairs  bool       // puzzles are followed by their solutions or candidates
	held   holder     // with pairs: the last puzzle, whose second grid may follow
	joined bool       // two grids were a pair
	last   board.Grid // without pairs: the last puzzle
	header *gridRow   // the names of columns, unless the next line shows that they are cells
	ruled  bool       // there is a border below it
	border bool       // the last grid had names at its border

	below16 int // the line below the last 16x16 grid, which is no 4x4 puzzle
}

// title is a line of text that may turn out to be above a grid, or, if it begins with a sign
// of comments, above any puzzle.
type title struct {
	text   string
	line   int
	signed bool
}

func readLine(in *input, yield emit) {
	(&lineReader{in: in, yield: yield, pairs: in.hasPairs()}).readAll()
}

// readAll reads the text to its end.
func (r *lineReader) readAll() {
	if r.in.each(r.yield, r.read) {
		r.settle()
	}
}

// hasPairs reports whether the text begins with a puzzle and, as a second grid, its solution or its
// candidates. It looks only at the bytes that are already buffered.
func (in *input) hasPairs() bool {
	head, _ := in.r.Peek(min(in.r.Buffered(), headSize))
	r := lineReader{in: &input{r: bufio.NewReader(bytes.NewReader(head))}, pairs: true}
	r.yield = func(Record, error) bool { return false }
	if r.in.each(r.yield, r.read) {
		r.closeBlock()
	}
	return r.joined
}

// belongs reports whether the second of two grids is the solution of the first, or the same
// puzzle with candidates that the first lacks.
func belongs(first, second *Record) bool {
	if second.Puzzle.Geometry() != first.Puzzle.Geometry() {
		return false
	}
	return second.marked && !first.marked && second.Puzzle == first.Puzzle || second.Puzzle.Full() && !first.Puzzle.Full()
}

// put passes on a puzzle with the title above it, or joins it with the one before it.
func (r *lineReader) put(rec Record) bool {
	if r.title.text != "" {
		rec.Fields = append(labelled(r.title.text), rec.Fields...)
		r.title = title{}
	}
	if !r.pairs {
		if !r.drawn && rec.Puzzle.Full() && completes(&rec.Puzzle, &r.last) {
			return r.yield(Record{}, r.in.faultAt(rec.Line, rec.Column, "this grid completes the puzzle above: write a solution behind its puzzle, after a comma"))
		}
		r.last = rec.Puzzle
		return r.yield(rec, nil)
	}
	r.held.yield = r.yield
	if first := r.held.rec; first != nil && belongs(first, &rec) {
		r.joined = true
		if rec.Puzzle.Full() {
			first.Solution = rec.Puzzle
		}
		first.Fields = append(first.Fields, rec.Fields...)
		return r.held.flush()
	}
	return r.held.take(rec, nil)
}

// completes reports whether a full grid has all clues of a puzzle.
func completes(full, puzzle *board.Grid) bool {
	return puzzle.Geometry() == full.Geometry() && !puzzle.Full() && full.Keep(puzzle.ClueSet()) == *puzzle
}

// fail reports a line that is neither a puzzle nor part of one.
func (r *lineReader) fail(bad *LineError) bool {
	return r.settle() && r.yield(Record{}, bad)
}

// read takes the next line. Like every method below that returns a bool, it
// reports whether to go on.
func (r *lineReader) read(text []byte) bool {
	if len(r.block.rows) == 0 && r.title.text == "" && !r.pairs && r.header == nil {
		if g, ok := exact(text); ok && len(text) > maxRow && (bytes.IndexByte(text, '.') >= 0 || bytes.IndexByte(text, '0') >= 0) {
			r.last = g
			return r.yield(Record{Puzzle: g, Line: r.in.line, Column: 1}, nil)
		}
	}
	return r.other(text)
}

// other takes a line that is not only a puzzle. It is a separate function because its records
// would make read a quarter slower.
func (r *lineReader) other(text []byte) bool {
	raw := string(text)
	line := inASCII(raw)
	body := strings.TrimSpace(line)
	if r.header != nil && !isRule(line) && !r.headless(r.in.rowsOf(line)) {
		return false
	}
	switch {
	case body == "":
		return r.gap()
	case body[0] == '#' && r.titles && len(body) > 1:
		return r.named(strings.TrimSpace(strings.TrimSpace(raw)[1:]))
	case body[0] == '#':
		return r.closeBlock()
	case isRule(line):
		return r.rule()
	}
	if rec, bad := r.in.whole(line, raw); bad == nil {
		return r.closeBlock() && (r.title.signed || r.untitled()) && r.put(rec)
	}
	if err := r.misnamed(line, body); err != nil {
		return r.fail(err)
	}
	rows := r.in.rowsOf(line)
	if first := headed(line); first.kind != "" {
		rows[0].names, r.header = first, rows[0]
		return true
	}
	r.block.ruled = false
	switch n := count(body); {
	case statistics.MatchString(body): // not a title of the puzzle below
		return r.fail(r.in.fault(1, "these are QQWing's statistics for the puzzle above; to read them too, run QQWing with --csv"))
	case strings.HasPrefix(body, "Simple Sudoku"), strings.HasPrefix(body, "Version "): // signature below a frame
		return r.closeBlock()
	case len(rows) == 0: // only brackets
		return true
	case isSize(len(rows[0].words)) && (rows[0].start > 0 || !isTitle(body)):
	case len(rows[0].chars) == len(body) && len(body) > 9 && isSize(len(body)) && rows[0].strange() == nil: // --A1...
	case isTitle(body) && !hasPuzzle(line):
		return r.named(strings.TrimSpace(raw))
	case rows[0].large():
	case n.marks() > maxRow, len(r.block.rows) == 0 && n.cells < n.others && (!isSize(len(rows[0].chars)) || rows[0].strange() != nil):
		return r.fail(r.explain(line))
	}
	if rows[0].start > 0 && nested.MatchString(line) && !r.closeBlock() {
		return false
	}
	for _, row := range rows {
		if !r.row(row) {
			return false
		}
	}
	return true
}

// statistics are lines that QQWing prints with --stats below a puzzle.
var statistics = regexp.MustCompile(`^(Time|Difficulty|Number of [A-Z].*): `)

// headless decides whether the line before these rows has the names of columns: there are names at
// rows, the rows have bars that it lacks, or its names are no cells. If it has not, it is a row.
func (r *lineReader) headless(rows []*gridRow) bool {
	h, ruled := r.header, r.ruled
	r.header, r.ruled = nil, false
	some := len(r.block.rows) > 0
	drop := r.border || some && r.block.rows[0].name.kind != ""
	if some && r.block.rows[0].name.kind == "" && !r.block.whole() {
		drop = len(rows) > 0 && rows[0].name.kind != "" // the grid above lacks a row
		if drop && !r.closeBlock() {
			return false
		}
	} else if !drop && len(rows) > 0 {
		row := rows[0]
		digits := slices.ContainsFunc(row.chars, func(c cell) bool { return strings.Contains("123456789", c.text) })
		drop = row.name.kind != "" || row.barred && !h.barred || h.names.kind != " " && (digits || h.names.kind != letters)
	}
	if !drop {
		r.block.ruled = false
	}
	return (drop || r.row(h)) && (!ruled || r.rule())
}

// named records a line as the title of the next puzzle.
func (r *lineReader) named(text string) bool {
	ok := r.settle()
	r.title = title{text, r.in.line, !unicode.IsLetter(rune(text[0]))}
	return ok
}

// whole reads a line that holds a complete puzzle, perhaps with its label or solution; raw
// is the line before it was made plain. A line of sixteen cells may also be a row of a 16x16
// grid, which only the following lines show; block.tiny decides that.
func (in *input) whole(line, raw string) (Record, *LineError) {
	if rec, ok := in.variant(line); ok {
		return rec, nil
	}
	start, end := token(line)
	rec := Record{Line: in.line, Column: column(line, start)}
	word, behind := line[start:end], line[end:]
	if raw != line { // as many characters, but not as many bytes
		behind = string([]rune(raw)[utf8.RuneCountInString(line[:end]):])
	}
	g, ok := exact(word)
	if ok && end-start <= maxRow { // sixteen cells, perhaps of a larger grid
		if n := count(line[end:]); n.cells > end-start && n.cells > 4*n.others {
			return in.apart(line, raw)
		} else if cleanLabel(behind) == "" {
			return rec, in.fault(1, noPuzzle)
		}
	}
	if sets, err := marksIn(word); sets != nil && err == nil {
		p := newProgress(board.ForCells(len(sets)))
		p.take(sets)
		rec.Puzzle, rec.Fields = p.puzzle, append(labelled(cleanLabel(behind)), p.fields()...)
		return rec, nil
	}
	if !ok && len(word) > maxRow && strings.Contains(word, "+") {
		var state board.Grid
		if g, state, ok = entries(word); ok {
			rec.Fields = []Field{{State, state.String()}}
		}
	}
	if !ok && len(word) > maxRow {
		again, bad := in.byAlphabet(in.line, line, start, end)
		g, ok = again, bad == nil
	}
	if ok {
		rec.Puzzle = g
		rec.label(behind)
		return rec, nil
	}
	return in.apart(line, raw)
}

// apart reads a line that has separators between its cells or rows. On such a line only text after
// a # is a label.
func (in *input) apart(line, raw string) (rec Record, bad *LineError) {
	body, _, _ := strings.Cut(line, "#")
	_, label, _ := strings.Cut(raw, "#")
	bad = in.fault(1, noPuzzle)
	rows := in.rowsOf(body)
	if len(rows) != 1 || rows[0].ragged && len(rows[0].words) <= board.MaxSize {
		return rec, bad
	}
	for _, cells := range [][]cell{rows[0].chars, rows[0].words} {
		if geo := board.ForCells(len(cells)); geo != nil && len(cells) > maxRow && bad != nil {
			rec, bad = in.gridOf(cells, geo)
		}
	}
	rec.Fields = append(labelled(strings.TrimSpace(label)), rec.Fields...)
	return rec, bad
}

// label keeps the text after a puzzle as its label. A full grid in this text is the solution.
func (r *Record) label(text string) {
	for at, word := range words(text) {
		if len(text) < len(r.Puzzle.Digits()) {
			break
		}
		if len(word) <= maxRow || r.Puzzle.Full() {
			continue
		}
		g, bad := (&input{}).byAlphabet(1, text, at, at+len(word))
		if bad == nil && g.Full() && g.Geometry() == r.Puzzle.Geometry() {
			r.Solution = g
			text = strings.TrimRight(text[:at], " \t,;:|") + text[at+len(word):]
			break
		}
	}
	r.Fields = append(labelled(cleanLabel(text)), r.Fields...)
}

// variant reads a line with a puzzle of a variant, written without spaces, and a label.
func (in *input) variant(line string) (Record, bool) {
	start, end := wordIn(line, " \t,;#|")
	if v, _ := board.CutVariant(line[start:end]); v.IsZero() {
		return Record{}, false
	}
	g, err := board.Parse(line[start:end])
	return Record{Puzzle: g, Fields: labelled(cleanLabel(line[end:])), Line: in.line, Column: column(line, start)}, err == nil
}

// misnamed returns an error if the text before a whole puzzle is not the name of a variant.
// A number is text before the puzzle.
func (r *lineReader) misnamed(line, body string) *LineError {
	i := strings.LastIndexByte(body, ':')
	if _, ok := exact(body[i+1:]); !ok || i < 1 || len(body)-i <= maxRow {
		return nil
	}
	if !strings.ContainsFunc(body[:i], unicode.IsLetter) {
		return r.explain(line)
	}
	if _, err := board.Parse(body); err != nil {
		return r.in.fault(1, "%s", err.Error())
	}
	return nil
}

// token returns where the first word of a line begins and ends.
func token(line string) (start, end int) { return wordIn(line, " \t,;:#|") }

// wordIn is like token for words that end at one of these characters.
func wordIn(line, ends string) (start, end int) {
	start = len(line) - len(strings.TrimLeft(line, " \t"))
	if n := strings.IndexAny(line[start:], ends); n >= 0 {
		return start, start + n
	}
	return start, len(line)
}

// cleanLabel removes the separators between a label and its puzzle.
func cleanLabel(s string) string {
	s = strings.TrimSpace(s)
	if s != "" && strings.IndexByte("#,;:|", s[0]) >= 0 {
		s = strings.TrimSpace(s[1:])
	}
	return s
}

// labelled returns the fields of a record with this label, none for "".
func labelled(label string) []Field {
	if label == "" {
		return nil
	}
	return []Field{{Label, label}}
}

// isTitle recognises text that begins with a word, or with a sign of comments. Words made
// only of cell characters (A to G, x and _) are rare enough.
func isTitle(body string) bool {
	for _, sign := range []string{"%", "//", ";", "--", `"`, "!"} {
		if rest, ok := strings.CutPrefix(body, sign); ok {
			return sign == "%" || sign == "//" || strings.ContainsFunc(rest, unicode.IsLetter)
		}
	}
	word := body[:len(body)-len(strings.TrimLeftFunc(body, unicode.IsLetter))]
	n := count(word)
	return n.others > 0 && n.marks() >= 2
}

// hasPuzzle reports whether a word of a line is a puzzle, or most of one. Such a line is not a
// title.
func hasPuzzle(line string) bool {
	for _, word := range words(line) {
		if n := count(word); n.marks() > maxRow && n.cells >= 2*n.others {
			return true
		}
	}
	return false
}

// explain says why a line by itself is not a puzzle.
func (r *lineReader) explain(line string) *LineError {
	start, end := token(line)
	if n := count(line); n.cells < n.others {
		return r.in.fault(column(line, start), noPuzzle)
	}
	for at, word := range words(line) {
		if _, ok := exact(word); ok && len(word) > maxRow {
			return r.in.fault(column(line, at), "there is text before the puzzle: a label must follow the puzzle")
		}
	}
	if _, err := marksIn(line[start:end]); err != nil {
		return r.in.fault(column(line, start), "%v", err)
	}
	if count(line[start:end]).marks() <= maxRow {
		end = len(line)
	}
	return r.in.misspelt(r.in.line, line, start, line[start:end])
}

// words yields the words of a line and where they begin.
func words(line string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		for at := 0; at < len(line); {
			start, end := token(line[at:])
			if !yield(at+start, line[at+start:at+end]) {
				return
			}
			at += end + 1
		}
	}
}

// settle ends an open grid, a puzzle that waits for its solution, or a title without a
// puzzle.
func (r *lineReader) settle() bool {
	return (r.header == nil || r.headless(nil)) && r.closeBlock() && r.held.flush() && r.untitled()
}

// untitled reports a title without a puzzle.
func (r *lineReader) untitled() bool {
	t := r.title
	r.title = title{}
	if t.text == "" {
		return true
	}
	return r.yield(Record{}, r.in.faultAt(t.line, 1, noPuzzle))
}

func writeLine(w *bufio.Writer, row *Row) error {
	w.WriteString(row.Puzzle)
	return writeLabel(w, row)
}

// writeLabel ends the line of a puzzle with its label after a #.
func writeLabel(w *bufio.Writer, row *Row) error {
	if label := row.oneLine(Label); label != "" {
		w.WriteString(" # ")
		w.WriteString(label)
	}
	return w.WriteByte('\n')
}

func isSDM(line string) bool { return len(line) == 81 && strings.Trim(line, "0123456789") == "" }

func writeSDM(w *bufio.Writer, row *Row) error {
	w.WriteString(row.zeros())
	return w.WriteByte('\n')
}
