package main

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"text/tabwriter"

	"gradoku/api"
	"gradoku/board"
	"gradoku/grade"
	"gradoku/hint"
	"gradoku/internal/text"
	"gradoku/predict"
	"gradoku/task"
)

type printer struct {
	*gradeOptions
	table *tabwriter.Writer
	rows  int
}

// tableRows is the number of rows that are aligned together. It limits the memory for a
// long file.
const tableRows = 200

func (p *printer) print(src *task.Source, g *gradedPuzzle) error {
	puzzle := &src.Record.Puzzle
	geo := puzzle.Geometry()
	switch {
	case p.JSON && g.human != nil:
		return printJSON(p.Out, humanRecord{api.HumanOf(puzzle, &g.Solution, g.human, p.Steps), inputOf(src)})
	case p.JSON:
		return printJSON(p.Out, p.recordOf(src, g))
	case p.Steps:
		text := gradeText(geo, &g.Grade)
		if g.human != nil {
			text = humanText(g.human)
		}
		fmt.Fprintf(p.Out, "%s\n%s\n", puzzle, text)
		if g.prediction != nil {
			fmt.Fprintf(p.Out, "predicted: %s minutes\n", g.predictionText())
		}
		printSteps(p.Out, geo, g, p.Chains)
		_, err := fmt.Fprintln(p.Out)
		return err
	}
	header, cells := p.ratingCells(puzzle, g)
	if g.human != nil {
		header, cells = humanCells(puzzle, g)
	}
	if p.rows%tableRows == 0 {
		if err := p.table.Flush(); err != nil {
			return err
		}
		fmt.Fprintln(p.table, header)
	}
	p.rows++
	_, err := fmt.Fprintln(p.table, cells)
	return err
}

type gradeRecord struct {
	Puzzle   string `json:"puzzle"`
	Solution string `json:"solution"`
	api.Grade
	*predictionFields            // with --model
	Steps             []api.Step `json:"steps,omitzero" jsonschema:"with --steps: how the puzzle is solved"`
	Input
}

// recordOf returns a puzzle's grade as a record, with the fields of a model.
func (p *printer) recordOf(src *task.Source, g *gradedPuzzle) gradeRecord {
	puzzle := &src.Record.Puzzle
	geo := puzzle.Geometry()
	r := gradeRecord{Puzzle: puzzle.String(), Solution: g.Solution.String(), Grade: api.GradeOf(puzzle, &g.Grade, true), Input: inputOf(src)}
	if p.Model != "" {
		r.predictionFields = g.predictionFields()
	}
	if p.Steps {
		r.Steps = api.StepsOf(geo, g.Steps, false)
	}
	return r
}

// ratingCells returns the table's header and a puzzle's row for the rating's ladder.
func (p *printer) ratingCells(puzzle *board.Grid, graded *gradedPuzzle) (header, cells string) {
	geo, g := puzzle.Geometry(), &graded.Grade
	letters := fmt.Sprintf("%d\t%d\t%c\t%c", g.X, g.Y, g.LetterPrinted, g.LetterFitted)
	if !geo.Classical() || graded.Within != nil { // letters are for classical puzzles of clues
		letters = "-\t-\t-\t-"
	}
	header = "puzzle\tclues\tblanks\tfreedom\tscan\tX\tY\tprinted\tfitted\trating\tpearl\tdiamond\tlevel\thardest\tlogic"
	cells = fmt.Sprintf("%s\t%d\t%d\t%d\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s", puzzle, puzzle.Clues(), g.Blanks, g.Freedom, text.Rating(g.Scan), letters,
		boundText(g.Rating, g.AtLeast), text.Rating(g.Pearl), text.Rating(g.Diamond), cmp.Or(g.Level, "none"), cmp.Or(g.Hardest, "none"), logicText(g.SolvedByLogic))
	if p.Model != "" {
		header, cells = header+"\tminutes", cells+"\t"+graded.predictionText()
	}
	return header, cells
}

func logicText(solved bool) string {
	if solved {
		return "solved"
	}
	return "open"
}

// printSteps prints a path as numbered sentences with their rating or score. On
// request it adds the chains of each step: letters for cells, their legend, and
// which of the founding paper's three kinds each chain is.
func printSteps(w io.Writer, geo *board.Geometry, g *gradedPuzzle, chains bool) {
	for i, step := range g.Steps {
		weight := text.Rating(step.Rating)
		if g.human != nil {
			weight = fmt.Sprintf("%5d", step.Score)
		}
		fmt.Fprintf(w, "%3d  %s  %s\n", i+1, weight, hint.Sentence(geo, &step))
		if !chains {
			continue
		}
		for _, c := range step.Chains {
			im := c.Implication()
			text, legend := im.Labelled(geo)
			fmt.Fprintf(w, "          %s  (%v; %s)\n", text, im.Kind(), legend)
		}
	}
	if g.Grade.AtLeast && g.human == nil { // with the technique order for people the first line says so
		fmt.Fprintln(w, "     the search ran out of budget here")
	}
}

// The technique order for people gives the solution path that players see, with a score instead of
// a rating.

// ladder is the choice of a ladder, which is an ordered list of techniques.
type ladder struct {
	Ladder ladderName `query:"technique-order" value:"NAME" usual:"se" doc:"try techniques in the order of NAME: se (the rating's) or human (named patterns before chains, as people are shown)"`
}

type ladderName string

// Choices lists the names.
func (ladderName) Choices() (names []string) {
	for _, l := range grade.Ladders() {
		names = append(names, l.Name)
	}
	return names
}

// human reports whether the ladder is the one for people.
func (l *ladder) human() bool { return l.Ladder == grade.HumanLadder }

type humanRecord struct {
	api.HumanGraded
	Input
}

// humanCells returns the table's header and a puzzle's row for the technique order for people.
func humanCells(p *board.Grid, g *gradedPuzzle) (header, cells string) {
	h := g.human
	return "puzzle\tclues\tscore\tsteps\thardest\tlogic", fmt.Sprintf("%s\t%d\t%s\t%d\t%s\t%s", p, p.Clues(),
		humanScore(h), len(g.Steps), cmp.Or(h.Hardest, "none"), logicText(h.Solved))
}

// humanText describes in one line how the technique order for people grades a puzzle.
func humanText(h *grade.HumanPath) string {
	outcome := "solved by the known techniques"
	switch {
	case len(h.Steps) == 0 && h.Solved:
		outcome = errSolved.Error()
	case h.AtLeast:
		outcome = "the search for steps ran out of budget"
	case !h.Solved:
		outcome = "the known techniques do not solve it"
	}
	return fmt.Sprintf("score %s, hardest %s; %s", humanScore(h), cmp.Or(h.Hardest, "none"), outcome)
}

// humanScore writes a score, marked if it is a lower bound.
func humanScore(h *grade.HumanPath) string {
	if h.AtLeast {
		return fmt.Sprintf("≥%d", h.Score)
	}
	return fmt.Sprint(h.Score)
}

// predictionText writes "5.9 (5.0–6.6)", the median and the quartiles.
func (g *gradedPuzzle) predictionText() string {
	if g.prediction == nil {
		return "–"
	}
	p, mark := g.prediction, ""
	if p.Beyond != nil {
		mark = "?"
	}
	return fmt.Sprintf("%.1f (%.1f–%.1f)%s", p.Median, p.Low, p.High, mark)
}

// predictionFields are what --model adds to JSON, in minutes: null if the model does
// not support the size.
type predictionFields struct {
	Median    *api.Tenths `json:"predicted_minutes" jsonschema:"median over such puzzles"`
	Low       *api.Tenths `json:"predicted_minutes_low" jsonschema:"half of such puzzles take a time between low and high"`
	High      *api.Tenths `json:"predicted_minutes_high"`
	Outside   *bool       `json:"predicted_outside" jsonschema:"whether the prediction is an extrapolation to a puzzle unlike the model's training data"`
	OutsideIn *string     `json:"predicted_outside_in" jsonschema:"the features outside the training range, such as er=9;clues=17"`
}

func (g *gradedPuzzle) predictionFields() *predictionFields {
	p := g.prediction
	if p == nil {
		return new(predictionFields)
	}
	var outside []string // er=9, with the decimals that matter
	for _, b := range p.Beyond {
		outside = append(outside, b.Key+"="+strconv.FormatFloat(math.Round(b.Value*100)/100, 'f', -1, 64))
	}
	tenths := func(v float64) *api.Tenths { return new(api.Tenths(10*v + 0.5)) }
	return &predictionFields{
		Median: tenths(p.Median), Low: tenths(p.Low), High: tenths(p.High),
		Outside: new(p.Beyond != nil), OutsideIn: new(strings.Join(outside, ";")),
	}
}

// tellExtrapolations explains the question mark after a prediction, if there was one, and warns if
// the model was fitted with another grader. beyond is the number of predictions with the mark.
func tellExtrapolations(w io.Writer, m *predict.Model, puzzles, beyond int) {
	if puzzles > 0 && m.Grader != grade.Version {
		fmt.Fprintf(w, "the model was fitted with grader %d, but this is grader %d: the model ignores newer techniques\n", m.Grader, grade.Version)
	}
	if beyond > 0 {
		fmt.Fprintf(w, "? marks an extrapolation: %s of %s far from the %s that the model was trained on; --json names the features\n",
			text.Grouped(beyond), text.Count(puzzles, "puzzle", "puzzles"), text.Grouped(m.Trained.Puzzles))
	}
}
