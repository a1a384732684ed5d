package corpus

import (
	"bufio"
	"net/url"
	"strings"
)

// Links that hold a whole puzzle, one per line, with any other text on the line
// as their label:
//
//	https://www.sudokuwiki.org/sudoku.htm?bd=<81 digits, or a packed position>
//	https://f-puzzles.com/?load=<packed JSON of f-puzzles>
//	https://sigh.github.io/Interactive-Sudoku-Solver/?q=<its rules>
//	https://sudokupad.app/fpuz<the same>, also after scf?puzzleid= and sudoku/
//	https://sudokupad.app/scf<short digits>
//	https://sudokupad.app/scl<packed JSON of SudokuPad, in its own short spelling>
//
// The packing is LZ-string; the JSON is that of f-puzzles, which SudokuPad also
// reads, or SudokuPad's (sudokutools, fpuzzlesdecoder.js, puzzlezipper_lib.js).

// site is a kind of link: what it is recognised by, and how the rest is read.
type site struct {
	marks []string
	read  func(payload string) (Record, error) // without its escapes
}

var sites = []site{
	{[]string{"sudokuwiki.org/sudoku.htm?bd=", "sudokuwiki.org/Sudoku.htm?bd="}, readSudokuWiki},
	{[]string{"f-puzzles.com/?load="}, readFPuzzles},
	{[]string{"sigh.github.io/Interactive-Sudoku-Solver/?q="}, readISS},
	{[]string{"sudokupad.app/", "app.crackingthecryptic.com/"}, readSudokuPad},
}

// findLink returns the kind of link in a line, where it begins and ends, and
// what follows the mark of its site. Commas and colons end a word but not a
// link.
func findLink(line string) (s *site, start, end int, payload string) {
	for word := range strings.FieldsSeq(line) {
		start = end + strings.Index(line[end:], word)
		end = start + len(word)
		for i := range sites {
			for _, mark := range sites[i].marks {
				if _, rest, ok := strings.Cut(word, mark); ok {
					return &sites[i], start, end, rest
				}
			}
		}
	}
	return nil, 0, 0, ""
}

// isLinkOf returns a function that accepts a line with a link of one of the sites, and no
// puzzle whose label the link could be.
func isLinkOf(want string) func(line string) bool {
	return func(line string) bool {
		_, puzzle := exact(firstWord(line))
		s, _, _, _ := findLink(line)
		return !puzzle && s != nil && strings.HasPrefix(s.marks[0], want)
	}
}

func readLink(in *input, line string) (Record, *LineError) {
	s, start, end, payload := findLink(line)
	if s == nil {
		return Record{}, in.fault(1, "it is not the link of a puzzle of sudokuwiki.org, f-puzzles.com, sudokupad.app or the Interactive Sudoku Solver: copy the puzzle itself, or download the file")
	}
	payload, _, _ = strings.Cut(payload, "&") // other parameters may follow
	payload, err := url.PathUnescape(payload)
	var rec Record
	if err == nil {
		rec, err = s.read(payload)
	}
	if err != nil {
		return Record{}, in.fault(column(line, start), "the link: %v", err)
	}
	rec.Line, rec.Column = in.line, column(line, start)
	label := strings.TrimSpace(strings.TrimSpace(line[:start]) + " " + cleanLabel(line[end:]))
	rec.Fields = append(labelled(label), rec.Fields...)
	return rec, nil
}

// writeLinks returns a writer of links that begin with start; payload returns
// the rest.
func writeLinks(start string, payload func(*Row) (string, error)) func(*bufio.Writer, *Row) error {
	return func(w *bufio.Writer, row *Row) error {
		text, err := payload(row)
		if err != nil {
			return err
		}
		w.WriteString(start + text)
		return writeLabel(w, row)
	}
}
