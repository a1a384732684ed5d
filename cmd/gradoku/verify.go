package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"gradoku/api"
	"gradoku/corpus"
	"gradoku/internal/text"
	"gradoku/run"
	"gradoku/store"
	"gradoku/task"
)

type verifyOptions struct {
	Call    `fields:"from,workers,json"`
	Minimal bool `query:"minimal" doc:"also check that puzzles are minimal; one that is not counts as wrong"`
}

func verifyCommand(s Streams) *cli.Command {
	var o verifyOptions
	return newCommand(s, "verify", "[FILE|-]...", &o, o.run, lineKind{"a finding", findingRecord{}}, lineKind{"the summary, last", verifySummary{}})
}

func (o *verifyOptions) run(ctx context.Context) error {
	newWork := func() func(*task.Source) (finding, error) {
		w := verifier{verifyOptions: o}
		return w.verify
	}
	v := verification{verifyOptions: o}
	if err := inParallel(ctx, &o.Call, workBatch, newWork, v.take); err != nil {
		return err
	}
	if err := v.printSummary(); err != nil {
		return err
	}
	tellAssumed(o.Err, &v.assumed)
	if v.sum.Wrong > 0 {
		return task.DataError(fmt.Errorf("errors in %s of %s", text.Grouped(v.sum.Wrong), text.Count(v.sum.Read, "item", "items")),
			v.advice())
	}
	return nil
}

// advice returns the advice for the kinds of errors found.
func (v *verification) advice() string {
	parts := []string{"gradoku import imports the correct items"}
	if v.several {
		parts = append(parts, "gradoku solve --all shows all solutions of a puzzle")
	}
	if v.sum.Same > 0 {
		parts = append(parts, "gradoku canon --unique --original removes duplicates")
	}
	if v.loose {
		parts = append(parts, "gradoku minimal reduces puzzles")
	}
	return strings.Join(parts, "; ")
}

// finding is the result of checking one puzzle.
type finding struct {
	verdict run.Verdict

	badAnswer bool
	redundant bool // not minimal
	minimal   bool // proved
}

type verifier struct {
	*verifyOptions
	checker run.Checker
}

func (w *verifier) verify(src *task.Source) (f finding, _ error) {
	rec := &src.Record
	f.verdict = w.checker.Check(&rec.Puzzle)
	if f.verdict.Status != "" {
		return f, nil
	}
	f.badAnswer = rec.Solution.Geometry() != nil && rec.Solution != f.verdict.Solution
	if w.Minimal {
		var sure bool
		_, f.redundant, sure = w.checker.Redundant(&rec.Puzzle, &f.verdict.Solution)
		f.minimal = sure && !f.redundant
	}
	return f, nil
}

// verification collects findings in the order of the files.
type verification struct {
	*verifyOptions
	seen    seenPuzzles
	sum     verifySummary
	several bool // whether a puzzle has several solutions
	loose   bool // whether a puzzle counts as wrong because it is not minimal
	assumed task.Assumed
}

// take checks one item, and prints a finding about it. A wrong item counts once.
func (v *verification) take(w *worked[finding]) error {
	src, f := &w.Src, &w.Result
	var bad *corpus.LineError
	if w.Err != nil && !errors.As(w.Err, &bad) {
		return w.Err // it ends the reading
	}
	v.sum.Read++
	item := findingRecord{File: src.Name, Line: src.Record.Line, Column: src.Record.Column}
	switch {
	case bad != nil:
		v.sum.Malformed++
		v.assumed.Add(bad)
		item = findingRecord{Code: api.CodeMalformed, File: bad.File, Line: bad.Line, Column: bad.Column, Text: bad.Reason}
	case f.verdict.Status != "":
		v.sum.Improper++
		item.Code, item.Text = api.Code(f.verdict.Status), f.verdict.Reason
		v.several = v.several || f.verdict.Status == store.StatusSeveral
	default:
		v.sum.Proper++
		if f.minimal {
			v.sum.Minimal++
		}
		first, again := v.seen.first(f.verdict.Canon, src)
		same := ""
		if again {
			v.sum.Same++
			same = fmt.Sprintf("the same puzzle, up to symmetry, as %s:%d", first.Name, first.Record.Line)
		}
		switch {
		case f.badAnswer:
			v.sum.BadAnswer++
			item.Code, item.Text = api.CodeWrongSolution, "the solution given with it is wrong"
			if again {
				item.Text += "; it is " + same
			}
		case again:
			item.Code, item.Text = api.CodeSame, same
		case f.redundant:
			item.Code, item.Text = api.CodeNotMinimal, "not minimal: at least one clue is redundant"
			v.loose = true
		}
	}
	if item.Code == "" {
		return nil
	}
	v.sum.Wrong++
	if !v.JSON {
		_, err := fmt.Fprintf(v.Out, "%s:%d:%d: %s\n", text.OneLine(item.File), item.Line, item.Column, text.OneLine(item.Text))
		return err
	}
	if bad == nil {
		item.Puzzle, item.Fields = src.Record.Puzzle.String(), inputOf(src).Fields
	}
	return printJSON(v.Out, item)
}

type findingRecord struct {
	Code   api.Code    `json:"code" jsonschema:"kind of finding; docs/schemas/README.md lists the codes"`
	Column int         `json:"column" jsonschema:"first character of the puzzle on the line, from 1"`
	File   string      `json:"file" jsonschema:"the file, stdin or argument N"`
	Text   string      `json:"finding" jsonschema:"the finding in words"`
	Line   int         `json:"line" jsonschema:"line number, from 1"`
	Puzzle string      `json:"puzzle,omitempty" jsonschema:"the puzzle, if it can be read"`
	Fields inputFields `json:"input,omitempty" jsonschema:"ids, labels and columns of the puzzle in the input, under their names there"`
}

// verifySummary is what "verify" prints at its end.
type verifySummary struct {
	Read      int64 `json:"read"`
	Wrong     int64 `json:"wrong"`
	Proper    int64 `json:"proper"`
	Minimal   int64 `json:"minimal,omitempty" jsonschema:"with --minimal: how many are minimal"`
	Improper  int64 `json:"improper"`
	Malformed int64 `json:"malformed"`
	Same      int64 `json:"same_as_another"`
	BadAnswer int64 `json:"wrong_solutions"`
}

func (v *verification) printSummary() error {
	s := &v.sum
	if v.JSON {
		return printJSON(v.Out, s)
	}
	fmt.Fprintf(v.Out, "%s read: %s proper, %s improper, %s malformed; %s isomorphic to an earlier one, %s with a wrong solution\n",
		text.Grouped(s.Read), text.Grouped(s.Proper), text.Grouped(s.Improper), text.Grouped(s.Malformed), text.Grouped(s.Same), text.Grouped(s.BadAnswer))
	if v.Minimal {
		fmt.Fprintf(v.Out, "%s minimal\n", text.Count(s.Minimal, "of the proper ones is", "of the proper ones are"))
	}
	return nil
}
