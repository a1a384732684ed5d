package literature

import (
	"strings"

	"gradoku/solve"
)

// methodFindings is about the solvers of problems 2 to 4. The paper prints no
// counts; these are of its steps, run literally.
func methodFindings(s *sheet) {
	fillFindings(s)
	s.runs("synthesis", "synthesis", solve.Options{Limit: 1}, "branches", "directions", "singles", "fails")
	s.runs("stack", "loop backtracking", solve.Options{}, "pushes", "pops", "tests")
	s.runs("pointers", "loop backtracking with pointers", solve.Options{}, "tries", "contradictions", "steps back")
}

// fillFindings is about what comparison exclusion fills without a search.
func fillFindings(s *sheet) {
	fills := TableOf("fills")
	keys := fills.Column("puzzle")
	var compared []int64
	for _, key := range keys {
		r := s.solve("comparison", s.puzzle(key), solve.Options{})
		compared = append(compared, r.Stats.Counter("fills"))
	}
	s.derived("cells filled by comparison exclusion: "+strings.Join(keys, ", "), fills.Column("naked singles"), compared,
		"the flow chart that says when a cell is filled is lost; here a cell with one digit left is filled")
}
