package literature

import (
	"fmt"
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
	s.check(Finding{
		Figure: "synthesis: the mask of all possibilities", Published: "0xFFFF", Ours: fmt.Sprintf("0x%04X", uint16(board.Nine().All)), Expected: Differs,
		Reason: "the paper counts 9 possibilities, but its mask has 16 bits",
	})
	s.printed("synthesis: the mask that takes out 9", "0xFEFF", fmt.Sprintf("0x%04X", ^uint16(board.Digit(9).Mask())))
	synthesis := TableOf("synthesis")
	for i, key := range synthesis.Column("puzzle") {
		r := s.solve("synthesis", s.puzzle(key), solve.Options{Limit: 1})
		s.counters("synthesis, "+key, &synthesis, i, r, "branches", "directions", "singles", "fails")
	}
	r := s.solve("synthesis", s.puzzle("inkala"), solve.Options{})
	s.derived("synthesis, inkala: branches to prove that the solution is the only one", "1799", r.Stats.Counter("branches"))
	stack := TableOf("stack")
	for i, key := range stack.Column("puzzle") {
		r := s.solve("stack", s.puzzle(key), solve.Options{})
		s.counters("loop backtracking, "+key, &stack, i, r, "pushes", "pops", "tests")
	}
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
		s.check(Finding{
			Figure: fmt.Sprintf("exhaustion: full grids of %dx%d", c.size, c.size), Published: c.published,
			Ours: fmt.Sprint(times * int64(r.Solutions)), Derived: true, Reason: c.reason,
		})
	}
	r := s.solve("exhaustive", s.puzzle("inkala"), solve.Options{})
	s.check(Finding{
		Figure: "exhaustion: the final grid of the headline puzzle", Published: "table 8",
		Ours: holds(r.First == tableEight(s), "table 8"), Reason: fmt.Sprintf("solutions found: %d", r.Solutions),
	})
}

// chainFindings is about the notation of problem 2 for lines of thought.
func chainFindings(s *sheet) {
	geo := board.Nine()
	var kinds, sound []int
	for _, c := range []struct {
		published string
		line      grade.Implication
		derived   bool // the paper has no example of its third kind
	}{
		{"A=1-->B<>1", grade.Implication{literal(0, 1, true), literal(1, 1, false)}, false},
		{"A=1-->B=2-->C=3", grade.Implication{literal(0, 1, true), literal(1, 2, true), literal(2, 3, true)}, false},
		{"A=1-->B=2-->A<>1", grade.Implication{literal(0, 1, true), literal(1, 2, true), literal(0, 1, false)}, true},
	} {
		text, _ := c.line.Labelled(geo)
		s.check(Finding{Figure: "chain notation: " + c.line.Kind().String(), Published: c.published, Ours: text, Derived: c.derived})
		kinds = append(kinds, int(c.line.Kind()))
		if _, ok := c.line.Conclusion(); ok {
			sound = append(sound, int(c.line.Kind()))
		}
	}
	s.check(Finding{
		Figure: "chain notation: kinds that prove something by themselves", Published: spaced(kinds), Ours: spaced(sound), Expected: Differs,
		Reason: "that A leads to B says nothing of B as long as A is not known; only A leading to its own opposite does",
	})
}

func literal(c board.Cell, d board.Digit, on bool) grade.Literal {
	return grade.Literal{Candidate: grade.Candidate{Cell: c, Digit: d}, On: on}
}

// fillFindings is about what the unique-solution method fills.
func fillFindings(s *sheet) {
	fills := TableOf("fills")
	keys := fills.Column("puzzle")
	var full []int64
	for _, key := range keys {
		r := s.solve("fullhouse", s.puzzle(key), solve.Options{})
		full = append(full, r.Stats.Counter("row fills")+r.Stats.Counter("column fills")+r.Stats.Counter("box fills"))
	}
	s.check(Finding{
		Figure: "cells filled by the unique-solution method: " + strings.Join(keys, ", "), Published: spaced(fills.Column("full houses")), Ours: spaced(full), Derived: true,
		Reason: "no house of these puzzles has one blank only; the paper too finds the method unfit",
	})
}
