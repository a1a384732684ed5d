package book

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"runtime"
	"slices"

	"gradoku/board"
	"gradoku/book"
	"gradoku/cmd/gradoku/cli"
	generating "gradoku/cmd/gradoku/generate"
	"gradoku/generate"
	"gradoku/grade"
	"gradoku/internal/text"
	"gradoku/run"
	"gradoku/store"
	"gradoku/task"
)

// makeMissing generates into the database until the quotas can be met.
func (o *options) makeMissing(ctx context.Context, db *store.DB, choice book.Choice, short []book.Shortage) error {
	seed := o.seed
	if !o.Given("seed") {
		seed = generate.NewSeed()
	}
	for _, q := range short {
		if err := o.makeQuota(ctx, db, choice, q, seed); err != nil {
			return err
		}
	}
	return nil
}

// makeQuota makes puzzles for one quota until none is missing. It counts which of
// them fit, since some filters ask for more than the generator can aim at. The stop
// rule ends it.
func (o *options) makeQuota(ctx context.Context, db *store.DB, choice book.Choice, q book.Shortage, seed int64) error {
	filter := choice.Filter
	target, err := o.target(filter, q.Quota)
	if err != nil {
		return err
	}
	say := cli.TalkTo(o.Err, o.quiet)
	say("making %s: there are %d of them; seed %d", q.Quota, q.Have, seed)
	if err := chooseSearch(ctx, &target, int64(q.N-q.Have), say); err != nil {
		return missingStopped(err, q, q.Have)
	}
	if seed, err = o.seedFor(ctx, db, target, q, seed); err != nil {
		return err
	}
	have, fruitless, upTo := q.Have, int64(0), int64(0)
	for step := q.N - have; have < q.N; {
		upTo += int64(step)
		r, err := db.BeginRun(ctx, store.Run{
			Command: run.Command, Options: run.EncodeOptions(target), Seed: seed, Version: cli.Version, Target: upTo,
		})
		if err != nil {
			return err
		}
		if r.State == store.Done {
			upTo = r.Accepted // the run of an earlier call: go on after it
			continue
		}
		before, most := r.Next, o.maxTries
		if most == 0 {
			most = task.Patience(&target, r)
		}
		env, finish := o.Env(o.db, 0, o.quiet)
		show := task.ProgressOf(&env, r, &target)
		r, err = run.Generate(ctx, db, r, run.Config{
			Options: target, Workers: runtime.NumCPU(), Patience: max(1, most-fruitless), Progress: show,
		})
		finish()
		if err != nil {
			return missingStopped(err, q, have)
		}
		now, err := countFor(ctx, db, choice, q.Quota)
		if err != nil {
			return err
		}
		fruitless += r.Next - before
		step *= 2
		if now > have {
			fruitless, step = 0, q.N-now
		}
		have = now
		if have < q.N && (r.State == store.Exhausted || fruitless >= most) {
			spent, err := task.Spent(ctx, db, r, &target)
			if err != nil {
				return err
			}
			if spent != "" {
				return cli.Fail(cli.ExitExhausted, fmt.Errorf("gave up with %d of %s: %s; no book was written", have, q.Quota, spent),
					"ask for fewer, or for other sizes or levels")
			}
			return cli.Fail(cli.ExitExhausted, fmt.Errorf("gave up with %d of %s: %s tries in a row brought none that was missing; no book was written",
				have, q.Quota, text.Grouped(max(fruitless, r.Next-r.Last-1))),
				"what was made is kept; ask for fewer, relax the filters, or search longer with a larger --max-tries")
		}
	}
	return nil
}

// countFor counts the puzzles for a quota, up to what it wants. Levels that the database
// does not have are found by choosing.
func countFor(ctx context.Context, db *store.DB, choice book.Choice, q book.Quota) (int, error) {
	if choice.GradeBy == "" {
		found, err := db.CountPuzzles(ctx, q.Filter(choice.Filter))
		return min(int(found), q.N), err
	}
	choice.Quotas = []book.Quota{q}
	sections, _, err := book.Choose(ctx, db, choice)
	n := 0
	for i := range sections {
		n += len(sections[i].Puzzles)
	}
	return n, err
}

// missingStopped says what is left after an interruption.
func missingStopped(err error, q book.Shortage, have int) error {
	if !errors.Is(err, context.Canceled) {
		return err
	}
	return cli.Fail(cli.ExitInterrupted, fmt.Errorf("interrupted: %d of %s are there; no book was written", have, q.Quota), "the same command goes on")
}

// chooseSearch says how long it will take, and chooses how to search as generate does.
// Where any puzzle will do there is something to choose on 4x4 alone: with as few clues
// as possible there would not be enough for a book.
func chooseSearch(ctx context.Context, target *generate.Target, lacking int64, say func(string, ...any)) error {
	if !target.Targeted() {
		if target.Geometry.Size > 4 || target.Minimal {
			return nil
		}
		return target.ChooseClues(ctx, runtime.NumCPU())
	}
	var last *generate.Pilot
	if err := target.ChooseSearch(ctx, generate.SearchAuto, runtime.NumCPU(), func(p *generate.Pilot) { last = p }); err != nil {
		return err
	}
	env, _ := (&cli.Call{}).Env("", 0, true)
	env.Notify = func(e task.Event) { say("%s", e.Note) }
	task.Expect(target, last, lacking, &env)
	return nil
}

// seedFor returns the seed of a run for one kind of puzzle. With one seed for all, a
// puzzle with few clues would be part of one with many. Where the user names no seed,
// the run goes on that was under way when the last command with this output was
// killed.
func (o *options) seedFor(ctx context.Context, db *store.DB, target generate.Target, q book.Shortage, seed int64) (int64, error) {
	options := run.EncodeOptions(target)
	if !o.Given("seed") && !o.killed.IsZero() {
		runs, err := db.Runs(ctx)
		if err != nil {
			return 0, err
		}
		for _, r := range slices.Backward(runs) {
			same := r.Command == run.Command && r.Options == options && r.Version == cli.Version
			if same && r.State == store.Running && r.Target <= int64(q.N) {
				return r.Seed, nil
			}
		}
	}
	h := fnv.New64a()
	h.Write([]byte(options))
	return int64((uint64(seed) + h.Sum64()) & (generate.Seeds - 1)), nil
}

// target says how to make puzzles of a quota. It asks the generator for what it can
// aim at; the other filters select from what it makes.
func (o *options) target(f store.Filter, q book.Quota) (generate.Target, error) {
	var t generate.Target
	geo, err := board.ForSize(q.Size)
	if err != nil {
		return t, cli.UsageError(err, o.HelpAdvice())
	}
	sym := o.Symmetry
	if sym.Name == "" {
		sym = board.Symmetries()[0]
	}
	t.Options = generate.Options{Geometry: geo, Symmetry: sym, Minimal: o.Minimal}
	t.SetClues(o.Clues.From, o.Clues.To)
	f = q.Filter(f)
	t.Criteria = f.Criteria
	if slices.Contains(f.Levels, grade.Beyond) { // unknown ratings cannot be asked for
		t.Criteria.Levels = nil
	}
	// In the order of the scale, so that equal books are equal runs.
	names := grade.LevelNames()
	t.Criteria.Levels = slices.Compact(slices.SortedFunc(slices.Values(t.Criteria.Levels), func(a, b string) int {
		return slices.Index(names, a) - slices.Index(names, b)
	}))
	t.Criteria, err = t.Criteria.WithoutLevels()
	if err != nil || len(f.Ratings) > 0 && !slices.ContainsFunc(f.Ratings, func(r grade.Range) bool { return !r.Empty() }) {
		of := "rated " + q.Ratings.String()
		if len(f.Levels) > 0 {
			of = "of level " + f.Levels[0]
		}
		return t, cli.UsageError(fmt.Errorf("no %dx%d puzzle %s has a rating that the book takes", q.Size, q.Size, of),
			"gradoku list levels shows the ratings of each level; change --rating")
	}
	return t, generating.TargetError(t.Check(), "change the quotas or the filters")
}
