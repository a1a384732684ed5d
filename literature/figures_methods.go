package literature

import "gradoku/solve"

// methodFindings is about the solvers of problems 2 to 4. The paper prints no
// counts; these are of its steps, run literally.
func methodFindings(s *sheet) {
	s.runs("synthesis", "synthesis", solve.Options{Limit: 1}, "branches", "directions", "singles", "fails")
	s.runs("stack", "loop backtracking", solve.Options{}, "pushes", "pops", "tests")
	s.runs("pointers", "loop backtracking with pointers", solve.Options{}, "tries", "contradictions", "steps back")
}
