package corpus

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gradoku/board"
)

// There are many notations for a row of a grid. Nearly all can be read in one of these two ways,
// and the neighbouring lines show which of the two is right:
//
//	003 020 600               every character is a cell
//	| . . 3 | . 2 . | 6 . . |
//	..3.2.6..
//	1567 3 u4 | {58} 2 (79)   every word is a cell: a digit, candidates, a number, nothing
//	0,12,,7,"",null
//	|  | 3 |  |
//
// In a line with brackets, such as an array in a program, each pair of brackets holds a row.

// gridRow is a line that may be a row of a grid, or the part of a line that may be.
type gridRow struct {
	text         string // see [inASCII]
	line         int
	start        int    // byte offset of the part in its line
	chars, words []cell // the cells in each reading; nil if this reading is impossible
	wrong        *cell  // a word that cannot be a cell
	barred       bool   // there are bars between cells
	loose        bool   // there may be blanks without a character
	ended        bool   // there is a separator behind the last cell
	ragged       bool   // its words have different lengths
	name         name   // before its cells
	names        name   // the first one, if it can be the names of columns
}

// name is the name of a row or a column at the border of a grid: A, 1, r1, c1.
type name struct {
	kind   string
	number int // from 1 or 0
}

// plus is the name that follows after some places.
func (n name) plus(places int) name {
	if n.kind != "" {
		n.number += places
	}
	return n
}

// letters is the kind of the names A, B, C.
const letters = "letter"

var (
	nameText = `(?:([A-Pa-p])|((?:[Rr](?:ow)?|[Cc](?:ol)?)?) ?(\d{1,2}))[.:)]?`
	isName   = regexp.MustCompile(`^` + nameText + `$`)
	rowName  = regexp.MustCompile(`^\s*\|?\s*` + nameText + `(?:[ \t]*[,;|]|[ \t]+)`)
)

// nameOf returns the name that a match of one of these expressions has.
func nameOf(text string, at []int) name {
	if at[2] >= 0 {
		return name{letters, int(strings.ToUpper(text)[at[2]] - 'A')}
	}
	n, _ := strconv.Atoi(text[at[6]:at[7]])
	return name{strings.ToLower(text[at[4]:at[5]]) + " ", n}
}

var noSpaces = strings.NewReplacer(" ", "", "\t", "")

// headed returns the first of the names of all columns, if a line has these and nothing else.
func headed(line string) (first name) {
	if len(line) > 50*board.MaxSize { // no column is so wide
		return name{}
	}
	words := strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(" \t|,;", r) })
	if len(words) > 0 && len(words[0]) > 2 {
		words = strings.Split(strings.Join(words, ""), "")
	}
	compact := strings.TrimLeft(noSpaces.Replace(line), "|,;")
	hollow := strings.Contains(line, "|") && strings.TrimSpace(line)[0] != '|' || strings.Contains(compact, "||") || strings.Contains(compact, ",,") || strings.Contains(compact, ";;")
	if hollow || !isSize(len(words)) { // a row with empty cells
		return name{}
	}
	for i, word := range words {
		at := isName.FindStringSubmatchIndex(word)
		if at == nil {
			return name{}
		}
		this := nameOf(word, at)
		if i == 0 {
			first = this
		}
		if first.number > 1 || this != first.plus(i) {
			return name{}
		}
	}
	return first
}

// unnamed returns the row without the name before its cells, if it has one cell too many or a name
// before its first bar, and nil for other rows.
func (r *gridRow) unnamed() *gridRow {
	at := rowName.FindStringSubmatchIndex(r.text)
	if at == nil || r.start > 0 {
		return nil
	}
	end := at[1]
	if r.text[end-1] == '|' {
		end--
	}
	bars := strings.Split(r.text, "|")
	outside := len(bars) > 3 && strings.TrimSpace(bars[0]) != "" && strings.TrimSpace(bars[len(bars)-1]) == "" && r.text[at[1]-1] == '|' &&
		(len(bars[0]) < len(bars[1])-1 || isSize(len(bars)-2))
	words, chars := len(r.words), len(r.chars)
	byWords := isSize(words-1) && (!isSize(chars) || strings.ContainsAny(r.text, ",;\t|"))
	byChars := !isSize(words) && (!isSize(chars) || at[5] > at[4] && r.text[at[4]]|' ' == 'r') && isSize(chars-len(strings.Trim(r.text[:end], " \t|:,;")))
	if !outside && !byWords && !byChars {
		return nil
	}
	return &gridRow{text: strings.Repeat(" ", end) + r.text[end:], line: r.line, start: end, name: nameOf(r.text, at)}
}

// cell is the text of one cell.
type cell struct {
	text string
	row  *gridRow
	at   int // byte offset in the line
}

func (c *cell) column() int { return column(c.row.text, c.at) }

// column is where the row begins.
func (r *gridRow) column() int {
	rest := r.text[r.start:]
	return column(r.text, r.start+len(rest)-len(strings.TrimLeft(rest, " \t")))
}

// between lists the characters that may separate cells of one character.
const between = " \t|:'!\",;/"

// rowsOf returns the rows that a line may have, after [inASCII].
func (in *input) rowsOf(line string) []*gridRow {
	var rows []*gridRow
	if len(line) > maxDrawn {
		return []*gridRow{{text: line, line: in.line}}
	}
	for _, p := range parts(line) {
		row := (&gridRow{text: line, line: in.line, start: p[0]}).lex(p[1])
		if rest := row.unnamed(); rest != nil {
			row = rest.lex(p[1])
		}
		rows = append(rows, row)
	}
	return rows
}

// These expressions find the name before an array, its beginning, and the brackets around its rows.
var (
	nested   = regexp.MustCompile(`(\[\s*\[|\{\s*\{)`)
	assigned = regexp.MustCompile(`^[\w\s\[\]<>,.:*&]+=\s*(?:new\s+\w+[\[\]\s]*)?([\[{])`)
	inner    = regexp.MustCompile(`[\[{]([^\[\]{}]*)|^([^\[\]{}]*)\]`)
)

// parts returns where the rows of a line begin and end: between brackets, or in the whole
// line. Braces around the candidates of a cell do not count.
func parts(line string) [][2]int {
	whole := [][2]int{{0, len(line)}}
	if !strings.ContainsAny(line, "[]{}=") {
		return whole
	}
	from := 0
	if at := assigned.FindStringSubmatchIndex(line); at != nil {
		from = at[2]
	}
	var list [][2]int
	for _, at := range inner.FindAllStringSubmatchIndex(line[from:], -1) {
		start, end := from+max(at[2], at[4]), from+max(at[3], at[5])
		if strings.TrimSpace(line[start:end]) != "" {
			list = append(list, [2]int{start, end})
		}
	}
	if rest := inner.ReplaceAllString(line[from:], ""); strings.Trim(rest, " \t[]{},;()") != "" {
		return whole
	}
	return list
}

// lex reads the part of the line from its start to end, and returns the row.
func (r *gridRow) lex(end int) *gridRow {
	r.lexChars(end)
	r.lexWords(end)
	r.barred = strings.IndexByte(r.text[r.start:end], '|') >= 0
	r.loose = r.barred && isLoose(r.text[r.start:end])
	return r
}

// lexChars reads each character as a cell.
func (r *gridRow) lexChars(end int) {
	first, length := 0, 0
	for i, c := range r.text[r.start:end] + " " {
		at := r.start + i
		if strings.ContainsRune(between, c) {
			r.ragged = r.ragged || length > 0 && first > 0 && length != first
			first, length = max(first, length), 0
			continue
		}
		length++
		r.chars = append(r.chars, cell{string(c), r, at})
	}
}

// lexWords reads each word as a cell. If there are commas, semicolons or tabs between
// cells, or bars around each, a cell may be empty.
func (r *gridRow) lexWords(end int) {
	text := r.text[r.start:end]
	separator, most := byte(0), 2
	for _, c := range []byte(",;\t|") {
		if n := strings.Count(text, string(c)); n > most {
			separator, most = c, n
		}
	}
	if separator != 0 {
		if separator != ';' {
			text = strings.TrimRight(text, " ;")
		}
		if r.fields(text, separator); r.words != nil {
			return
		}
	}
	isBetween := func(c byte) bool { return strings.IndexByte(" \t|:,;", c) >= 0 }
	for i := 0; i < len(text); {
		if isBetween(text[i]) {
			i++
			continue
		}
		from := i
		for i < len(text) && !isBetween(text[i]) {
			i = max(i, closing(text, i)) + 1
		}
		r.words = append(r.words, cell{text[from:i], r, r.start + from})
	}
	r.checkWords()
}

// closing returns where the brackets end that open at a place, -1 if none do.
func closing(text string, at int) int {
	if i := strings.IndexByte("{(", text[at]); i >= 0 {
		if n := strings.IndexByte(text[at:], "})"[i]); n >= 0 {
			return at + n
		}
	}
	return -1
}

// fields reads the cells between separators.
func (r *gridRow) fields(text string, separator byte) {
	at := r.start
	for _, part := range strings.Split(text, string(separator)) {
		body := strings.Trim(part, " \t")
		r.words = append(r.words, cell{body, r, at + len(part) - len(strings.TrimLeft(part, " \t"))})
		at += len(part) + 1
	}
	last := len(r.words) - 1
	if separator == '|' {
		for _, i := range []int{last, 0} { // the empty texts outside the outer bars
			if r.words[i].text == "" {
				r.words = append(r.words[:i:i], r.words[i+1:]...)
			}
		}
	} else if isSize(last) && r.words[last].text == "" {
		r.words, r.ended = r.words[:last], true
	}
	r.checkWords()
}

// checkWords drops the reading if a word cannot be a cell.
func (r *gridRow) checkWords() {
	for _, c := range r.words {
		if _, ok := wordOf(c.text); !ok {
			r.words, r.wrong = nil, &c
			return
		}
	}
}

// strange returns the first character that cannot be a cell, or nil.
func (r *gridRow) strange() *cell {
	for i, c := range r.chars {
		if _, blank := blankOf(c.text); !blank && cellValues[c.text[0]] == notCell && (len(r.chars) < 12 || !strings.Contains(furtherLetters, strings.ToUpper(c.text))) {
			return &r.chars[i]
		}
	}
	return nil
}

// large reports whether the words are a row of a samurai or of a grid that is too large.
func (r *gridRow) large() bool { return len(r.words) == 21 || len(r.words) == 25 }

func isSize(n int) bool { return n > 0 && board.ForCells(n*n) != nil }

// isLoose reports whether a row with bars may have blanks that are only spaces: there is nothing
// between two bars, or the gaps differ in width.
func isLoose(text string) bool {
	isEmpty := func(part string) bool { return strings.TrimSpace(part) == "" }
	if slices.ContainsFunc(strings.Split(strings.Trim(text, " \t|"), "|"), isEmpty) {
		return true
	}
	gaps := map[int]bool{}
	for _, part := range strings.Split(strings.Trim(text, "|"), "|") {
		if slices.ContainsFunc(strings.Fields(part), func(word string) bool { return len(word) > 1 }) {
			return false
		}
		for _, gap := range strings.FieldsFunc(strings.TrimSpace(part), func(r rune) bool { return r != ' ' }) {
			gaps[len(gap)] = true
		}
		gaps[max(1, len(part)-len(strings.TrimLeft(part, " ")), len(part)-len(strings.TrimRight(part, " ")))] = true
	}
	return len(gaps) > 1
}

// isRule reports whether a line, after [inASCII], only draws part of a frame.
func isRule(line string) bool {
	body := strings.Trim(line, " \t")
	for _, stroke := range []string{"--", "==", "::", "~~"} {
		if strings.Contains(body, stroke) {
			return strings.Trim(body, " \t*-+=|:.'~") == ""
		}
	}
	return len(body) > maxRow && (strings.Trim(body, "*") == "" || strings.Trim(body, "_") == "")
}
