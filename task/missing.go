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
		err := m.make(ctx, seed)
		var p *Problem
		if errors.As(err, &p) && p.Code == Exhausted && s.Quota.Size == 4 && m.have > 0 && len(slices.DeleteFunc(slices.Clone(b.choice.Quotas), func(q generate.Quota) bool { return q.Size != 4 })) == 1 {
			b.choice.images = true
			b.env.warn("there are only %d different puzzles for %s: some come back turned, mirrored and with other digits", m.have, m.quota)
		} else if err != nil {
			return m.stopped(err)
		}
	}
	return nil
}

// missing are puzzles that a quota lacks.
type missing struct {
	*making
	quota generate.Quota
	have  int
}

// make makes puzzles until the quota is filled, or until the stop rule ends it. It counts
// which of them fit, since some filters ask for more than the generator can target.
func (m *missing) make(ctx context.Context, seed int64) error {
	wanted, workers := int(m.quota.Count), m.env.workers()
	target, err := m.target()
	if err != nil {
		return err
	}
	m.env.note("making %s, of which %d are available; seed %d", m.quota, m.have, seed)
	if err := m.chooseSearch(ctx, &target, workers); err != nil {
		return err
	}
	seed = m.seedFor(target, seed)
	fruitless, upTo, most := int64(0), int64(0), cmp.Or(m.Patience, target.Patience())
	for step := wanted - m.have; m.have < wanted; {
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
			fruitless, step = 0, wanted-now
		}
		m.have = now
		if m.have < wanted && (r.State == store.Exhausted || fruitless >= most) {
			return m.gaveUp(ctx, r, &target, max(fruitless, r.Next-r.Last-1))
		}
	}
	return nil
}

// count counts the puzzles for the quota, up to its number.
func (m *missing) count(ctx context.Context) (int, error) {
	f := m.choice.fitting(&m.quota)
	if err := m.choice.need(ctx, m.db, f); err != nil {
		return 0, err
	}
	found, err := m.db.CountPuzzles(ctx, f)
	return min(int(found), int(m.quota.Count)), err
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
		if target.Size > 4 || target.Minimal {
			return target.ChooseSearch(ctx, workers, nil)
		}
		return target.ChooseClues(ctx, workers)
	}
	var last *generate.Forecast
	if err := target.ChooseSearch(ctx, workers, func(p *generate.Forecast) { last = p }); err != nil || last == nil {
		return err
	}
	expect(target, last, m.quota.Count-int64(m.have), m.env)
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
	t.Selection, t.Predictor = m.choice.fitting(&m.quota).Selection.Selection, predict.Minutes
	if t.Variant.Text == grade.AnyVariant {
		t.Variant.Text = board.Classical
	}
	if t.Symmetry.Name == "" && t.Clues == (grade.Span{}) && !t.Minimal && t.Size != 4 { // symmetric puzzles rarely have few clues or are minimal, and there are few of 4x4
		if t.Symmetry, err = board.SymmetryByName("rotate180"); err != nil {
			return t, err
		}
	}
	if err := t.Settle(); err != nil {
		return t, err
	}
	if _, err := grade.NewMatcher(t.Shape().Geometry, grade.Selection{Level: t.Level, Rating: t.Rating}); err != nil {
		return t, UsageError(fmt.Errorf("no puzzle for the quota %s has a rating that the book accepts", m.quota.Name()),
			"gradoku list levels shows the limits of each level; change --rating")
	}
	return t, TargetError(t.Check(), "change the quotas or the filters")
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
