package task

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"runtime"
	"slices"
	"time"

	"gradoku/board"
	"gradoku/generate"
	"gradoku/grade"
	"gradoku/internal/text"
	"gradoku/pipeline"
	"gradoku/store"
)

// makeMissing generates into the database until the quotas can be met.
func (b *making) makeMissing(ctx context.Context, short []Shortage) error {
	seed := rand.Int64N(1 << 53)
	if b.Seed != nil {
		seed = *b.Seed
	}
	for _, s := range short {
		m := missing{b, s.Quota, s.Have}
		if err := m.make(ctx, seed); err != nil {
			return m.stopped(err)
		}
	}
	return nil
}

// missing are puzzles that a quota lacks.
type missing struct {
	*making
	quota BookQuota
	have  int
}

// make makes puzzles until none is missing. It counts which of them fit, since some
// filters ask for more than the generator can aim at. The stop rule ends it.
func (m *missing) make(ctx context.Context, seed int64) error {
	q, workers := m.quota, cmp.Or(m.env.Workers, runtime.NumCPU())
	target, err := m.target()
	if err != nil {
		return err
	}
	m.env.note("making %s: there are %d of them; seed %d", q, m.have, seed)
	if err := m.chooseSearch(ctx, &target, workers); err != nil {
		return err
	}
	if seed, err = m.seedFor(ctx, target, seed); err != nil {
		return err
	}
	fruitless, upTo, most := int64(0), int64(0), cmp.Or(m.MaxTries, target.Patience())
	for step := q.N - m.have; m.have < q.N; {
		upTo += int64(step)
		run, err := m.db.BeginRun(ctx, store.Run{
			Command: pipeline.Command, Options: pipeline.EncodeOptions(target), Seed: seed, Version: m.env.Version, Target: upTo,
		})
		if err != nil {
			return err
		}
		if run.State == store.Done {
			upTo = run.Accepted // the run of an earlier call: go on after it
			continue
		}
		before := run.Next
		tell := func(p pipeline.Progress) {
			m.env.notify(Event{Progress: &Progress{Unit: "puzzles", Done: p.Accepted, Target: upTo, Tries: p.Tries}})
		}
		tell(pipeline.Progress{Accepted: run.Accepted})
		run, err = pipeline.Run(ctx, m.db, run, pipeline.Config{Options: target, Workers: workers, Patience: max(1, most-fruitless), Progress: tell})
		if err != nil {
			return err
		}
		now, err := m.count(ctx)
		if err != nil {
			return err
		}
		fruitless += run.Next - before
		step *= 2
		if now > m.have {
			fruitless, step = 0, q.N-now
		}
		m.have = now
		if m.have < q.N && (run.State == store.Exhausted || fruitless >= most) {
			return m.gaveUp(ctx, run, max(fruitless, run.Next-run.Last-1))
		}
	}
	return nil
}

// count counts the puzzles for the quota, up to what it wants. Levels that the database
// does not have are found by choosing.
func (m *missing) count(ctx context.Context) (int, error) {
	choice := m.choice
	if choice.GradeBy == "" {
		found, err := m.db.CountPuzzles(ctx, m.quota.Filter(choice.Filter))
		return min(int(found), m.quota.N), err
	}
	choice.Quotas = []BookQuota{m.quota}
	sections, _, err := ChoosePuzzles(ctx, m.db, choice)
	n := 0
	for i := range sections {
		n += len(sections[i].Puzzles)
	}
	return n, err
}

// stopped says what is left after an interruption.
func (m *missing) stopped(err error) error {
	if !errors.Is(err, context.Canceled) {
		return err
	}
	return Fail(Interrupted, fmt.Errorf("interrupted: %d of %s are there; no book was written", m.have, m.quota), "the same command goes on")
}

// chooseSearch says how long it will take, and chooses how to search as generate does.
// Where any puzzle will do there is something to choose on 4x4 alone: with as few clues
// as possible there would not be enough for a book.
func (m *missing) chooseSearch(ctx context.Context, target *generate.Target, workers int) error {
	if !target.Targeted() {
		if target.Geometry.Size > 4 || target.Minimal {
			return nil
		}
		return target.ChooseClues(ctx, workers)
	}
	var last *generate.Pilot
	if err := target.ChooseSearch(ctx, generate.SearchAuto, workers, func(p *generate.Pilot) { last = p }); err != nil || last == nil {
		return err
	}
	m.env.note("%s", expected(target, last, int64(m.quota.N-m.have)))
	return nil
}

// seedFor returns the seed of a run for one kind of puzzle. With one seed for all, a
// puzzle with few clues would be part of one with many. Where the user names no seed,
// the run goes on that was under way when the last command with this output was
// killed.
func (m *missing) seedFor(ctx context.Context, target generate.Target, seed int64) (int64, error) {
	options := pipeline.EncodeOptions(target)
	if m.Seed == nil && !m.killed.IsZero() {
		runs, err := m.db.Runs(ctx)
		if err != nil {
			return 0, err
		}
		for _, r := range slices.Backward(runs) {
			same := r.Command == pipeline.Command && r.Options == options && r.Version == m.env.Version
			if same && r.State == store.Running && r.Target <= int64(m.quota.N) {
				return r.Seed, nil
			}
		}
	}
	h := fnv.New64a()
	h.Write([]byte(options))
	return int64((uint64(seed) + h.Sum64()) & (1<<53 - 1)), nil // JSON numbers hold integers up to here exactly
}

// target says how to make puzzles of the quota. It asks the generator for what it can
// aim at; the other filters select from what it makes.
func (m *missing) target() (t generate.Target, err error) {
	q := m.quota
	if t.Geometry, err = board.ForSize(q.Size); err != nil {
		return t, UsageError(err, "")
	}
	if t.Symmetry = m.Symmetry; t.Symmetry.Name == "" {
		t.Symmetry = board.Symmetries()[0]
	}
	t.Minimal = m.Minimal
	t.SetClues(m.Clues.From, m.Clues.To)
	f := q.Filter(m.choice.Filter)
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
		return t, UsageError(fmt.Errorf("no %dx%d puzzle %s has a rating that the book takes", q.Size, q.Size, of),
			"gradoku list levels shows the ratings of each level; change --rating")
	}
	var c *generate.Contradiction
	if err = t.Check(); errors.As(err, &c) {
		advice := "change the quotas or the filters"
		switch c.About {
		case generate.AboutRatings:
			advice = "ask for less, for example --rating 10.0-"
		case generate.AboutLetters:
			advice = "change --clues or --letter"
		}
		err = UsageError(err, advice)
	}
	return t, err
}

// expected says what share of tries to expect to fit, going by a sample.
func expected(t *generate.Target, p *generate.Pilot, wanted int64) string {
	unit, units := "try", "tries"
	if t.Walks() {
		unit, units = "walk", "walks"
	}
	with := ""
	if clues := t.ClueWords(); p.Chosen && clues != "" {
		with = " with " + clues + ", chosen by the search"
	}
	if p.Hits[0] == 0 {
		return fmt.Sprintf("expected%s: none of a sample of %d %s fits; the search may take long, and end without success", with, p.Tries, units)
	}
	share := float64(p.Hits[0]) / float64(p.Tries)
	took, percent := "less than a second", fmt.Sprintf("%.2g", 100*share)
	if d := (time.Duration(float64(wanted)/share) * (p.Took / time.Duration(p.Tries))).Round(time.Second); d > 0 {
		took = "about " + d.String()
	}
	if 100*share >= 99.5 { // which %g writes as 1e+02
		percent = "100"
	}
	return fmt.Sprintf("expected%s: about %s %% of %s fit (%d of a sample of %d): some %s for %s, %s", with, percent, units, p.Hits[0], p.Tries,
		text.Count(int64(float64(wanted)/share), unit, units), text.Count(wanted, "puzzle", "puzzles"), took)
}

// fullCover is how many puzzles in a row, for each one that is known, must have been
// known already before a run counts as one that has found all there are. If one
// puzzle were missing and came up as often as the others, it would have stayed
// away with a chance of e^-50; it may be ten times as rare.
const fullCover = 50

// gaveUp says why a run ended before its target: there are no more puzzles of the kind, or
// many tries brought none. For 4x4, whose rarest puzzles are not rare, the first is as good
// as certain; elsewhere it is an inference, and worded as one.
func (m *missing) gaveUp(ctx context.Context, run store.Run, tries int64) error {
	size := m.quota.Size
	known, err := m.db.CountPuzzles(ctx, store.Filter{Size: size})
	if err != nil {
		return err
	}
	// At least so many of the duplicates came after the last new puzzle.
	after := run.Duplicates - max(0, run.Last+1-run.Accepted)
	if known == 0 || after < fullCover*known {
		return Fail(Exhausted, fmt.Errorf("gave up with %d of %s: %s tries in a row brought none that was missing; no book was written", m.have, m.quota, text.Grouped(tries)),
			"what was made is kept; ask for fewer, relax the filters, or search longer with a larger --max-tries")
	}
	are := "there seem to be only"
	if size == 4 {
		are = "there are only"
	}
	spent := fmt.Sprintf("%s %s different %dx%d puzzles of this kind", are, text.Grouped(known), size, size)
	switch {
	case known > run.Accepted:
		spent = fmt.Sprintf("all %dx%d puzzles of this kind are in %s already", size, size, m.db.Path())
	case known == 1:
		spent = fmt.Sprintf("%s one %dx%d puzzle of this kind", are, size, size)
	}
	return Fail(Exhausted, fmt.Errorf("gave up with %d of %s: %s; no book was written", m.have, m.quota, spent), "ask for fewer, or for other sizes or levels")
}
