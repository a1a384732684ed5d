package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gradoku/board"
	"gradoku/corpus"
	"gradoku/draw"
	"gradoku/grade"
	"gradoku/hint"
	"gradoku/task"
)

type hintOptions struct {
	Call  `fields:"from,workers,json"`
	Depth hint.Depth `query:"depth" choices:"nudge,where,full" doc:"how much to show: nudge (technique and region), where (also the cells) or full"`
	All   bool       `query:"all" doc:"apply hints until the end, and print each of them"`
	SVG   bool       `query:"svg" doc:"print a picture of the hint; with --json add it to each object"`
	Lang  language   `query:"lang" doc:"the language of names and sentences"`

	Notes  hint.Notes      `query:"notes" group:"What it may use" choices:"partial,complete,ignore" doc:"how to use the noted candidates: partial (they may be incomplete, so each step is justified by the grid), complete (a digit not noted is ruled out) or ignore"`
	Ladder string          `query:"technique-order" group:"What it may use" choices:"se,human" value:"NAME" doc:"try techniques in the order of NAME: se (the rating's) or human (named patterns before chains, as people are shown)"`
	UpTo   string          `query:"up-to" group:"What it may use" value:"LEVEL" doc:"use only techniques up to this LEVEL of gradoku list levels, or a rating such as 4.4"`
	Known  knownTechniques `query:"known" list:"," group:"What it may use" value:"IDS" doc:"use only these techniques, by the IDS of gradoku list techniques, with commas between"`
}

// language is the key of a language.
type language string

// Choices lists the keys.
func (language) Choices() []string { return hint.Languages() }

// knownTechniques are the ids of techniques and patterns, with commas between.
type knownTechniques string

// Choices lists the ids.
func (knownTechniques) Choices() []string { return task.Position{}.Choices() }

func hintCommand(s Streams) *cli.Command {
	o := hintOptions{Depth: hint.Full, Notes: hint.Partial, Ladder: grade.HumanLadder, Lang: language(hint.Languages()[0])}
	o.Candidates = true
	return newCommand(s, "hint", "[PUZZLE|FILE|-]...", &o, o.run, lineKind{"a hint", hintRecord{}}, rejectedLine())
}

// wanted is what the options ask for.
func (o *hintOptions) wanted() hint.Wanted {
	ask := hint.Wanted{Depth: o.Depth, Notes: o.Notes, Ladder: o.Ladder, UpTo: o.UpTo, Lang: string(o.Lang)}
	if o.Known != "" {
		ask.Known = strings.Split(string(o.Known), ",")
	}
	return ask
}

type hintRecord struct {
	Puzzle     string `json:"puzzle" jsonschema:"the clues"`
	State      string `json:"state" jsonschema:"the puzzle with the digits entered before the hint"`
	Candidates string `json:"candidates,omitempty" jsonschema:"the candidates noted before the hint"`
	Corners    string `json:"corners,omitempty" jsonschema:"the corner marks"`
	Number     int    `json:"number,omitempty" jsonschema:"with --all: number of the hint, from 1"`
	hint.Hint
	Input
}

// givenHint is a hint with the position before it.
type givenHint struct {
	position hint.Position
	hint     hint.Hint
}

func (o *hintOptions) run(ctx context.Context) error {
	if err := o.check(); err != nil {
		return err
	}
	newWork := func() func(*task.Source) ([]givenHint, error) {
		hinter := hint.Hinter{Stop: func() bool { return ctx.Err() != nil }}
		return func(src *task.Source) ([]givenHint, error) {
			p, err := task.PositionOf(&src.Record)
			if err != nil {
				return nil, task.Placed(src, err)
			}
			return o.play(&hinter, p)
		}
	}
	shown := 0
	err := inParallel(ctx, &o.Call, 1, newWork, func(w *worked[[]givenHint]) error {
		if w.Err != nil {
			o.reject(w.Err)
			return nil
		}
		if shown++; o.SVG && !o.JSON && shown > 1 {
			return task.UsageError(errors.New("--svg prints one picture, but there are several puzzles"), "add --json, or call it once for each")
		}
		return o.print(&w.Src, w.Result)
	})
	if err != nil {
		return err
	}
	return o.rejections("a position is a puzzle, optionally with a state of the same size that keeps every clue")
}

// check refuses options that exclude each other, and unknown names.
func (o *hintOptions) check() error {
	if o.All && o.SVG && !o.JSON {
		return task.UsageError(errors.New("--svg prints one picture, but --all gives many hints"), "add --json")
	}
	// Asking for a hint in any position validates the options.
	solved, err := hint.ParsePosition("1234341221434321", "", "")
	if err == nil {
		_, err = hint.Next(solved, o.wanted())
	}
	if err != nil {
		return task.UsageError(err, o.helpAdvice())
	}
	return nil
}

// play returns the hint for a position, and with --all the following hints too.
func (o *hintOptions) play(hinter *hint.Hinter, p hint.Position) ([]givenHint, error) {
	var list []givenHint
	ask := o.wanted()
	if ask.Notes == hint.Ignore && o.All {
		p.Marks = nil
	}
	if p.Marks == nil { // without notes, the marks that hints add on the way are complete
		ask.Notes = hint.Complete
	}
	for {
		told, err := hinter.Next(p, ask)
		if err != nil {
			return nil, err
		}
		if o.SVG {
			var picture strings.Builder
			if err := draw.Hint(&p, &told).SVG(&picture, 0); err != nil {
				return nil, err
			}
			told.SVG = picture.String()
		}
		list = append(list, givenHint{p, told})
		if !o.All || told.Status != hint.OK {
			return list, nil
		}
		p.Apply(&told)
	}
}

func (o *hintOptions) print(src *task.Source, list []givenHint) error {
	for i := range list {
		p, told, number := &list[i].position, &list[i].hint, 0
		if o.All {
			number = i + 1
		}
		var err error
		switch {
		case o.JSON:
			r := hintRecord{Number: number, Hint: *told, Input: inputOf(src)}
			r.Fields = slices.DeleteFunc(r.Fields, func(v corpus.Value) bool {
				return v.Name == corpus.State || v.Name == corpus.Candidates || v.Name == corpus.Corners
			})
			r.Puzzle = src.Record.Puzzle.String()
			r.State, r.Candidates = p.Texts()
			if p.Corners != nil {
				r.Corners = board.MarksText(p.Corners, p.Givens.Geometry())
			}
			err = printJSON(o.Out, r)
		case o.SVG:
			_, err = fmt.Fprint(o.Out, told.SVG)
		case o.All:
			_, err = fmt.Fprintf(o.Out, "%3d  %s\n", number, told.Text)
		default:
			_, err = fmt.Fprintln(o.Out, told.Text)
		}
		if told.Status == hint.BeyondReach && (o.Known != "" || o.UpTo != "") && !o.JSON {
			o.say("  allow more techniques: name more of them with --known, or raise --up-to")
		}
		if err != nil {
			return err
		}
	}
	return nil
}
