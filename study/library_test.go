package study

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"gradoku/board"
	"gradoku/corpus"
	"gradoku/grade"
	"gradoku/internal/boardtest"
)

// libraryTechnique is a technique of HoDoKu's library of positions (the "reglib" of its
// regression tests).
type libraryTechnique struct {
	name string
	ids  []string // ours
	note string   // why cases can be missed
}

// chainIDs are the techniques of single chains: HoDoKu gives names to shapes and
// lengths that are one search here.
var chainIDs = []string{"forcing-x-chain", "x-cycle", "y-cycle", "cycle", "forcing-chain"}

// incomplete is why some rectangles are missed.
const incomplete = "a corner of the rectangle has lost one of its two digits; the scale asks every corner for both"

// libraryCodes are HoDoKu's codes (SolutionType.java of HoDoKu 2.2) with its names
// and our techniques. A variant that is a different technique has a row of its own.
var libraryCodes = map[string]libraryTechnique{
	"0000":   {name: "Full house", ids: []string{"full-house"}},
	"0002":   {name: "Hidden single", ids: []string{"hidden-single-box", "hidden-single-line", "full-house"}},
	"0003":   {name: "Naked single", ids: []string{"naked-single"}},
	"0100":   {name: "Locked candidates type 1", ids: []string{"pointing"}},
	"0101":   {name: "Locked candidates type 2", ids: []string{"claiming"}},
	"0110":   {name: "Locked pair", ids: []string{"locked-pair"}},
	"0111":   {name: "Locked triple", ids: []string{"locked-triplet"}},
	"0200":   {name: "Naked pair", ids: []string{"naked-pair"}},
	"0201":   {name: "Naked triple", ids: []string{"naked-triplet"}},
	"0202":   {name: "Naked quadruple", ids: []string{"naked-quad"}},
	"0210":   {name: "Hidden pair", ids: []string{"hidden-pair"}},
	"0211":   {name: "Hidden triple", ids: []string{"hidden-triplet"}},
	"0212":   {name: "Hidden quadruple", ids: []string{"hidden-quad"}},
	"0300":   {name: "X-Wing", ids: []string{"x-wing"}},
	"0301":   {name: "Swordfish", ids: []string{"swordfish"}},
	"0302":   {name: "Jellyfish", ids: []string{"jellyfish"}},
	"0310":   {name: "Finned X-Wing", ids: []string{"finned-x-wing"}},
	"0311":   {name: "Finned Swordfish", ids: []string{"finned-swordfish"}},
	"03111":  {name: "Siamese finned Swordfish", ids: []string{"finned-swordfish", "sashimi-swordfish"}},
	"0312":   {name: "Finned Jellyfish", ids: []string{"finned-jellyfish"}},
	"03121":  {name: "Siamese finned Jellyfish", ids: []string{"finned-jellyfish", "sashimi-jellyfish"}},
	"0320":   {name: "Sashimi X-Wing", ids: []string{"sashimi-x-wing"}},
	"0321":   {name: "Sashimi Swordfish", ids: []string{"sashimi-swordfish"}},
	"03211":  {name: "Siamese sashimi Swordfish", ids: []string{"finned-swordfish", "sashimi-swordfish"}},
	"0322":   {name: "Sashimi Jellyfish", ids: []string{"sashimi-jellyfish"}},
	"03221":  {name: "Siamese sashimi Jellyfish", ids: []string{"finned-jellyfish", "sashimi-jellyfish"}},
	"0400":   {name: "Skyscraper", ids: []string{"skyscraper"}},
	"0401":   {name: "2-string kite", ids: []string{"two-string-kite"}},
	"0402":   {name: "Empty rectangle", ids: []string{"empty-rectangle"}},
	"0403":   {name: "Turbot fish", ids: []string{"turbot-fish"}},
	"0404":   {name: "Dual 2-string kite", ids: []string{"two-string-kite"}},
	"0405":   {name: "Dual empty rectangle", ids: []string{"empty-rectangle"}},
	"0500":   {name: "Simple colours trap", ids: []string{"simple-colouring-trap"}},
	"0501":   {name: "Simple colours wrap", ids: []string{"simple-colouring-wrap"}},
	"0502":   {name: "Multi-colours 1", ids: []string{"multi-colouring-1"}},
	"0503":   {name: "Multi-colours 2", ids: []string{"multi-colouring-2"}},
	"0600":   {name: "Unique rectangle type 1", ids: []string{"unique-rectangle-1"}},
	"0601":   {name: "Unique rectangle type 2", ids: []string{"unique-rectangle-2"}},
	"0602":   {name: "Unique rectangle type 3", ids: []string{"unique-rectangle-3"}},
	"0603":   {name: "Unique rectangle type 4", ids: []string{"unique-rectangle-4"}},
	"0604":   {name: "Unique rectangle type 5", ids: []string{"unique-rectangle-2"}},
	"0600-2": {name: "Unique rectangle type 1, incomplete", ids: []string{"unique-rectangle-1"}, note: incomplete},
	"0601-2": {name: "Unique rectangle type 2, incomplete", ids: []string{"unique-rectangle-2"}, note: incomplete},
	"0603-2": {name: "Unique rectangle type 4, incomplete", ids: []string{"unique-rectangle-4"}, note: incomplete},
	"0604-2": {name: "Unique rectangle type 5, incomplete", ids: []string{"unique-rectangle-2"}, note: incomplete},
	"0610":   {name: "BUG+1", ids: []string{"bug-1"}},
	"0701":   {name: "X-chain", ids: []string{"forcing-x-chain", "x-cycle"}},
	"0702":   {name: "XY-chain", ids: chainIDs},
	"0703":   {name: "Remote pair", ids: []string{"remote-pair"}},
	"0706":   {name: "Continuous nice loop", ids: chainIDs},
	"0707":   {name: "Discontinuous nice loop", ids: chainIDs},
	"0708":   {name: "AIC", ids: chainIDs},
	"0800":   {name: "XY-Wing", ids: []string{"xy-wing"}},
	"0801":   {name: "XYZ-Wing", ids: []string{"xyz-wing"}},
	"0803":   {name: "W-Wing", ids: []string{"w-wing"}},
	"0901":   {name: "ALS-XZ", ids: []string{"als-xz"}},
	"1101":   {name: "Sue de Coq", ids: []string{"sue-de-coq"}},
}

// notOurs are the codes of techniques that gradoku does not have: Franken and mutant fish,
// other rectangles, grouped chains, larger almost locked sets, and templates.
const notOurs = "0331 0332 0340 0341 03411 0342 03421 0362 03621 0363 0605 0606 0607 0608 0709 0710 0711 0902 0903 0904 1201 1202"

// missed returns what the techniques with these IDs fail to find in the position of a record,
// or, in one that the library names as an exception (-x), what they find. A case is found when
// the steps together have everything that it names.
func missed(t *testing.T, gr *grade.Grader, rec *corpus.Record, ids []string) string {
	t.Helper()
	state, ok := rec.Field(corpus.State)
	if !ok {
		state = rec.Puzzle.String()
	}
	grid := boardtest.Parse(t, state)
	b := board.NewBoard(&grid)
	for _, gone := range libraryCandidates(rec, "deleted", false) {
		b.Eliminate(gone.Cell, gone.Digit.Mask())
	}
	found := map[grade.Literal]bool{}
	for _, id := range ids {
		steps, err := gr.Find(&b, id)
		must(t, err)
		for _, s := range steps {
			found[grade.Literal{Candidate: s.Place, On: true}] = true
			for _, e := range s.Eliminate {
				found[grade.Literal{Candidate: e}] = true
			}
		}
	}
	technique, _ := rec.Field("technique")
	none := strings.HasSuffix(technique, "-x")
	wrong := append(libraryCandidates(rec, "eliminations", false), libraryCandidates(rec, "placements", true)...)
	wrong = slices.DeleteFunc(wrong, func(l grade.Literal) bool { return found[l] != none })
	slices.SortFunc(wrong, func(a, b grade.Literal) int {
		return cmp.Or(cmp.Compare(a.Cell, b.Cell), cmp.Compare(a.Digit, b.Digit))
	})
	var texts []string
	for _, l := range wrong {
		texts = append(texts, grade.Implication{l}.Notation(board.Nine()))
	}
	return strings.Join(texts, " ")
}

// libraryCandidates reads a field such as "611 612": digit, row, column.
func libraryCandidates(rec *corpus.Record, field string, on bool) (list []grade.Literal) {
	text, _ := rec.Field(field)
	for word := range strings.FieldsSeq(text) {
		c := grade.Candidate{Cell: board.Nine().CellAt(int(word[1]-'1'), int(word[2]-'1')), Digit: board.Digit(word[0] - '0')}
		list = append(list, grade.Literal{Candidate: c, On: on})
	}
	return list
}

// TestLibraryCases: a case that is found, one that must fail and does not, and one that is wrong.
func TestLibraryCases(t *testing.T) {
	const blank = "................................................................................."
	for _, c := range []struct{ line, id, want string }{
		{":0400:5:" + blank + ":522 523 524 525 526 527 529 562 563 564 565 566 567 568:519 539 548 558::", "skyscraper", ""},
		{":0003:1:.2345678" + blank[8:] + ":::111 919:", "naked-single", "r1c1=1 r1c9=9"},
		{":0003-x:1:.2345678" + blank[8:] + ":::111:", "naked-single", ""},
		{":0003-x:1:.23456789" + blank[9:] + ":::111:", "naked-single", "r1c1=1"},
	} {
		for rec, err := range corpus.Read("lib", strings.NewReader(c.line+"\n")) {
			must(t, err)
			if got := missed(t, grade.NewGrader(board.Nine()), &rec, []string{c.id}); got != c.want {
				t.Errorf("%s: missed %q, want %q", c.line, got, c.want)
			}
		}
	}
}

// TestRegressionLibrary: every case of HoDoKu's library is found, but for those
// whose row says why not.
func TestRegressionLibrary(t *testing.T) {
	f := dataFile(t, "techniques/reglib-dev.txt")
	gr := grade.NewGrader(board.Nine())
	cases := 0
	for rec, err := range corpus.Read(f.Name(), f) {
		must(t, err)
		cases++
		technique, _ := rec.Field("technique")
		code, _, _ := strings.Cut(technique, "-")
		row, ours := libraryCodes[technique]
		if !ours {
			row, ours = libraryCodes[code]
		}
		if !ours && !slices.Contains(strings.Fields(notOurs), code) {
			t.Errorf("line %d: code %s has no name", rec.Line, technique)
		}
		if lost := missed(t, gr, &rec, row.ids); lost != "" && ours && row.note == "" {
			t.Errorf("line %d, %s %s: %s", rec.Line, technique, row.name, lost)
		}
	}
	if cases < 400 {
		t.Errorf("only %d cases", cases)
	}
}
