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

// humanRecord is one line of "grade --ladder human --json".
type humanRecord struct {
	Puzzle     string       `json:"puzzle"`
	Solution   string       `json:"solution"`
	Ladder     string       `json:"ladder" jsonschema:"human"`
	Clues      int          `json:"clues"`
	Score      int          `json:"score" jsonschema:"the sum of the scores of the steps"`
	AtLeast    bool         `json:"at_least" jsonschema:"whether the score is a lower bound, since the budget was spent"`
	Hardest    *string      `json:"hardest" jsonschema:"id of the hardest technique"`
	Level      *string      `json:"level" jsonschema:"the word for the hardest technique of this ladder"`
	Solved     bool         `json:"solved_by_logic"`
	Techniques cli.Counts   `json:"techniques" jsonschema:"how often each technique was used, by id"`
	Steps      []stepObject `json:"steps,omitzero" jsonschema:"with --steps: how the puzzle is solved"`
	cli.Input
}

// humanRecordOf is what the ladder for people says about a puzzle.
func humanRecordOf(src *cli.Source, g *Graded, steps bool) humanRecord {
	p, h := &src.Record.Puzzle, g.human
	uses := map[string]int{}
	for _, s := range h.Steps {
		uses[s.Technique]++
	}
	counts := cli.Counts{}
	for _, t := range grade.Ladders()[1].Techniques() {
		if uses[t.ID] > 0 {
			counts = append(counts, corpus.Count{ID: t.ID, Uses: uses[t.ID]})
		}
	}
	r := humanRecord{
		Puzzle: p.String(), Solution: g.Solution.String(), Ladder: "human", Clues: p.Clues(), Score: h.Score, AtLeast: h.AtLeast,
		Hardest: cli.NullIfEmpty(h.Hardest), Level: cli.NullIfEmpty(humanLevel(h)), Solved: h.Solved, Techniques: counts, Input: cli.InputOf(src),
	}
	if steps {
		r.Steps = stepObjects(p.Geometry(), g)
	}
	return r
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
