package pipeline

import (
	"context"
	"time"

	"gradoku/internal/ordered"
)

// Pilot is what a small sample of tries shows of a run before it begins.
type Pilot struct {
	Tries int
	Made  int   // tries that made a puzzle, wanted or not
	Looks int   // tries that made a puzzle with a letter that is wanted
	Hits  []int // wanted puzzles, by quota; one number when there are no quotas
	Took  time.Duration
}

// pilotSeed keys the pilot's tries. It is the same for all runs, so that what is
// decided by a pilot depends on the options alone.
const pilotSeed = 0x70696c6f74

// Sizes of pilots: mostly a few tenths of a second each.
const (
	pilotTries = 400
	pilotSlow  = 24 // on a pattern, where a try can take a tenth of a second
	pilotLarge = 4  // above 9x9
	pilotWalks = 8  // for each goal
)

// RunPilot makes a sample of tries.
func RunPilot(ctx context.Context, opt Options, workers int) (Pilot, error) {
	p := Pilot{Tries: pilotSize(&opt), Hits: make([]int, max(1, len(opt.Quotas)))}
	start := time.Now()
	var work []ordered.Worker[ordered.Range, probe]
	for range workers {
		w, err := newWorker(opt, pilotSeed, new(filledQuotas))
		if err != nil {
			return p, err
		}
		work = append(work, w.probe)
	}
	err := takeAll(ctx, ordered.Map(ctx, ordered.Ranges(0, int64(p.Tries), 1), work), p.take)
	p.Took = time.Since(start)
	return p, err
}

// probe is what a pilot wants to know of a try.
type probe struct {
	made, looks bool
	class       int
}

func (w *worker) probe(ctx context.Context, try ordered.Range) (probe, error) {
	q, _, class, err := w.find(ctx, try.From)
	if err != nil || q.Grid.Geometry() == nil {
		return probe{class: -1}, err
	}
	return probe{made: true, looks: w.target.matcher.MatchesLetter(&q.Grid), class: class}, nil
}

func (p *Pilot) take(_ context.Context, r probe) error {
	if r.made {
		p.Made++
	}
	if r.looks {
		p.Looks++
	}
	if r.class >= 0 {
		p.Hits[r.class]++
	}
	return nil
}

func pilotSize(opt *Options) int {
	switch {
	case opt.Geometry.Size > 9:
		return pilotLarge
	case opt.Walks():
		goals := 0
		for _, q := range opt.Quotas {
			if q.Walk {
				goals++
			}
		}
		return pilotWalks * max(goals, 1)
	case !opt.Pattern.Empty():
		return pilotSlow
	}
	return pilotTries
}

// rare is the share of tries, one in so many, below which walking is the better
// way: a walk takes about as long as that many tries.
const rare = 200

// Rare reports whether hardly any try brings a puzzle of quota i.
func (p *Pilot) Rare(i int) bool { return p.Hits[i]*rare < p.Tries }
