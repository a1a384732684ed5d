package literature

import (
	_ "embed"
	"fmt"
	"io"
	"slices"
	"text/template"
)

// Marks after a published figure: it is not printed; it has another row already, and this
// is another reading of it or one fitted to it.
const (
	DerivedMark = "†"
	AgainMark   = "‡"
)

// Mark is the mark of a figure, "" for one that is printed and counted.
func (f *Finding) Mark() string {
	switch {
	case f.Derived:
		return DerivedMark
	case f.Reading || f.Fitted:
		return AgainMark
	}
	return ""
}

// Count counts findings by verdict.
type Count struct{ Reproduced, Differs, Ambiguous int }

// All is the number of findings.
func (c Count) All() int { return c.Reproduced + c.Differs + c.Ambiguous }

// String writes "71 reproduced, 3 different, 4 ambiguous".
func (c Count) String() string {
	return fmt.Sprintf("%d reproduced, %d different, %d ambiguous", c.Reproduced, c.Differs, c.Ambiguous)
}

// Tally counts printed and derived figures separately, since only printed figures were
// published.
type Tally struct {
	Printed, Derived Count
	Again            Count // other readings, and those fitted to what is printed
	Broken           int   // of these: should be reproduced, and differ
}

// TallyOf counts the findings of one document, or of all for "".
func TallyOf(findings []Finding, document string) Tally {
	var t Tally
	for _, f := range findings {
		if document != "" && f.Document != document {
			continue
		}
		count := &t.Printed
		switch f.Mark() {
		case DerivedMark:
			count = &t.Derived
		case AgainMark:
			count = &t.Again
		}
		*[...]*int{&count.Reproduced, &count.Differs, &count.Ambiguous}[f.Verdict]++
		if f.Broken() {
			t.Broken++
		}
	}
	return t
}

// String writes "71 printed: 64 reproduced, 3 different, 4 ambiguous; 30 derived †: ...".
func (t Tally) String() string {
	text := fmt.Sprintf("%d printed: %v; %d derived %s: %v", t.Printed.All(), t.Printed, t.Derived.All(), DerivedMark, t.Derived)
	if n := t.Again.All(); n > 0 {
		text += fmt.Sprintf("; %d other or fitted readings %s, not counted", n, AgainMark)
	}
	if t.Broken > 0 {
		text += fmt.Sprintf("; should be reproduced and is not: %d", t.Broken)
	}
	return text
}

//go:embed page.tmpl
var pageText string

var page = template.Must(template.New("page").Parse(pageText))

// Markdown writes the findings as the page docs/LITERATURE.md. The page is the same for
// every run.
func Markdown(w io.Writer, findings []Finding) error {
	type part struct {
		Document
		Tally    Tally
		Findings []Finding
	}
	var parts []part
	for _, d := range documents {
		own := slices.DeleteFunc(slices.Clone(findings), func(f Finding) bool { return f.Document != d.Key })
		parts = append(parts, part{d, TallyOf(own, ""), own})
	}
	err := page.Execute(w, map[string]any{
		"Documents": parts, "All": TallyOf(findings, ""), "Tables": Tables(), "Derived": DerivedMark, "Again": AgainMark,
	})
	if err != nil {
		return fmt.Errorf("writing the findings: %w", err)
	}
	return nil
}
