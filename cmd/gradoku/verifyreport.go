package main

import (
	"errors"
	"fmt"
	"io"

	"gradoku/corpus"
)

// verification collects findings in the order of the files.
type verification struct {
	out     io.Writer
	json    bool
	column  string
	minimal bool
	seen    seen
	sum     verifySummary
}

// take judges one item. It counts as wrong once, for the first reason.
func (v *verification) take(w *worked[finding]) error {
	src, f := &w.src, &w.result
	var bad *corpus.LineError
	if w.err != nil && !errors.As(w.err, &bad) {
		return w.err // it ends the reading
	}
	v.sum.Read++
	switch {
	case bad != nil:
		v.sum.Malformed++
		return v.wrong(bad.File, bad.Line, bad.Column, bad.Reason)
	case f.verdict.Status != "":
		v.sum.Improper++
		return v.wrongRecord(src, f.verdict.Reason)
	}
	v.sum.Proper++
	if f.minimal {
		v.sum.Minimal++
	}
	if err := v.compare(src, f); err != nil {
		return err
	}
	first, again := v.seen.first(f.verdict.Canon, src)
	switch {
	case again:
		v.sum.Same++
		return v.wrongRecord(src, fmt.Sprintf("the same puzzle, up to symmetry, as %s:%d", first.name, first.record.Line))
	case f.badAnswer:
		v.sum.BadAnswer++
		return v.wrongRecord(src, "the solution beside it is not its solution")
	case v.minimal && f.redundant:
		return v.wrongRecord(src, "not minimal: some clue follows from the others")
	}
	return nil
}

// compare counts and lists what a rating of ours says to theirs.
func (v *verification) compare(src *source, f *finding) error {
	r := &v.sum.Ratings
	switch {
	case v.column == "":
		return nil
	case f.theirs == 0:
		r.None++
		return nil
	case f.atLeast && f.theirs >= f.ours:
		r.Bounds++
		return nil
	}
	r.Compared++
	difference := f.ours - f.theirs
	if difference == 0 {
		r.Same++
		return nil
	}
	r.sum += max(difference, -difference)
	r.Greatest = max(r.Greatest, float64(max(difference, -difference))/10)
	bound := ""
	if f.atLeast {
		bound = "at least "
	}
	rec := &src.record
	return v.line(src.name, rec.Line, rec.Column, fmt.Sprintf("%s is %s, gradoku rates it %s%s",
		v.column, ratingText(f.theirs), bound, ratingText(f.ours)))
}

func (v *verification) wrongRecord(src *source, reason string) error {
	return v.wrong(src.name, src.record.Line, src.record.Column, reason)
}

func (v *verification) wrong(file string, line, column int, reason string) error {
	v.sum.Wrong++
	return v.line(file, line, column, reason)
}

func (v *verification) line(file string, line, column int, text string) error {
	if v.json {
		return printJSON(v.out, map[string]any{"file": file, "line": line, "column": column, "finding": text})
	}
	_, err := fmt.Fprintf(v.out, "%s:%d:%d: %s\n", onOneLine(file), line, column, onOneLine(text))
	return err
}

// verifySummary is what "verify" says at its end.
type verifySummary struct {
	Read      int64         `json:"read"`
	Wrong     int64         `json:"wrong"`
	Proper    int64         `json:"proper"`
	Minimal   int64         `json:"minimal"`
	Improper  int64         `json:"improper"`
	Malformed int64         `json:"malformed"`
	Same      int64         `json:"same_as_another"`
	BadAnswer int64         `json:"wrong_solutions"`
	Ratings   ratingSummary `json:"ratings"`
}

// ratingSummary is how two ratings agree.
type ratingSummary struct {
	Compared int64   `json:"compared"`
	Same     int64   `json:"same"`
	Bounds   int64   `json:"bounds_not_contradicted"`
	None     int64   `json:"without_rating"`
	Mean     float64 `json:"mean_difference"`
	Greatest float64 `json:"greatest_difference"`
	sum      int
}

func (s *verifySummary) print(w io.Writer, json bool, column string, quick bool) error {
	r := &s.Ratings
	if r.Compared > 0 {
		r.Mean = float64(r.sum) / 10 / float64(r.Compared)
	}
	if json {
		return printJSON(w, s)
	}
	fmt.Fprintf(w, "%s read: %s proper, %s improper, %s malformed; %s the same as another up to symmetry, %s with a wrong solution\n",
		grouped(s.Read), grouped(s.Proper), grouped(s.Improper), grouped(s.Malformed), grouped(s.Same), grouped(s.BadAnswer))
	if !quick {
		fmt.Fprintf(w, "%s of the proper ones are minimal\n", grouped(s.Minimal))
	}
	if column != "" {
		share := 0.0
		if r.Compared > 0 {
			share = 100 * float64(r.Same) / float64(r.Compared)
		}
		fmt.Fprintf(w, "%s: %s compared, %s the same (%.2f %%), mean difference %.3f, greatest %.1f; %s lower bounds not contradicted, %s without a rating\n",
			onOneLine(column), grouped(r.Compared), grouped(r.Same), share, r.Mean, r.Greatest, grouped(r.Bounds), grouped(r.None))
	}
	return nil
}
