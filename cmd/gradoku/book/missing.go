package book

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"runtime"
	"slices"

	urfave "github.com/urfave/cli/v2"

	"gradoku/board"
	"gradoku/book"
	"gradoku/cmd/gradoku/cli"
	generating "gradoku/cmd/gradoku/generate"
	"gradoku/generate"
	"gradoku/grade"
	"gradoku/internal/text"
	"gradoku/pipeline"
	"gradoku/store"
)

// makeMissing generates into the database until the quotas can be met.
func makeMissing(c *urfave.Context, s cli.Streams, db *store.DB, wish book.Choice, short []book.Shortage) error {
	seed := c.Int64("seed")
	if !c.IsSet("seed") {
		seed = rand.Int64N(1 << 53)
	}
	for _, q := range short {
		if err := makeQuota(c, s, db, wish, q, seed); err != nil {
			return err
		}
	}
	return nil
}

// makeQuota makes puzzles for one quota, as many as are lacking, and counts
// whether they do: some filters ask for more than the generator can be asked for.
// It ends by the stop rule.
func makeQuota(c *urfave.Context, s cli.Streams, db *store.DB, wish book.Choice, q book.Shortage, seed int64) error {
	opt, err := missingOptions(c, wish.Filter, q.Quota)
	if err != nil {
		return err
	}
	say := cli.TalkTo(s.Err, c.Bool("quiet"))
	say("making %s: there are %d of them; seed %d", q.Quota, q.Have, seed)
	if err := searchMissing(c, &opt, int64(q.N-q.Have), say); err != nil {
		return missingStopped(err, q, q.Have)
	}
	have, fruitless, target := q.Have, int64(0), int64(0)
	for step := q.N - have; have < q.N; {
		target += int64(step)
		run, err := db.BeginRun(c.Context, store.Run{
			Command: pipeline.Command, Options: pipeline.EncodeOptions(opt), Seed: seedFor(seed, opt), Version: cli.Version, Target: target,
		})
		if err != nil {
			return err
		}
		if run.State == store.Done {
			target = run.Accepted // of a call before: go on behind it
			continue
		}
		before, most := run.Next, c.Int64("max-tries")
		if !c.IsSet("max-tries") {
			most = generating.Patience(&opt, run)
		}
		show, finish := generating.Progress(s.Err, c.Bool("quiet"), run, &opt)
		run, err = pipeline.Run(c.Context, db, run, pipeline.Config{
			Options: opt, Workers: runtime.NumCPU(), Patience: max(1, most-fruitless), Progress: show,
		})
		finish()
		if err != nil {
			return missingStopped(err, q, have)
		}
		found, err := db.CountPuzzles(c.Context, q.Filter(wish.Filter))
		if err != nil {
			return err
		}
		now := min(int(found), q.N)
		fruitless += run.Next - before
		step *= 2
		if now > have {
			fruitless, step = 0, q.N-now
		}
		have = now
		if have < q.N && (run.State == store.Exhausted || fruitless >= most) {
			return cli.Fail(cli.ExitExhausted, fmt.Errorf("gave up with %d of %s: %s tries in a row brought none that was lacking; no book was written",
				have, q.Quota, text.Grouped(max(fruitless, run.Next-run.Last-1))),
				"what was made is kept; ask for fewer, relax the filters, or search longer with a larger --max-tries")
		}
	}
	return nil
}

// missingStopped says what an interruption leaves.
func missingStopped(err error, q book.Shortage, have int) error {
	if !errors.Is(err, context.Canceled) {
		return err
	}
	return cli.Fail(cli.ExitInterrupted, fmt.Errorf("interrupted: %d of %s are there; no book was written", have, q.Quota), "the same command goes on")
}

// searchMissing says how long it will take, and walks to ratings that random
// puzzles hardly ever have.
func searchMissing(c *urfave.Context, opt *generate.Target, lacking int64, say func(string, ...any)) error {
	if !opt.Targeted() || opt.Geometry.Size > 9 {
		return nil
	}
	var last *generate.Pilot
	if err := opt.ChooseSearch(c.Context, generate.SearchAuto, runtime.NumCPU(), func(p *generate.Pilot) { last = p }); err != nil {
		return err
	}
	generating.Expect(opt, last, lacking, say)
	return nil
}

// seedFor is a seed for each kind of puzzles: with one for all, a puzzle with few
// clues would be a part of one with many.
func seedFor(seed int64, opt generate.Target) int64 {
	h := fnv.New64a()
	h.Write([]byte(pipeline.EncodeOptions(opt)))
	return int64((uint64(seed) + h.Sum64()) & (1<<53 - 1)) // what a JSON number carries exactly
}

// missingOptions says how to make puzzles of a quota. What can be asked of the
// generator is; other filters sort out what it makes.
func missingOptions(c *urfave.Context, f store.Filter, q book.Quota) (generate.Target, error) {
	var opt generate.Target
	geo, err := board.ForSize(q.Size)
	if err != nil {
		return opt, cli.UsageError(err, cli.HelpAdvice(c))
	}
	sym, err := board.SymmetryByName("none")
	if name := c.String("symmetry"); name != "" {
		sym, err = board.SymmetryByName(name)
	}
	if err != nil {
		return opt, cli.UsageError(err, "gradoku list symmetries tells more")
	}
	opt.Options = generate.Options{Geometry: geo, Symmetry: sym, Minimal: c.Bool("minimal")}
	if c.IsSet("clues") {
		err = generating.ReadClues(cli.CallFrom(c, cli.Streams{}), c.String("clues"), &opt)
	} else if q.Level != grade.Beyond && !opt.Minimal {
		opt.Clues = generate.CluesFor(geo, q.Level)
	}
	if err != nil {
		return opt, err
	}
	f = q.Filter(f)
	opt.Criteria = f.Criteria
	if slices.Contains(f.Levels, grade.Beyond) { // ratings that are not known cannot be asked for
		opt.Criteria.Levels = nil
	}
	// In the order of the scale, so that equal books are equal runs.
	names := grade.LevelNames()
	opt.Criteria.Levels = slices.Compact(slices.SortedFunc(slices.Values(opt.Criteria.Levels), func(a, b string) int {
		return slices.Index(names, a) - slices.Index(names, b)
	}))
	opt.Criteria, err = opt.Criteria.WithoutLevels()
	if err != nil || len(f.Ratings) > 0 && !slices.ContainsFunc(f.Ratings, func(r grade.Range) bool { return !r.Empty() }) {
		of := "rated " + q.Ratings.String()
		if len(f.Levels) > 0 {
			of = "of level " + f.Levels[0]
		}
		return opt, cli.UsageError(fmt.Errorf("no %dx%d puzzle %s has a rating that the book takes", q.Size, q.Size, of),
			"gradoku list levels shows the ratings of each level; change --rating")
	}
	return opt, generating.TargetError(opt.Check(), "change the quotas or the filters")
}
