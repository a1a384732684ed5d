package task

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"gradoku/internal/bind"
	"gradoku/internal/text"
	"gradoku/study"
)

// Preregister records what a report will ask, before anyone looks at the data. With a
// precision it instead finds how many plays each puzzle needs.
type Preregister struct {
	Files []string // none for data that do not exist yet; with a precision, a log of games whose standard deviations are used

	Label     string         `query:"label" json:"label,omitempty" value:"NAME" doc:"compare with the column NAME"`
	Questions []string       `query:"question" json:"question,omitempty" list:"," value:"QUESTION" doc:"ask QUESTION"`
	Metrics   []string       `query:"metric" json:"metric,omitempty" list:"," value:"KEY" doc:"also analyse the metric KEY"`
	Logs      []string       `query:"log" json:"log,omitempty" list:"," value:"NAME" doc:"study the label NAME by its logarithm, as times are"`
	By        study.Division `query:"by" json:"by,omitzero" value:"NAME:BORDERS" doc:"predict with a level for each group of puzzles: by the words of a column, or at NAME:BORDERS, such as id:10000"`
	Limit     int            `query:"limit" json:"limit,omitempty" minimum:"0" value:"N" doc:"study the first N puzzles"`
	Folding
	Solves    int    `query:"solves" json:"solves,omitempty" minimum:"1" value:"N" doc:"N random solves for each puzzle" usual:"30"`
	Seed      *int64 `query:"seed" json:"seed,omitempty" minimum:"0" doc:"random seed for solves, resampling and folds" usual:"1"`
	Resamples int    `query:"resamples" json:"resamples,omitempty" minimum:"100" value:"N" doc:"N resamples for the intervals" usual:"1000"`
	Title     string `query:"title" json:"title,omitempty" doc:"the title of the report"`
	Precision int    `query:"precision" json:"precision,omitempty" minimum:"1" maximum:"100" not:"label,question,metric,log,by,limit,folds,repeats,halves,solves,resamples,title,o" value:"PERCENT" doc:"instead of making a plan, simulate how many plays each puzzle needs for its 95% interval to end within PERCENT of its measured time; FILE is then a log of games like the planned ones, as for study play"`
	Share     int    `query:"share" json:"share,omitempty" needs:"precision" minimum:"1" maximum:"99" value:"PERCENT" doc:"with --precision: at least PERCENT of the puzzles must be that precise" usual:"80"`
	Output    string `query:"o" json:"output,omitempty" alias:"output" value:"FILE" doc:"write the plan to FILE, - for stdout" usual:"-"`
}

// Planned is a plan of a report, or of plays.
type Planned struct {
	*study.Preregistration
	*PlannedPlays
}

// PlannedPlays says how many plays a puzzle needs.
type PlannedPlays struct {
	World   study.PlayWorld
	Tried   []study.PlayNeed // the last is the answer
	Assumed bool             // the standard deviations are usual values, not those of a log
	Share   int              // percentage of the puzzles that must be precise
}

// plays finds how many plays a puzzle needs.
func (r *Preregister) plays(ctx context.Context, env Env) (*PlannedPlays, error) {
	p := &PlannedPlays{Assumed: len(r.Files) == 0, Share: cmp.Or(r.Share, 80)}
	p.World = study.PlayWorld{Seed: uint64(seedOr(r.Seed, 1)), PuzzleSpread: 0.25, PlayerSpread: 0.4, Spread: 0.3}
	if !p.Assumed {
		pilot := StudyPlays{Collect: Collect{Files: r.Files, Seed: r.Seed}}
		m, _, err := pilot.fit(ctx, &env, nil)
		if err != nil {
			return nil, err
		}
		p.World.PuzzleSpread, p.World.PlayerSpread, p.World.Spread = m.PuzzleSpread.Value, m.PlayerSpread.Value, m.Spread.Value
	}
	var err error
	p.Tried, err = study.PlaysNeeded(ctx, p.World, float64(r.Precision)/100, float64(p.Share)/100)
	if errors.Is(err, study.ErrTooPrecise) {
		err = DataError(err, "ask for less precision, or for a smaller --share")
	}
	return p, err
}

// Sentences says what was assumed, tried and found for a precision in per cent.
func (p *PlannedPlays) Sentences(precision int) []string {
	from := "from the log"
	if p.Assumed {
		from = "assumed; to use your own, give a log of your games"
	}
	list := []string{fmt.Sprintf("Standard deviations of the logarithm of a time (%s): puzzles around their prediction %.2f, players %.2f, residuals %.2f; one time in forty is 4.5 times as long. Each player plays 20 of the 200 simulated puzzles; seed %d.",
		from, p.World.PuzzleSpread, p.World.PlayerSpread, p.World.Spread, p.World.Seed)}
	for _, n := range p.Tried {
		list = append(list, fmt.Sprintf("%s of each puzzle: %.0f%% of the puzzles are within %d%%; the median interval is ±%.1f%%; r with the truth %.3f", text.Count(n.Plays, "play", "plays"), 100*n.Share, precision, 100*n.HalfWidth, n.Pearson))
	}
	return append(list, fmt.Sprintf("For %d%% of the puzzles to be within %d%%, each puzzle needs %s.", p.Share, precision, text.Count(p.Tried[len(p.Tried)-1].Plays, "play", "plays")))
}

// Run writes the plan.
func (r Preregister) Run(ctx context.Context, env Env) (*Planned, error) {
	if err := cmp.Or(CheckApart("", r.Files, Output{"-o", r.Output}), bind.Check(&r, nil)); err != nil {
		return nil, err
	}
	if r.Precision != 0 {
		p, err := r.plays(ctx, env)
		return &Planned{PlannedPlays: p}, err
	}
	if r.Label == "" {
		return nil, UsageError(errors.New("--label is missing"), "name the column with the times, for example --label seconds")
	}
	r.settle()
	p := &study.Preregistration{
		Title: r.Title, Label: r.Label, Logs: r.Logs, Questions: r.Questions, Metrics: r.Metrics, By: r.By.Text, Limit: r.Limit,
		Split:  study.PlannedSplit{Folds: r.Folds, Repeats: r.Repeats, Halves: r.Halves},
		Solves: cmp.Or(r.Solves, study.DefaultRuns), Seed: uint64(seedOr(r.Seed, 1)), Resamples: cmp.Or(r.Resamples, 1000),
	}
	for _, arg := range r.Files {
		if info, err := os.Stat(arg); err == nil && !info.Mode().IsRegular() || err != nil && !LooksLikePuzzle(arg) && arg != "-" {
			return nil, UsageError(fmt.Errorf("%s is not a file that can be read", arg), "name existing files, or none")
		}
	}
	if len(r.Files) > 0 {
		var src sources
		if err := src.addFiles(ctx, r.Files); err != nil {
			return nil, err
		}
		for _, f := range src.provenance {
			name, isFile := strings.CutPrefix(f[0], "file ")
			if !isFile {
				return nil, UsageError(fmt.Errorf("%s is not a file", f[0]), "a plan names files, or none")
			}
			p.Files = append(p.Files, study.PlannedFile{Name: name, SHA256: strings.TrimPrefix(f[1], "sha256 ")})
		}
	}
	if err := p.Freeze(); err != nil {
		return nil, UsageError(err, "gradoku study measure --dictionary - lists the metrics")
	}
	if err := env.write(ctx, cmp.Or(r.Output, "-"), indentedJSON(p)); err != nil {
		return nil, err
	}
	env.note("plan %s: publish this hash, so that nobody can change the plan unnoticed", p.Hash)
	return &Planned{Preregistration: p}, nil
}

// keep reads the plan of a report and uses everything that the plan fixes.
func (r *Report) keep(ctx context.Context, env *Env) (*study.Preregistration, error) {
	const advice = "gradoku study plan -o FILE makes a plan"
	text, err := ReadSmall(ctx, env.In, r.Plan, 1<<20)
	if err != nil {
		return nil, DataError(err, advice)
	}
	p, err := study.ReadPreregistration(text)
	if err != nil {
		return nil, DataError(fmt.Errorf("%s: %w", r.Plan, err), advice)
	}
	var src sources
	if err := src.addFiles(ctx, r.Files); err != nil {
		return nil, err
	}
	var have []string
	for _, s := range src.provenance {
		have = append(have, strings.TrimPrefix(s[1], "sha256 "))
	}
	for _, f := range p.Files {
		i := slices.Index(have, f.SHA256)
		if i < 0 {
			return nil, DataError(fmt.Errorf("the plan %s needs %s, but no given file has the content it was made for", r.Plan, f.Name), "the SHA-256 in the plan is "+f.SHA256)
		}
		have = slices.Delete(have, i, i+1)
	}
	if len(p.Files) > 0 && len(have) > 0 {
		return nil, DataError(fmt.Errorf("the plan %s does not include all of the given files", r.Plan), "leave the others out, or make another plan")
	}
	return p, nil
}
