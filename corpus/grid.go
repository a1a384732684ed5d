package corpus

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gradoku/board"
)

// wordKind is the meaning of the characters of one cell.
type wordKind uint8

const (
	wordMarks  wordKind = iota // candidates, or nothing
	wordClue                   // a digit
	wordPlaced                 // a digit that is not a clue
)

// word is what the text of one cell means.
type word struct {
	kind    wordKind
	set     board.Digits
	char    string // the only character of a clue or a blank
	nothing string // the word for a blank if it is not one character; " " for an empty cell
	double  bool   // the only candidate of a blank, written twice
	number  int    // the text as a number, -1 if it is none
	dropped string // signs that have no meaning here
}

// betweenMarks removes what people write between candidates.
var betweenMarks = strings.NewReplacer(",", "", "/", "", " ", "")

const notWord = "%q is neither a digit nor the candidates of a cell"

// noDigit lists the words with which programs write a blank.
var noDigit = []string{"", "-1", "none", "null", "nil", "nan", "na", "n/a", "undefined", "<na>"}

// signs are the characters with which players mark candidates.
const signs = "*-#~^&@!"

// wordOf reads the text of one cell: 5 is a clue, u5 or +5 a placed digit, 58 are candidates,
// 55 is the only candidate of a blank. As in gradoku's own candidate grids, =5 is a clue, and
// - or a blank means no candidates.
func wordOf(text string) (w word, ok bool) {
	w.number = -1
	raw := strings.ToLower(text)
	if n := len(text); n > 1 && text[0] == text[n-1] && strings.IndexByte(`"'`, text[0]) >= 0 {
		text = strings.TrimSpace(text[1 : n-1])
	}
	if n := strings.TrimSuffix(text, ".0"); n != "" && strings.Trim(n, "0123456789") == "" {
		text = n // a data frame with blanks has numbers such as 5.0
	}
	if slices.Contains(noDigit, strings.ToLower(text)) {
		w.char, w.number, w.nothing = ".", 0, raw+" "
		return w, true
	}
	if n, err := strconv.Atoi(text); err == nil && n <= board.MaxSize && len(text) <= 2 && text[0] != '-' && text[0] != '+' {
		w.number = n
	}
	if len([]rune(text)) == 1 {
		w.char, w.kind = text, wordClue
		if d := cellValues[text[0]]; d != notCell && d > 0 {
			w.set = board.Digit(d).Mask()
		} else if _, blank := blankOf(text); blank {
			w.kind = wordMarks
		} else {
			return w, strings.Contains(furtherLetters, strings.ToUpper(text))
		}
		return w, true
	}
	body := strings.TrimLeft(text, "u=+")
	if i := closing(text, 0); i < len(text)-1 && strings.IndexByte(text, ' ') >= 0 {
		return w, false
	} else if i == len(text)-1 {
		body = betweenMarks.Replace(text[1:i])
		text = body
	}
	if len(text)-len(body) > 1 || body == "" {
		return w, w.number == 0
	}
	marked := body != text
	if body, w.dropped = cutSigns(body); w.dropped != "" {
		body = strings.Trim(body, " ")
	} else {
		body = strings.ReplaceAll(body, "/", "")
	}
	once := body
	if len(body) == 2 && !marked && body[0] == body[1] {
		once = body[:1]
	}
	for _, c := range []byte(once) {
		d := cellValues[c]
		if d == notCell || d == 0 || w.set.Has(board.Digit(d)) {
			w.set = 0
			return w, w.number >= 0
		}
		w.set |= board.Digit(d).Mask()
	}
	switch {
	case marked && !w.set.Single(), w.set == 0:
		return w, w.number >= 0
	case marked && text[0] != '=':
		w.kind = wordPlaced
	case w.set.Single() && once == body:
		w.kind = wordClue
	case w.set.Single():
		w.double = true
	}
	return w, true
}

// cutSigns takes the signs out of a text; dropped has each of them once.
func cutSigns(text string) (rest, dropped string) {
	rest = strings.Map(func(r rune) rune {
		if !strings.ContainsRune(signs, r) {
			return r
		} else if !strings.ContainsRune(dropped, r) {
			dropped += string(r)
		}
		return -1
	}, text)
	return rest, dropped
}

// loneBlanks are characters that mean a blank if nothing else in a grid does.
const loneBlanks = "-?+~"

// furtherLetters are digits of the alphabets that begin with A.
const furtherLetters = "HIJKLMNOP"

// blankOf reports whether a character can be a blank (ok), and whether it is one only if the grid
// has no other blanks (lone).
func blankOf(char string) (lone, ok bool) {
	if strings.Contains(loneBlanks, char) {
		return true, true
	}
	return false, strings.Contains(board.Blanks, char)
}

// alphabet says which characters of a grid mean which digits.
type alphabet struct {
	size  int
	first byte // the character of 1: '1', 'A' in A to P, '0' in 0 to F
	lone  string
}

// alphabetOf finds the alphabet of a grid. If the grid can be of two, it says so, and names a cell.
// In a grid above 9x9 without the last digit of 1 to G, 0 is a digit if there is another blank, or
// one 0 in every row and column. Letters alone can be of A to P, unless they stand for numbers.
func alphabetOf(chars []string, size int, numbers bool) (a alphabet, at int, wrong string) {
	a = alphabet{size: size, first: '1'}
	var seen [256]int // the number of a cell with this character, from 1
	zeros := make([]int, 2*size)
	for i, char := range chars {
		if len(char) != 1 {
			continue
		}
		seen[strings.ToUpper(char)[0]] = i + 1
		if char == "0" {
			zeros[i/size]++
			zeros[size+i%size]++
		}
	}
	has := func(list string) bool {
		return strings.ContainsFunc(list, func(r rune) bool { return seen[r] > 0 })
	}
	const letters = "ABCDEFGHIJKLMNOP"
	known := max(size-9, 0) // letters that are digits after 9
	other := has(".*_X")
	most, least := slices.Max(zeros), slices.Min(zeros)
	switch {
	case !has("123456789") && has(letters[known:size]) && !has(letters[size:]):
		a.first = 'A'
	case size <= 9:
	case !has("123456789") && has(letters[:known]) && !numbers:
		at = slices.IndexFunc(chars, func(c string) bool { return strings.Contains(letters, strings.ToUpper(c)) })
		wrong = fmt.Sprintf("the letters can be the digits 10 to %d, or the first ones of A to %c: write the digits as numbers, with spaces between cells", size, letters[size-1])
	case seen['0'] == 0, has(letters[known-1:]), !other && !has(loneBlanks) && slices.Max(zeros[:size]) > 1:
	case most == 1 && (least == 1 || other || has(loneBlanks)):
		a.first = '0'
	default:
		at = seen['0'] - 1
		wrong = fmt.Sprintf("0 can be a blank, or the first of the digits 0 to %c: write blanks as . and the digits as numbers from 1 to %d, with spaces between cells", letters[known-2], size)
	}
	if !other && (seen['0'] == 0 || a.first == '0') {
		for _, c := range loneBlanks {
			if seen[c] > 0 {
				a.lone += string(c)
			}
		}
	}
	return a, at, wrong
}

// digit reads one character; the error says what is wrong.
func (a *alphabet) digit(char string) (board.Digit, string) {
	c, n := strings.ToUpper(char)[0], int(cellValues[char[0]])
	switch {
	case len(char) == 1 && a.first == 'A' && c >= 'A' && c <= 'P':
		n = int(c-'A') + 1
	case len(char) == 1 && a.first != 'A' && n > 0 && n != notCell:
	case char == "0" && a.first == '0':
	default:
		lone, ok := blankOf(char)
		if !ok || lone && a.lone != char {
			return 0, fmt.Sprintf("%q is neither a digit nor a blank (%s)", []rune(char)[0], strings.Join(strings.Split(board.Blanks, ""), " "))
		}
		return 0, ""
	}
	if a.first == '0' {
		n++
	}
	if n > a.size {
		return 0, fmt.Sprintf("digit %v is too large for a %dx%d puzzle", board.Digit(n), a.size, a.size)
	}
	return board.Digit(n), ""
}

// gridOf reads the cells of a grid.
func (in *input) gridOf(cells []cell, geo *board.Geometry) (rec Record, bad *LineError) {
	words, chars := make([]word, len(cells)), make([]string, len(cells))
	for i, c := range cells {
		ok := true
		if words[i], ok = wordOf(c.text); !ok && len([]rune(c.text)) > 1 {
			return rec, in.faultIn(&c, notWord, c.text)
		}
		chars[i] = words[i].char
	}
	if bad := in.mixed(cells, words, geo.Size); bad != nil {
		return rec, bad
	}
	rec.Line, rec.Column = cells[0].row.line, cells[0].row.column()
	if !slices.Contains(chars, "") {
		rec.Puzzle, bad = in.charsOf(cells, chars, geo, false)
		return rec, bad
	}
	if numbers, bad := in.areNumbers(cells, words, geo); bad != nil {
		return rec, bad
	} else if numbers {
		for i, w := range words {
			if w.number > 0 {
				chars[i] = board.Digit(w.number).String()
			} else if chars[i] == "" {
				chars[i] = "0"
			}
		}
		rec.Puzzle, bad = in.charsOf(cells, chars, geo, true)
		return rec, bad
	}
	if a, _, wrong := alphabetOf(chars, geo.Size, true); a.first != '1' || wrong != "" {
		i := slices.Index(chars, "")
		return rec, in.faultIn(&cells[i], "%q are candidates, or a digit with a sign; in a grid of such cells the digits must be 1 to %v", cells[i].text, board.Digit(geo.Size))
	}
	p := newProgress(geo)
	var lone []board.Cell // cells with a single digit, which may be the last candidate of a blank
	dropped := ""
	for i, w := range words {
		c := board.Cell(i)
		switch {
		case w.set&^geo.All != 0, w.set == 0 && w.char == "":
			return rec, in.faultIn(&cells[i], notWord, cells[i].text)
		case w.kind == wordMarks:
			p.mark(c, w.set)
		default:
			if w.char != "" || w.dropped != "" {
				lone = append(lone, c)
			}
			p.set(c, w.set.First(), w.kind == wordClue)
		}
		dropped += w.dropped
	}
	p.settle(lone)
	rec.marked = true
	rec.Puzzle, rec.Fields = p.puzzle, p.fields()
	if _, dropped = cutSigns(dropped); dropped != "" {
		rec.Note = fmt.Sprintf("the signs %s at candidates were ignored", strings.Join(strings.Split(dropped, ""), " "))
	}
	return rec, nil
}

// mixed finds a likely mistake: a grid that writes its blanks in two ways, or in which one cell alone
// has candidates, a sign or its digit twice.
func (in *input) mixed(cells []cell, words []word, size int) *LineError {
	nothing, blanks, marked, marks := -1, false, -1, 0
	zeros := make([]int, size) // of each row
	for i, w := range words {
		if w.char == "0" {
			zeros[i/size]++
		}
		switch {
		case w.nothing != "" && (nothing < 0 || w.nothing == words[nothing].nothing):
			nothing = i
		case w.kind == wordMarks && w.set == 0 && w.number < 1:
			blanks = blanks || w.char != "0" || size <= 9 || zeros[i/size] > 1 // 0 may be a digit
		case size > 9 && w.number > 9 && !w.double:
			marks += 2 // a grid of numbers
		case w.double, w.kind == wordMarks && w.set != 0, w.dropped != "":
			marked = i
			marks++
		}
	}
	if nothing >= 0 && blanks {
		return in.faultIn(&cells[nothing], "a blank is written in two ways in this grid: a cell has nothing, or a word for it, and others have a sign")
	}
	if marks == 1 && (words[marked].double || !cells[marked].row.barred) {
		return in.faultIn(&cells[marked], notWord, cells[marked].text)
	}
	return nil
}

// charsOf reads a grid of one character for each cell.
func (in *input) charsOf(cells []cell, chars []string, geo *board.Geometry, numbers bool) (board.Grid, *LineError) {
	g := board.NewGrid(geo)
	a, at, wrong := alphabetOf(chars, geo.Size, numbers)
	if wrong != "" {
		return g, in.faultIn(&cells[at], "%s", wrong)
	}
	for i, char := range chars {
		d, wrong := a.digit(char)
		if wrong != "" {
			return g, in.faultIn(&cells[i], "%s", wrong)
		}
		g.Set(board.Cell(i), d)
	}
	return g, nil
}

// areNumbers reports whether the words of a grid are numbers, so that 12 is the digit C. It returns
// an error if they can also be candidates.
func (in *input) areNumbers(cells []cell, words []word, geo *board.Geometry) (bool, *LineError) {
	marks, both, slip := true, -1, -1
	for i, w := range words {
		switch text := cells[i].text; {
		case geo.Size <= 9:
			return false, nil
		case w.number > geo.Size, w.number < 0 && len(text) == 2 && strings.Trim(text, "0123456789") == "":
			slip, both = i, i // 19, unless other cells have candidates as well
		case w.number < 0 && (w.dropped != "" || w.double):
			slip = i
		case w.number < 0 && (w.char == "" || w.kind != wordMarks):
			return false, nil
		case w.number > 9:
			both = i
			marks = marks && w.set.Len() > 1
		case len(text) > 1 && text[0] == '0':
			marks = false
		}
	}
	switch {
	case slip >= 0 && both >= 0:
		return false, in.faultIn(&cells[slip], notWord, cells[slip].text)
	case slip < 0 && marks && both >= 0:
		return false, in.faultIn(&cells[both], "%s can be a number or the candidates %s; write digits above 9 as letters from A, or candidates with braces",
			cells[both].text, strings.Join(strings.Split(cells[both].text, ""), " and "))
	}
	return slip < 0, nil
}

func (in *input) faultIn(c *cell, format string, args ...any) *LineError {
	return in.faultAt(c.row.line, c.column(), format, args...)
}

// byAlphabet reads a part of a line that has a character for each cell of a puzzle.
func (in *input) byAlphabet(no int, line string, start, end int) (board.Grid, *LineError) {
	geo := board.ForCells(end - start)
	row := gridRow{text: line, line: no, start: start}
	if geo != nil {
		row.lexChars(end)
	}
	if geo == nil || len(row.chars) != end-start {
		return board.Grid{}, in.faultAt(no, column(line, start), noPuzzle)
	}
	rec, bad := in.gridOf(row.chars, geo)
	return rec.Puzzle, bad
}

// entries reads cells with a + before each digit that was placed.
func entries(text string) (puzzle, state board.Grid, ok bool) {
	if state, ok = exact(strings.ReplaceAll(text, "+", "")); !ok {
		return puzzle, state, false
	}
	puzzle = state
	n := 0
	for i := range len(text) {
		if text[i] != '+' {
			n++
		} else if n < len(state.Digits()) { // the next digit was placed
			puzzle.Set(board.Cell(n), 0)
		}
	}
	return puzzle, state, true
}

// misspelt says what is wrong with a part of a line, from a byte offset on,
// that should be a puzzle. If the part continues on further lines, errors in
// them are located there.
func (in *input) misspelt(no int, line string, offset int, part string) *LineError {
	_, err := board.Parse(part)
	perr, ok := errors.AsType[*board.ParseError](err)
	if !ok {
		if _, bad := in.byAlphabet(no, line, offset, offset+len(part)); bad != nil {
			return bad
		}
		return in.faultAt(no, column(line, offset), noPuzzle)
	}
	bad := in.faultAt(no, column(line, offset), "%s", perr.Msg)
	switch {
	case perr.Line == 1:
		bad.Column += perr.Column - 1
	case perr.Line > 1:
		bad.Line, bad.Column = no+perr.Line-1, perr.Column
	}
	return bad
}
