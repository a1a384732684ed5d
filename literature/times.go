package literature

import (
	"fmt"
	"math"
	"slices"
	"time"

	"gradoku/board"
	"gradoku/solve"
)

// The documents' comparisons in seconds are experiments, and these run them again: our
// versions, on one machine, in one run. They depend on a clock, so they run only on
// request ([Scope.Rounds]) and no verdict about them counts as a bug. The counts of
// the same work, which never change, are separate findings.

// medianSeconds times solvers on a puzzle, to the first solution: the median of the
// rounds. All solvers run once per round, so that a slow phase of the machine affects
// all. A quick solver is repeated for 5 ms.
func (s *sheet) medianSeconds(names []string, p *board.Grid) map[string]float64 {
	const least = 5 * time.Millisecond
	median := map[string]float64{}
	rounds := map[string][]float64{}
	solvers := Solvers()
	for range s.rounds {
		for _, name := range names {
			solver, err := solve.ByName(solvers, name)
			if err != nil {
				s.err = err
				return nil
			}
			runs, start, used := 0, time.Now(), s.clock()
			for runs == 0 || time.Since(start) < least {
				if s.run(solver, p, solve.Options{Limit: 1}); s.err != nil {
					return nil
				}
				runs++
			}
			rounds[name] = append(rounds[name], (s.clock()-used).Seconds()/float64(runs))
		}
	}
	for name, list := range rounds {
		slices.Sort(list)
		median[name] = (list[(len(list)-1)/2] + list[len(list)/2]) / 2
	}
	return median
}

func tutorialTimes(s *sheet, t *Table) {
	names := t.Column("version")
	took := s.medianSeconds(names, s.puzzle("inkala"))
	if s.err != nil {
		return
	}
	for i, name := range names {
		s.ambiguous(name+": seconds", t.Value(i, "seconds"), fmt.Sprintf("%.3g", took[name]),
			"another machine, and Go for MATLAB; what can be compared is the ratios")
	}
	for _, c := range tutorialSteps {
		from, to := names[c.from], names[c.to]
		s.ambiguous(from+" to "+to+": ratio of seconds, measured", ratioText(secondsRatio(s, t, c.from, c.to)), ratioText(took[from]/took[to]),
			fmt.Sprintf("of medians; rounds: %d", s.rounds))
	}
}

// exclusionTimes runs the article's comparison with filling by trial: against all
// solvers of the documents that search, on the puzzles that exclusion completes.
func exclusionTimes(s *sheet, completed []string) {
	rivals := []string{"backtrack", "singles", "hidden", "incremental", "moler", "synthesis", "stack", "exhaustive"}
	for _, key := range completed {
		took := s.medianSeconds(append([]string{"exclusion"}, rivals...), s.puzzle(key))
		if s.err != nil {
			return
		}
		best := rivals[0]
		for _, name := range rivals {
			if took[name] < took[best] {
				best = name
			}
		}
		ours := "faster"
		if took["exclusion"] >= took[best] {
			ours = "slower"
		}
		s.ambiguous(key+": seconds against those of the solvers that search", "faster", ours,
			fmt.Sprintf("%.3g µs; %.3g of %s, the fastest of the others; %.3g of backtrack; rounds: %d", 1e6*took["exclusion"], 1e6*took[best], best, 1e6*took["backtrack"], s.rounds))
	}
}

// ratioText writes a ratio to two decimals, or to a whole number from 100 on.
func ratioText(r float64) string {
	if math.Abs(r) >= 100 {
		return fmt.Sprintf("%.0f", r)
	}
	return fmt.Sprintf("%.2f", r)
}
