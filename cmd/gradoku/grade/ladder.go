package grade

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	urfave "github.com/urfave/cli/v2"

	"gradoku/board"
	"gradoku/cmd/gradoku/cli"
	"gradoku/corpus"
	"gradoku/grade"
)

// The second ladder of techniques: the path a person is shown, with a score and a
// level instead of a rating.

func LadderFlag() *urfave.StringFlag {
	var parts []string
	for _, l := range grade.Ladders() {
		parts = append(parts, l.Name+" ("+l.Doc+")")
	}
	return &urfave.StringFlag{Name: "ladder", Value: grade.Ladders()[0].Name, Usage: "try techniques in the order of `NAME`: " + strings.Join(parts, ", ")}
}

// humanLadder reads --ladder: false for the rating's, true for that for people.
func HumanLadder(c *urfave.Context) (bool, error) {
	var names []string
	for i, l := range grade.Ladders() {
		if l.Name == c.String("ladder") {
			return i > 0, nil
		}
		names = append(names, l.Name)
	}
	return false, cli.UsageError(fmt.Errorf("there is no ladder %q: use %s", c.String("ladder"), strings.Join(names, " or ")), "for example: --ladder human")
}

// climb grades a proper puzzle by the one ladder or the other.
func (w *Workspaces) Climb(p *board.Grid, human, steps bool) (Graded, error) {
	if !human {
		return w.Grade(p, steps)
	}
	solution, err := w.prover.Prove(p)
	if err != nil {
		return Graded{}, err
	}
	path := w.graders.Of(p.Geometry()).Human(p)
	g := Graded{Solution: solution, human: path, Steps: path.Steps}
	if path.AtLeast {
		g.Grade.Level = grade.Beyond
	}
	return g, nil
}

// humanWriter is gradeWriter for the ladder for people.
func humanWriter(c *urfave.Context, w io.Writer) gradeOutput {
	switch {
	case c.Bool("explain-next"):
		return gradeNext(w, c.Bool("json"), true)
	case c.Bool("json"):
		return gradeJSON(w, c.Bool("steps"), true, humanValues)
	case c.Bool("steps"):
		return humanSteps(w, c.Bool("chains"))
	}
	return humanTable(w)
}

// humanValues are what the ladder for people says of a puzzle.
func humanValues(p *board.Grid, g *Graded) []corpus.Value {
	h := &g.human
	return []corpus.Value{
		corpus.Text("ladder", "human"),
		corpus.Int("clues", p.Clues()),
		corpus.Int("score", h.Score),
		corpus.Bool("at_least", h.AtLeast),
		cli.TextOrNull("hardest", h.Hardest),
		cli.TextOrNull("level", humanLevel(h)),
		corpus.Bool("solved_by_logic", h.Solved),
		corpus.Counts("techniques", humanUses(h)),
	}
}

// humanUses counts the steps of each technique, in the order of the ladder.
func humanUses(h *grade.HumanPath) []corpus.Count {
	uses := map[string]int{}
	for _, s := range h.Steps {
		uses[s.Technique]++
	}
	var counts []corpus.Count
	for _, t := range grade.Ladders()[1].Techniques() {
		if uses[t.ID] > 0 {
			counts = append(counts, corpus.Count{ID: t.ID, Uses: uses[t.ID]})
		}
	}
	return counts
}

func humanSteps(w io.Writer, chains bool) gradeOutput {
	return gradeOutput{
		write: func(src cli.Source, g Graded) error {
			fmt.Fprintf(w, "%s\n%s, score %s, hardest %s; %s\n", src.Record.Puzzle,
				cli.OrNone(humanLevel(&g.human)), humanScore(&g.human), cli.OrNone(g.human.Hardest), humanOutcome(&g.human))
			for i, step := range g.Steps {
				fmt.Fprintf(w, "%3d  %5d  %s\n", i+1, step.Score, step.Sentence(src.Record.Puzzle.Geometry()))
				if chains {
					printChains(w, src.Record.Puzzle.Geometry(), step.Chains)
				}
			}
			_, err := fmt.Fprintln(w)
			return err
		},
		finish: func() error { return nil },
	}
}

// humanLevel names the level, which is not known where the budget ended first.
func humanLevel(h *grade.HumanPath) string {
	if h.AtLeast {
		return grade.Beyond
	}
	return h.Level.String()
}

// humanScore writes a score, marked when it is a lower bound.
func humanScore(h *grade.HumanPath) string {
	if h.AtLeast {
		return fmt.Sprintf("≥%d", h.Score)
	}
	return fmt.Sprint(h.Score)
}

func humanOutcome(h *grade.HumanPath) string {
	switch {
	case h.AtLeast:
		return "the search for steps ended with its budget"
	case !h.Solved:
		return "no technique solves it"
	}
	return "solved by logic"
}

func humanTable(w io.Writer) gradeOutput {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	n := 0
	return gradeOutput{
		write: func(src cli.Source, g Graded) error {
			if n%tableRows == 0 {
				if err := t.Flush(); err != nil {
					return err
				}
				fmt.Fprintln(t, "puzzle\tclues\tscore\tlevel\tsteps\thardest\tlogic")
			}
			n++
			logic := "solved"
			if !g.human.Solved {
				logic = "open"
			}
			_, err := fmt.Fprintf(t, "%s\t%d\t%s\t%s\t%d\t%s\t%s\n", src.Record.Puzzle, src.Record.Puzzle.Clues(),
				humanScore(&g.human), cli.OrNone(humanLevel(&g.human)), len(g.Steps), cli.OrNone(g.human.Hardest), logic)
			return err
		},
		finish: t.Flush,
	}
}

// humanRows lists the ladder for people.
func HumanRows() (header []string, rows [][]string) {
	for _, t := range grade.Ladders()[1].Techniques() {
		rows = append(rows, []string{t.ID, t.Level.String(), fmt.Sprint(t.Score), cli.RatingText(t.Rating), t.Name})
	}
	return []string{"id", "level", "score", "rating", "name"}, rows
}
