package solve

import (
	"fmt"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"gradoku/board"
	"gradoku/cmd/gradoku/cli"
	"gradoku/solve"
)

// traced is an event of a search in JSON.
type traced struct {
	Step  int64  `json:"step"`
	Event string `json:"event"`
	Cell  string `json:"cell,omitempty"`
	Digit string `json:"digit,omitempty"`
	Depth int    `json:"depth"`
	Text  string `json:"text"`
}

// tracer returns what prints events as lines, indented by the number of open
// trials, or collects them for JSON.
func tracer(c *urfave.Context, s cli.Streams, geo *board.Geometry, out *solved) func(solve.Event) {
	if !c.Bool("json") {
		return func(e solve.Event) {
			fmt.Fprintf(s.Out, "%8d  %s%s\n", e.Step, strings.Repeat("  ", e.Depth), e.Sentence(geo))
		}
	}
	return func(e solve.Event) {
		t := traced{Step: e.Step, Event: e.Kind.String(), Depth: e.Depth, Text: e.Sentence(geo)}
		if e.Kind != solve.Solved {
			t.Cell = geo.CellName(e.Cell)
		}
		if e.Digit != 0 {
			t.Digit = e.Digit.String()
		}
		out.Trace = append(out.Trace, t)
	}
}
