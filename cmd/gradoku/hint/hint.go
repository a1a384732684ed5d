// Package hint is the command that shows a player the next step.
package hint

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"gradoku/board"
	"gradoku/cmd/gradoku/cli"
	"gradoku/corpus"
	"gradoku/draw"
	"gradoku/grade"
	"gradoku/hint"
)

type options struct {
	cli.Call
	ask   hint.Wanted
	depth string
	notes string
	known string
	all   bool
	svg   bool
	input bool
}

// Command is "gradoku hint".
func Command(s cli.Streams) *urfave.Command {
	var o options
	var ladders, depths, notes, techniques []string
	for _, n := range hint.AllNotes() {
		notes = append(notes, string(n))
	}
	for _, l := range grade.Ladders() {
		ladders = append(ladders, l.Name)
	}
	for _, d := range hint.Depths() {
		depths = append(depths, string(d))
	}
	for _, t := range append(grade.Techniques(), grade.Patterns()...) {
		techniques = append(techniques, t.ID)
	}
	return cli.Help("hint", &urfave.Command{
		ArgsUsage: "[PUZZLE|FILE|-]...",
		Flags: []urfave.Flag{
			cli.Choice(&urfave.StringFlag{Name: "depth", Destination: &o.depth, Value: string(hint.Full), Usage: "how much to show: nudge (technique and region), where (also the cells) or full"}, depths...),
			cli.Choice(&urfave.StringFlag{Name: "notes", Destination: &o.notes, Value: string(hint.Partial), Usage: "how to use the noted candidates: partial (they may be incomplete, so each step is justified by the grid), complete (a digit not noted is ruled out) or ignore"}, notes...),
			cli.Choice(&urfave.StringFlag{Name: "ladder", Destination: &o.ask.Ladder, Value: "human", Usage: "try techniques in the order of `NAME`: human (named patterns before chains) or se (the rating's)"}, ladders...),
			cli.Choice(&urfave.StringFlag{Name: "up-to", Destination: &o.ask.UpTo, Usage: "use only techniques up to this `LEVEL`: " + strings.Join(grade.LevelIDs(), ", ") + "; with --ladder se also a rating such as 4.4"}, grade.LevelIDs()...),
			cli.Choices(&urfave.StringFlag{Name: "known", Destination: &o.known, Usage: "use only these techniques, by the `IDS` of gradoku list techniques, with commas between"}, techniques...),
			cli.Choice(&urfave.StringFlag{Name: "lang", Destination: &o.ask.Lang, Value: hint.Languages()[0], Usage: "the language of names and sentences: " + strings.Join(hint.Languages(), ", ")}, hint.Languages()...),
			&urfave.BoolFlag{Name: "all", Destination: &o.all, Usage: "apply hints until the end, and print each of them"},
			&urfave.BoolFlag{Name: "svg", Destination: &o.svg, Usage: "print a picture of the hint; with --json add it to each object"},
			&urfave.BoolFlag{Name: "familiar", Destination: &o.ask.Familiar, Usage: "with --lang de, fr, es, it or pt: address the player as du, tu or tú"},
			&urfave.BoolFlag{Name: "reveal", Destination: &o.ask.Reveal, Usage: "if the candidates of a cell lack the digit of the solution, name that digit"},
			&urfave.BoolFlag{Name: "with-position", Destination: &o.input, Usage: "with --json add the position before the hint to each object"},
			o.FromFlag(), o.WorkersFlag(),
			o.JSONFlag("print one JSON object per hint", cli.LineOf("a hint", record{}), cli.RejectedLine()),
		},
		Action: cli.Action(s, &o.Call, o.run),
	})
}

type record struct {
	Puzzle     string `json:"puzzle,omitempty" jsonschema:"with --with-position: the givens"`
	State      string `json:"state,omitempty" jsonschema:"with --with-position: the puzzle with the digits entered before the hint"`
	Candidates string `json:"candidates,omitempty" jsonschema:"with --with-position: the candidates noted before the hint"`
	Corners    string `json:"corners,omitempty" jsonschema:"with --with-position: the corner marks"`
	Number     int    `json:"number,omitempty" jsonschema:"with --all: number of the hint, from 1"`
	hint.Hint
	cli.Input
}

// given is a hint with the position before it.
type given struct {
	position hint.Position
	hint     hint.Hint
}

func (o *options) run(ctx context.Context) error {
	if err := o.check(); err != nil {
		return err
	}
	newWork := func() func(*cli.Source) ([]given, error) {
		hinter := hint.Hinter{Stop: func() bool { return ctx.Err() != nil }}
		return func(src *cli.Source) ([]given, error) {
			p, err := position(&src.Record)
			if err != nil {
				return nil, cli.Placed(src, err)
			}
			return o.play(&hinter, p)
		}
	}
	shown := 0
	err := cli.InParallel(ctx, &o.Call, 1, newWork, func(w *cli.Worked[[]given]) error {
		if w.Err != nil {
			o.Reject(w.Err)
			return nil
		}
		if shown++; o.svg && !o.JSON && shown > 1 {
			return cli.UsageError(errors.New("--svg prints one picture, but there are several puzzles"), "add --json, or call it once for each")
		}
		return o.print(&w.Src, w.Result)
	})
	if err != nil {
		return err
	}
	return o.Rejections("a position is a puzzle, optionally with a state of the same size that keeps every given")
}

// check refuses options that exclude each other, and unknown names.
func (o *options) check() error {
	o.ask.Depth, o.ask.Notes = hint.Depth(o.depth), hint.Notes(o.notes)
	if o.known != "" {
		o.ask.Known = strings.Split(o.known, ",")
	}
	if o.all && o.svg && !o.JSON {
		return cli.UsageError(errors.New("--svg prints one picture, but --all gives many hints"), "add --json")
	}
	lang, err := hint.LanguageByName(o.ask.Lang)
	if err != nil {
		return cli.UsageError(err, o.HelpAdvice())
	}
	for _, ignored := range []struct {
		given         bool
		option, needs string
	}{
		{o.input && !o.JSON, "--with-position", "--json"},
		{o.ask.Reveal && o.ask.Notes != hint.Complete, "--reveal", "--notes complete"},
		{o.ask.Familiar && lang.ForFamiliar == nil, "--familiar", "--lang de, fr, es, it or pt"},
	} {
		if ignored.given {
			return cli.UsageError(fmt.Errorf("%s has no meaning without %s", ignored.option, ignored.needs), "add "+ignored.needs+", or leave it out")
		}
	}
	// Asking for a hint in any position validates the options.
	solved, err := hint.ParsePosition("1234341221434321", "", "")
	if err == nil {
		_, err = hint.Next(solved, o.ask)
	}
	if err != nil {
		return cli.UsageError(err, o.HelpAdvice())
	}
	return nil
}

// position reads the saved game in a record.
func position(rec *corpus.Record) (hint.Position, error) {
	state, _ := rec.Field(corpus.State)
	candidates, _ := rec.Field(corpus.Candidates)
	corners, _ := rec.Field(corpus.Corners)
	q := hint.Query{Puzzle: rec.Puzzle.String(), State: state, Candidates: candidates, Corners: corners}
	return q.Position()
}

// play returns the hint for a position, and with --all the following hints too.
func (o *options) play(hinter *hint.Hinter, p hint.Position) ([]given, error) {
	var list []given
	ask := o.ask
	if ask.Notes == hint.Ignore && o.all {
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
		if o.svg {
			var picture strings.Builder
			if err := draw.Hint(&p, &told).SVG(&picture, 0); err != nil {
				return nil, err
			}
			told.SVG = picture.String()
		}
		list = append(list, given{p, told})
		if !o.all || told.Status != hint.OK {
			return list, nil
		}
		p.Apply(&told)
	}
}

func (o *options) print(src *cli.Source, list []given) error {
	for i := range list {
		p, told, number := &list[i].position, &list[i].hint, 0
		if o.all {
			number = i + 1
		}
		var err error
		switch {
		case o.JSON:
			r := record{Number: number, Hint: *told, Input: cli.InputOf(src)}
			r.Fields = slices.DeleteFunc(r.Fields, func(v corpus.Value) bool {
				return v.Name == corpus.State || v.Name == corpus.Candidates || v.Name == corpus.Corners
			})
			if o.input {
				r.Puzzle = src.Record.Puzzle.String()
				r.State, r.Candidates = p.Texts()
				if p.Corners != nil {
					r.Corners = board.MarksText(p.Corners, p.Givens.Geometry())
				}
			}
			err = cli.PrintJSON(o.Out, r)
		case o.svg:
			_, err = fmt.Fprint(o.Out, told.SVG)
		case o.all:
			_, err = fmt.Fprintf(o.Out, "%3d  %s\n", number, told.Text)
		default:
			_, err = fmt.Fprintln(o.Out, told.Text)
		}
		if told.Status == hint.BeyondReach && (o.known != "" || o.ask.UpTo != "") && !o.JSON {
			o.Say("  allow more techniques: name more of them with --known, or raise --up-to")
		}
		if err != nil {
			return err
		}
	}
	return nil
}
