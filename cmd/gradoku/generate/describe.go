package generate

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"gradoku/cmd/gradoku/cli"
	"gradoku/generate"
	"gradoku/grade"
	"gradoku/internal/text"
	"gradoku/run"
	"gradoku/store"
)

// Describe says in words what a run makes.
func Describe(t generate.Target) string {
	var b strings.Builder
	if t.Sampling == generate.TopDown {
		fmt.Fprintf(&b, "%dx%d, %v grids, symmetry %s", t.Geometry.Size, t.Geometry.Size, t.GridsUsed(), t.Symmetry.Name)
	} else {
		fmt.Fprintf(&b, "%dx%d, %v sampling", t.Geometry.Size, t.Geometry.Size, t.Sampling)
	}
	if words := t.ClueWords(); words != "" {
		b.WriteString(", " + words)
	}
	if !t.Pattern.Empty() {
		fmt.Fprintf(&b, ", on a pattern of %d cells", t.Pattern.Len())
	}
	if len(t.Criteria.Ratings) > 0 {
		var names []string
		for _, r := range t.Criteria.Ratings {
			names = append(names, generate.RangeName(r))
		}
		b.WriteString(", rated " + strings.Join(names, " or "))
	}
	if t.Criteria.Letters != "" {
		fmt.Fprintf(&b, ", letter %s (%s)", t.Criteria.Letters, t.Criteria.Scheme)
	}
	if len(t.Criteria.Uses) > 0 {
		b.WriteString(", needing " + strings.Join(t.Criteria.Uses, " and "))
	}
	if len(t.Criteria.Only) > 0 {
		b.WriteString(", using only " + strings.Join(t.Criteria.Only, ", "))
	}
	few := t.Clues == 0 // everywhere
	for i, q := range t.Quotas {
		sep := ", "
		if i == 0 {
			sep = ", wanted: "
		}
		fmt.Fprintf(&b, "%s%s %s", sep, text.Grouped(q.Count), q.Name())
		if q.Clues != 0 {
			b.WriteString(" with " + q.ClueWords())
			few = false
		}
	}
	if t.Minimal || few && t.Pattern.Empty() && t.Symmetry.Name == "none" || t.Sampling != generate.TopDown {
		b.WriteString(", minimal")
	}
	return b.String()
}

// RunSpan returns the range of tries of a run that ends after a number of them; ok
// is false for one that ends after a number of puzzles.
func RunSpan(run store.Run) (from, to int64, ok bool) {
	cut, err := store.ShardOf(run.Options)
	if err != nil || !cut.Tries {
		return 0, 0, false
	}
	from, to = cut.Range(run.Target)
	return from, to, true
}

// DescribeCut says in words how a run is cut, beginning with a comma; "" when
// its puzzles end it.
func DescribeCut(run store.Run) string {
	from, to, ok := RunSpan(run)
	if !ok {
		return ""
	}
	if cut, _ := store.ShardOf(run.Options); cut.Of > 0 { // RunSpan has read it without an error
		return fmt.Sprintf(", %v of %s: %s to %s", cut, text.Count(run.Target, "try", "tries"), text.Grouped(from), text.Grouped(to-1))
	}
	return ", " + text.Count(to, "try", "tries")
}

// savedText says how far a run has got: "30 of 50 puzzles", or "17 puzzles of 200
// of 300 tries".
func savedText(run store.Run) string {
	if from, to, ok := RunSpan(run); ok {
		return fmt.Sprintf("%s of %s of %s", text.Count(run.Accepted, "puzzle", "puzzles"), text.Grouped(run.Next-from), text.Count(to-from, "try", "tries"))
	}
	return fmt.Sprintf("%s of %s", text.Grouped(run.Accepted), text.Count(run.Target, "puzzle", "puzzles"))
}

// Progress shows how far a run has got towards its end: puzzles, tries or quotas.
func Progress(w io.Writer, quiet bool, r store.Run, t *generate.Target) (show func(run.Progress), finish func()) {
	from, to, byTries := RunSpan(r)
	if byTries {
		bar := cli.NewProgress(w, quiet, "tries", to-from, r.Next-from)
		return func(p run.Progress) { bar.Set(min(p.Tries, to)-from, min(p.Tries, to)) }, bar.Finish
	}
	bar := cli.NewProgress(w, quiet, "puzzles", r.Target, r.Accepted)
	clock := quotaClock{quotas: t.Quotas}
	return func(p run.Progress) {
		if len(t.Quotas) > 0 {
			bar.Detail = clock.text(p.Quotas)
		}
		bar.Set(p.Accepted, p.Tries)
	}, bar.Finish
}

// quotaClock tells how full quotas are, and how long the slowest still takes.
type quotaClock struct {
	quotas []generate.Quota
	first  []int64 // the counts at the start
	start  time.Time
}

// text writes "Gentle 200/200, Hard 34/100, time left 4s"; without the time while
// there is nothing to estimate it from.
func (q *quotaClock) text(counts []int64) string {
	if q.first == nil {
		q.first, q.start = append([]int64{}, counts...), time.Now()
	}
	var parts []string
	var longest time.Duration
	known := true
	for i, quota := range q.quotas {
		parts = append(parts, fmt.Sprintf("%s %s/%s", quota.Name(), text.Grouped(counts[i]), text.Grouped(quota.Count)))
		missing, found := quota.Count-counts[i], counts[i]-q.first[i]
		switch {
		case missing <= 0:
		case found <= 0:
			known = false
		default:
			longest = max(longest, time.Duration(float64(time.Since(q.start))*float64(missing)/float64(found)))
		}
	}
	if known && longest > 0 {
		parts = append(parts, fmt.Sprintf("time left %v", longest.Round(time.Second)))
	}
	return strings.Join(parts, ", ")
}

// shortOf names the quotas that a run has not filled: "; short: Hard 34 of 100".
func shortOf(ctx context.Context, db *store.DB, run store.Run, t *generate.Target) (string, error) {
	var ranges []grade.Range
	for _, q := range t.Quotas {
		ranges = append(ranges, q.Range)
	}
	counts, err := db.Rated(ctx, run.ID, ranges)
	if err != nil {
		return "", err
	}
	var parts []string
	for i, q := range t.Quotas {
		if counts[i] < q.Count {
			parts = append(parts, fmt.Sprintf("%s %s of %s", q.Name(), text.Grouped(counts[i]), text.Grouped(q.Count)))
		}
	}
	if len(parts) == 0 {
		return "", nil
	}
	return "; short: " + strings.Join(parts, ", "), nil
}
