package literature

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Verdict is the outcome of recomputing a figure.
type Verdict uint8

// The verdicts.
const (
	Reproduced Verdict = iota // ours is equal to the published figure
	Wrong                     // ours is not equal, and the document is wrong
	Differs                   // ours is not equal
	Ambiguous                 // the document does not say enough to decide
)

var verdicts = [...]string{"reproduced", "document wrong", "differs", "ambiguous"}

// String returns the verdict in words.
func (v Verdict) String() string { return verdicts[v] }

// MarshalText makes the verdict a text in JSON.
func (v Verdict) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// Finding is one figure of a document and ours. Both are texts: counts without
// separators, lists separated by spaces, decimals rounded as in the document.
type Finding struct {
	Document  string  `json:"document"` // key of the document
	Figure    string  `json:"figure"`   // which figure, in words
	Published string  `json:"published"`
	Derived   bool    `json:"derived"` // counted by running the document's description, not printed in it
	Fitted    bool    `json:"fitted"`  // ours was fitted to this very figure, which proves nothing
	Ours      string  `json:"ours"`
	Verdict   Verdict `json:"verdict"`
	Expected  Verdict `json:"expected"` // the known outcome
	Reason    string  `json:"reason"`   // why it differs or is ambiguous, or another remark
}

// Broken reports whether the figure should have been reproduced and was not.
func (f *Finding) Broken() bool { return f.Expected == Reproduced && f.Verdict != Reproduced }

// Document is one document of the literature.
type Document struct {
	Key   string // what users type
	Title string
	By    string // author and year, as far as known
	About string // what is taken from it, in one line

	findings func(*sheet)
}

// documents is the table, ordered so that each document's ideas build on earlier ones.
var documents = []Document{
	{
		Key: "moler", Title: "Solving Sudoku with MATLAB", By: "Cleve Moler, MathWorks technical article 91789v00, 2009",
		About:    "singles and recursive backtracking, with a count of steps; the solver moler",
		findings: molerFindings,
	},
	{
		Key: "exclusion", Title: "Filling Sudoku by exclusion in rows, columns and boxes", By: "Wu Tao, Xi'an Aeronautical University, 2013 or later",
		About:    "hidden singles until a pass fills nothing; the solver exclusion",
		findings: exclusionFindings,
	},
	{
		Key: "tutorial", Title: "A MATLAB Sudoku solver, in four versions", By: "a tutorial on a WordPress site, author and year not given",
		About:    "each version does less work than the one before; the solvers backtrack, singles, hidden, incremental",
		findings: tutorialFindings,
	},
	{
		Key: "models", Title: "Mathematical models in Sudoku", By: "a paper on a document exchange, author not given, 2012 or later",
		About:    "blank count, blank freedom, levels and letters; the solvers exhaustive, comparison, fullhouse, synthesis, stack, pointers",
		findings: modelsFindings,
	},
	{
		Key: "programme", Title: "Solve Sudoku puzzles via integer programming: solver-based", By: "MathWorks, an example in the documentation of MATLAB, 2014",
		About:    "the 0-1 programme of 729 variables; the solver bip",
		findings: programmeFindings,
	},
}

// ErrNoDocument is wrapped by the error of Recompute about an unknown key.
var ErrNoDocument = errors.New("there is no document")

// Documents returns the documents of the literature; the caller may change its
// copy.
func Documents() []Document { return slices.Clone(documents) }

// Recompute recomputes the figures of the documents with these keys, all without any, in
// the order of [Documents]. A figure that is not reproduced is a finding, not an error. The
// error is about an unknown document, a solver that failed, or the context.
func Recompute(ctx context.Context, keys ...string) ([]Finding, error) {
	var known []string
	for _, d := range documents {
		known = append(known, d.Key)
	}
	for _, key := range keys {
		if !slices.Contains(known, key) {
			return nil, fmt.Errorf("%w %q: use %s", ErrNoDocument, key, strings.Join(known, ", "))
		}
	}
	var all []Finding
	for _, d := range documents {
		if len(keys) > 0 && !slices.Contains(keys, d.Key) {
			continue
		}
		s := newSheet(ctx, d.Key)
		d.findings(s)
		if s.err != nil {
			return nil, fmt.Errorf("recomputing the figures of %q: %w", d.Title, s.err)
		}
		all = append(all, s.findings...)
	}
	return all, nil
}
