package main

import (
	"cmp"
	"fmt"
	"io"
	"text/tabwriter"

	"gradoku/api"
	"gradoku/board"
	"gradoku/hint"
	"gradoku/internal/text"
	"gradoku/task"
)

type printer struct {
	*gradeOptions
	table *tabwriter.Writer
	rows  int
}

// tableRows is how many rows are aligned at a time, which bounds the memory for a long
// file.
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
