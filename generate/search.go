package generate

import (
	"context"
	"fmt"
	"slices"
	"time"

	"gradoku/board"
	"gradoku/internal/ordered"
)

// Search is how to look for a target that random puzzles seldom meet.
type Search string

const (
	SearchAuto   Search = "auto"   // walk if hardly any of a small sample of tries fits
	SearchWalk   Search = "walk"   // change clues step by step towards the target
	SearchReject Search = "reject" // try random puzzles only
)

// SearchByName returns the Search of that name; the error lists the names.
func SearchByName(name string) (Search, error) {
	if s := Search(name); slices.Contains([]Search{SearchAuto, SearchWalk, SearchReject}, s) {
		return s, nil
	}
	return "", fmt.Errorf("there is no search %q: use auto, walk or reject", name)
}

// ChooseSearch makes a sample of tries and decides by it how to search, unless a
// puzzle cannot miss the target: it sets Walk, the quotas' Walk and, where random
// puzzles never have the letters asked for, the range of clues. The sample is the
// same for all equal targets, and so is what it decides.
//
// tell, unless nil, is called with each sample whose target stays as it is or goes on
// to walk, and with nil when the letters have set the clues.
func (t *Target) ChooseSearch(ctx context.Context, s Search, workers int, tell func(*Pilot)) error {
	if !t.Targeted() && t.Pattern.Empty() {
		return nil
	}
	if tell == nil {
		tell = func(*Pilot) {}
	}
	if s == SearchWalk {
		for i := range t.Quotas {
			t.Quotas[i].Walk = true
		}
		t.Walk = len(t.Quotas) == 0 && t.Targeted()
	}
	pilot, err := t.Pilot(ctx, workers)
	if err != nil {
		return err
	}
	// Where letters never came up, they set the range of clues, unless something was
	// asked for that forbids it.
	from, to := t.letterClues()
	free := t.Clues == 0 && t.CluesTo == 0 && !t.Minimal && t.Pattern.Empty()
	if pilot.Letters == 0 && pilot.Made > 0 && free && to != 0 {
		t.Clues, t.CluesTo = from, to
		tell(nil)
		if err := t.Check(); err != nil {
			return err
		}
		if pilot, err = t.Pilot(ctx, workers); err != nil {
			return err
		}
	}
	tell(&pilot)
	if s != SearchAuto || t.Geometry.Size > 9 || pilot.Made == 0 {
		return nil
	}
	// Only ratings show the way: a walk towards a technique alone finds no more in
	// its time than random tries do, so it happens only with SearchWalk.
	for i := range t.Quotas {
		t.Quotas[i].Walk = pilot.rare(i)
	}
	t.Walk = len(t.Criteria.Ratings)+len(t.Criteria.Levels) > 0 && pilot.rare(0)
	if !t.Walks() {
		return nil
	}
	if pilot, err = t.Pilot(ctx, workers); err != nil {
		return err
	}
	tell(&pilot)
	return nil
}

// Patience is the number of fruitless tries in a row after which a search should give
// up: some seconds on 9x9, some minutes where a try takes long.
func (t *Target) Patience() int64 {
	walks := t.walkingQuotas()
	switch {
	case t.Sampling == ControlledBias:
		return 100_000_000 // one try in 250,000 succeeds on 9x9, and it is short
	case t.Geometry.Size > 9:
		return 1_000
	case t.Walk || walks > 0 && walks == len(t.Quotas), !t.Targeted() && !t.Pattern.Empty():
		return 300
	case walks > 0, !t.Pattern.Empty():
		return 3_000
	}
	return 100_000
}

// cluesByLevel says how puzzles of a level are made fastest: where clues are left
// that could go, easy puzzles are frequent. Where no row applies, all clues that can
// go are taken out. On 9x9, three puzzles in four with 34 clues are gentle and six in
// ten with 28 are easy; of minimal ones 2 % and 45 %. On 4x4 there are only 36
// different minimal puzzles, all gentle, so clues must stay for a book.
var cluesByLevel = [...]struct {
	size  int // from this one on
	level string
	share float64 // of the cells that keep their clue
}{{4, "Gentle", 0.42}, {9, "Easy", 0.35}}

// CluesFor is the number of clues with which puzzles of a level ("" for any) are made
// fastest; 0 means as few as possible.
func CluesFor(geo *board.Geometry, level string) int {
	if level == "" && geo.Size == 4 {
		level = "Gentle"
	}
	for _, r := range cluesByLevel {
		if r.level == level && geo.Size >= r.size {
			return int(r.share * float64(geo.Cells))
		}
	}
	return 0
}

// Pilot is what a small sample of tries shows of a search before it begins.
type Pilot struct {
	Tries   int
	Made    int   // tries that made a puzzle, wanted or not
	Letters int   // tries that made a puzzle with a wanted letter
	Hits    []int // wanted puzzles, by quota; one number when there are no quotas
	Took    time.Duration
}

// pilotSeed keys the pilot's tries. It is the same for all seeds, so a pilot's
// decision depends on the target alone.
const pilotSeed = 0x70696c6f74

// Sizes of pilots: mostly a few tenths of a second each.
const (
	pilotTries = 400
	pilotSlow  = 24 // on a pattern, where a try can take a tenth of a second
	pilotLarge = 4  // above 9x9
	pilotWalks = 8  // for each goal
)

// Pilot makes a sample of tries.
func (t *Target) Pilot(ctx context.Context, workers int) (Pilot, error) {
	p := Pilot{Tries: pilotTries, Hits: make([]int, max(1, len(t.Quotas)))}
	switch {
	case t.Geometry.Size > 9:
		p.Tries = pilotLarge
	case t.Walks():
		p.Tries = pilotWalks * max(t.walkingQuotas(), 1)
	case !t.Pattern.Empty():
		p.Tries = pilotSlow
	}
	start := time.Now()
	type outcome struct {
		made, letter bool
		quota        int
	}
	var work []ordered.Worker[ordered.Range, outcome]
	for range workers {
		f, err := NewFinder(*t, pilotSeed, nil)
		if err != nil {
			return p, err
		}
		work = append(work, func(ctx context.Context, try ordered.Range) (outcome, error) {
			found, err := f.find(ctx, uint64(try.From))
			if err != nil || found.Grid.Geometry() == nil {
				return outcome{quota: -1}, err
			}
			return outcome{true, f.matcher.MatchesLetter(&found.Grid), found.Quota}, nil
		})
	}
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
		}
	}
	p.Took = time.Since(start)
	return p, nil
}

// rareTries is the share of hits, one in so many tries, below which walking is
// better: a walk takes about as long as that many tries.
const rareTries = 200

// rare reports whether hardly any try brings a puzzle of a quota.
func (p *Pilot) rare(quota int) bool { return p.Hits[quota]*rareTries < p.Tries }
