package solve

import (
	"errors"
	"fmt"
	"io"

	"gradoku/cmd/gradoku/cli"
	"gradoku/corpus"
)

// verification collects findings in the order of the files.
type verification struct {
	out     io.Writer
	json    bool
	column  string
	minimal bool
	seen    cli.Seen
	sum     verifySummary
}

// take judges one item. It counts as wrong once, for the first reason.
func (v *verification) take(w *cli.Worked[finding]) error {
	src, f := &w.Src, &w.Result
	var bad *corpus.LineError
	if w.Err != nil && !errors.As(w.Err, &bad) {
		return w.Err // it ends the reading
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
	first, again := v.seen.First(f.verdict.Canon, src)
	switch {
	case again:
		v.sum.Same++
		return v.wrongRecord(src, fmt.Sprintf("the same puzzle, up to symmetry, as %s:%d", first.Name, first.Record.Line))
	case f.badAnswer:
		v.sum.BadAnswer++
		return v.wrongRecord(src, "the solution beside it is not its solution")
	case v.minimal && f.redundant:
		return v.wrongRecord(src, "not minimal: some clue follows from the others")
	}
	return nil
}

// compare counts and lists what a rating of ours says to theirs.
func (v *verification) compare(src *cli.Source, f *finding) error {
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
	rec := &src.Record
	return v.line(src.Name, rec.Line, rec.Column, fmt.Sprintf("%s is %s, gradoku rates it %s%s",
		v.column, cli.RatingText(f.theirs), bound, cli.RatingText(f.ours)))
}

func (v *verification) wrongRecord(src *cli.Source, reason string) error {
	return v.wrong(src.Name, src.Record.Line, src.Record.Column, reason)
}

func (v *verification) wrong(file string, line, column int, reason string) error {
	v.sum.Wrong++
	return v.line(file, line, column, reason)
}

func (v *verification) line(file string, line, column int, text string) error {
	if v.json {
		return cli.PrintJSON(v.out, map[string]any{"file": file, "line": line, "column": column, "finding": text})
	}
	_, err := fmt.Fprintf(v.out, "%s:%d:%d: %s\n", cli.OnOneLine(file), line, column, cli.OnOneLine(text))
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
		return cli.PrintJSON(w, s)
	}
	fmt.Fprintf(w, "%s read: %s proper, %s improper, %s malformed; %s the same as another up to symmetry, %s with a wrong solution\n",
		cli.Grouped(s.Read), cli.Grouped(s.Proper), cli.Grouped(s.Improper), cli.Grouped(s.Malformed), cli.Grouped(s.Same), cli.Grouped(s.BadAnswer))
	if !quick {
		fmt.Fprintf(w, "%s of the proper ones are minimal\n", cli.Grouped(s.Minimal))
	}
	if column != "" {
		share := 0.0
		if r.Compared > 0 {
			share = 100 * float64(r.Same) / float64(r.Compared)
		}
		fmt.Fprintf(w, "%s: %s compared, %s the same (%.2f %%), mean difference %.3f, greatest %.1f; %s lower bounds not contradicted, %s without a rating\n",
			cli.OnOneLine(column), cli.Grouped(r.Compared), cli.Grouped(r.Same), share, r.Mean, r.Greatest, cli.Grouped(r.Bounds), cli.Grouped(r.None))
	}
	return nil
}
