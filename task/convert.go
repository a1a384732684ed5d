package task

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"gradoku/api"
	"gradoku/corpus"
	"gradoku/internal/text"
)

// ConvertRequest asks for puzzles in another format.
type ConvertRequest struct {
	Text string `json:"text" jsonschema:"one puzzle or many, in any format of gradoku list formats"`
	From string `json:"from,omitempty" jsonschema:"their format; detected from the text when left out"`
	To   string `json:"to" jsonschema:"the format wanted, of gradoku list formats"`
}

// Converted holds the puzzles in the requested format.
type Converted struct {
	Text    string   `json:"text"`
	Puzzles int      `json:"puzzles" jsonschema:"how many there are"`
	Faults  []string `json:"faults" jsonschema:"lines that hold no puzzle, and why"`
}

// faultsTold limits how many errors of a text are reported.
const faultsTold = 100

// maxGrowth is how many times its size a text may have in another format. Lists of candidates
// have nine times the size of lines.
const maxGrowth = 16

// converted is the text that is written.
type converted struct {
	bytes.Buffer
	left int // bytes that it may still grow
}

// Write counts a character that JSON in HTML escapes as six bytes.
func (c *converted) Write(p []byte) (int, error) {
	if c.left -= len(p) + 5*(bytes.Count(p, []byte("<"))+bytes.Count(p, []byte(">"))+bytes.Count(p, []byte("&"))); c.left < 0 {
		return 0, fmt.Errorf("the result would be more than %d times as long as the text: send it in parts, or without its longest values", maxGrowth)
	}
	return c.Buffer.Write(p)
}

// Run writes the puzzles. It skips lines without a puzzle and reports them. The error is an
// [*api.Error], or that of ctx.
func (q *ConvertRequest) Run(ctx context.Context) (*Converted, error) {
	to, err := corpus.ByName(q.To)
	if err != nil {
		return nil, &api.Error{Code: api.CodeRequest, Text: "to: " + err.Error()}
	}
	how := Reading{From: q.From}
	if err := how.CheckFrom(); err != nil {
		return nil, &api.Error{Code: api.CodeRequest, Text: "from: " + err.Error()}
	}
	records := how.ReadRecords("text", strings.NewReader(q.Text))
	out := &Converted{Faults: []string{}}
	b := converted{left: maxGrowth * (len(q.Text) + 1<<12)}
	err = to.Write(&b, func(yield func(corpus.Row, error) bool) {
		for rec, err := range records {
			if ctx.Err() != nil {
				yield(corpus.Row{}, context.Cause(ctx))
				return
			}
			var row corpus.Row
			if err == nil {
				row = rec.Row()
				err = to.Holds(row.Puzzle)
			}
			if err != nil {
				if len(out.Faults) < faultsTold {
					out.Faults = append(out.Faults, text.Visible(err.Error()))
				}
				continue
			}
			out.Puzzles++
			if !yield(row, nil) {
				return
			}
		}
	})
	if err != nil && ctx.Err() == nil {
		err = &api.Error{Code: api.CodeUnreadable, Text: err.Error()}
	}
	if out.Text = b.String(); err == nil && out.Puzzles == 0 {
		text := "the text holds no puzzle"
		if len(out.Faults) > 0 {
			text = out.Faults[0]
		}
		err = &api.Error{Code: api.CodeMalformed, Text: text}
	}
	return out, err
}
