package generate

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/grade"
	"gradoku/pipeline"
	"gradoku/store"
)

// errTimeout ends a run at its --timeout.
var errTimeout = errors.New("the time is up")

// chooseSearch makes a sample of tries, says what share of them to expect, and
// decides by it how to search. The sample is the same for all runs with the same
// options, and so is what it decides.
func chooseSearch(c *urfave.Context, opt *pipeline.Options, wanted int64, say func(string, ...any)) error {
	if !opt.Targeted() && opt.Pattern.Empty() {
		return nil
	}
	if c.String("search") == "walk" {
		SetWalk(opt, func(int) bool { return true })
		opt.Walk = len(opt.Quotas) == 0 && opt.Targeted()
	}
	pilot, err := pipeline.RunPilot(c.Context, *opt, c.Int("workers"))
	if err != nil {
		return err
	}
	if pilot.Looks == 0 && pilot.Made > 0 && cluesFromLetters(c, opt, say) {
		if err := checkTarget(opt); err != nil {
			return err
		}
		if pilot, err = pipeline.RunPilot(c.Context, *opt, c.Int("workers")); err != nil {
			return err
		}
	}
	Expect(opt, &pilot, wanted, say)
	if c.String("search") != "auto" || opt.Geometry.Size > 9 || pilot.Made == 0 {
		return nil
	}
	SetWalk(opt, pilot.Rare)
	if !opt.Walks() {
		return nil
	}
	if pilot, err = pipeline.RunPilot(c.Context, *opt, c.Int("workers")); err != nil {
		return err
	}
	say("hardly any random puzzle fits, so tries walk towards the target:")
	Expect(opt, &pilot, wanted, say)
	return nil
}

// setWalk says which goals to walk to. Only ratings show the way: a walk towards
// a technique alone finds no more in its time than random tries do, so it takes
// the user to ask for one.
func SetWalk(opt *pipeline.Options, rare func(i int) bool) {
	for i := range opt.Quotas {
		opt.Quotas[i].Walk = rare(i)
	}
	opt.Walk = len(opt.Criteria.Ratings) > 0 && rare(0)
}

// cluesFromLetters sets the range of clues to what the letters need, when random
// puzzles never have them and the user asked for nothing that forbids it.
func cluesFromLetters(c *urfave.Context, opt *pipeline.Options, say func(string, ...any)) bool {
	from, to := letterClues(opt)
	if c.IsSet("clues") || opt.Minimal || !opt.Pattern.Empty() || to == 0 {
		return false
	}
	opt.Clues, opt.CluesTo = from, to
	say("puzzles of letter %s have %s, which is more or less than minimal ones have: clues are taken out down to there", opt.Criteria.Letters, opt.ClueWords())
	return true
}

// letterClues are the numbers of clues between which the letters wished for lie.
func letterClues(opt *pipeline.Options) (from, to int) {
	scheme, err := grade.SchemeByName(opt.Criteria.Scheme)
	if opt.Criteria.Letters == "" || err != nil {
		return 0, 0
	}
	least, most := scheme.Blanks(opt.Geometry, opt.Criteria.Letters)
	if most == 0 {
		return 0, 0
	}
	return opt.Geometry.Cells - most, opt.Geometry.Cells - least
}

// expect says what share of tries a sample lets one expect.
func Expect(opt *pipeline.Options, p *pipeline.Pilot, wanted int64, say func(string, ...any)) {
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

// highestKnown is the rating of the hardest 9x9 puzzles that anybody has found, in
// tenths: 11.9, in the lists of the New Sudoku Players' Forum ("The hardest
// sudokus"). Smaller grids do not get near it.
const highestKnown = 119

// checkRatings refuses a rating that a search could only look for in vain.
func checkRatings(opt *pipeline.Options) error {
	var lowest []int
	for _, q := range opt.Quotas {
		lowest = append(lowest, q.Range.From)
	}
	if len(opt.Criteria.Ratings) > 0 { // any of them will do
		least := opt.Criteria.Ratings[0].From
		for _, r := range opt.Criteria.Ratings {
			least = min(least, r.From)
		}
		lowest = append(lowest, least)
	}
	for _, from := range lowest {
		if from > highestKnown && opt.Geometry.Size <= 9 {
			return cli.UsageError(fmt.Errorf("no %dx%d puzzle is known that is rated above %d.%d; ratings from %d.%d on asked for",
				opt.Geometry.Size, opt.Geometry.Size, highestKnown/10, highestKnown%10, from/10, from%10), "ask for less, for example --rating 10.0-")
		}
	}
	return nil
}

// checkTarget refuses what no try could ever bring.
func checkTarget(opt *pipeline.Options) error {
	if err := checkRatings(opt); err != nil {
		return err
	}
	if err := pipeline.CheckOptions(*opt); err != nil {
		return cli.UsageError(err, "change --clues, --symmetry, --grids, --sampling, --pattern or the target")
	}
	from, to := letterClues(opt)
	if to == 0 || opt.Clues == 0 && opt.CluesTo == 0 {
		return nil
	}
	least, most := opt.Clues, opt.Clues
	if opt.CluesTo != 0 {
		most = opt.CluesTo
	}
	if most < from || least > to {
		return cli.UsageError(fmt.Errorf("no puzzle with %s has the letter %s: that takes %d to %d clues", opt.ClueWords(), opt.Criteria.Letters, from, to),
			"change --clues or --letter")
	}
	return nil
}

// describeTarget says in words what puzzles a run wants.
func describeTarget(opt *pipeline.Options) string {
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
			names = append(names, pipeline.RangeName(r))
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
func quotaText(opt *pipeline.Options, counts []int64) string {
	var parts []string
	for i, q := range opt.Quotas {
		parts = append(parts, fmt.Sprintf("%s %s/%s", q.Name(), cli.Grouped(counts[i]), cli.Grouped(q.Count)))
	}
	return strings.Join(parts, ", ")
}

// shortOf names the quotas that a run has not filled: "; short: Hard 34 of 100".
func shortOf(ctx context.Context, db *store.DB, run store.Run, opt *pipeline.Options) (string, error) {
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
	quotas []pipeline.Quota
	first  []int64
	start  time.Time
}

// text writes how full the quotas are and how long they still take.
func (q *quotaClock) text(opt *pipeline.Options, counts []int64) string {
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
