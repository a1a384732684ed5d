package literature

import (
	"strings"

	"gradoku/board"
	"gradoku/solve"
)

// methodFindings is about the solvers of problems 2 to 4. The paper prints no
// counts; these are of its steps, run literally.
func methodFindings(s *sheet) {
	exhaustiveFindings(s)
	fillFindings(s)
	s.runs("synthesis", "synthesis", solve.Options{Limit: 1}, "branches", "directions", "singles", "fails")
	r := s.solve("synthesis", s.puzzle("inkala"), solve.Options{})
	s.derived("synthesis of inkala: branches to prove that the solution is the only one", "1799", r.Stats.Counter("branches"))
	s.runs("stack", "loop backtracking", solve.Options{}, "pushes", "pops", "tests")
	s.runs("pointers", "loop backtracking with pointers", solve.Options{}, "tries", "contradictions", "steps back")
}

// exhaustiveFindings enumerates grids. Relabelling the digits maps full grids to full
// grids, so on 6x6 those with a given first row are 1 in 6! of all.
func exhaustiveFindings(s *sheet) {
	var counts []int64
	for _, size := range []int{4, 6} {
		geo, err := board.ForSize(size)
		if err != nil {
			s.err = err
			return
		}
		g, times := board.NewGrid(geo), int64(1)
		for i := range geo.Size {
			g.Set(board.Cell(i), board.Digit(i+1))
			times *= int64(i + 1)
		}
		counts = append(counts, times*int64(s.solve("exhaustive", &g, solve.Options{}).Solutions))
	}
	s.derived("exhaustion: full grids of 4x4, of 6x6", "288 28200960", counts, "counted with the first row in order, times 4! and 6! for its relabellings")
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
