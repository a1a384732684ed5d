package grade

import (
	"bytes"
	"fmt"
	"io"

	"gradoku/board"
	"gradoku/cmd/gradoku/cli"
	"gradoku/grade"
)

// printSteps prints a path as numbered sentences, on request with the chains of
// each step in the notation of the founding paper.
func printSteps(w io.Writer, geo *board.Geometry, g *grade.Grade, path []grade.Step, chains bool) {
	for i, step := range path {
		fmt.Fprintf(w, "%3d  %s  %s\n", i+1, cli.RatingText(step.Rating), step.Sentence(geo))
		if chains {
			printChains(w, geo, step.Chains)
		}
	}
	if g.Level == grade.Beyond {
		fmt.Fprintln(w, "     here the budget of the search ended")
	}
}

// printChains writes each chain with letters for cells, their legend, and which of
// the paper's three kinds it is.
func printChains(w io.Writer, geo *board.Geometry, chains []grade.Chain) {
	for _, c := range chains {
		im := c.Implication()
		text, legend := im.Labelled(geo)
		fmt.Fprintf(w, "          %s  (%v; %s)\n", text, im.Kind(), legend)
	}
}

// shownStep is a step in JSON.
type shownStep struct {
	Technique  string   `json:"technique"`
	Rating     float64  `json:"rating,omitempty"` // none of a named pattern
	Score      int      `json:"score,omitempty"`  // of the ladder for people
	Text       string   `json:"text"`
	Placement  string   `json:"placement,omitempty"`
	Eliminated []string `json:"eliminated,omitempty"`
	Chains     []string `json:"chains,omitempty"`
}

// appendSteps ends an open JSON object with the steps of a path, and its line. scored
// says that the path is that of the ladder for people.
func appendSteps(object []byte, geo *board.Geometry, path []grade.Step, scored bool) []byte {
	steps := make([]shownStep, len(path))
	for i, st := range path {
		steps[i] = shownStep{Technique: st.Technique, Rating: float64(st.Rating) / 10, Text: st.Sentence(geo)}
		if scored {
			steps[i].Score = st.Score
		}
		if st.Place.Digit != 0 {
			steps[i].Placement = candidateText(geo, st.Place)
		}
		for _, c := range st.Chains {
			steps[i].Chains = append(steps[i].Chains, c.Implication().Notation(geo))
		}
		for _, e := range st.Eliminate {
			steps[i].Eliminated = append(steps[i].Eliminated, candidateText(geo, e))
		}
	}
	var text bytes.Buffer
	if err := cli.PrintJSON(&text, steps); err != nil {
		panic(err) // texts and numbers always encode
	}
	return fmt.Appendf(object, ",\"steps\":%s}\n", bytes.TrimSpace(text.Bytes()))
}

// candidateText writes a candidate the way the field does: r4c7=5.
func candidateText(geo *board.Geometry, c grade.Candidate) string {
	return geo.CellName(c.Cell) + "=" + c.Digit.String()
}
