package literature

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"text/template"

	"github.com/google/go-cmp/cmp"

	"gradoku/internal/golden"
)

// all recomputes the literature once for all tests.
var all = sync.OnceValues(func() ([]Finding, error) {
	return Recompute(context.Background())
})

// literature returns all findings.
func literature(t *testing.T) []Finding {
	t.Helper()
	findings, err := all()
	if err != nil {
		t.Fatal(err)
	}
	return findings
}

// Each finding comes out as is known of it; what differs or is ambiguous has a
// reason; no figure is told twice.
func TestLiteratureFindings(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range literature(t) {
		if f.Broken() || f.Verdict != f.Expected {
			t.Errorf("%s, %s: published %q, ours %q: %v, expected %v", f.Document, f.Figure, f.Published, f.Ours, f.Verdict, f.Expected)
		}
		if f.Verdict != Reproduced && f.Reason == "" {
			t.Errorf("%s, %s %v without a reason", f.Document, f.Figure, f.Verdict)
		}
		if f.Figure == "" || f.Published == "" || f.Ours == "" || strings.ContainsAny(f.Figure+f.Published+f.Ours+f.Reason, "|\n") {
			t.Errorf("%+v does not fit into a table", f)
		}
		if key := f.Document + f.Figure; seen[key] {
			t.Errorf("%s: %s is told twice", f.Document, f.Figure)
		} else {
			seen[key] = true
		}
	}
}

// What is printed and what is not reproduced is part of what the documents are known
// for: a change in these lists is news.
func TestLiteratureTallies(t *testing.T) {
	findings := literature(t)
	got := map[string]Tally{}
	for _, d := range Documents() {
		got[d.Key] = TallyOf(findings, d.Key)
	}
	want := map[string]Tally{
		"moler":     {Printed: Count{Reproduced: 10}, Derived: Count{Reproduced: 3}, Fitted: 1},
		"exclusion": {Derived: Count{Reproduced: 2}},
		"tutorial":  {Printed: Count{Reproduced: 1}, Derived: Count{Reproduced: 4}},
		"models":    {Printed: Count{Reproduced: 8, Wrong: 6, Ambiguous: 3}, Derived: Count{Reproduced: 3}, Fitted: 5},
		"programme": {Printed: Count{Reproduced: 3, Differs: 1}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// writeMarkdown writes the page docs/LITERATURE.md: all findings counted, and those listed that
// do not reproduce their figure. The page is the same for every run.
func writeMarkdown(w io.Writer, findings []Finding) error {
	page, err := template.ParseFiles("page.tmpl")
	if err != nil {
		return err
	}
	type part struct {
		Document
		Tally    Tally
		Findings []Finding
	}
	var parts []part
	for _, d := range documents {
		listed := slices.DeleteFunc(slices.Clone(findings), func(f Finding) bool { return f.Document != d.Key || f.Verdict == Reproduced })
		parts = append(parts, part{d, TallyOf(findings, d.Key), listed})
	}
	return page.Execute(w, map[string]any{
		"Documents": parts, "All": TallyOf(findings, ""), "Verdicts": verdicts, "Derived": DerivedMark, "Fitted": FittedMark,
	})
}

// docs/LITERATURE.md is written from the findings: go test ./literature -update.
func TestLiteratureDocument(t *testing.T) {
	path := filepath.Join("..", "docs", "LITERATURE.md")
	var b strings.Builder
	if err := writeMarkdown(&b, literature(t)); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, path, b.String())
}

// The counts in docs/STUDIES.md are today's.
func TestLiteratureCounts(t *testing.T) {
	tally := TallyOf(literature(t), "")
	tally.Broken = 0 // another test's business, and nothing to publish
	want := tally.String()
	counts := regexp.MustCompile(`printed: \d[^†]*†:[^‡]*‡, not counted: \d+`)
	path := filepath.Join("..", "docs", "STUDIES.md")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !counts.Match(text) {
		t.Fatalf("%s has no counts", path)
	}
	golden.Check(t, path, counts.ReplaceAllString(string(text), want))
}

func TestChosenDocuments(t *testing.T) {
	findings, err := Recompute(t.Context(), "programme", "exclusion")
	if err != nil {
		t.Fatal(err)
	}
	order := []string{}
	for _, f := range findings {
		if n := len(order); n == 0 || order[n-1] != f.Document {
			order = append(order, f.Document)
		}
		if f.Broken() {
			t.Errorf("%+v", f)
		}
	}
	if diff := cmp.Diff([]string{"exclusion", "programme"}, order); diff != "" {
		t.Error(diff)
	}
	_, err = Recompute(t.Context(), "exclusion", "magic")
	if err == nil || !strings.Contains(err.Error(), `there is no document "magic": use moler, exclusion`) {
		t.Errorf("error %v", err)
	}
}

func TestLiteratureCanceled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Recompute(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// A sheet stops at the first error and reports it.
func TestSheetKeepsTheFirstError(t *testing.T) {
	s := newSheet(t.Context(), "x")
	s.solve("nobody", s.puzzle("royle"), solveOptions)
	first := s.err
	if first == nil {
		t.Fatal("no error for an unknown solver")
	}
	if r := s.solve("bitboard", s.puzzle("royle"), solveOptions); r.Solutions != 0 || s.err != first {
		t.Errorf("after an error: %d solutions, %v", r.Solutions, s.err)
	}
}

func TestVerdicts(t *testing.T) {
	s := newSheet(t.Context(), "x")
	for _, c := range []struct {
		published, ours string
		expected        Verdict
		want            Verdict
		broken          bool
	}{
		{"1", "1", Reproduced, Reproduced, false},
		{"1", "2", Reproduced, Differs, true},
		{"1", "2", Differs, Differs, false},
		{"1", "2", Wrong, Wrong, false},
		{"1", "2", Ambiguous, Ambiguous, false},
		{"1", "1", Differs, Reproduced, false},
	} {
		s.check(Finding{Figure: "f", Published: c.published, Ours: c.ours, Expected: c.expected})
		f := s.findings[len(s.findings)-1]
		if f.Verdict != c.want || f.Broken() != c.broken || f.Document != "x" {
			t.Errorf("%+v: broken %v", f, f.Broken())
		}
	}
	s.check(Finding{Figure: "f", Published: "1", Ours: "1", Derived: true})
	s.check(Finding{Figure: "a once more", Published: "1", Ours: "1", Fitted: true})
	want := Tally{Printed: Count{Reproduced: 2, Wrong: 1, Differs: 2, Ambiguous: 1}, Derived: Count{Reproduced: 1}, Fitted: 1, Broken: 1}
	if got := TallyOf(s.findings, ""); got != want {
		t.Errorf("tally %+v, want %+v", got, want)
	}
	if got, want := want.String(), "printed: 2 reproduced, 1 document wrong, 2 differs, 1 ambiguous; derived †: 1 reproduced; fitted ‡, not counted: 1; should be reproduced and is not: 1"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	text, err := json.Marshal(s.findings[1])
	if err != nil || !strings.Contains(string(text), `"verdict":"differs","expected":"reproduced"`) {
		t.Errorf("%s, %v", text, err)
	}
	var b strings.Builder
	if err := writeMarkdown(&b, []Finding{{Document: "moler", Figure: "f", Published: "1", Ours: "2", Derived: true, Verdict: Differs}}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), "| f | 1 † | 2 | **differs** |  |") {
		t.Error("a broken figure does not stand out in the document")
	}
}
