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
// opensudoku2 and the folder's name folder_name. We write version 2: every
// version of the program reads it, those since 2024 only if the folder says when
// it was created.
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

// maxFolderValues limits the values above the games of a file; a usual file has eight.
const maxFolderValues = 100

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
		switch token.(type) {
		case xml.StartElement:
			depth++
		case xml.EndElement:
			depth--
		}
		if err == io.EOF && depth <= 0 {
			return
		}
		if err != nil { // nothing after it can be read
			if syntax, ok := errors.AsType[*xml.SyntaxError](err); ok {
				err = in.faultAt(min(max(syntax.Line, line), line+1), 1, "not XML from here on: %s", syntax.Msg)
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
			element = ""
		case xml.CharData:
			if element != "" {
				folder = appendNamed(folder, element, string(t))
			}
		case xml.StartElement:
			switch t.Name.Local {
			case "game":
				rec, err := readGame(t, folder)
				if rec.Line, rec.Column = line, column; err != nil {
					rec, err = Record{}, in.faultAt(line, column, "%v", err)
				}
				if !yield(rec, err) {
					return
				}
			case "folder":
				folder = nil
				if name := cmp.Or(attribute(t, "name"), attribute(t, "folder_name")); name != noFolder {
					folder = appendNamed(nil, Level, name)
				}
			default:
				i := slices.IndexFunc(folderValues, func(v alias) bool { return v.key == t.Name.Local })
				if i >= 0 && len(folder) < maxFolderValues {
					element = folderValues[i].name
				}
			}
		}
	}
}

func attribute(t xml.StartElement, name string) string {
	for _, a := range t.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func readGame(t xml.StartElement, folder []Field) (Record, error) {
	p, err := parseGame(strings.TrimSpace(cmp.Or(attribute(t, "data"), attribute(t, "cells_data"))))
	rec := Record{Puzzle: p.puzzle, Fields: slices.Concat(folder, p.fields())}
	for _, v := range gameValues {
		text := attribute(t, v.key)
		if v.key == "note" {
			text = cmp.Or(text, attribute(t, "user_note"))
		}
		rec.Fields = appendNamed(rec.Fields, v.name, text)
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
		value, note, editable := cell[0], cell[1], cell[width-1]
		d, err := strconv.ParseUint(value, 10, 8)
		if err != nil || d > 9 {
			return p, fmt.Errorf("cell %d of the saved game: %q is not a digit", i+1, value)
		}
		if editable != "0" && editable != "1" {
			return p, fmt.Errorf("cell %d of the saved game: %q should be 1 if the cell can be edited, or 0 if not", i+1, editable)
		}
		set, ok := parseNote(note, version)
		if ok && width > 3 {
			var second board.Digits
			note = cell[2]
			second, ok = parseNote(note, version)
			set |= second
		}
		if !ok {
			return p, fmt.Errorf("cell %d of the saved game: %q are not notes", i+1, note)
		}
		p.set(board.Cell(i), board.Digit(d), editable == "0")
		p.mark(board.Cell(i), set)
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

// folder collects the games of a level as they will be in the file. The program
// opens a folder for every element, even when two have the same name, so the
// writer keeps the games of all levels but the first until the end, about 110
// bytes each.
type folder struct {
	name string
	text bytes.Buffer
}

func writeOpenSudoku(w *bufio.Writer, rows iter.Seq2[Row, error]) error {
	w.WriteString(xml.Header + `<opensudoku version="2">` + "\n")
	var folders []*folder
	var failed error // what came before it is still written
	for row, err := range rows {
		if failed = err; failed != nil {
			break
		}
		name := cmp.Or(strings.TrimSpace(row.text(Level)), noFolder)
		i := slices.IndexFunc(folders, func(f *folder) bool { return f.name == name })
		if i < 0 {
			i = len(folders)
			folders = append(folders, &folder{name: name})
			folders[i].text.WriteString("  <folder")
			writeAttribute(&folders[i].text, "name", name)
			writeAttribute(&folders[i].text, "created", "0")
			folders[i].text.WriteString(">\n")
		}
		text := &folders[i].text
		if failed = writeGame(text, &row); failed == nil && i == 0 {
			_, failed = text.WriteTo(w)
		}
		if failed != nil {
			break
		}
	}
	for _, f := range folders {
		w.Write(f.text.Bytes())
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
