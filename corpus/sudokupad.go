package corpus

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
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

// padFile is the part that is read. Each member has a long and a short name.
type padFile struct {
	Cells, Ce    [][]padCell
	Cages, Ca    []padCage
	Arrows, A    []any
	Lines, L     []any
	Overlays, O  []any
	Underlays, U []any
	Regions, Re  [][][]int // for each region the row and the column of each cell, from 0
	Metadata     struct {
		Title, T, Author string
		Rules            any // a text, or a list of them
	}
}

type padCell struct {
	Value, V any
}

type padCage struct {
	Cells, Ce []any
	Value, V  any
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
	for at := 0; at < len(rest); {
		kind := rest[at]
		at++
		switch kind {
		case '*':
		case 't', 'a':
			end := at
			for end < len(rest) {
				if strings.HasPrefix(rest[end:], "**") {
					end++
				} else if rest[end] == '*' {
					break
				}
				end++
			}
			name := map[byte]string{'t': "title", 'a': "author"}[kind]
			rec.Fields = appendNamed(rec.Fields, name, strings.ReplaceAll(rest[at:end], "**", "*"))
			at = end
		case 'x', 'w':
			parts = append(parts, map[byte]string{'x': "x", 'w': "windoku"}[kind])
		default:
			return Record{}, fmt.Errorf("its digits are followed by %q, which has no meaning", rest[at-1:])
		}
	}
	var err error
	rec.Puzzle, err = parse(strings.TrimPrefix(strings.Join(parts, "+")+":"+zeros, ":"))
	return rec, err
}

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
	cells := append(file.Cells, file.Ce...)
	for _, part := range []struct {
		name string
		n    int
	}{
		{"arrows", len(file.Arrows) + len(file.A)},
		{"lines", len(file.Lines) + len(file.L)},
		{"overlays", len(file.Overlays) + len(file.O)},
		{"underlays", len(file.Underlays) + len(file.U)},
	} {
		if part.n > 0 {
			return Record{}, unsupported(part.name)
		}
	}
	geo, err := padGeometry(len(cells), append(file.Regions, file.Re...))
	if err != nil {
		return Record{}, err
	}
	rec := Record{Puzzle: board.NewGrid(geo)}
	for r, row := range cells {
		if len(row) != geo.Size {
			return Record{}, fmt.Errorf("row %d has %d cells, not %d", r+1, len(row), geo.Size)
		}
		for k, cell := range row {
			value := cmp.Or(cell.Value, cell.V) // a number or its text
			if value == nil || value == "" {
				continue
			}
			text := fmt.Sprint(value)
			d, err := strconv.Atoi(text)
			if err != nil || d < 1 || d > geo.Size || strconv.Itoa(d) != text {
				return Record{}, fmt.Errorf("the cell in row %d, column %d does not have a digit of a %dx%d puzzle", r+1, k+1, geo.Size, geo.Size)
			}
			rec.Puzzle.Set(geo.CellAt(r, k), board.Digit(d))
		}
	}
	for _, cage := range append(file.Cages, file.Ca...) {
		if len(cage.Cells)+len(cage.Ce) > 0 {
			return Record{}, unsupported("cages")
		}
		name, value, _ := strings.Cut(fmt.Sprint(cmp.Or(cage.Value, cage.V)), ":")
		if name == "title" || name == "author" || name == "rules" {
			rec.Fields = appendNamed(rec.Fields, name, value)
		}
	}
	about := &file.Metadata
	rules, _ := about.Rules.(string)
	if list, ok := about.Rules.([]any); ok {
		rules = strings.TrimSuffix(fmt.Sprintln(list...), "\n")
	}
	for _, v := range []Field{{"title", cmp.Or(about.Title, about.T)}, {"author", about.Author}, {"rules", rules}} {
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

// padJSON turns the short spelling into JSON; JSON itself stays as it is.
func padJSON(text string) string {
	if json.Valid([]byte(text)) {
		return text
	}
	var b strings.Builder
	quote := byte('\'')
	if strings.IndexByte(text, '"') >= 0 {
		quote = '"'
	}
	opened := false // the last character written was a [ or a comma in a list
	var nested []byte
	for at := 0; at < len(text); {
		c := text[at]
		if opened && (c == ',' || c == ']') {
			b.WriteString("{}")
		}
		opened = false
		switch {
		case c == quote:
			n := padQuoted(text[at:], quote)
			word := text[at : at+n]
			if quote == '\'' && n > 1 {
				word = `"` + strings.NewReplacer(`\'`, `'`, `"`, `\"`).Replace(word[1:n-1]) + `"`
			}
			b.WriteString(word)
			at += n
			continue
		case strings.IndexByte("{}[],: \n\t\r", c) < 0:
			n := strings.IndexAny(text[at:]+",", "{}[],: \n\t\r'\"")
			n = max(min(n, len(text)-at), 1)
			switch word := text[at : at+n]; { // a name, a number, t or f, or a colour
			case strings.HasPrefix(text[at+n:], ":"):
				b.WriteString(`"` + word + `"`)
			case word == "t":
				b.WriteString("true")
			case word == "f":
				b.WriteString("false")
			case json.Valid([]byte(word)):
				b.WriteString(word)
			default:
				b.WriteString(`"` + strings.ReplaceAll(word, `\`, `\\`) + `"`)
			}
			at += n
			continue
		case c == '{' || c == '[':
			nested = append(nested, c)
			opened = c == '['
		case (c == '}' || c == ']') && len(nested) > 0:
			nested = nested[:len(nested)-1]
		case c == ',':
			opened = len(nested) > 0 && nested[len(nested)-1] == '['
		}
		b.WriteByte(c)
		at++
	}
	return b.String()
}

// padQuoted returns the length of a quoted text with its quotes.
func padQuoted(text string, quote byte) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case quote:
			return i + 1
		}
	}
	return len(text)
}
