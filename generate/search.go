package generate

import (
	"context"
	"slices"
	"time"

	"gradoku/grade"
	"gradoku/internal/ordered"
)

// ChooseSearch makes a sample of tries and uses it to decide how to search: with random puzzles
// only, or, if hardly any of the sample fits, by walks that change clues step by step towards the
// target. If every puzzle fits the target, it makes no sample. It sets Walk and the quotas' Walk.
// It sets the number of clues if the target leaves it open and few puzzles with as few clues as
// possible fit ([Target.ChooseClues]), or the range of clues if random puzzles never have the
// letters asked for. The sample is the same for all equal targets, and so is the decision.
//
// A 16x16 for which nothing is asked keeps a range of clues too: of those with as few clues as
// possible 97 % are Extreme, and most of these people can solve.
//
// tell, unless nil, is called with each sample whose target is kept or will walk, and
// with nil if the letters have set the clues. Without it no sample is made where a plan has
// its outcome.
func (t *Target) ChooseSearch(ctx context.Context, workers int, tell func(*Forecast)) error {
	size := t.Shape().Geometry.Size
	if !t.Targeted() && t.Pattern.Geometry == nil {
		if size > 12 && t.anyClues() && t.Sampling == TopDown {
			t.Clues = easyClues
		}
		return nil
	}
	if tell == nil {
		if t.planned() {
			return nil
		}
		tell = func(*Forecast) {}
	}
	forecast, err := t.Forecast(ctx, workers)
	if err != nil {
		return err
	}
	// If the letters never came up, they set the range of clues, unless the request
	// forbids that.
	from, to := t.letterClues()
	if forecast.Letters == 0 && forecast.Made > 0 && t.anyClues() && to != 0 {
		t.Clues = grade.Span{From: from, To: to}
		tell(nil)
		if err := t.Check(); err != nil {
			return err
		}
		if forecast, err = t.Forecast(ctx, workers); err != nil {
			return err
		}
	}
	if t.asksForGrade() {
		if forecast, err = t.chooseClues(ctx, forecast, workers); err != nil {
			return err
		}
	}
	tell(&forecast)
	if size > 9 || forecast.Made == 0 {
		return nil
	}
	// Only ratings guide a walk: a walk towards just a technique finds no more in
	// the same time than random tries.
	ways := len(t.ways())
	for i := range t.Quotas {
		t.Quotas[i].Walk = t.Quotas[i].PeopleHardest.IsZero() && forecast.rare(i, ways)
	}
	t.Walk = !(t.Rating.IsZero() && t.Level.IsZero()) && forecast.rare(0, ways)
	if !t.Walks() {
		return nil
	}
	if forecast, err = t.Forecast(ctx, workers); err != nil {
		return err
	}
	tell(&forecast)
	return nil
}

// easyClues is a range of numbers of clues with which most 16x16 puzzles are rated up to
// 2.0 (13 of 16 with 124 clues). Every symmetry has patterns with a number of clues in this range.
var easyClues = grade.Span{From: 120, To: 128}

// Patience is the number of fruitless tries in a row after which a search should give
// up: some seconds on 9x9, some minutes where a try takes long.
func (t *Target) Patience() int64 {
	walks := t.walkingQuotas()
	each := int64(len(t.ways())) // a quota gets one try in so many
	switch {
	case t.Sampling == ControlledBias:
		return 100_000_000 // one try in 250,000 succeeds on 9x9, and tries are short
	case t.Shape().Geometry.Size > 9:
		return 1_000 * each
	case t.Walk || walks > 0 && walks == len(t.Quotas), !t.Targeted() && t.Pattern.Geometry != nil:
		return 300 * each
	case walks > 0, t.Pattern.Geometry != nil:
		return 3_000 * each
	}
	return 100_000 * each
}

// ChooseClues sets the number of clues, of the target or of single quotas, if puzzles
// with as few clues as possible seldom fit and puzzles with more clues fit much more
// often. [Target.ChooseSearch] does that for targets that ask for a grade; this is for
// callers that want many different puzzles of any grade. It changes nothing if the number
// or the places of clues are given, minimal puzzles are asked for, or the sampling is
// another one.
func (t *Target) ChooseClues(ctx context.Context, workers int) error {
	forecast, err := t.Forecast(ctx, workers)
	if err == nil {
		_, err = t.chooseClues(ctx, forecast, workers)
	}
	return err
}

// anyClues reports whether the target leaves open how many clues there are, and where.
func (t *Target) anyClues() bool {
	return t.Clues == (grade.Span{}) && !t.Minimal && t.Pattern.Geometry == nil
}

// asksForGrade reports whether the target asks for more than a number of puzzles.
func (t *Target) asksForGrade() bool {
	return !t.AnyOfShape() || slices.ContainsFunc(t.Quotas, func(q Quota) bool { return !q.anyGrade() })
}

// The numbers of clues that are sampled, in thousandths of the cells: on 9x9 from 48
// down to 28, on 16x16 from 152 down to 89.
const (
	mostClues  = 595
	leastClues = 350
	clueStep   = 35
)

// Wanted puzzles are scarce below one in scarceTries. Another number of clues must yield
// them clueGain times as often: a small gain is not worth needless clues.
const (
	scarceTries = 5
	clueGain    = 3
)

// scarce reports whether few different puzzles of a quota come up and more clues would
// help: because most puzzles are too hard, or because the same ones come again and again,
// as on 4x4, which has 36 different minimal puzzles.
func (p *Forecast) scarce(quota int) bool {
	few := p.Kinds[quota]*scarceTries < p.Tries
	return few && (2*p.Harder[quota] > p.Made || 2*p.Kinds[quota] < p.Hits[quota])
}

// chooseClues is ChooseClues for a target with its sample. It returns the sample of
// the changed target.
//
// The more clues, the easier the puzzles. So it goes down from many clues until most
// puzzles are too hard, and takes the smallest number of clues with at least two thirds
// of the largest number of different hits: nobody wants more clues than necessary. Of
// minimal 9x9 puzzles 2% are Gentle, of those with 34 clues three in four; on 16x16 one
// in six with 116 clues is Medium, and hardly any minimal one. A table by size and level
// was rejected: it could not cover ratings, techniques and symmetries.
func (t *Target) chooseClues(ctx context.Context, fewest Forecast, workers int) (Forecast, error) {
	searching := make([]bool, len(fewest.Hits))
	for i := range searching {
		searching[i] = t.anyClues() && t.Sampling == TopDown && fewest.scarce(i) && (len(t.Quotas) == 0 || t.Quotas[i].Clues == (grade.Span{}))
	}
	tries, geo := 100, t.Shape().Geometry
	switch {
	case geo.Size > 9:
		tries = 24
	case geo.Size == 4:
		tries = forecastTries // repeats show only in a larger sample
	}
	type sampled struct {
		clues    grade.Span
		forecast Forecast
	}
	all := make([][]sampled, len(searching)) // of each quota, with fewer and fewer clues
	last := 0
	for share := mostClues; share >= leastClues && slices.Contains(searching, true); share -= clueStep {
		at, clues := *t, share*geo.Cells/1000
		at.Clues = grade.Span{From: clues, To: clues}
		if clues == last || at.Check() != nil { // a symmetry does not allow every number
			continue
		}
		last = clues
		p, err := at.sample(ctx, tries, workers)
		if err != nil {
			return fewest, err
		}
		for i := range searching {
			if searching[i] {
				all[i] = append(all[i], sampled{at.Clues, p})
				searching[i] = 2*p.Harder[i] <= p.Made
			}
		}
	}
	chosen := fewest
	for i, samples := range all { // changes nothing if nothing is scarce
		most := 0
		for _, s := range samples {
			most = max(most, s.forecast.Kinds[i])
		}
		for _, s := range slices.Backward(samples) {
			kinds := s.forecast.Kinds[i]
			if kinds == 0 || 3*kinds < 2*most || kinds*fewest.Tries < clueGain*fewest.Kinds[i]*tries {
				continue
			}
			chosen = s.forecast
			if len(t.Quotas) > 0 {
				t.Quotas[i].Clues = s.clues
			} else {
				t.Clues = s.clues
			}
			chosen.Chosen = true
			break
		}
	}
	if !chosen.Chosen || len(t.Quotas) == 0 {
		return chosen, nil
	}
	chosen, err := t.Forecast(ctx, workers)
	chosen.Chosen = true
	return chosen, err
}

// Forecast is what a small sample of tries shows of a search before it begins.
type Forecast struct {
	Tries   int
	Made    int   // tries that made a puzzle, wanted or not
	Letters int   // tries that made a puzzle with a wanted letter
	Hits    []int // wanted puzzles, by quota; one number when there are no quotas
	Kinds   []int // Hits, counting isomorphic ones once
	Harder  []int // by quota: puzzles that are harder than wanted, and so not wanted
	Took    time.Duration
	// Chosen: the number of clues, or that of some quotas, was chosen by the search.
	Chosen bool
}

// forecastSeed keys the forecast's tries. It is the same for all seeds, so a forecast's
// decision depends on the target alone.
const forecastSeed = 0x70696c6f74

// Sizes of forecasts: mostly a few tenths of a second each.
const (
	forecastTries  = 400
	forecastSlow   = 24 // on a pattern, where a try can take a tenth of a second
	forecastTwelve = 16 // 12x12: some hundredths of a second each
	forecastLarge  = 4  // above: a second
	forecastWalks  = 8  // for each goal
)

// Forecast makes a sample of tries.
func (t *Target) Forecast(ctx context.Context, workers int) (Forecast, error) {
	ways, size := len(t.ways()), t.Shape().Geometry.Size
	switch {
	case size > 12:
		return t.sample(ctx, forecastLarge*ways, workers)
	case size > 9:
		return t.sample(ctx, forecastTwelve*ways, workers)
	case t.Walks():
		return t.sample(ctx, forecastWalks*max(t.walkingQuotas(), 1)*ways, workers)
	case t.Pattern.Geometry != nil:
		return t.sample(ctx, forecastSlow*ways, workers)
	}
	return t.sample(ctx, forecastTries*ways, workers)
}

// sample makes the given number of tries.
func (t *Target) sample(ctx context.Context, tries, workers int) (Forecast, error) {
	quotas := max(1, len(t.Quotas))
	p := Forecast{Tries: tries, Hits: make([]int, quotas), Kinds: make([]int, quotas), Harder: make([]int, quotas)}
	start := time.Now()
	type outcome struct {
		made, letter bool
		quota        int
		harder       []bool   // by quota
		key          [16]byte // of a wanted one
	}
	var work []ordered.Worker[ordered.Range, outcome]
	for range workers {
		f, err := NewFinder(*t, forecastSeed, nil)
		if err != nil {
			return p, err
		}
		work = append(work, func(_ context.Context, try ordered.Range) (outcome, error) { // ctx's Err may let others work
			found, err := f.find(ctx, uint64(try.From))
			if err != nil || found.Grid.Geometry() == nil {
				return outcome{quota: -1}, err
			}
			o := outcome{made: true, letter: f.matchers[0].MatchesClues(&found.Grid), quota: found.Quota}
			for _, m := range f.matchers {
				o.harder = append(o.harder, found.tooHard || m.TooHard(&found.Grade))
			}
			if o.quota >= 0 {
				o.key = f.Key(&found)
			}
			return o, nil
		})
	}
	seen := map[[16]byte]bool{}
	for r, err := range ordered.Map(ctx, ordered.Ranges(0, int64(p.Tries), 1), work) {
		if err != nil {
			return p, err
		}
		if r.made {
			p.Made++
		}
		if r.letter {
			p.Letters++
		}
		if r.quota >= 0 {
			p.Hits[r.quota]++
			if !seen[r.key] {
				p.Kinds[r.quota]++
			}
			seen[r.key] = true
		}
		for i, harder := range r.harder {
			if r.letter && harder {
				p.Harder[i]++
			}
		}
	}
	p.Took = time.Since(start)
	return p, nil
}

// rareTries is the share of hits, one in so many tries, below which walking is
// better: a walk takes about as long as that many tries.
const rareTries = 200

// rare reports whether hardly any of the tries for a quota, one of every ways tries,
// yields a puzzle of it.
func (p *Forecast) rare(quota, ways int) bool { return p.Hits[quota]*rareTries*ways < p.Tries }
