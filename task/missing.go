package task

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"

	"gradoku/board"
	"gradoku/generate"
	"gradoku/grade"
	"gradoku/internal/text"
	"gradoku/predict"
	"gradoku/run"
	"gradoku/store"
)

// makeMissing generates puzzles into the database until the quotas can be filled.
func (b *making) makeMissing(ctx context.Context, short []Shortage) error {
	seed := seedOr(b.Seed, generate.NewSeed())
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

// make makes puzzles until the quota is filled, or until the stop rule ends it. It counts
// which of them fit, since some filters ask for more than the generator can target.
func (m *missing) make(ctx context.Context, seed int64) error {
	q, workers := m.quota, m.env.workers()
	target, err := m.target()
	if err != nil {
		return err
	}
	m.env.note("making %s, of which %d are available; seed %d", q, m.have, seed)
	if err := m.chooseSearch(ctx, &target, workers); err != nil {
		return err
	}
	seed = m.seedFor(target, seed)
	fruitless, upTo, most := int64(0), int64(0), cmp.Or(m.Patience, target.Patience())
	for step := q.N - m.have; m.have < q.N; {
		upTo += int64(step)
		r, err := m.db.BeginRun(ctx, store.Run{
			Command: run.Command, Options: run.EncodeOptions(target), Seed: seed, Version: Version, Target: upTo,
		})
		if err != nil {
			return err
		}
		if r.State == store.Done {
			upTo = r.Accepted // an earlier call made this run: continue after it
			continue
		}
		before := r.Next
		tell := func(p run.Progress) {
			m.env.notify(Event{Progress: &Progress{Unit: "puzzles", Done: p.Accepted, Target: upTo, Attempts: p.Attempts}})
		}
		tell(run.Progress{Accepted: r.Accepted})
		r, err = run.Generate(ctx, m.db, r, run.Config{Options: target, Workers: workers, Patience: max(1, most-fruitless), Progress: tell})
		if err != nil {
			return err
		}
		now, err := m.count(ctx)
		if err != nil {
			return err
		}
		fruitless += r.Next - before
		step *= 2
		if now > m.have {
			fruitless, step = 0, q.N-now
		}
		m.have = now
		if m.have < q.N && (r.State == store.Exhausted || fruitless >= most) {
			return m.gaveUp(ctx, r, &target, max(fruitless, r.Next-r.Last-1))
		}
	}
	return nil
}

// count counts the puzzles for the quota, up to its number.
func (m *missing) count(ctx context.Context) (int, error) {
	f := m.quota.Filter(m.choice.Filter)
	if err := m.choice.need(ctx, m.db, f); err != nil {
		return 0, err
	}
	found, err := m.db.CountPuzzles(ctx, f)
	return min(int(found), m.quota.N), err
}

// stopped says how many puzzles there are after an interruption.
func (m *missing) stopped(err error) error {
	if !errors.Is(err, context.Canceled) {
		return err
	}
	return Fail(Interrupted, fmt.Errorf("interrupted: %d of %s are available; no book was written", m.have, m.quota), "run the same command again to continue")
}

// chooseSearch reports how long the search will take, and chooses the search method as
// generate does. If any puzzle fits, only 4x4 needs a choice, of the number of clues: with
// as few clues as possible, there would not be enough puzzles for a book.
func (m *missing) chooseSearch(ctx context.Context, target *generate.Target, workers int) error {
	if !target.Targeted() {
		if target.Geometry.Size > 4 || target.Minimal {
			return target.ChooseSearch(ctx, workers, nil)
		}
		return target.ChooseClues(ctx, workers)
	}
	var last *generate.Forecast
	if err := target.ChooseSearch(ctx, workers, func(p *generate.Forecast) { last = p }); err != nil || last == nil {
		return err
	}
	expect(target, last, int64(m.quota.N-m.have), m.env)
	return nil
}

// seedFor returns the seed of a run for one kind of puzzle. If all runs had one seed, a
// puzzle with few clues would be contained in one with many.
func (m *missing) seedFor(target generate.Target, seed int64) int64 {
	h := fnv.New64a()
	h.Write([]byte(run.EncodeOptions(target)))
	return int64((uint64(seed) + h.Sum64()) & (generate.Seeds - 1)) // JSON numbers hold integers exactly up to this size
}

// target returns the target for the quota. The generator can target only some criteria; the
// other filters select from what it makes.
func (m *missing) target() (t generate.Target, err error) {
	q := m.quota
	name := q.Filter(m.choice.Filter).Variant
	if name == store.AnyVariant {
		name = board.Classical
	}
	variant, err := board.ParseVariant(name)
	if err == nil {
		t.Geometry, err = variant.On(q.Size)
	}
	if err != nil {
		return t, UsageError(err, "")
	}
	if t.Symmetry = m.Symmetry; t.Symmetry.Name == "" {
		t.Symmetry = board.Symmetries()[0]
		if free := m.Clues.From == 0 && m.Clues.To == 0 && !m.Minimal; free { // symmetric puzzles rarely have few clues or are minimal
			if t.Symmetry, err = board.SymmetryByName("rotate180"); err != nil {
				return t, err
			}
		}
	}
	t.Minimal, t.Predictor = m.Minimal, predict.Minutes
	t.SetClues(m.Clues.From, m.Clues.To)
	f := q.Filter(m.choice.Filter)
	t.Criteria = f.Criteria
	asked := grade.Criteria{Levels: f.Levels, Ratings: f.Ratings}
	_, err = grade.NewMatcher(t.Geometry, asked)
	if err != nil || len(f.Ratings) > 0 && !slices.ContainsFunc(f.Ratings, func(r grade.Range) bool { return !r.Empty() }) {
		of := "rated " + q.Ratings.String()
		if len(f.Levels) > 0 {
			of = "of level " + f.Levels[0]
		}
		return t, UsageError(fmt.Errorf("no %dx%d puzzle %s has a rating that the book accepts", q.Size, q.Size, of),
			"gradoku list levels shows the limits of each level; change --rating")
	}
	var c *generate.Contradiction
	if err = t.Check(); errors.As(err, &c) {
		advice := "change the quotas or the filters"
		switch c.About {
		case generate.AboutRatings:
			advice = "ask for lower ratings, for example --rating 10.0-"
		case generate.AboutLetters:
			advice = "change --clues or --letter"
		}
		err = UsageError(err, advice)
	}
	return t, err
}

// gaveUp says why a run ended before its target: there are no more such puzzles, or many
// attempts in a row gave none.
func (m *missing) gaveUp(ctx context.Context, r store.Run, target *generate.Target, attempts int64) error {
	known, err := spent(ctx, m.db, r, target)
	switch {
	case err != nil:
		return err
	case known != "":
		return Fail(Exhausted, fmt.Errorf("gave up with %d of %s: %s; no book was written", m.have, m.quota, known), "ask for fewer, or for other sizes or levels")
	}
	return Fail(Exhausted, fmt.Errorf("gave up with %d of %s: %s attempts in a row found none of the missing puzzles; no book was written", m.have, m.quota, text.Grouped(attempts)),
		"the puzzles made are kept; ask for fewer, relax the filters, or search longer with a larger --patience")
}
