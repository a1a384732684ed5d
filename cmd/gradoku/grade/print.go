package grade

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"gradoku/board"
	"gradoku/cmd/gradoku/cli"
	"gradoku/corpus"
	"gradoku/grade"
)

// printer prints the grades of puzzles, in the form that was asked for.
type printer struct {
	*options
	letters *grade.Scheme // of --scheme; nil for both letters that every grade has
	table   *tabwriter.Writer
	rows    int
	line    []byte
}

// tableRows is how many rows are aligned at a time, so that a long file does not
// pile up in memory.
const tableRows = 200

func (p *printer) print(puzzle *board.Grid, g *Graded) error {
	geo := puzzle.Geometry()
	switch {
	case p.explainNext && p.json:
		return cli.PrintJSON(p.Out, struct {
			Puzzle string       `json:"puzzle"`
			Steps  []stepObject `json:"steps"`
		}{puzzle.String(), stepObjects(geo, g)[:1]})
	case p.explainNext:
		_, err := fmt.Fprintln(p.Out, g.Steps[0].Sentence(geo))
		return err
	case p.json:
		row := corpus.Row{Puzzle: puzzle.String(), Solution: g.Solution.String(), Values: p.values(puzzle, g)}
		if p.steps {
			row.Values = append(row.Values, stepsValue(geo, g))
		}
		p.line = append(row.AppendJSON(p.line[:0]), '\n')
		_, err := p.Out.Write(p.line)
		return err
	case p.steps:
		text := cli.GradeText(&g.Grade)
		if g.human != nil {
			text = humanText(g.human)
		}
		fmt.Fprintf(p.Out, "%s\n%s\n", puzzle, text)
		if g.prediction != nil {
			fmt.Fprintf(p.Out, "predicted: %s minutes\n", g.predictionText())
		}
		printSteps(p.Out, geo, g, p.chains)
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

// values are what a ladder says about a puzzle in JSON, with what a scheme and a
// model add.
func (p *printer) values(puzzle *board.Grid, g *Graded) []corpus.Value {
	if g.human != nil {
		return humanValues(puzzle, g.human)
	}
	values := cli.GradeValues(puzzle.Clues(), &g.Grade)
	if s, geo := p.letters, puzzle.Geometry(); s != nil {
		values = append(values,
			corpus.Text("scheme", s.Name),
			corpus.Int("scheme_x", s.LevelX(geo, g.Grade.Blanks)),
			corpus.Int("scheme_y", s.LevelY(geo, g.Grade.Freedom)),
			corpus.Text("scheme_letter", string(rune(s.Letter(geo, g.Grade.Blanks, g.Grade.Freedom)))))
	}
	if p.model != "" {
		values = append(values, g.predictionValues()...)
	}
	return values
}

// ratingCells are the columns of the table and what the rating says in them.
func (p *printer) ratingCells(puzzle *board.Grid, graded *Graded) (header, cells string) {
	geo, g := puzzle.Geometry(), &graded.Grade
	lettering := "X\tY\tprinted\tfitted"
	letters := fmt.Sprintf("%d\t%d\t%c\t%c", g.X, g.Y, g.LetterPrinted, g.LetterFitted)
	if s := p.letters; s != nil {
		lettering = "X\tY\t" + s.Name
		letters = fmt.Sprintf("%d\t%d\t%c", s.LevelX(geo, g.Blanks), s.LevelY(geo, g.Freedom), s.Letter(geo, g.Blanks, g.Freedom))
	}
	header = "puzzle\tclues\tblanks\tfreedom\tscan\t" + lettering + "\trating\tpearl\tdiamond\tlevel\thardest\tlogic"
	cells = fmt.Sprintf("%s\t%d\t%d\t%d\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s", puzzle, puzzle.Clues(), g.Blanks, g.Freedom, cli.RatingText(g.Scan), letters,
		cli.BoundText(g.Rating, g.Level == grade.Beyond), cli.RatingText(g.Pearl), cli.RatingText(g.Diamond), cli.OrNone(g.Level), cli.OrNone(g.Hardest), logicText(g.SolvedByLogic))
	if p.model != "" {
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
func printSteps(w io.Writer, geo *board.Geometry, g *Graded, chains bool) {
	for i, step := range g.Steps {
		weight := cli.RatingText(step.Rating)
		if g.human != nil {
			weight = fmt.Sprintf("%5d", step.Score)
		}
		fmt.Fprintf(w, "%3d  %s  %s\n", i+1, weight, step.Sentence(geo))
		if !chains {
			continue
		}
		for _, c := range step.Chains {
			im := c.Implication()
			text, legend := im.Labelled(geo)
			fmt.Fprintf(w, "          %s  (%v; %s)\n", text, im.Kind(), legend)
		}
	}
	if g.Grade.Level == grade.Beyond && g.human == nil { // the head of the other ladder's path says so
		fmt.Fprintln(w, "     here the search ran out of budget")
	}
}

// stepObject is a step in JSON.
type stepObject struct {
	Technique  string   `json:"technique"`
	Rating     float64  `json:"rating,omitempty"` // none of a named pattern
	Score      int      `json:"score,omitempty"`  // of the ladder for people
	Text       string   `json:"text"`
	Placement  string   `json:"placement,omitempty"`
	Eliminated []string `json:"eliminated,omitempty"`
	Chains     []string `json:"chains,omitempty"`
}

// stepsValue is the path of a puzzle in JSON.
func stepsValue(geo *board.Geometry, g *Graded) corpus.Value {
	var text strings.Builder
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false) // chains have < and >
	if err := e.Encode(stepObjects(geo, g)); err != nil {
		panic(err) // texts and numbers always encode
	}
	return corpus.JSON("steps", text.String())
}

func stepObjects(geo *board.Geometry, g *Graded) []stepObject {
	candidate := func(c grade.Candidate) string { return geo.CellName(c.Cell) + "=" + c.Digit.String() } // r4c7=5
	steps := make([]stepObject, len(g.Steps))
	for i, s := range g.Steps {
		steps[i] = stepObject{Technique: s.Technique, Rating: float64(s.Rating) / 10, Text: s.Sentence(geo)}
		if g.human != nil {
			steps[i].Score = s.Score
		}
		if s.Place.Digit != 0 {
			steps[i].Placement = candidate(s.Place)
		}
		for _, c := range s.Chains {
			steps[i].Chains = append(steps[i].Chains, c.Implication().Notation(geo))
		}
		for _, e := range s.Eliminate {
			steps[i].Eliminated = append(steps[i].Eliminated, candidate(e))
		}
	}
	return steps
}
