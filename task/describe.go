package task

import (
	"fmt"
	"strings"
	"time"

	"gradoku/generate"
	"gradoku/internal/text"
	"gradoku/run"
	"gradoku/store"
)

// RunRecord is a run as programs read it.
type RunRecord struct {
	Run        int64      `json:"run"`
	Command    string     `json:"command"`
	What       string     `json:"what" jsonschema:"its options in words"`
	Seed       int64      `json:"seed"`
	Version    string     `json:"version" jsonschema:"of gradoku"`
	State      string     `json:"state" enum:"running,interrupted,stopped,done,exhausted" jsonschema:"a run is interrupted if nothing has been heard of it for a minute"`
	Puzzles    int64      `json:"puzzles" jsonschema:"saved so far"`
	Target     int64      `json:"target" jsonschema:"wanted"`
	Attempts   int64      `json:"attempts" jsonschema:"computed so far"`
	Duplicates int64      `json:"duplicates" jsonschema:"attempts that found a puzzle already in the database"`
	Started    time.Time  `json:"started"`
	Finished   *time.Time `json:"finished"`
}

// RecordOf returns the record of a run.
func RecordOf(r store.Run) RunRecord {
	out := RunRecord{
		Run: r.ID, Command: r.Command, What: DescribeRun(r), Seed: r.Seed, Version: r.Version, State: r.Status(),
		Puzzles: r.Accepted, Target: r.Target, Attempts: r.Next, Duplicates: r.Duplicates, Started: r.StartedAt,
	}
	if !r.FinishedAt.IsZero() {
		out.Finished = &r.FinishedAt
	}
	return out
}

// Describe describes in words what a run makes.
func Describe(t *generate.Target) string {
	var b strings.Builder
	shape := t.Shape()
	fmt.Fprintf(&b, "%dx%d", shape.Geometry.Size, shape.Geometry.Size)
	if v := shape.Geometry.Variant; !v.IsZero() {
		b.WriteString(" " + v.Label())
		if s := v.LayoutSymmetry(); v.Open() && s.Name != "none" {
			b.WriteString(", layouts with symmetry " + s.Name)
		}
	}
	if t.Sampling == generate.TopDown {
		fmt.Fprintf(&b, ", %v grids, symmetry %s", shape.GridsUsed(), t.Symmetry.Name)
	} else {
		fmt.Fprintf(&b, ", %v sampling", t.Sampling)
	}
	if words := shape.ClueWords(); words != "" {
		b.WriteString(", " + words)
	}
	if t.Pattern.Geometry != nil {
		fmt.Fprintf(&b, ", on a pattern of %d cells", t.Pattern.Cells.Len())
	}
	b.WriteString(t.Words())
	few := t.Clues.From == 0 // true if no quota sets clues either
	for i, q := range t.Quotas {
		sep := ", "
		if i == 0 {
			sep = ", wanted: "
		}
		fmt.Fprintf(&b, "%s%s %s", sep, text.Grouped(q.Count), q.Name())
		if words := q.ClueWords(); words != "" {
			b.WriteString(" with " + words)
			few = false
		}
	}
	if t.Minimal || few && t.Pattern.Geometry == nil && t.Symmetry.Name == "none" || t.Sampling != generate.TopDown {
		b.WriteString(", minimal")
	}
	return b.String()
}

// DescribeRun describes in words what a run of the database makes.
func DescribeRun(r store.Run) string {
	if r.Command == run.Command {
		if target, err := run.DecodeOptions(r.Options); err == nil {
			return Describe(&target) + attempts(r)
		}
	}
	return r.Command + " " + r.Options
}

// ByAttempts reports whether a run ends after a number of attempts instead of puzzles.
func ByAttempts(r store.Run) bool {
	byAttempts, err := r.EndsByAttempts()
	return byAttempts && err == nil
}

// attempts describes the attempts that end a run, beginning with a comma. It returns "" for a
// run that ends after a number of puzzles.
func attempts(r store.Run) string {
	if !ByAttempts(r) {
		return ""
	}
	return ", " + text.Count(r.Target, "attempt", "attempts")
}

// Saved describes the progress of a run: "30 of 50 puzzles", or "17 puzzles of 200 of 300
// attempts".
func Saved(r store.Run) string {
	if ByAttempts(r) {
		return fmt.Sprintf("%s of %s of %s", text.Count(r.Accepted, "puzzle", "puzzles"), text.Grouped(r.Next), text.Count(r.Target, "attempt", "attempts"))
	}
	return fmt.Sprintf("%s of %s", text.Grouped(r.Accepted), text.Count(r.Target, "puzzle", "puzzles"))
}

// quotaClock describes how full quotas are, and how long the slowest still takes.
type quotaClock struct {
	quotas []generate.Quota
	first  []int64 // the counts at the start
	start  time.Time
}

// text writes "Gentle 200/200, Hard 34/100, time left 4s". It leaves out the time until
// there is something to estimate it from.
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

// progressOf returns a function that reports the progress of a run in puzzles, attempts or
// quotas. progressOf itself reports the first progress at once.
func progressOf(env *Env, r store.Run, t *generate.Target) func(run.Progress) {
	byAttempts := ByAttempts(r)
	clock := quotaClock{quotas: t.Quotas}
	show := func(p run.Progress) {
		event := &Progress{Unit: "puzzles", Done: p.Accepted, Target: r.Target, Attempts: p.Attempts}
		if byAttempts {
			event = &Progress{Unit: "attempts", Done: min(p.Attempts, r.Target), Target: r.Target, Attempts: min(p.Attempts, r.Target)}
		}
		if len(p.Quotas) > 0 {
			event.Quotas, event.Text = p.Quotas, clock.text(p.Quotas)
		}
		env.notify(Event{Progress: event})
	}
	show(run.Progress{Accepted: r.Accepted, Attempts: r.Next})
	return show
}

// expect reports, from a sample, which share of attempts will probably fit, and which numbers
// of clues the search chose.
func expect(t *generate.Target, p *generate.Forecast, wanted int64, env *Env) {
	unit, units := "attempt", "attempts"
	if t.Walks() {
		unit, units = "local search", "local searches"
	}
	per := p.Took / time.Duration(max(p.Tries, 1))
	with := func(clues string) string {
		if !p.Chosen || clues == "" {
			return ""
		}
		return " with " + clues + ", chosen by the search"
	}
	if len(t.Quotas) == 0 {
		env.note("expected%s: %s", with(t.Shape().ClueWords()), share(p.Hits[0], p.Tries, unit, units, wanted, per))
		return
	}
	for i, q := range t.Quotas {
		env.note("expected for %s%s: %s", q.Name(), with(q.ClueWords()), share(p.Hits[i], p.Tries, unit, units, q.Count, per))
	}
}

// share writes "about 5.5% of attempts fit (22 in a sample of 400): about 18,000 attempts for
// 1,000 puzzles, about 4s". unit is one thing, units are many.
func share(hits, attempts int, unit, units string, wanted int64, per time.Duration) string {
	if hits == 0 {
		return fmt.Sprintf("none in a sample of %d %s fits; the search may take a long time and find nothing", attempts, units)
	}
	took := "less than a second"
	need := float64(wanted) * float64(attempts) / float64(hits)
	if d := (time.Duration(need) * per).Round(time.Second); d > 0 {
		took = "about " + d.String()
	}
	percent := 100 * float64(hits) / float64(attempts)
	percentText := fmt.Sprintf("%.2g", percent)
	if percent >= 99.5 { // %g would write 1e+02
		percentText = "100"
	}
	return fmt.Sprintf("about %s%% of %s fit (%d in a sample of %d): about %s for %s, %s",
		percentText, units, hits, attempts, text.Count(int64(need), unit, units), text.Count(wanted, "puzzle", "puzzles"), took)
}
