package literature

import (
	"fmt"
	"slices"
	"strings"

	"gradoku/board"
	"gradoku/grade"
	"gradoku/solve"
)

// methodFindings is about the solvers of problems 2 to 4. The paper prints no
// counts; these are of its steps, run literally.
func methodFindings(s *sheet) {
	exhaustiveFindings(s)
	chainFindings(s)
	fillFindings(s)
	s.differs("synthesis: the mask of all possibilities", "0xFFFF", fmt.Sprintf("0x%04X", uint16(board.Nine().All)),
		"the paper counts 9 possibilities, but its mask has 16 bits")
	s.printed("synthesis: the mask that takes out 9", "0xFEFF", fmt.Sprintf("0x%04X", ^uint16(board.Digit(9).Mask())))
	s.runs("synthesis", "synthesis", solve.Options{Limit: 1}, "branches", "directions", "singles", "fails")
	r := s.solve("synthesis", s.puzzle("inkala"), solve.Options{})
	s.derived("synthesis, inkala: branches to prove that the solution is the only one", "1799", r.Stats.Counter("branches"))
	s.runs("stack", "loop backtracking", solve.Options{}, "pushes", "pops", "tests")
	s.runs("pointers", "loop backtracking with pointers", solve.Options{}, "tries", "contradictions", "steps back")
}

// exhaustiveFindings enumerates grids. Relabelling the digits maps full grids to full
// grids, so on 6x6 those with a given first row are 1 in 6! of all.
func exhaustiveFindings(s *sheet) {
	for _, c := range []struct {
		size      int
		published string
		firstRow  bool
		reason    string
	}{
		{4, "288", false, ""},
		{6, "28200960", true, "counted with the first row 1 2 3 4 5 6, times 6! for its relabellings"},
		{6, "28200960", false, "counted one by one"},
	} {
		geo, err := board.ForSize(c.size)
		if err != nil {
			s.err = err
			return
		}
		if c.size == 6 && !c.firstRow && !s.long {
			continue
		}
		g, times := board.NewGrid(geo), int64(1)
		for i := range geo.Size {
			if c.firstRow {
				g.Set(board.Cell(i), board.Digit(i+1))
				times *= int64(i + 1)
			}
		}
		r := s.solve("exhaustive", &g, solve.Options{})
		s.derived(fmt.Sprintf("exhaustion: full grids of %dx%d", c.size, c.size), c.published, times*int64(r.Solutions), c.reason)
	}
	r := s.solve("exhaustive", s.puzzle("inkala"), solve.Options{})
	s.claim("exhaustion: the final grid of the headline puzzle", "table 8", r.First == tableEight(s), fmt.Sprintf("solutions found: %d", r.Solutions))
}

// foundChain is a chain in a step of the grader on a puzzle of the literature.
type foundChain struct {
	puzzle string
	chain  grade.Chain
}

// chainFindings is about problem 2's notation for chains. The paper has no example; the
// chains here are those of the steps to the solutions of the documents' puzzles, as the
// grader finds them.
func chainFindings(s *sheet) {
	var found []foundChain
	for _, p := range Puzzles() {
		_, steps := grade.NewGrader(p.Puzzle.Geometry()).Path(&p.Puzzle)
		for _, step := range steps {
			for _, c := range step.Chains {
				found = append(found, foundChain{p.Key, c})
			}
		}
	}
	for _, published := range []string{"A=1-->B<>1", "A=1-->B=2-->C=3"} {
		ours, reason := chainWritten(found, published)
		s.printed("chain notation: "+published, published, ours, reason)
	}
}

// chainWritten looks for the beginning of a chain that reads as published when digits
// are numbered as they come. The paper's arrow from a digit to a digit leaves out
// what the first excludes, so that such a beginning may skip denials.
func chainWritten(found []foundChain, published string) (ours, reason string) {
	for _, f := range found {
		for _, line := range beginnings(f.chain, strings.Count(published, "-->")) {
			if text := writtenAnew(line); text == published {
				return text, fmt.Sprintf("in %s: %s", f.puzzle, line.Notation(board.Nine()))
			}
		}
	}
	return "none found", "no step has a chain that begins so"
}

// beginnings lists the lines of some arrows from the assumption of a chain, each link
// following from the one before: at once, or through a denial left out.
func beginnings(c grade.Chain, arrows int) []grade.Implication {
	lines := [][]int{{0}} // indices of links
	for range arrows {
		var longer [][]int
		for _, line := range lines {
			last := line[len(line)-1]
			for i, link := range c {
				follows := slices.Contains(link.From, last)
				for _, from := range link.From {
					follows = follows || !c[from].On && slices.Contains(c[from].From, last)
				}
				if follows {
					longer = append(longer, append(slices.Clone(line), i))
				}
			}
		}
		lines = longer
	}
	var list []grade.Implication
	for _, line := range lines {
		var im grade.Implication
		for _, i := range line {
			im = append(im, c[i].Literal)
		}
		list = append(list, im)
	}
	return list
}

// writtenAnew writes a chain in the paper's notation, with digits numbered from 1 in
// order of appearance, like its letters.
func writtenAnew(line grade.Implication) string {
	number := map[board.Digit]board.Digit{}
	anew := slices.Clone(line)
	for i, l := range line {
		if number[l.Digit] == 0 {
			number[l.Digit] = board.Digit(len(number) + 1)
		}
		anew[i].Digit = number[l.Digit]
	}
	text, _ := anew.Labelled(board.Nine())
	return text
}

// fillFindings is about what the methods of problem 3 fill without a search: the
// unique-solution method, and comparison exclusion, read as in the solver comparison.
func fillFindings(s *sheet) {
	fills := TableOf("fills")
	keys := fills.Column("puzzle")
	var full, compared []int64
	for _, key := range keys {
		r := s.solve("fullhouse", s.puzzle(key), solve.Options{})
		full = append(full, r.Stats.Counter("row fills")+r.Stats.Counter("column fills")+r.Stats.Counter("box fills"))
		r = s.solve("comparison", s.puzzle(key), solve.Options{})
		compared = append(compared, r.Stats.Counter("fills"))
	}
	s.derived("cells filled by the unique-solution method: "+strings.Join(keys, ", "), fills.Column("full houses"), full,
		"no house of these puzzles has one blank only; the paper too finds the method unfit")
	s.derived("cells filled by comparison exclusion: "+strings.Join(keys, ", "), fills.Column("naked singles"), compared,
		"the flow chart that says when a cell is filled is lost; here a cell with one digit left is filled")
}
