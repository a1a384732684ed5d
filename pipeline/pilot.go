package pipeline

import (
	"context"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
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
	var next, looks, made atomic.Int64
	hits := make([]atomic.Int64, len(p.Hits))
	group, ctx := errgroup.WithContext(ctx)
	for range workers {
		w, err := newWorker(opt, pilotSeed, new(fullness))
		if err != nil {
			return p, err
		}
		group.Go(func() error {
			for i := next.Add(1) - 1; i < int64(p.Tries); i = next.Add(1) - 1 {
				if ctx.Err() != nil {
					return context.Cause(ctx)
				}
				q, _, class, err := w.find(ctx, i)
				switch {
				case err != nil:
					return err
				case q.Grid.Geometry() == nil:
					continue
				case class >= 0:
					hits[class].Add(1)
				}
				made.Add(1)
				if w.target.judge.Looks(&q.Grid) {
					looks.Add(1)
				}
			}
			return nil
		})
	}
	err := group.Wait()
	p.Made, p.Looks, p.Took = int(made.Load()), int(looks.Load()), time.Since(start)
	for i := range hits {
		p.Hits[i] = int(hits[i].Load())
	}
	return p, err
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
