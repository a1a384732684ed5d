package study

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"gradoku/board"
	"gradoku/grade"
)

// Library compares what our techniques find with a library of positions in
// HoDoKu's format (the "reglib" of its regression tests): one position a line, a
// technique, and what it must find there,
//
//	:0400:6:+163..5.:611 612:657 658::
//
// in the fields technique, digits, grid (+ marks a digit that is no clue),
// candidates that are gone (digit, row, column), candidates to be eliminated,
// digits to be placed, and a comment. The technique can be followed by -1, -2 for a
// variant, or by -x for a position in which it must not be found.
//
// A case is found when the technique's steps in that position together have
// everything that the case names.
type Library struct {
	Techniques []LibraryTechnique // in the order of their codes
	Missed     []LibraryMiss      // in the order of the lines
}

// LibraryTechnique is the cases of one code.
type LibraryTechnique struct {
	Code, Name   string
	IDs          []string // ours; nil for a technique that gradoku does not have
	Cases, Found int
	Note         string // why cases can be missed
}

// LibraryMiss is a case that was not found.
type LibraryMiss struct {
	Line   int
	Code   string
	Text   string // the line
	Missed string // what was not found, as r1c2<>3
}

// chainIDs are the techniques of single chains: HoDoKu gives names to shapes and
// lengths that are one search here.
var chainIDs = []string{"forcing-x-chain", "x-cycle", "y-cycle", "cycle", "forcing-chain"}

// incomplete is why some rectangles are missed.
const incomplete = "a corner of the rectangle has lost one of its two digits; the scale asks every corner for both"

// libraryCodes are HoDoKu's codes (SolutionType.java of HoDoKu 2.2) with its names
// and our techniques. A variant that is a different technique has a row of its own.
var libraryCodes = map[string]LibraryTechnique{
	"0000":   {Name: "Full house", IDs: []string{"full-house"}},
	"0002":   {Name: "Hidden single", IDs: []string{"hidden-single-box", "hidden-single-line", "full-house"}},
	"0003":   {Name: "Naked single", IDs: []string{"naked-single"}},
	"0100":   {Name: "Locked candidates type 1", IDs: []string{"pointing"}},
	"0101":   {Name: "Locked candidates type 2", IDs: []string{"claiming"}},
	"0110":   {Name: "Locked pair", IDs: []string{"locked-pair"}},
	"0111":   {Name: "Locked triple", IDs: []string{"locked-triplet"}},
	"0200":   {Name: "Naked pair", IDs: []string{"naked-pair"}},
	"0201":   {Name: "Naked triple", IDs: []string{"naked-triplet"}},
	"0202":   {Name: "Naked quadruple", IDs: []string{"naked-quad"}},
	"0210":   {Name: "Hidden pair", IDs: []string{"hidden-pair"}},
	"0211":   {Name: "Hidden triple", IDs: []string{"hidden-triplet"}},
	"0212":   {Name: "Hidden quadruple", IDs: []string{"hidden-quad"}},
	"0300":   {Name: "X-Wing", IDs: []string{"x-wing"}},
	"0301":   {Name: "Swordfish", IDs: []string{"swordfish"}},
	"0302":   {Name: "Jellyfish", IDs: []string{"jellyfish"}},
	"0310":   {Name: "Finned X-Wing", IDs: []string{"finned-x-wing"}},
	"0311":   {Name: "Finned Swordfish", IDs: []string{"finned-swordfish"}},
	"03111":  {Name: "Siamese finned Swordfish", IDs: []string{"finned-swordfish", "sashimi-swordfish"}},
	"0312":   {Name: "Finned Jellyfish", IDs: []string{"finned-jellyfish"}},
	"03121":  {Name: "Siamese finned Jellyfish", IDs: []string{"finned-jellyfish", "sashimi-jellyfish"}},
	"0320":   {Name: "Sashimi X-Wing", IDs: []string{"sashimi-x-wing"}},
	"0321":   {Name: "Sashimi Swordfish", IDs: []string{"sashimi-swordfish"}},
	"03211":  {Name: "Siamese sashimi Swordfish", IDs: []string{"finned-swordfish", "sashimi-swordfish"}},
	"0322":   {Name: "Sashimi Jellyfish", IDs: []string{"sashimi-jellyfish"}},
	"03221":  {Name: "Siamese sashimi Jellyfish", IDs: []string{"finned-jellyfish", "sashimi-jellyfish"}},
	"0331":   {Name: "Franken Swordfish"},
	"0332":   {Name: "Franken Jellyfish"},
	"0340":   {Name: "Finned Franken X-Wing"},
	"0341":   {Name: "Finned Franken Swordfish"},
	"03411":  {Name: "Siamese finned Franken Swordfish"},
	"0342":   {Name: "Finned Franken Jellyfish"},
	"03421":  {Name: "Siamese finned Franken Jellyfish"},
	"0362":   {Name: "Finned mutant Jellyfish"},
	"03621":  {Name: "Siamese finned mutant Jellyfish"},
	"0363":   {Name: "Finned mutant Squirmbag"},
	"0400":   {Name: "Skyscraper", IDs: []string{"skyscraper"}},
	"0401":   {Name: "2-string kite", IDs: []string{"two-string-kite"}},
	"0402":   {Name: "Empty rectangle", IDs: []string{"empty-rectangle"}},
	"0403":   {Name: "Turbot fish", IDs: []string{"turbot-fish"}},
	"0404":   {Name: "Dual 2-string kite", IDs: []string{"two-string-kite"}},
	"0405":   {Name: "Dual empty rectangle", IDs: []string{"empty-rectangle"}},
	"0500":   {Name: "Simple colours trap", IDs: []string{"simple-colouring-trap"}},
	"0501":   {Name: "Simple colours wrap", IDs: []string{"simple-colouring-wrap"}},
	"0502":   {Name: "Multi-colours 1", IDs: []string{"multi-colouring-1"}},
	"0503":   {Name: "Multi-colours 2", IDs: []string{"multi-colouring-2"}},
	"0600":   {Name: "Unique rectangle type 1", IDs: []string{"unique-rectangle-1"}},
	"0601":   {Name: "Unique rectangle type 2", IDs: []string{"unique-rectangle-2"}},
	"0602":   {Name: "Unique rectangle type 3", IDs: []string{"unique-rectangle-3"}},
	"0603":   {Name: "Unique rectangle type 4", IDs: []string{"unique-rectangle-4"}},
	"0604":   {Name: "Unique rectangle type 5", IDs: []string{"unique-rectangle-2"}},
	"0600-2": {Name: "Unique rectangle type 1, incomplete", IDs: []string{"unique-rectangle-1"}, Note: incomplete},
	"0601-2": {Name: "Unique rectangle type 2, incomplete", IDs: []string{"unique-rectangle-2"}, Note: incomplete},
	"0603-2": {Name: "Unique rectangle type 4, incomplete", IDs: []string{"unique-rectangle-4"}, Note: incomplete},
	"0604-2": {Name: "Unique rectangle type 5, incomplete", IDs: []string{"unique-rectangle-2"}, Note: incomplete},
	"0605":   {Name: "Unique rectangle type 6"},
	"0606":   {Name: "Hidden rectangle"},
	"0607":   {Name: "Avoidable rectangle type 1"},
	"0608":   {Name: "Avoidable rectangle type 2"},
	"0610":   {Name: "BUG+1", IDs: []string{"bug-1"}},
	"0701":   {Name: "X-chain", IDs: []string{"forcing-x-chain", "x-cycle"}},
	"0702":   {Name: "XY-chain", IDs: chainIDs},
	"0703":   {Name: "Remote pair", IDs: []string{"remote-pair"}},
	"0706":   {Name: "Continuous nice loop", IDs: chainIDs},
	"0707":   {Name: "Discontinuous nice loop", IDs: chainIDs},
	"0708":   {Name: "AIC", IDs: chainIDs},
	"0709":   {Name: "Grouped continuous nice loop"},
	"0710":   {Name: "Grouped discontinuous nice loop"},
	"0711":   {Name: "Grouped AIC"},
	"0800":   {Name: "XY-Wing", IDs: []string{"xy-wing"}},
	"0801":   {Name: "XYZ-Wing", IDs: []string{"xyz-wing"}},
	"0803":   {Name: "W-Wing", IDs: []string{"w-wing"}},
	"0901":   {Name: "ALS-XZ", IDs: []string{"als-xz"}},
	"0902":   {Name: "ALS-XY-Wing"},
	"0903":   {Name: "ALS chain"},
	"0904":   {Name: "Death Blossom"},
	"1101":   {Name: "Sue de Coq", IDs: []string{"sue-de-coq"}},
	"1201":   {Name: "Template set"},
	"1202":   {Name: "Template delete"},
}

// libraryCase is one line.
type libraryCase struct {
	code, variant string
	board         board.Board
	expected      []grade.Literal
}

// ReadLibrary reads a library and looks for every case. name is the file's, for
// messages; the first line that cannot be read is an error.
func ReadLibrary(ctx context.Context, name string, r io.Reader) (Library, error) {
	all := map[string]*LibraryTechnique{}
	var l Library
	gr := grade.NewGrader(board.Nine())
	lines, n := bufio.NewScanner(r), 1
	for ; lines.Scan(); n++ {
		if err := ctx.Err(); err != nil {
			return Library{}, err
		}
		text := strings.TrimSpace(lines.Text())
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		c, err := parseLibrary(text)
		if err != nil {
			return Library{}, fmt.Errorf("%s:%d: %w", name, n, err)
		}
		code := c.code
		if _, apart := libraryCodes[code+"-"+c.variant]; apart {
			code += "-" + c.variant
		}
		t := all[code]
		if t == nil {
			known := libraryCodes[code]
			known.Code = code
			t = &known
			all[code] = t
		}
		t.Cases++
		if t.IDs == nil {
			continue
		}
		missed, err := c.look(gr, t.IDs)
		if err != nil {
			return Library{}, fmt.Errorf("%s:%d: %w", name, n, err)
		}
		if missed == "" {
			t.Found++
			continue
		}
		l.Missed = append(l.Missed, LibraryMiss{n, code, text, missed})
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return Library{}, fmt.Errorf("%s:%d: longer than any line of a library", name, n)
	case err != nil:
		return Library{}, fmt.Errorf("reading %s: %w", name, err)
	}
	for _, code := range slices.Sorted(maps.Keys(all)) {
		l.Techniques = append(l.Techniques, *all[code])
	}
	return l, nil
}

// look returns what the techniques fail to find, or, where they must find nothing,
// what they find.
func (c *libraryCase) look(gr *grade.Grader, ids []string) (string, error) {
	found := map[grade.Literal]bool{}
	for _, id := range ids {
		steps, err := gr.Find(&c.board, id)
		if err != nil {
			return "", err
		}
		for _, s := range steps {
			if s.Place.Digit != 0 {
				found[grade.Literal{Candidate: s.Place, On: true}] = true
			}
			for _, e := range s.Eliminate {
				found[grade.Literal{Candidate: e}] = true
			}
		}
	}
	var missed []grade.Literal
	for _, e := range c.expected {
		if found[e] == (c.variant == "x") {
			missed = append(missed, e)
		}
	}
	slices.SortFunc(missed, func(a, b grade.Literal) int {
		return cmp.Or(cmp.Compare(a.Cell, b.Cell), cmp.Compare(a.Digit, b.Digit))
	})
	var texts []string
	for _, m := range missed {
		texts = append(texts, grade.Implication{m}.Notation(board.Nine()))
	}
	return strings.Join(texts, " "), nil
}

// parseLibrary reads one line.
func parseLibrary(text string) (libraryCase, error) {
	fields := strings.Split(text, ":")
	if len(fields) < 7 || fields[0] != "" {
		return libraryCase{}, errors.New("not a line of a library, which has seven fields, each after a colon")
	}
	var c libraryCase
	c.code, c.variant, _ = strings.Cut(fields[1], "-")
	grid, err := board.Parse(strings.ReplaceAll(fields[3], "+", ""))
	if err != nil {
		return libraryCase{}, fmt.Errorf("the grid: %w", err)
	}
	if grid.Geometry() != board.Nine() {
		return libraryCase{}, errors.New("the grid is not 9x9")
	}
	if err := grid.Check(); err != nil {
		return libraryCase{}, fmt.Errorf("the grid: %w", err)
	}
	c.board = board.NewBoard(&grid)
	gone, err := libraryCandidates(fields[4])
	if err != nil {
		return libraryCase{}, err
	}
	for _, g := range gone {
		c.board.Eliminate(g.Cell, g.Digit.Mask())
	}
	for i, on := range []bool{false, true} {
		list, err := libraryCandidates(fields[5+i])
		if err != nil {
			return libraryCase{}, err
		}
		for _, e := range list {
			c.expected = append(c.expected, grade.Literal{Candidate: e, On: on})
		}
	}
	return c, nil
}

// libraryCandidates reads "611 612": digit, row, column.
func libraryCandidates(text string) ([]grade.Candidate, error) {
	var list []grade.Candidate
	for _, word := range strings.Fields(text) {
		if len(word) != 3 || strings.Trim(word, "123456789") != "" {
			return nil, fmt.Errorf("%q is not a digit, a row and a column, each from 1 to 9", word)
		}
		list = append(list, grade.Candidate{
			Cell:  board.Nine().CellAt(int(word[1]-'1'), int(word[2]-'1')),
			Digit: board.Digit(word[0] - '0'),
		})
	}
	return list, nil
}
