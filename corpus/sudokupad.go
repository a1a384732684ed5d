package corpus

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gradoku/board"
	"gradoku/internal/text"
)

// SudokuPad's own JSON. Before it is packed, long names are shortened, quotes
// around names and empty objects are removed, and true and false become t and
// f. A cell with a value is a given; title, author and rules are the values of
// cages without cells, "title: …", or are in metadata.

// padFile is the part of a file that is read, under its long names.
type padFile struct {
	Cells [][]struct{ Value any }
	Cages []struct {
		Cells []any
		Value any
	}
	Arrows, Lines, Overlays, Underlays []any
	Regions                            [][][]int // for each region the row and the column of each cell, from 0
	Metadata                           struct {
		Title, Author string
		Rules         any // a text, or a list of them
	}
}

// padNames are the long names of the short ones.
var padNames = map[string]string{
	"ce": "cells", "ca": "cages", "a": "arrows", "l": "lines", "o": "overlays", "u": "underlays", "re": "regions", "v": "value", "t": "title",
}

// readSudokuPad reads what follows the host. An id of a few letters refers to a
// puzzle on the site and does not contain it.
func readSudokuPad(payload string) (Record, error) {
	for _, prefix := range []string{"sudoku/", "scf?puzzleid=", "?puzzleid="} {
		payload = strings.TrimPrefix(payload, prefix)
	}
	for _, prefix := range []string{"fpuzzles", "fpuz"} {
		if packed, ok := strings.CutPrefix(payload, prefix); ok {
			return readFPuzzles(packed)
		}
	}
	for _, prefix := range []string{"scl", "ctc"} {
		if packed, ok := strings.CutPrefix(payload, prefix); ok {
			text, err := unpackLink(packed)
			if err != nil {
				return Record{}, err
			}
			return padPuzzle(text)
		}
	}
	if short, ok := strings.CutPrefix(payload, "scf"); ok {
		return readShortPad(short)
	}
	return Record{}, errors.New("it refers to a puzzle on the site but does not contain it; open it there and copy the long link")
}

// readShortPad reads a short link: short digits, then optional parts that each
// begin with a star (a star itself is written twice): t with a title, a with an
// author, x and w for the diagonals and the four extra boxes of variants.
func readShortPad(short string) (Record, error) {
	nine := board.Nine()
	zeros, rest := longDigits(short, nine.Cells)
	if len(zeros) != nine.Cells {
		return Record{}, fmt.Errorf("it holds %d cells, not 81", len(zeros))
	}
	var rec Record
	var parts []string
	for _, at := range padPart.FindAllStringIndex(rest, -1) {
		switch part := rest[at[0]:at[1]]; part[0] {
		case '*':
		case 't', 'a':
			name := map[byte]string{'t': "title", 'a': "author"}[part[0]]
			rec.Fields = appendNamed(rec.Fields, name, strings.ReplaceAll(part[1:], "**", "*"))
		case 'x', 'w':
			parts = append(parts, map[byte]string{'x': "x", 'w': "windoku"}[part[0]])
		default:
			return Record{}, fmt.Errorf("its digits are followed by %q, which has no meaning", rest[at[0]:])
		}
	}
	var err error
	rec.Puzzle, err = parse(strings.TrimPrefix(strings.Join(parts, "+")+":"+zeros, ":"))
	return rec, err
}

var padPart = regexp.MustCompile(`(?s)\*|[ta](?:\*\*|[^*])*|.`)

// padShort is the end of a short link, for each variant that short links can hold.
var padShort = map[string]string{"": "", "x": "*x", "windoku": "*w", "x+windoku": "*xw"}

// writePad returns the shortest link for the data of a row: a short one for only a
// puzzle, else that of f-puzzles.
func writePad(row *Row) (string, error) {
	v, cells := board.CutVariant(row.Puzzle)
	if rules, ok := padShort[v.String()]; ok && len(cells) == board.Nine().Cells && row.Solution == "" &&
		!slices.ContainsFunc(padValues, func(name string) bool { return row.text(name) != "" }) {
		return "scf" + shortDigits(strings.ReplaceAll(cells, ".", "0")) + rules, nil
	}
	text, err := fQuery(row)
	return "scf?puzzleid=fpuz" + text, err
}

// padValues are the values that need a long link.
var padValues = []string{State, Candidates, Corners, "title", "author", "rules"}

func padPuzzle(content string) (Record, error) {
	var file padFile
	if err := json.Unmarshal([]byte(padJSON(content)), &file); err != nil {
		return Record{}, fmt.Errorf("its contents are not a puzzle of SudokuPad: %w", text.JSONFault(err))
	}
	for i, drawings := range [][]any{file.Arrows, file.Lines, file.Overlays, file.Underlays} {
		if len(drawings) > 0 {
			return Record{}, unsupported([]string{"arrows", "lines", "overlays", "underlays"}[i])
		}
	}
	geo, err := padGeometry(len(file.Cells), file.Regions)
	if err != nil {
		return Record{}, err
	}
	rec := Record{Puzzle: board.NewGrid(geo)}
	for r, row := range file.Cells {
		if len(row) != geo.Size {
			return Record{}, fmt.Errorf("row %d has %d cells, not %d", r+1, len(row), geo.Size)
		}
		for k, cell := range row {
			if cell.Value == nil || cell.Value == "" {
				continue
			}
			text := fmt.Sprint(cell.Value) // a number or its text
			d, err := strconv.Atoi(text)
			if err != nil || d < 1 || d > geo.Size || strconv.Itoa(d) != text {
				return Record{}, fmt.Errorf("the cell in row %d, column %d does not have a digit of a %dx%d puzzle", r+1, k+1, geo.Size, geo.Size)
			}
			rec.Puzzle.Set(geo.CellAt(r, k), board.Digit(d))
		}
	}
	for _, cage := range file.Cages {
		if len(cage.Cells) > 0 {
			return Record{}, unsupported("cages")
		}
		name, value, _ := strings.Cut(fmt.Sprint(cage.Value), ":")
		if name == "title" || name == "author" || name == "rules" {
			rec.Fields = appendNamed(rec.Fields, name, value)
		}
	}
	about := &file.Metadata
	rules, _ := about.Rules.(string)
	if list, ok := about.Rules.([]any); ok {
		rules = strings.TrimSuffix(fmt.Sprintln(list...), "\n")
	}
	for _, v := range []Field{{"title", about.Title}, {"author", about.Author}, {"rules", rules}} {
		if _, some := rec.Field(v.Name); !some {
			rec.Fields = appendNamed(rec.Fields, v.Name, v.Value)
		}
	}
	return rec, nil
}

// padGeometry returns the geometry with regions of cells, each a row and a column from 0;
// without any it has boxes.
func padGeometry(size int, regions [][][]int) (*board.Geometry, error) {
	geo, err := board.ForSize(size)
	if err != nil || len(regions) == 0 {
		return geo, err
	}
	r := rules{size: size, regions: make([]int, geo.Cells)}
	for i, cells := range regions {
		for _, at := range cells {
			if len(at) != 2 || min(at[0], at[1]) < 0 || max(at[0], at[1]) >= size {
				return nil, fmt.Errorf("there is no cell %v in a %dx%d puzzle", at, size, size)
			}
			r.regions[geo.CellAt(at[0], at[1])] = i
		}
	}
	return r.geometry()
}

var (
	padName  = regexp.MustCompile(`"(\w+)"\s*:`)
	padToken = map[bool]*regexp.Regexp{ // whether texts are in double quotes
		true:  regexp.MustCompile(`(?s)"(?:[^"\\]|\\.)*"?|[^{}\[\],: \n\t\r'"]+|.`),
		false: regexp.MustCompile(`(?s)'(?:[^'\\]|\\.)*'?|[^{}\[\],: \n\t\r'"]+|.`),
	}
)

// padJSON turns the short spelling into JSON with long names.
func padJSON(text string) string {
	if !json.Valid([]byte(text)) {
		text = padUnpacked(text)
	}
	return padName.ReplaceAllStringFunc(text, func(name string) string {
		short := padName.FindStringSubmatch(name)[1]
		return `"` + cmp.Or(padNames[short], short) + `":`
	})
}

// padUnpacked adds the quotes around names and texts, and the empty objects.
func padUnpacked(text string) string {
	var b strings.Builder
	tokens := padToken[strings.Contains(text, `"`)].FindAllString(text, -1)
	opened := false // the last character written was a [ or a comma in a list
	var nested []byte
	for i, token := range tokens {
		c := token[0]
		if opened && (c == ',' || c == ']') {
			b.WriteString("{}")
		}
		opened = false
		switch {
		case c == '\'' && len(token) > 1:
			token = `"` + strings.NewReplacer(`\'`, `'`, `"`, `\"`).Replace(token[1:len(token)-1]) + `"`
		case c == '"':
		case strings.IndexByte("{}[],: \n\t\r", c) < 0: // a name, a number, t or f, or a colour
			switch {
			case i+1 < len(tokens) && tokens[i+1] == ":":
				token = `"` + token + `"`
			case token == "t":
				token = "true"
			case token == "f":
				token = "false"
			case !json.Valid([]byte(token)):
				token = `"` + strings.ReplaceAll(token, `\`, `\\`) + `"`
			}
		case c == '{' || c == '[':
			nested = append(nested, c)
			opened = c == '['
		case (c == '}' || c == ']') && len(nested) > 0:
			nested = nested[:len(nested)-1]
		case c == ',':
			opened = len(nested) > 0 && nested[len(nested)-1] == '['
		}
		b.WriteString(token)
	}
	return b.String()
}

// Short digits are 81 digits in fewer characters, as in the short links of
// SudokuPad: each character means a digit (its value modulo ten, 0
// for a blank) and up to five blanks after it (its value divided by ten).
const shortCodes = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx"

// maxShort is how many blanks one character adds to its digit.
const maxShort = 5

// shortDigits packs a puzzle written with 0 for a blank.
func shortDigits(zeros string) string {
	var b strings.Builder
	for len(zeros) > 0 {
		rest := zeros[1:]
		blanks := min(len(rest)-len(strings.TrimLeft(rest, "0")), maxShort)
		b.WriteByte(shortCodes[int(zeros[0]-'0')+10*blanks])
		zeros = rest[blanks:]
	}
	return b.String()
}

// longDigits unpacks up to n digits, and returns the text that follows them.
func longDigits(short string, n int) (zeros, rest string) {
	var b strings.Builder
	for i := range len(short) {
		code := strings.IndexByte(shortCodes, short[i])
		if code < 0 || b.Len() >= n {
			return b.String(), short[i:]
		}
		b.WriteByte('0' + byte(code%10))
		b.WriteString("00000"[:code/10])
	}
	return b.String(), ""
}
