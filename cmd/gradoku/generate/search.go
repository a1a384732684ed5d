package generate

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gradoku/cmd/gradoku/cli"
	"gradoku/generate"
	"gradoku/internal/text"
	"gradoku/store"
)

// chooseSearch decides from a sample of tries how to search, and says what share of
// tries to expect to fit.
func (o *options) chooseSearch(ctx context.Context, t *generate.Target, say func(string, ...any)) error {
	how := generate.Search(o.search)
	err := t.ChooseSearch(ctx, how, o.workers, func(p *generate.Pilot) {
		if p == nil {
			say("puzzles of letter %s have %s, unlike minimal ones: clues are taken out only that far", t.Criteria.Letters, t.ClueWords())
			return
		}
		if how == generate.SearchAuto && t.Walks() {
			say("hardly any random puzzle fits, so tries walk towards the target:")
		}
		Expect(t, p, o.wanted(t), say)
	})
	return TargetError(err, changeTarget)
}

// foretell says what to expect of a run.
func (o *options) foretell(ctx context.Context, t generate.Target) error {
	say := cli.TalkTo(o.Out, false)
	if t.Targeted() || !t.Pattern.Empty() {
		return o.chooseSearch(ctx, &t, say)
	}
	p, err := t.Pilot(ctx, o.workers) // which a run without a target does not need
	if err == nil {
		Expect(&t, &p, o.wanted(&t), say)
	}
	return err
}

// changeTarget is the advice on a target that contradicts itself.
const changeTarget = "change --clues, --symmetry, --grids, --sampling, --pattern or the target"

// TargetError turns a contradiction in a target into a usage error. advice is for
// those that are not about ratings or letters.
func TargetError(err error, advice string) error {
	var c *generate.Contradiction
	if !errors.As(err, &c) {
		return err
	}
	switch c.About {
	case generate.AboutRatings:
		advice = "ask for less, for example --rating 10.0-"
	case generate.AboutLetters:
		advice = "change --clues or --letter"
	case generate.AboutPattern:
		advice = "the letter depends on where the clues are: drop --letter or change the pattern"
	}
	return cli.UsageError(err, advice)
}

// Patience returns the stop rule for a user who names none: the target's. A run
// that ends after a number of tries needs none.
func Patience(t *generate.Target, run store.Run) int64 {
	if _, _, byTries := RunSpan(run); byTries {
		return 0
	}
	return t.Patience()
}

// isOver reports whether a run has nothing left to do. One that gave up goes on when
// given more patience or more tries than it had.
func isOver(run store.Run, patience, maxTries int64) bool {
	return run.State == store.Done ||
		run.State == store.Exhausted && (lostPatience(run, patience) || maxTries > 0 && run.Next >= maxTries)
}

// whyDone says why a run that has all it should have does not go on.
func whyDone(run store.Run) string {
	if _, _, byTries := RunSpan(run); byTries {
		return "all its tries are computed" + DescribeCut(run)
	}
	return "ask for more with a larger -n"
}

// lostPatience reports whether too many tries in a row have brought nothing new.
func lostPatience(run store.Run, patience int64) bool {
	return patience > 0 && run.Next-run.Last-1 >= patience
}

// Expect says what share of tries to expect to fit, going by a sample, and which numbers
// of clues the search chose.
func Expect(t *generate.Target, p *generate.Pilot, wanted int64, say func(string, ...any)) {
	unit, units := "try", "tries"
	if t.Walks() {
		unit, units = "walk", "walks"
	}
	per := p.Took / time.Duration(max(p.Tries, 1))
	with := func(clues string) string {
		if !p.Chosen || clues == "" {
			return ""
		}
		return " with " + clues + ", chosen by the search"
	}
	if len(t.Quotas) == 0 {
		say("expected%s: %s", with(t.ClueWords()), share(p.Hits[0], p.Tries, unit, units, wanted, per))
		return
	}
	for i, q := range t.Quotas {
		say("expected for %s%s: %s", q.Name(), with(q.ClueWords()), share(p.Hits[i], p.Tries, unit, units, q.Count, per))
	}
}

// share writes "about 5.5 % of tries fit (22 of a sample of 400): some 18,000 tries for
// 1,000 puzzles, about 4s". unit is one thing, units are many.
func share(hits, tries int, unit, units string, wanted int64, per time.Duration) string {
	if hits == 0 {
		return fmt.Sprintf("none of a sample of %d %s fits; the search may take long, and end without success", tries, units)
	}
	took := "less than a second"
	need := float64(wanted) * float64(tries) / float64(hits)
	if d := (time.Duration(need) * per).Round(time.Second); d > 0 {
		took = "about " + d.String()
	}
	percent := 100 * float64(hits) / float64(tries)
	percentText := fmt.Sprintf("%.2g", percent)
	if percent >= 99.5 { // which %g writes as 1e+02
		percentText = "100"
	}
	return fmt.Sprintf("about %s %% of %s fit (%d of a sample of %d): some %s for %s, %s",
		percentText, units, hits, tries, text.Count(int64(need), unit, units), text.Count(wanted, "puzzle", "puzzles"), took)
}
