package study

import (
	"context"
	"math"

	"gradoku/board"
	"gradoku/grade"
	"gradoku/predict"
	"gradoku/solve"
)

// nodeSolvers are the solvers whose search nodes are metrics.
var nodeSolvers = solve.Solvers()

// Metrics returns the table of metrics, the solvers' nodes last.
func Metrics() []predict.Metric {
	all := predict.Metrics()
	for _, s := range nodeSolvers {
		all = append(all, predict.Metric{
			Key: "nodes_" + s.Name, Name: "ln(1 + nodes of " + s.Name + ")", Plain: "search nodes of " + s.Name,
			About: "states that the solver looks at up to its proof", Source: s.Source, Log: true,
			Of: func(x *predict.Subject) float64 { return x.Nodes[s.Name] },
		})
	}
	return all
}

// measurer measures puzzles of any size, one at a time.
type measurer struct {
	graders grade.Graders
	runs    int
	seed    uint64
}

// measure works everything out; the puzzle must be proper. When ctx ends it comes
// back soon, with figures that are of no use.
func (m *measurer) measure(ctx context.Context, p *board.Grid) predict.Subject {
	gr := m.graders.Of(p.Geometry())
	gr.Stop = func() bool { return ctx.Err() != nil }
	s := predict.Subject{Puzzle: *p, Nodes: map[string]float64{}}
	s.Grade = gr.Grade(p)
	s.Human = gr.Measure(p, m.runs, m.seed)
	for _, solver := range nodeSolvers {
		s.Nodes[solver.Name] = math.NaN()
		if solver.Takes(p.Geometry()) {
			s.Nodes[solver.Name] = float64(solver.Solve(ctx, p, solve.Options{Limit: 2, Budget: nodeBudget}).Stats.Nodes)
		}
	}
	return s
}

// nodeBudget bounds a solver's search for its node count.
const nodeBudget = 1_000_000
