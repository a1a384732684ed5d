package pipeline

import (
	"context"

	"gradoku/generate"
	"gradoku/grade"
)

// walkSteps bounds one walk. Towards a rating of 9.2, which random puzzles hardly
// ever have, two walks of nine arrived within 400 steps and five within 1600:
// another start is at least as good as more patience.
const walkSteps = 400

// awayForLetter is what a letter that is not wanted counts for, in tenths of
// rating.
const awayForLetter = 10

// walk goes from the puzzle of a try to one that the run wants, by small changes
// that never lead further away. Where there are several goals, the index of the
// try says which is this one's. The outcome depends on seed and index alone:
// that a full quota's walk is not even begun does not matter, because its end
// would not be wanted. It reports class -1 when the walk did not arrive.
func (w *worker) walk(ctx context.Context, index int64, p generate.Puzzle) (generate.Puzzle, grade.Grade, int, error) {
	k := int(index % int64(len(w.target.goals)))
	goal, class := w.target.goals[k], w.target.class[k]
	if w.target.full.has(class) {
		return p, grade.Grade{}, -1, nil
	}
	g := w.grader.Grade(&p.Grid)
	away := distance(goal, &p, &g)
	for range walkSteps {
		if ctx.Err() != nil {
			return p, g, -1, context.Cause(ctx)
		}
		if away == 0 {
			return p, g, class, nil
		}
		q, ok := w.generator.Near(&p)
		if !ok {
			continue
		}
		// What is harder than both the goal and the place reached is further away.
		limits := grade.Limits{Ceiling: goal.Limits().Ceiling}
		if limits.Ceiling > 0 {
			limits.Ceiling = max(limits.Ceiling, g.Rating)
		}
		h, ok := w.grader.GradeWithin(&q.Grid, limits)
		if !ok {
			continue
		}
		if d := distance(goal, &q, &h); d <= away {
			p, g, away = q, h, d
		}
	}
	return p, g, -1, nil
}

// distance is how far a puzzle is from a goal.
func distance(goal *grade.Matcher, p *generate.Puzzle, g *grade.Grade) int {
	away := goal.Distance(g)
	if !goal.MatchesLetter(&p.Grid) {
		away += awayForLetter
	}
	return away
}
