package solve

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"gradoku/api"
	"gradoku/cmd/gradoku/cli"
	"gradoku/corpus"
	"gradoku/grade"
	"gradoku/internal/text"
	"gradoku/run"
	"gradoku/store"
)

type verifyOptions struct {
	cli.Call `fields:"from,workers,json"`
	Rating   string `query:"rating" value:"COLUMN" doc:"compare gradoku's rating with the one in this COLUMN"`
	Minimal  bool   `query:"minimal" doc:"also count a puzzle that is not minimal as wrong"`
	Quick    bool   `query:"quick" not:"minimal" doc:"do not check whether puzzles are minimal"`
}

// VerifyCommand is "gradoku verify".
func VerifyCommand(s cli.Streams) *urfave.Command {
	var o verifyOptions
	return cli.New(s, "verify", "[FILE|-]...", &o, o.run, cli.LineOf("a finding", findingRecord{}), cli.LineOf("the summary, last", verifySummary{}))
}

func (o *verifyOptions) run(ctx context.Context) error {
	newWork := func() func(*cli.Source) (finding, error) {
		// A result cut short by Ctrl-C is never shown: InParallel passes nothing on
		// after it.
		w := verifier{verifyOptions: o, stop: func() bool { return ctx.Err() != nil }}
		return w.verify
	}
	atOnce := cli.WorkBatch
	if o.Rating != "" {
		atOnce = cli.SlowBatch
	}
	v := verification{verifyOptions: o}
	if err := cli.InParallel(ctx, &o.Call, atOnce, newWork, v.take); err != nil {
		return err
	}
	if err := v.printSummary(); err != nil {
		return err
	}
	cli.TellAssumed(o.Err, &v.assumed)
	r := &v.sum.Ratings
	switch {
	case r.None > 0 && r.Compared+r.Bounds == 0:
		return cli.DataError(fmt.Errorf("no item has a rating in a column %q", o.Rating), "the first line of a csv or tsv file names its columns")
	case v.sum.Wrong > 0:
		return cli.DataError(fmt.Errorf("errors in %s of %s", text.Grouped(v.sum.Wrong), text.Count(v.sum.Read, "item", "items")),
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
	minimal   bool
	theirs    int // tenths; 0 if the column has no rating
	ours      int
	atLeast   bool
}

type verifier struct {
	*verifyOptions
	stop    func() bool // ends a rating
	judge   run.Validator
	graders grade.Graders
}

func (w *verifier) verify(src *cli.Source) (f finding, _ error) {
	rec := &src.Record
	f.verdict = w.judge.Validate(&rec.Puzzle)
	if f.verdict.Status != "" {
		return f, nil
	}
	f.badAnswer = rec.Solution.Geometry() != nil && rec.Solution != f.verdict.Solution
	if !w.Quick {
		var sure bool
		_, f.redundant, sure = w.judge.Redundant(&rec.Puzzle, &f.verdict.Solution)
		f.minimal = sure && !f.redundant
	}
	if w.Rating == "" {
		return f, nil
	}
	if f.theirs = ratingIn(rec, w.Rating); f.theirs == 0 {
		return f, nil
	}
	grader := w.graders.Of(rec.Puzzle.Geometry())
	grader.Stop = w.stop
	g := grader.Grade(&rec.Puzzle)
	f.ours, f.atLeast = g.Rating, g.AtLeast
	return f, nil
}

// ratingIn reads a column as a rating in tenths, 0 when there is none.
func ratingIn(rec *corpus.Record, column string) int {
	value, _ := rec.Field(column)
	x, err := strconv.ParseFloat(value, 64)
	if err != nil || x < 0.1 || x > 20 {
		return 0
	}
	return int(math.Round(x * 10))
}

// verification collects findings in the order of the files.
type verification struct {
	*verifyOptions
	seen    seen
	sum     verifySummary
	several bool // whether a puzzle has several solutions
	loose   bool // whether a puzzle counts as wrong because it is not minimal
	assumed cli.Assumed
}

// take checks one item. A wrong item counts once.
func (v *verification) take(w *cli.Worked[finding]) error {
	src, f := &w.Src, &w.Result
	var bad *corpus.LineError
	if w.Err != nil && !errors.As(w.Err, &bad) {
		return w.Err // it ends the reading
	}
	v.sum.Read++
	item := observation{at: corpus.LineError{File: src.Name, Line: src.Record.Line, Column: src.Record.Column}, src: src}
	switch {
	case bad != nil:
		v.sum.Malformed++
		v.assumed.Add(bad)
		item = observation{code: api.CodeMalformed, at: *bad}
	case f.verdict.Status != "":
		v.sum.Improper++
		item.code, item.at.Reason = api.Code(f.verdict.Status), f.verdict.Reason
		v.several = v.several || f.verdict.Status == store.StatusSeveral
	default:
		v.sum.Proper++
		if f.minimal {
			v.sum.Minimal++
		}
		if err := v.compare(item, f); err != nil {
			return err
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
			item.code, item.at.Reason = api.CodeWrongSolution, "the solution given with it is wrong"
			if again {
				item.at.Reason += "; it is " + same
			}
		case again:
			item.code, item.at.Reason = api.CodeSame, same
		case v.Minimal && f.redundant:
			item.code, item.at.Reason = api.CodeNotMinimal, "not minimal: at least one clue is redundant"
			v.loose = true
		}
	}
	if item.code == "" {
		return nil
	}
	v.sum.Wrong++
	return v.line(item)
}

// compare counts and lists how our rating of a puzzle compares with theirs.
func (v *verification) compare(item observation, f *finding) error {
	r := &v.sum.Ratings
	switch {
	case v.Rating == "":
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
	item.code, item.at.Reason = api.CodeRatingDiffers, fmt.Sprintf("%s is %s, gradoku rates it %s%s", v.Rating, cli.RatingText(f.theirs), bound, cli.RatingText(f.ours))
	return v.line(item)
}

type observation struct {
	code api.Code
	at   corpus.LineError
	src  *cli.Source // nil if the item cannot be read
}

type findingRecord struct {
	Code   api.Code   `json:"code" jsonschema:"kind of finding; docs/schemas/README.md lists the codes"`
	Column int        `json:"column" jsonschema:"first character of the puzzle on the line, from 1"`
	File   string     `json:"file" jsonschema:"the file, stdin or argument N"`
	Text   string     `json:"finding" jsonschema:"the finding in words"`
	Line   int        `json:"line" jsonschema:"line number, from 1"`
	Puzzle string     `json:"puzzle,omitempty" jsonschema:"the puzzle, if it can be read"`
	Fields cli.Fields `json:"input,omitempty" jsonschema:"ids, labels and columns of the puzzle in the input, under their names there"`
}

// line prints a finding about an item.
func (v *verification) line(item observation) error {
	at := &item.at
	if v.JSON {
		r := findingRecord{Code: item.code, Column: at.Column, File: at.File, Text: at.Reason, Line: at.Line}
		if item.src != nil {
			r.Puzzle, r.Fields = item.src.Record.Puzzle.String(), cli.InputOf(item.src).Fields
		}
		return cli.PrintJSON(v.Out, r)
	}
	_, err := fmt.Fprintf(v.Out, "%s:%d:%d: %s\n", cli.OnOneLine(at.File), at.Line, at.Column, cli.OnOneLine(at.Reason))
	return err
}

// verifySummary is what "verify" prints at its end.
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

func (v *verification) printSummary() error {
	s, r := &v.sum, &v.sum.Ratings
	if r.Compared > 0 {
		r.Mean = float64(r.sum) / 10 / float64(r.Compared)
	}
	if v.JSON {
		return cli.PrintJSON(v.Out, s)
	}
	fmt.Fprintf(v.Out, "%s read: %s proper, %s improper, %s malformed; %s isomorphic to an earlier one, %s with a wrong solution\n",
		text.Grouped(s.Read), text.Grouped(s.Proper), text.Grouped(s.Improper), text.Grouped(s.Malformed), text.Grouped(s.Same), text.Grouped(s.BadAnswer))
	if !v.Quick {
		fmt.Fprintf(v.Out, "%s minimal\n", text.Count(s.Minimal, "of the proper ones is", "of the proper ones are"))
	}
	if v.Rating != "" {
		share := 0.0
		if r.Compared > 0 {
			share = 100 * float64(r.Same) / float64(r.Compared)
		}
		fmt.Fprintf(v.Out, "%s: %s compared, %s the same (%.2f%%), mean difference %.3f, greatest %.1f; %s lower bounds not contradicted, %s without a rating\n",
			cli.OnOneLine(v.Rating), text.Grouped(r.Compared), text.Grouped(r.Same), share, r.Mean, r.Greatest, text.Grouped(r.Bounds), text.Grouped(r.None))
	}
	return nil
}
