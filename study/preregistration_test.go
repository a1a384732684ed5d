package study

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// madeUp is a collection of 200 puzzles of 9x9 without puzzles: the label follows the
// scan effort and, against it, the dependency; other metrics are noise.
func madeUp() *Collection {
	c := &Collection{N: 200, Excluded: map[string]int{}, Runs: 1, Seed: 1, many: 200}
	rng := rand.New(rand.NewPCG(3, 3))
	seconds := Label{Name: "seconds", wish: "seconds", Log: true, Known: c.N, values: new(column)}
	for i := range c.N {
		c.class = append(c.class, int32(i))
		c.size.add(9)
	}
	c.values = make([]column, len(Metrics()))
	for range c.N {
		x, y := rng.NormFloat64(), rng.NormFloat64()
		for k, m := range Metrics() {
			switch m.Key {
			case "scan":
				c.values[k].add(500 + 50*x)
			case "dependency":
				c.values[k].add(9 - y)
			default:
				c.values[k].add(math.Round(20 + 4*rng.NormFloat64()))
			}
		}
		seconds.values.add(6 + 0.3*x + 0.2*y + 0.1*rng.NormFloat64())
		c.uses.all = append(c.uses.all, 0)
	}
	c.Labels = []Label{seconds}
	return c
}

// TestPlanIsAnswered: each question by its interval, and nothing else is in the report.
func TestPlanIsAnswered(t *testing.T) {
	plan := Preregistration{
		Label: "seconds", By: "", Solves: 1, Seed: 1, Resamples: 300, Split: PlannedSplit{Folds: 5, Repeats: 1, Halves: 2},
		Questions: []string{"rho(scan) >= 0.6", "r(dependency) <= -0.3", "rho(scan) >= 0.99", "rho(scan) > rho(dependency)", "r(dependency) > r(scan)", "r(model) >= 0.9", "rho(model) > rho(scan)", "rho(er) >= 0"},
		Metrics:   []string{"freedom"},
	}
	if err := plan.Freeze(); err != nil {
		t.Fatal(err)
	}
	want := []string{"met", "met", "not met", "met", "not met", "met", "met", "open"}
	files := filesOf(t, madeUp(), ReportOptions{Title: "t", Plan: &plan, Resamples: plan.Resamples})
	var report struct {
		Plan   []answer
		Labels []struct{ Metrics []struct{ Metric string } }
	}
	if err := json.Unmarshal([]byte(files["report.json"]), &report); err != nil {
		t.Fatal(err)
	}
	for i, a := range report.Plan {
		if a.Verdict != want[i] || a.N != 200 || a.Question != plan.Questions[i] {
			t.Errorf("%+v, want %s", a, want[i])
		}
	}
	var seen []string
	for _, m := range report.Labels[0].Metrics {
		seen = append(seen, m.Metric)
	}
	if slices.Sort(seen); !slices.Equal(seen, []string{"dependency", "er", "freedom", "scan"}) || len(report.Plan) != len(want) {
		t.Errorf("looked at %v, answered %d", seen, len(report.Plan))
	}
	for name := range files {
		if strings.HasPrefix(name, "techniques") || strings.HasPrefix(name, "matrix") || strings.HasPrefix(name, "counts") || strings.HasPrefix(name, "published") || strings.HasPrefix(name, "distribution") {
			t.Errorf("%s was not planned", name)
		}
	}
	if !strings.Contains(files["report.html"], "Of 8 questions of the plan "+plan.Hash[:12]+", 5 met, 2 not met and 1 open. The plan named no file") {
		t.Error("the page does not say what was met")
	}
}

// TestReadPreregistration: what was frozen is read again, and nothing else.
func TestReadPreregistration(t *testing.T) {
	plan := Preregistration{Label: "seconds", Questions: []string{"rho(scan) >= 0.6"}, Metrics: []string{}, Logs: []string{}, Files: []PlannedFile{{"a.tsv", "00"}}, Split: PlannedSplit{Folds: 5, Repeats: 1, Halves: 2}}
	if err := plan.Freeze(); err != nil {
		t.Fatal(err)
	}
	text, _ := json.Marshal(plan)
	if got, err := ReadPreregistration(text); err != nil || fmt.Sprint(*got) != fmt.Sprint(plan) {
		t.Errorf("%+v, %v", got, err)
	}
	for change, want := range map[[2]string]string{
		{`"folds":5`, `"folds":6`}:                "it was changed after it was made",
		{`0.6"`, `0.5"`}:                          "it was changed after it was made",
		{`"gradoku plan 1"`, `"gradoku model 2"`}: `its format is "gradoku model 2"`,
		{`"title"`, `"titel"`}:                    `unknown field "titel"`,
	} {
		if _, err := ReadPreregistration([]byte(strings.Replace(string(text), change[0], change[1], 1))); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %s", change, err, want)
		}
	}
	older := plan
	older.Grader--
	older.Hash = older.hash()
	text, _ = json.Marshal(older)
	if _, err := ReadPreregistration(text); err == nil || !strings.Contains(err.Error(), "it was made for grader") {
		t.Errorf("%v", err)
	}
}

func FuzzParseQuestion(f *testing.F) {
	for _, s := range []string{"rho(scan) >= 0.6", "r(dependency)<=-.5", "rho(person) > rho(scan)", "r(a) > rho(b)", "rho(scan) >= 2"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		q, err := ParseQuestion(s)
		if err == nil && (q.Statistic != "r" && q.Statistic != "rho" || math.Abs(q.Border) > 1 || q.A == "" || q.B == "" && !strings.ContainsAny(s, "=")) {
			t.Errorf("%q: %+v", s, q)
		}
	})
}

// TestLabelsAreApart: the figures of a label do not depend on which other labels there are.
func TestLabelsAreApart(t *testing.T) {
	c := madeUp()
	c.Labels = append(c.Labels, c.Labels[0])
	r := newReporter(t.Context(), c, ReportOptions{Resamples: 100})
	if err := errors.Join(r.correlate(0), r.correlate(1)); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(r.tested[0], r.tested[1], cmpopts.EquateNaNs()); diff != "" {
		t.Errorf("a label with the same values:\n%s", diff)
	}
}
