package grade

import (
	"fmt"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"gradoku/board"
	"gradoku/cmd/gradoku/cli"
	"gradoku/corpus"
	"gradoku/grade"
)

// The second ladder of techniques: the path a person is shown, with a score and a
// level instead of a rating.

// LadderFlag names a ladder.
func LadderFlag(to *string) *cli.ChoiceFlag {
	var parts, names []string
	for _, l := range grade.Ladders() {
		names = append(names, l.Name)
		parts = append(parts, l.Name+" ("+l.Doc+")")
	}
	return cli.Choice(&urfave.StringFlag{Name: "ladder", Destination: to, Value: grade.Ladders()[0].Name, Usage: "try techniques in the order of `NAME`: " + strings.Join(parts, ", ")}, names...)
}

// HumanLadder reads --ladder: true for the ladder for people, false for the rating's.
func HumanLadder(name string) (bool, error) {
	var names []string
	for i, l := range grade.Ladders() {
		if l.Name == name {
			return i > 0, nil
		}
		names = append(names, l.Name)
	}
	return false, cli.UsageError(fmt.Errorf("there is no ladder %q: use %s", name, strings.Join(names, " or ")), "for example: --ladder human")
}

// humanValues are what the ladder for people says about a puzzle in JSON.
func humanValues(p *board.Grid, h *grade.HumanPath) []corpus.Value {
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
	return []corpus.Value{
		corpus.Text("ladder", "human"),
		corpus.Int("clues", p.Clues()),
		corpus.Int("score", h.Score),
		corpus.Bool("at_least", h.AtLeast),
		cli.TextOrNull("hardest", h.Hardest),
		cli.TextOrNull("level", humanLevel(h)),
		corpus.Bool("solved_by_logic", h.Solved),
		corpus.Counts("techniques", counts),
	}
}

// humanCells are the columns of the table and what the ladder for people says in
// them.
func humanCells(p *board.Grid, g *Graded) (header, cells string) {
	h := g.human
	return "puzzle\tclues\tscore\tlevel\tsteps\thardest\tlogic", fmt.Sprintf("%s\t%d\t%s\t%s\t%d\t%s\t%s", p, p.Clues(),
		humanScore(h), cli.OrNone(humanLevel(h)), len(g.Steps), cli.OrNone(h.Hardest), logicText(h.Solved))
}

// humanText says in one line how the ladder for people grades a puzzle.
func humanText(h *grade.HumanPath) string {
	outcome := "solved by logic"
	switch {
	case len(h.Steps) == 0 && h.Solved:
		outcome = cli.ErrSolved.Error()
	case h.AtLeast:
		outcome = "the search for steps ran out of budget"
	case !h.Solved:
		outcome = "no technique solves it"
	}
	return fmt.Sprintf("%s, score %s, hardest %s; %s", cli.OrNone(humanLevel(h)), humanScore(h), cli.OrNone(h.Hardest), outcome)
}

// humanLevel names the level, which is unknown if the budget ran out.
func humanLevel(h *grade.HumanPath) string {
	if h.AtLeast {
		return grade.Beyond
	}
	return h.Level.String()
}

// humanScore writes a score, marked if it is a lower bound.
func humanScore(h *grade.HumanPath) string {
	if h.AtLeast {
		return fmt.Sprintf("≥%d", h.Score)
	}
	return fmt.Sprint(h.Score)
}
