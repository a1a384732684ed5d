package literature

import (
	"cmp"
	"fmt"
	"strings"
)

// Marks after a published figure: it is not printed in the document, or ours was fitted to it.
const (
	DerivedMark = "†"
	FittedMark  = "‡"
)

// Mark is the mark of a figure, "" for one that is printed and counted.
func (f *Finding) Mark() string {
	switch {
	case f.Derived:
		return DerivedMark
	case f.Fitted:
		return FittedMark
	}
	return ""
}

// Count counts findings by verdict.
type Count [len(verdicts)]int

// String writes "71 reproduced, 3 document wrong, 4 ambiguous", "none" for none.
func (c Count) String() string {
	var parts []string
	for v, n := range c {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d %v", n, Verdict(v)))
		}
	}
	return cmp.Or(strings.Join(parts, ", "), "none")
}

// Tally counts printed and derived figures separately, since only printed figures were
// published. Figures that ours was fitted to are not counted as reproduced.
type Tally struct {
	Printed, Derived Count
	Fitted           int
	Broken           int // of these: should be reproduced, and differ
}

// TallyOf counts the findings of one document, or of all for "".
func TallyOf(findings []Finding, document string) Tally {
	var t Tally
	for _, f := range findings {
		switch {
		case document != "" && f.Document != document:
			continue
		case f.Derived:
			t.Derived[f.Verdict]++
		case f.Fitted:
			t.Fitted++
		default:
			t.Printed[f.Verdict]++
		}
		if f.Broken() {
			t.Broken++
		}
	}
	return t
}

// String writes "printed: 64 reproduced, ...; derived †: ...; fitted ‡, not counted: 5".
func (t Tally) String() string {
	text := fmt.Sprintf("printed: %v; derived %s: %v; fitted %s, not counted: %d", t.Printed, DerivedMark, t.Derived, FittedMark, t.Fitted)
	if t.Broken > 0 {
		text += fmt.Sprintf("; should be reproduced and is not: %d", t.Broken)
	}
	return text
}
