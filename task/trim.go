package task

import (
	"context"
	"errors"
	"fmt"
	"io"

	"gradoku/internal/bind"
	"gradoku/internal/text"
	"gradoku/study"
)

// Trim makes one label of the times of single players.
type Trim struct {
	Collect
	Player string   `query:"player" json:"player,omitempty" value:"NAME" doc:"the column NAME that says who played"`
	Part   *float64 `query:"trim" json:"trim,omitempty" value:"PART" doc:"the PART of each player's times that is moved in at each end" usual:"0.1"`
	Least  int      `query:"least" json:"least,omitempty" minimum:"2" value:"N" doc:"leave out players with fewer than N puzzles" usual:"5"`
	TableFile
}

// Run writes the table.
func (t Trim) Run(ctx context.Context, env Env) (*study.Trimmed, error) {
	if err := CheckApart(t.DB, t.Files, Output{"-o", t.Output}); err != nil {
		return nil, err
	}
	if err := bind.Check(&t, nil); err != nil {
		return nil, err
	}
	if err := t.one("with the times, for example --label seconds"); err != nil {
		return nil, err
	}
	opt := study.DefaultTrim
	opt.Player, opt.Time = t.Player, t.Labels[0]
	if t.Least > 0 {
		opt.Least = t.Least
	}
	if t.Part != nil {
		opt.Fraction = *t.Part
	}
	switch {
	case t.Player == "":
		return nil, UsageError(errors.New("--player is missing"), "name the column that says who played, for example --player user")
	case !(opt.Fraction >= 0 && opt.Fraction <= 0.4):
		return nil, UsageError(fmt.Errorf("--trim is %v; it must be from 0 to 0.4", opt.Fraction), "")
	}
	format, err := t.settle()
	if err != nil {
		return nil, err
	}
	t.need(t.Player)
	items, _, _, done, err := t.items(ctx, &env)
	defer done()
	if err != nil {
		return nil, err
	}
	trimmed, err := study.Trim(func(yield func(study.Item, error) bool) {
		for item, err := range t.first(items, &env) {
			if err != nil {
				env.reject(err)
			} else if !yield(item, nil) {
				return
			}
		}
	}, opt)
	var noLabel *study.NoLabelError
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.As(err, &noLabel):
		return nil, DataError(err, "--label and --player name columns of the files")
	case err != nil:
		return nil, DataError(err, "players who solved several puzzles each, and puzzles that several players solved, are needed")
	}
	if err := env.write(ctx, t.Output, func(w io.Writer) error { return format.Write(w, trimmed.Table(opt.Time)) }); err != nil {
		return nil, err
	}
	if len(trimmed.LeftOut) > 0 {
		env.note("left out: %s", (&study.Collection{Excluded: trimmed.LeftOut}).LeftOut())
	}
	env.note("%s of %s for %s; %d moved in; a time's logarithm spreads by %.2f beside its player's and its puzzle's level",
		text.Count(trimmed.Rows, "time", "times"), text.Count(trimmed.Players, "player", "players"), text.Count(len(trimmed.Puzzles), "puzzle", "puzzles"), trimmed.Outside, trimmed.Spread)
	return trimmed, nil
}
