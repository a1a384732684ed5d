package corpus

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

	"gradoku/board"
)

// The files of OpenSudoku for Android, as its importer reads them
// (OpenSudokuImportTask.java and CellCollection.java of opensudoku, 2019).
//
//	<opensudoku>                                version 1: one folder, whose
//	  <name>…</name> <level>easy</level> …      name and the rest stand above
//	  <game data="0500…"/>
//	</opensudoku>
//
//	<opensudoku version="2">                    version 2: any number of them
//	  <folder name="Easy">
//	    <game data="0500…" note="…" time="…"/>
//	  </folder>
//	</opensudoku>
//
// data is 81 digits, or a saved game, "version: 1" to "version: 3" on a line and
// for each cell its digit, its notes and whether it can be edited, each followed by
// a bar. Notes are 1,2, or - in version 1, and a number with a bit for
// each digit in the later ones.

// noFolder is the folder of puzzles that have no level.
const noFolder = "Sudoku"

// gameValues are the attributes of a game that are kept, with their names here.
var gameValues = []alias{
	{"note", Label},
	{"created", "created"},
	{"state", "game_state"},
	{"time", "time"},
	{"last_played", "last_played"},
	{"command_stack", "command_stack"},
}

// folderValues are the elements above the games of version 1.
var folderValues = []alias{
	{"name", "folder"},
	{"author", "author"},
	{"description", "description"},
	{"comment", "comment"},
	{"created", "created"},
	{"source", "source"},
	{"level", Level},
	{"sourceURL", "url"},
}

func looksOpenSudoku(head []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(head, " \t\r\n"), []byte("<")) && bytes.Contains(head, []byte("<opensudoku"))
}

// maxDepth bounds how many elements are open at a time; a usual file has three.
const maxDepth = 100

// xmlBytes gives the decoder one byte after another and limits what the decoder
// would otherwise gather: a tag, a text or a comment that never ends. The
// decoder knows only the five predefined entities and rejects those a file
// declares, so none can expand.
type xmlBytes struct {
	in   *input
	left int // bytes left to the current token
}

func (x *xmlBytes) ReadByte() (byte, error) {
	if x.left--; x.left < 0 {
		return 0, fmt.Errorf("a tag or a text is longer than %d bytes: this is not a puzzle file", maxLine)
	}
	return x.in.r.ReadByte()
}

// Read is never called: the decoder takes single bytes where it can.
func (x *xmlBytes) Read([]byte) (int, error) { return 0, errors.ErrUnsupported }

// xmlReader remembers what stands above the games.
type xmlReader struct {
	in      *input
	yield   emit
	folder  []Field // of the games that follow
	element string  // of version 1 whose text comes next
	line    int     // where the current token begins
	column  int
}

func readOpenSudoku(in *input, yield emit) {
	source := &xmlBytes{in: in}
	d := xml.NewDecoder(source)
	r := xmlReader{in: in, yield: yield}
	for depth := 0; ; {
		source.left = maxLine
		r.line, r.column = d.InputPos()
		token, err := d.RawToken()
		switch token.(type) {
		case xml.StartElement:
			depth++
		case xml.EndElement:
			depth--
		}
		if depth > maxDepth {
			err = fmt.Errorf("more than %d elements are nested in each other", maxDepth)
		}
		switch {
		case err == io.EOF && depth > 0:
			r.yield(Record{}, r.fault("the file ends before </opensudoku>"))
			return
		case err == io.EOF:
			return
		case err != nil:
			r.yield(Record{}, r.broken(err))
			return
		case !r.token(token):
			return
		}
	}
}

// broken turns the error that stopped the decoder into one with its place.
// Nothing after it can be read.
func (r *xmlReader) broken(err error) error {
	var syntax *xml.SyntaxError
	if errors.As(err, &syntax) {
		return r.in.faultAt(min(max(syntax.Line, r.line), r.line+1), 1, "not XML from here on: %s", syntax.Msg)
	}
	return fmt.Errorf("reading %s, line %d: %w", r.in.name, r.line, err)
}

func (r *xmlReader) fault(format string, args ...any) *LineError {
	return r.in.faultAt(r.line, r.column, format, args...)
}

func (r *xmlReader) token(token xml.Token) bool {
	switch t := token.(type) {
	case xml.StartElement:
		return r.start(t)
	case xml.EndElement:
		r.element = ""
	case xml.CharData:
		if r.element != "" {
			r.folder = appendNamed(r.folder, r.element, string(t))
		}
	}
	return true
}

func (r *xmlReader) start(t xml.StartElement) bool {
	switch t.Name.Local {
	case "folder":
		r.folder = nil
		if name := attribute(t, "name"); name != noFolder {
			r.folder = appendNamed(nil, Level, name)
		}
		return true
	case "game":
		return r.yield.one(r.game(t))
	}
	for _, v := range folderValues {
		if t.Name.Local == v.key && len(r.folder) < maxDepth {
			r.element = v.name
		}
	}
	return true
}

func attribute(t xml.StartElement, name string) string {
	for _, a := range t.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func (r *xmlReader) game(t xml.StartElement) (Record, *LineError) {
	p, err := parseGame(attribute(t, "data"))
	if err != nil {
		return Record{}, r.fault("%v", err)
	}
	rec := Record{Puzzle: p.puzzle, Line: r.line, Column: r.column}
	rec.Fields = append(append(rec.Fields, r.folder...), p.fields()...)
	for _, v := range gameValues {
		rec.Fields = appendNamed(rec.Fields, v.name, attribute(t, v.key))
	}
	return rec, nil
}

// parseGame reads the data of a game.
func parseGame(data string) (progress, error) {
	data = strings.TrimSpace(data)
	rest, saved := strings.CutPrefix(data, "version:")
	p := newProgress(board.Nine())
	if !saved {
		g, err := parse(data)
		if err != nil {
			return p, fmt.Errorf("the data of the game: %w", err)
		}
		if g.Geometry() != board.Nine() {
			return p, fmt.Errorf("the data of the game has %d cells, not 81", g.Geometry().Cells)
		}
		p.puzzle = g
		return p, nil
	}
	head, cells, _ := strings.Cut(strings.TrimSpace(rest), "\n")
	version := strings.TrimSpace(head)
	if version < "1" || version > "3" || len(version) != 1 {
		return p, fmt.Errorf("the data of the game has version %q; 1 to 3 are read", version)
	}
	// Version 2 wrote two bars after notes; no value is ever empty.
	parts := strings.FieldsFunc(cells, func(r rune) bool { return r == '|' || r == '\n' || r == '\r' })
	if len(parts) != 3*board.Nine().Cells {
		return p, fmt.Errorf("the saved game has %d values, not 3 for each of 81 cells", len(parts))
	}
	for i := range board.Nine().Cells {
		if err := p.saved(board.Cell(i), parts[3*i], parts[3*i+1], parts[3*i+2], version); err != nil {
			return p, fmt.Errorf("cell %d of the saved game: %w", i+1, err)
		}
	}
	return p, nil
}

// saved takes the three values of a cell.
func (p *progress) saved(c board.Cell, value, note, editable, version string) error {
	d, err := strconv.ParseUint(value, 10, 8)
	if err != nil || d > 9 {
		return fmt.Errorf("%q is not a digit", value)
	}
	if editable != "0" && editable != "1" {
		return fmt.Errorf("%q should be 0 or 1, whether the cell can be edited", editable)
	}
	p.set(c, board.Digit(d), editable == "0")
	set, err := parseNote(note, version)
	p.mark(c, set)
	return err
}

// parseNote reads the notes of a cell.
func parseNote(note, version string) (board.Digits, error) {
	if version != "1" {
		bits, err := strconv.ParseUint(note, 10, 16)
		if err != nil || bits >= 1<<9 {
			return 0, fmt.Errorf("%q are not notes", note)
		}
		return board.Digits(bits), nil
	}
	var set board.Digits
	for _, s := range strings.Split(strings.Trim(note, ",-"), ",") {
		if s == "" {
			continue
		}
		d, err := strconv.ParseUint(s, 10, 8)
		if err != nil || d < 1 || d > 9 {
			return 0, fmt.Errorf("%q are not notes", note)
		}
		set |= board.Digit(d).Mask()
	}
	return set, nil
}

// folder gathers the games of a level as they will be in the file. The program
// opens a folder for every element, even when two have the same name, so the
// writer keeps the games of all levels but the first until the end, about 110
// bytes each.
type folder struct {
	name  string
	games bytes.Buffer
}

func writeOpenSudoku(w *bufio.Writer, rows iter.Seq2[Row, error]) error {
	w.WriteString(xml.Header + `<opensudoku version="2">` + "\n")
	var folders []*folder
	var failed error
	for row, err := range rows {
		if err == nil {
			folders, err = addGame(w, folders, &row)
		}
		if err != nil {
			failed = err
			break // what came before it is still written
		}
	}
	for i, f := range folders {
		if i > 0 {
			openFolder(w, f.name)
		}
		w.Write(f.games.Bytes())
		w.WriteString("  </folder>\n")
	}
	if _, err := w.WriteString("</opensudoku>\n"); err != nil {
		return err
	}
	return failed
}

// addGame writes a game of the first folder and keeps one of any other.
func addGame(w *bufio.Writer, folders []*folder, row *Row) ([]*folder, error) {
	name := cmp.Or(strings.TrimSpace(row.text(Level)), noFolder)
	i := slices.IndexFunc(folders, func(f *folder) bool { return f.name == name })
	if i < 0 {
		i = len(folders)
		folders = append(folders, &folder{name: name})
		if i == 0 {
			openFolder(w, name)
		}
	}
	games := &folders[i].games
	if err := writeGame(games, row); err != nil || i > 0 {
		return folders, err
	}
	_, err := games.WriteTo(w)
	return folders, err
}

func openFolder(w *bufio.Writer, name string) {
	w.WriteString(`  <folder name="`)
	xml.EscapeText(w, []byte(name)) // w reports its error at the end
	w.WriteString("\">\n")
}

func writeGame(b *bytes.Buffer, row *Row) error {
	data, err := gameData(row)
	if err != nil {
		return fmt.Errorf("writing opensudoku: %w", err)
	}
	b.WriteString("    <game")
	writeAttribute(b, "data", data)
	for _, v := range gameValues {
		text := strings.TrimSpace(row.text(v.name))
		if _, err := strconv.ParseInt(text, 10, 64); err != nil && v.key != "note" && v.key != "command_stack" {
			continue // the program requires a number here and stops at anything else
		}
		if text != "" {
			writeAttribute(b, v.key, text)
		}
	}
	b.WriteString("/>\n")
	return nil
}

func writeAttribute(b *bytes.Buffer, name, text string) {
	b.WriteString(" " + name + `="`)
	xml.EscapeText(b, []byte(text)) // a buffer cannot fail
	b.WriteString(`"`)
}

// gameData writes 81 digits, or a saved game where something was entered.
func gameData(row *Row) (string, error) {
	filled, marks, err := row.filled()
	if err != nil {
		return "", err
	}
	state := filled.String()
	if marks == nil && state == row.Puzzle {
		return strings.ReplaceAll(row.Puzzle, ".", "0"), nil
	}
	var b strings.Builder
	b.WriteString("version: 1\n")
	for i := range len(state) {
		note, editable := "-", "1"
		switch {
		case row.Puzzle[i] != '.':
			editable = "0"
		case state[i] == '.' && marks != nil && marks[i] != 0:
			note = strings.Join(strings.Split(marks[i].String(), ""), ",") + ","
		}
		fmt.Fprintf(&b, "%s|%s|%s|", strings.ReplaceAll(state[i:i+1], ".", "0"), note, editable)
	}
	return b.String(), nil
}
