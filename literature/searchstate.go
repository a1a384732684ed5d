package literature

import (
	"context"
	"fmt"

	"gradoku/board"
	"gradoku/draw"
	"gradoku/solve"
)

// NoStepError is the error for a step that a search does not have.
type NoStepError struct {
	Solver string
	Step   int64
	Ends   int64 // the last step
	Mute   bool  // the solver cannot trace its search
}

func (e *NoStepError) Error() string {
	if e.Mute {
		return fmt.Sprintf("%s cannot trace its search", e.Solver)
	}
	return fmt.Sprintf("there is no step %d: %s ends at step %d", e.Step, e.Solver, e.Ends)
}

// SearchStateAt runs a solver up to a step and returns the board at that step, to be drawn. Steps
// are those of its trace ([solve.Event]): the document's own count, or that of events.
// Where several things happen in one step, all of them have happened. The error is a
// [NoStepError], or about the puzzle or the context.
func SearchStateAt(ctx context.Context, s solve.Solver, p *board.Grid, scan solve.Scan, step int64) (*draw.Search, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	m := &draw.Search{Grid: *p, Title: fmt.Sprintf("step %d of %s", step, s.Name), Caption: fmt.Sprintf("Step %d of %s", step, s.Name)}
	var last solve.Event
	ends, told, shown := int64(0), false, false
	inner, stop := context.WithCancel(ctx)
	defer stop()
	_, err := solve.Run(inner, s, p, solve.Options{Limit: 1, Scan: scan, Trace: func(e solve.Event) {
		ends, told = max(ends, e.Step), true
		if e.Step > step {
			stop()
			return
		}
		switch e.Kind {
		case solve.Guess:
			m.Tried.Add(e.Cell)
		case solve.Forced:
			m.Tried.Remove(e.Cell)
		}
		m.Grid, last, shown = *e.Grid, e, true
	}})
	switch {
	case err != nil:
		return nil, err
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case ends < step || !told:
		return nil, &NoStepError{s.Name, step, ends, !told}
	case shown:
		m.Caption += " (" + last.Sentence(p.Geometry()) + ")"
	}
	m.Caption += "."
	// A trial that was undone may have left its mark on a cell that is blank now.
	if m.Tried = m.Tried.Intersect(m.Grid.ClueSet()); !m.Tried.Empty() {
		m.Caption += " Shaded digits are on trial."
	}
	return m, nil
}
