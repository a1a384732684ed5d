package run

import (
	"context"
	"slices"

	"gradoku/board"
	"gradoku/grade"
	"gradoku/internal/ordered"
	"gradoku/predict"
	"gradoku/store"
)

// Need computes the values that a filter needs of the puzzles it may match, the predicted
// minutes and the solution path for people, and saves them in small transactions. It
// returns the number of puzzles done. If it is interrupted, a later call does the rest.
// progress, unless nil, is called now and then with the number so far.
func Need(ctx context.Context, db *store.DB, f store.Filter, workers int, progress func(int64)) (done int64, err error) {
	needs := f.Needs()
	if needs.None() {
		return 0, nil
	}
	model, err := predict.DefaultModel()
	if err != nil {
		return 0, err
	}
	var work []ordered.Worker[[]store.Ungraded, []store.Needed]
	for range max(workers, 1) {
		work = append(work, needsOf(model, needs))
	}
	for after := int64(0); ; {
		list, err := db.Lacking(ctx, f, after)
		if err != nil || len(list) == 0 {
			return done, err
		}
		after = list[len(list)-1].ID
		var all []store.Needed
		for some, err := range ordered.Map(ctx, slices.Chunk(list, 16), work) {
			if err != nil {
				return done, err
			}
			all = append(all, some...)
		}
		if err := db.SaveNeeded(context.WithoutCancel(ctx), all); err != nil {
			return done, err
		}
		if done += int64(len(all)); progress != nil {
			progress(done)
		}
	}
}

// needsOf returns a worker that computes these values, with its own workspaces.
func needsOf(model *predict.Model, needs store.Needs) ordered.Worker[[]store.Ungraded, []store.Needed] {
	predictor := predict.NewPredictor(model)
	var graders grade.Graders
	return func(ctx context.Context, puzzles []store.Ungraded) (list []store.Needed, err error) {
		stop := func() bool { return ctx.Err() != nil }
		predictor.Stop = stop
		for _, u := range puzzles {
			n := store.Needed{Ungraded: u}
			p, err := board.Parse(u.Givens)
			if err != nil { // a damaged row has neither, so that it does not hold up the others
				n.Minutes, n.Path = &predict.Prediction{}, &grade.HumanPath{AtLeast: true}
				list = append(list, n)
				continue
			}
			if needs.Minutes {
				t, _ := predictor.Predict(&p)
				n.Minutes = &t
			}
			if needs.People {
				gr := graders.Of(p.Geometry())
				gr.Stop = stop
				path := gr.Human(&p)
				n.Path = &path
			}
			if stop() { // it may have cut a value short
				return nil, context.Cause(ctx)
			}
			list = append(list, n)
		}
		return list, nil
	}
}
