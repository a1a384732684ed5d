package generate

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/generate"
	"gradoku/grade"
	"gradoku/store"
)

// errTimeout ends a run at its --timeout.
var errTimeout = errors.New("the time is up")

// chooseSearch decides by a sample of tries how to search, and says what share of
// them to expect.
func chooseSearch(c *urfave.Context, opt *generate.Target, wanted int64, say func(string, ...any)) error {
	how := generate.Search(c.String("search"))
	err := opt.ChooseSearch(c.Context, how, c.Int("workers"), func(p *generate.Pilot) {
		if p == nil {
			say("puzzles of letter %s have %s, which is more or less than minimal ones have: clues are taken out down to there", opt.Criteria.Letters, opt.ClueWords())
			return
		}
		if how == generate.SearchAuto && opt.Walks() {
			say("hardly any random puzzle fits, so tries walk towards the target:")
		}
		Expect(opt, p, wanted, say)
	})
	return TargetError(err, changeTarget)
}

// changeTarget is what to do about a target that contradicts itself.
const changeTarget = "change --clues, --symmetry, --grids, --sampling, --pattern or the target"

// TargetError makes a contradiction in a target a usage error. advice is for one
// that is not about ratings or letters.
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

// expect says what share of tries a sample lets one expect.
func Expect(opt *generate.Target, p *generate.Pilot, wanted int64, say func(string, ...any)) {
	unit := "tries"
	if opt.Walks() {
		unit = "walks"
	}
	per := p.Took / time.Duration(max(p.Tries, 1))
	if len(opt.Quotas) == 0 {
		say("expected: %s", share(p.Hits[0], p.Tries, unit, wanted, per))
		return
	}
	for i, q := range opt.Quotas {
		say("expected for %s: %s", q.Name(), share(p.Hits[i], p.Tries, unit, q.Count, per))
	}
}

// share writes "about 5.5 % of tries fit (22 of 400): some 18,000 for 1,000
// puzzles, about 4s".
func share(hits, tries int, unit string, wanted int64, per time.Duration) string {
	if hits == 0 {
		return fmt.Sprintf("none of a sample of %d %s fits; the search may take long, and end without success", tries, unit)
	}
	took := "less than a second"
	need := float64(wanted) * float64(tries) / float64(hits)
	if d := (time.Duration(need) * per).Round(time.Second); d > 0 {
		took = "about " + d.String()
	}
	percent := 100 * float64(hits) / float64(tries)
	text := fmt.Sprintf("%.2g", percent)
	if percent >= 99.5 { // which %g writes as 1e+02
		text = "100"
	}
	return fmt.Sprintf("about %s %% of %s fit (%d of a sample of %d): some %s %s for %s puzzles, %s",
		text, unit, hits, tries, cli.Grouped(int64(need)), unit, cli.Grouped(wanted), took)
}

// describeTarget says in words what puzzles a run wants.
func describeTarget(opt *generate.Target) string {
	var b strings.Builder
	if words := opt.ClueWords(); words != "" {
		b.WriteString(", " + words)
	}
	if !opt.Pattern.Empty() {
		fmt.Fprintf(&b, ", on a pattern of %d cells", opt.Pattern.Len())
	}
	if len(opt.Criteria.Ratings) > 0 {
		var names []string
		for _, r := range opt.Criteria.Ratings {
			names = append(names, generate.RangeName(r))
		}
		b.WriteString(", rated " + strings.Join(names, " or "))
	}
	if opt.Criteria.Letters != "" {
		fmt.Fprintf(&b, ", letter %s (%s)", opt.Criteria.Letters, opt.Criteria.Scheme)
	}
	if len(opt.Criteria.Uses) > 0 {
		b.WriteString(", needing " + strings.Join(opt.Criteria.Uses, " and "))
	}
	if len(opt.Criteria.Only) > 0 {
		b.WriteString(", using only " + strings.Join(opt.Criteria.Only, ", "))
	}
	for i, q := range opt.Quotas {
		sep := ", "
		if i == 0 {
			sep = ", wanted: "
		}
		fmt.Fprintf(&b, "%s%s %s", sep, cli.Grouped(q.Count), q.Name())
	}
	return b.String()
}

// quotaText writes how full the quotas are: "Gentle 200/200, Hard 34/100".
func quotaText(opt *generate.Target, counts []int64) string {
	var parts []string
	for i, q := range opt.Quotas {
		parts = append(parts, fmt.Sprintf("%s %s/%s", q.Name(), cli.Grouped(counts[i]), cli.Grouped(q.Count)))
	}
	return strings.Join(parts, ", ")
}

// shortOf names the quotas that a run has not filled: "; short: Hard 34 of 100".
func shortOf(ctx context.Context, db *store.DB, run store.Run, opt *generate.Target) (string, error) {
	var ranges []grade.Range
	for _, q := range opt.Quotas {
		ranges = append(ranges, q.Range)
	}
	counts, err := db.Rated(ctx, run.ID, ranges)
	if err != nil {
		return "", err
	}
	var parts []string
	for i, q := range opt.Quotas {
		if counts[i] < q.Count {
			parts = append(parts, fmt.Sprintf("%s %s of %s", q.Name(), cli.Grouped(counts[i]), cli.Grouped(q.Count)))
		}
	}
	if len(parts) == 0 {
		return "", nil
	}
	return "; short: " + strings.Join(parts, ", "), nil
}

// quotaClock tells how long the slowest quota still takes.
type quotaClock struct {
	quotas []generate.Quota
	first  []int64
	start  time.Time
}

// text writes how full the quotas are and how long they still take.
func (q *quotaClock) text(opt *generate.Target, counts []int64) string {
	text := quotaText(opt, counts)
	if left, ok := q.left(counts, time.Now()); ok && left > 0 {
		text += fmt.Sprintf(", time left %v", left.Round(time.Second))
	}
	return text
}

// left estimates the time left; false while nothing can be said.
func (q *quotaClock) left(counts []int64, now time.Time) (time.Duration, bool) {
	if q.first == nil {
		q.first, q.start = append([]int64{}, counts...), now
		return 0, false
	}
	var longest time.Duration
	for i, n := range counts {
		missing, found := q.quotas[i].Count-n, n-q.first[i]
		switch {
		case missing <= 0:
			continue
		case found <= 0:
			return 0, false
		}
		longest = max(longest, time.Duration(float64(now.Sub(q.start))*float64(missing)/float64(found)))
	}
	return longest, true
}
