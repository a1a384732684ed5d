package literature

import (
	"fmt"
	"math"

	"gradoku/board"
	"gradoku/solve"
)

// programmeFindings recomputes the figures of MathWorks' example of integer
// programming.
func programmeFindings(s *sheet) {
	royle := s.puzzle("royle")
	m := NewProgramme(royle)
	for _, c := range []struct {
		figure, published string
		ours              int
		derived           bool
	}{
		{"variables", "729", m.Variables, false},
		{"equations", "324", len(m.Equations), false},
		{"nonzeros in the equations", "2916", m.Nonzeros(), true},
		{"rank of the equations", "249", matrixRank(m), true},
	} {
		s.check(Finding{Figure: c.figure, Published: c.published, Ours: fmt.Sprint(c.ours), Derived: c.derived})
	}
	table := TableOf("programme_clues")
	var matrix [][]float64 // B, the example's puzzle
	for i := range table.Rows {
		var clue []float64
		for _, column := range table.Columns {
			n, _ := table.Int(i, column)
			clue = append(clue, float64(n))
		}
		matrix = append(matrix, clue)
	}
	g, err := board.FromMatrix(matrix)
	if err != nil {
		s.err = err
		return
	}
	s.printed("matrix B", "Moler's puzzle", holds(g == *royle, "Moler's puzzle"))
	r := s.solve("bip", royle, solve.Options{Limit: 2})
	s.printed("objective of the solution", "29565", r.Stats.Counter("objective"))
	s.check(Finding{Figure: "solutions, the first one excluded by a constraint", Published: "1", Ours: fmt.Sprint(r.Solutions), Derived: true, Reason: "the example does not look for a second solution"})
	empty := board.NewGrid(board.Nine())
	any, _ := solve.First(&empty)
	s.check(Finding{
		Figure: "objective of other grids: Inkala's solution, a solution of the empty grid", Published: "29565 29565",
		Ours: fmt.Sprint(m.Objective(s.solution("inkala")), m.Objective(&any)), Derived: true,
		Reason: "the objective is 81 + 9·36·(1 + 9 + 81) on every full grid, so that the number says nothing about the puzzle",
	})
	// The sizes that the example's solver reports, beside those that the clues leave.
	equations, variables, nonzeros := afterClues(m)
	ours := fmt.Sprint(equations, variables, nonzeros)
	s.derived("equations, variables, nonzeros after the clues are put in", "240 264 1056", ours)
	s.check(Finding{
		Figure: "equations, variables, nonzeros in the first line of presolving", Published: "223 248 996", Ours: ours, Expected: Differs,
		Reason: "what HiGHS 1.7.1 does inside; only its first part, putting in the clues, is in the model",
	})
	inputFindings(s)
}

// afterClues counts what is left of a programme when its clues are put in: a clue
// settles its four equations, and their other variables are 0.
func afterClues(m *Programme) (equations, variables, nonzeros int) {
	one := map[int]bool{}
	for _, v := range m.Clues {
		one[v] = true
	}
	settled := map[int]bool{} // variables of settled equations
	var open []Equation
	for _, eq := range m.Equations {
		hit := false
		for _, v := range eq.Variables {
			hit = hit || one[v]
		}
		if !hit {
			open = append(open, eq)
			continue
		}
		for _, v := range eq.Variables {
			settled[v] = true
		}
	}
	for _, eq := range open {
		for _, v := range eq.Variables {
			if !settled[v] {
				nonzeros++
			}
		}
	}
	return len(open), m.Variables - len(settled), nonzeros
}

// matrixRank is the rank of the equations' matrix, by elimination modulo a prime,
// which keeps the numbers small. The rank could be lower than over the rationals only
// if the prime divided all minors of full rank.
func matrixRank(m *Programme) int {
	const prime = 1_000_003
	var rows [][]int
	for _, eq := range m.Equations {
		row := make([]int, m.Variables+1)
		for _, v := range eq.Variables {
			row[v] = 1
		}
		rows = append(rows, row)
	}
	r := 0
	for col := 1; col <= m.Variables && r < len(rows); col++ {
		pivot := r
		for pivot < len(rows) && rows[pivot][col] == 0 {
			pivot++
		}
		if pivot == len(rows) {
			continue
		}
		rows[r], rows[pivot] = rows[pivot], rows[r]
		for _, row := range rows[r+1:] {
			a, b := rows[r][col], row[col]
			if b == 0 {
				continue
			}
			for k := col; k < len(row); k++ {
				row[k] = ((row[k]*a-rows[r][k]*b)%prime + prime) % prime
			}
		}
		r++
	}
	return r
}

// inputFindings checks the two errors of the example's function, and what it
// accepts.
func inputFindings(s *sheet) {
	const (
		shape    = "The input matrix must be N-by-3 or 9-by-9"
		entries  = "Entries must be integers from 1 to 9"
		accepted = "accepted"
	)
	for _, c := range []struct {
		input     string
		matrix    [][]float64
		published string
	}{
		{"9 rows of 4", rowsOf(9, 4, 1), shape},
		{"3 rows of 9", rowsOf(3, 9, 1), shape},
		{"nothing", nil, shape},
		{"a 9x9 matrix of tens", rowsOf(9, 9, 10), entries},
		{"a 9x9 matrix of -1", rowsOf(9, 9, -1), entries},
		{"a 9x9 matrix of 1.5", rowsOf(9, 9, 1.5), entries},
		{"a 9x9 matrix of NaN", rowsOf(9, 9, math.NaN()), entries},
		{"a clue in row 0", [][]float64{{0, 1, 1}}, entries},
		{"a 9x9 matrix of zeros", rowsOf(9, 9, 0), accepted},
		{"one clue", [][]float64{{1, 1, 1}}, accepted},
		{"a digit twice in a row", [][]float64{{1, 1, 1}, {1, 2, 1}}, accepted},
	} {
		ours := accepted
		if _, err := board.FromMatrix(c.matrix); err != nil {
			ours = err.Error()
		}
		s.check(Finding{Figure: "input: " + c.input, Published: c.published, Ours: ours, Derived: c.published == accepted})
	}
}

// rowsOf is a matrix whose entries are all the same.
func rowsOf(rows, columns int, v float64) [][]float64 {
	m := make([][]float64, rows)
	for i := range m {
		for range columns {
			m[i] = append(m[i], v)
		}
	}
	return m
}
