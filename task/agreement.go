package task

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"gradoku/internal/bind"
	"gradoku/study"
)

// Agreement compares our ratings with the ratings that files carry.
type Agreement struct {
	Files []string // - is Env.In; an argument may also be a puzzle itself; none for Env.In alone

	Label string   `query:"label" json:"label,omitempty" value:"NAME" doc:"the NAME of the column with the ratings to compare"`
	Of    string   `query:"of" json:"of,omitempty" choices:"er,ep,ed" doc:"which rating it is: er (of the hardest step), ep (pearl) or ed (diamond)" usual:"what the column's name says, else er"`
	Where []string `query:"where" json:"where,omitempty" list:"," value:"NAME=VALUE" doc:"only rows whose column has this value, as NAME=VALUE"`
	From  string   `query:"from" json:"from,omitempty" value:"FORMAT" doc:"read the puzzles in this FORMAT of gradoku list formats" usual:"detected from the content"`
}

// Run compares the ratings.
func (a Agreement) Run(ctx context.Context, env Env) (*study.Agreement, error) {
	if err := bind.Check(&a, nil); err != nil {
		return nil, err
	}
	if a.Label == "" {
		return nil, UsageError(errors.New("--label is missing"), "name the column with the ratings to compare, for example --label se")
	}
	of := cmp.Or(strings.ToLower(a.Of), study.RatingOf(a.Label))
	where := map[string]string{}
	for _, w := range a.Where {
		name, value, ok := strings.Cut(w, "=")
		if !ok {
			return nil, UsageError(fmt.Errorf("--where %s: it must be NAME=VALUE", w), "for example: --where rater=SE1.2.1.3")
		}
		where[name] = value
	}
	how := env.reading(a.From)
	list := study.NewAgreement(a.Label, of, where)
	for src, err := range how.Files(ctx, a.Files) {
		var p *Problem
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case errors.As(err, &p):
			return nil, err
		case err != nil:
			env.reject(err)
		default:
			list.Add(&src.Record)
		}
	}
	if r := &list.Result; r.Compared+r.Bounds == 0 {
		return nil, DataError(fmt.Errorf("no puzzle could be compared: %s", cmp.Or(r.Skipped.String(), "the input has none")), "check --label: it names the column with the ratings to compare")
	}
	if err := list.Finish(); err != nil {
		return nil, DataError(err, "gradoku study report FILE --label "+a.Label+" says how classes and ratings go together")
	}
	return &list.Result, nil
}
