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
// (OpenSudokuImportTask.java and CellCollection.java of opensudoku, 2019;
// OpenSudokuImportTask.kt and SudokuBoard.kt, 2026).
//
//	<opensudoku>                                version 1: one folder, whose
//	  <name>…</name> <level>easy</level> …      name and the rest stand above
//	  <game data="0500…"/>
//	</opensudoku>
//
//	<opensudoku version="2">                    version 2: any number of them
//	  <folder name="Easy" created="0">
//	    <game data="0500…" note="…" time="…"/>
//	  </folder>
//	</opensudoku>
//
//	<opensudoku version="3">                    version 3, with other names
//	  <folder name="Easy" created="0">
//	    <game cells_data="0500…" user_note="…" time="…" mistake_counter="…"/>
//
// OpenSudoku 2, from which the program's later versions come, called the root
// opensudoku2 and the folder's name folder_name. Programs since 2024 read version 2
// only if the folder says when it was created.
//
// data is 81 digits, or a saved game, "version: 1" to "version: 5" on a line and
// for each cell its digit, its notes and whether it can be edited, each followed by
// a bar. Notes are 1,2, or - in version 1, and a number with a bit for each digit
// in the later ones; version 4 adds a second number of notes after the first, and
// version 5 also the cell's colour after both.

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
	{"mistake_counter", "mistake_counter"},
	{"hint_usage", "hint_usage"},
	{"rating_level", "rating_level"},
	{"rating_value", "rating_value"},
}

// folderValues are the elements above the games of version 1.
var folderValues = map[string]string{
	"name": "folder", "author": "author", "description": "description", "comment": "comment",
	"created": "created", "source": "source", "level": Level, "sourceURL": "url",
}

func looksOpenSudoku(head []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(head, " \t\r\n"), []byte("<")) && bytes.Contains(head, []byte("<opensudoku"))
}

// xmlBytes gives the decoder one byte after another and limits a tag, a text or
// a comment that never ends, which the decoder would otherwise collect. The
// decoder knows only the five predefined entities and rejects those that a file
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

func readOpenSudoku(in *input, yield emit) {
	source := &xmlBytes{in: in}
	d := xml.NewDecoder(source)
	var folder []Field // values above the games that follow
	element := ""      // of version 1: the element whose text comes next
	for depth := 0; ; {
		source.left = maxLine
		line, column := d.InputPos()
		token, err := d.RawToken()
		if err != nil { // nothing after it can be read
			if syntax, ok := errors.AsType[*xml.SyntaxError](err); ok {
				err = in.faultAt(min(max(syntax.Line, line), line+1), 1, "not XML from here on: %s", syntax.Msg)
			} else if err == io.EOF && depth <= 0 {
				return
			} else if err == io.EOF {
				err = in.faultAt(line, column, "the file ends before </opensudoku>")
			} else {
				err = fmt.Errorf("reading %s, line %d: %w", in.name, line, err)
			}
			yield(Record{}, err)
			return
		}
		switch t := token.(type) {
		case xml.EndElement:
			depth--
			element = ""
		case xml.CharData:
			if element != "" && len(folder) < maxHeaders { // a text with a comment in it comes in pieces
				folder = appendNamed(folder, element, string(t))
			}
		case xml.StartElement:
			depth++
			values := map[string]string{}
			for _, a := range t.Attr {
				values[a.Name.Local] = cmp.Or(values[a.Name.Local], a.Value)
			}
			switch name := folderValues[t.Name.Local]; {
			case t.Name.Local == "game":
				rec, err := readGame(values, folder)
				if rec.Line, rec.Column = line, column; err != nil {
					rec, err = Record{}, in.faultAt(line, column, "%v", err)
				}
				if !yield(rec, err) {
					return
				}
			case t.Name.Local == "folder":
				folder = nil
				if name := cmp.Or(values["name"], values["folder_name"]); name != noFolder {
					folder = appendNamed(nil, Level, name)
				}
			case name != "":
				element = name
			}
		}
	}
}

func readGame(values map[string]string, folder []Field) (Record, error) {
	p, err := parseGame(strings.TrimSpace(cmp.Or(values["data"], values["cells_data"])))
	values["note"] = cmp.Or(values["note"], values["user_note"])
	rec := Record{Puzzle: p.puzzle, Fields: slices.Concat(folder, p.fields())}
	for _, v := range gameValues {
		rec.Fields = appendNamed(rec.Fields, v.name, values[v.key])
	}
	return rec, err
}

func parseGame(data string) (progress, error) {
	nine := board.Nine()
	p := newProgress(nine)
	data, saved := strings.CutPrefix(data, "version:")
	if !saved {
		g, err := parse(data)
		if err != nil {
			return p, fmt.Errorf("the data of the game: %w", err)
		}
		if g.Geometry() != nine {
			return p, fmt.Errorf("the data of the game has %d cells, not 81", g.Geometry().Cells)
		}
		p.puzzle = g
		return p, nil
	}
	head, cells, _ := strings.Cut(strings.TrimSpace(data), "\n")
	version := strings.TrimSpace(head)
	if version < "1" || version > "5" || len(version) != 1 {
		return p, fmt.Errorf("the data of the game has version %q; 1 to 5 are read", version)
	}
	width := 3
	if version >= "4" {
		width += int(version[0] - '3')
	}
	// Version 2 wrote two bars after notes; no value is ever empty.
	parts := strings.FieldsFunc(cells, func(r rune) bool { return r == '|' || r == '\n' || r == '\r' })
	if len(parts) != width*nine.Cells {
		return p, fmt.Errorf("the saved game has %d values, not %d for each of 81 cells", len(parts), width)
	}
	for i := range nine.Cells {
		cell := parts[width*i:][:width]
		value, editable := cell[0], cell[width-1]
		d, err := strconv.ParseUint(value, 10, 8)
		if err != nil || d > 9 {
			return p, fmt.Errorf("cell %d of the saved game: %q is not a digit", i+1, value)
		}
		if editable != "0" && editable != "1" {
			return p, fmt.Errorf("cell %d of the saved game: %q should be 1 if the cell can be edited, or 0 if not", i+1, editable)
		}
		var marks board.Digits
		for _, note := range cell[1:min(width-1, 3)] {
			set, ok := parseNote(note, version)
			if !ok {
				return p, fmt.Errorf("cell %d of the saved game: %q are not notes", i+1, note)
			}
			marks |= set
		}
		p.set(board.Cell(i), board.Digit(d), editable == "0")
		p.mark(board.Cell(i), marks)
	}
	return p, nil
}

func parseNote(note, version string) (set board.Digits, ok bool) {
	if version != "1" {
		bits, err := strconv.ParseUint(note, 10, 16)
		return board.Digits(bits), err == nil && bits < 1<<9
	}
	for s := range strings.SplitSeq(strings.Trim(note, ",-"), ",") {
		if s == "" {
			continue
		}
		d, err := strconv.ParseUint(s, 10, 8)
		if err != nil || d < 1 || d > 9 {
			return 0, false
		}
		set |= board.Digit(d).Mask()
	}
	return set, true
}

// writeOpenSudoku writes a folder for each level. The program makes a folder for every element,
// even when two have the same name, so the games of all levels but the first are kept until the end,
// about 110 bytes each.
func writeOpenSudoku(w *bufio.Writer, rows iter.Seq2[Row, error]) error {
	w.WriteString(xml.Header + `<opensudoku version="2">` + "\n")
	var names []string
	folders := map[string]*bytes.Buffer{}
	var failed error // what came before it is still written
	for row, err := range rows {
		if failed = err; failed != nil {
			break
		}
		name := cmp.Or(strings.TrimSpace(row.text(Level)), noFolder)
		text := folders[name]
		if text == nil {
			text = bytes.NewBufferString("  <folder" + attribute("name", name) + attribute("created", "0") + ">\n")
			names, folders[name] = append(names, name), text
		}
		if failed = writeGame(text, &row); failed == nil && name == names[0] {
			_, failed = text.WriteTo(w)
		}
		if failed != nil {
			break
		}
	}
	for _, name := range names {
		w.Write(folders[name].Bytes())
		w.WriteString("  </folder>\n")
	}
	if _, err := w.WriteString("</opensudoku>\n"); err != nil {
		return err
	}
	return failed
}

func writeGame(b *bytes.Buffer, row *Row) error {
	data, err := gameData(row)
	if err != nil {
		return fmt.Errorf("writing opensudoku: %w", err)
	}
	b.WriteString("    <game" + attribute("data", data))
	for _, v := range gameValues {
		text := strings.TrimSpace(row.text(v.name))
		if _, err := strconv.ParseInt(text, 10, 64); err != nil && v.key != "note" && v.key != "command_stack" {
			continue // the program requires a number here and stops at anything else
		}
		if text != "" {
			b.WriteString(attribute(v.key, text))
		}
	}
	b.WriteString("/>\n")
	return nil
}

func attribute(name, text string) string {
	var b strings.Builder
	xml.EscapeText(&b, []byte(text)) // memory cannot fail
	return " " + name + `="` + b.String() + `"`
}

// gameData writes 81 digits, or a saved game where something was entered.
func gameData(row *Row) (string, error) {
	filled, marks, err := row.filled()
	if err != nil {
		return "", err
	}
	state := filled.String()
	if marks == nil && state == row.Puzzle {
		return row.zeros(), nil
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
