package literature

import (
	"context"
	"slices"
	"sync"

	gophersat "github.com/crillab/gophersat/solver"

	"gradoku/board"
	"gradoku/solve"
)

// solveBIP is the row "bip" of the table: it passes the [Programme] of a puzzle to the
// pseudo-boolean solver of gophersat (Fabien Delorme, CRIL Lens); the document calls
// MATLAB's intlinprog instead. That is a search with learned constraints, not linear
// programming, so the document's sizes after "presolve" have no counterpart here. The
// objective is left out: it is the same for all solutions, see [Programme.Objective].
//
// A node is a call of that solver, which returns one solution or the proof that none is
// left; a guess is one of its decisions. After each solution the constraint that
// excludes it is added and the solver is called again. The solver cannot tell in
// advance whether another solution exists, so a search stopped at its limit never
// claims to be exhaustive.
//
// A call cannot be interrupted: gophersat takes stop channels and ignores them. The
// context is checked between two calls, and the sizes are those for which a call
// takes milliseconds, on puzzles rated above 11 up to a tenth of a second. The option
// CuttingPlanes, which would be closer to the document, is off: with it, gophersat
// 1.4.0 takes some hard puzzles to be infeasible.
func solveBIP(ctx context.Context, p *board.Grid, opt solve.Options) solve.Result {
	m := NewProgramme(p)
	s := gophersat.New(gophersat.ParsePBConstrs(m.constraints()))
	t := solve.NewTally(ctx, opt)
	calls, objective := int64(0), 0
	for t.GoOn(calls) {
		t.Pause = 0 // a call is long: check the context before each
		calls++
		if !solveAlone(s) {
			t.End(solve.Exhausted)
			continue
		}
		g := m.grid(s.Model())
		objective = m.Objective(&g)
		t.Found(&g, true)
		s.AppendClause(notAll(m.ones(&g)).Clause())
	}
	return t.Result(solve.Stats{Nodes: calls, Guesses: int64(s.Stats.NbDecisions), Counters: []solve.Counter{
		{Name: "variables", Value: int64(m.Variables)},
		{Name: "equations", Value: int64(len(m.Equations))},
		{Name: "nonzeros", Value: int64(m.Nonzeros())},
		{Name: "objective", Value: int64(objective)},
		{Name: "decisions", Value: int64(s.Stats.NbDecisions)},
		{Name: "conflicts", Value: int64(s.Stats.NbConflicts)},
	}})
}

// gophersatLock lets one call into gophersat run at a time: version 1.4.0 keeps the
// clause that it is learning in a package-level buffer (bufLits), so concurrent solvers
// corrupt each other's clauses and answers.
var gophersatLock sync.Mutex

// solveAlone looks for a solution while no other gophersat solver runs.
func solveAlone(s *gophersat.Solver) bool {
	gophersatLock.Lock()
	defer gophersatLock.Unlock()
	return s.Solve() == gophersat.Sat
}

// constraints translates the programme for gophersat.
func (m *Programme) constraints() []gophersat.PBConstr {
	var list []gophersat.PBConstr
	for _, eq := range m.Equations {
		// Eq changes the slices that it gets, and panics without weights.
		list = append(list, gophersat.Eq(slices.Clone(eq.Variables), slices.Repeat([]int{1}, len(eq.Variables)), 1)...)
	}
	for _, v := range m.Clues {
		list = append(list, gophersat.PropClause(v))
	}
	return list
}

// notAll is the constraint that at least one of the variables is 0.
func notAll(variables []int) gophersat.PBConstr {
	negated := make([]int, len(variables))
	for i, v := range variables {
		negated[i] = -v
	}
	return gophersat.PropClause(negated...)
}
