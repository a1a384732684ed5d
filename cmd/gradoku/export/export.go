// Package export writes saved puzzles to files, and disguised copies of any.
package export

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"time"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/corpus"
	"gradoku/grade"
	"gradoku/internal/text"
	"gradoku/store"
	"gradoku/task"
)

// options are what the command line of "gradoku export" says.
type options struct {
	cli.Call
	output, format string
	puzzles        store.Selection
	filter         store.Filter // of the flags that choose puzzles; run adds puzzles
	excludeUsedIn  string
	sample         int
	seed           int64
	split, labels  string
	noRecord       bool
	skipDamaged    bool
	morph          int
	practice       string
	minutes        bool
	daily, salt    string
	days           store.Daily // what the two say
	db             string
	quiet          bool
}

// Command is "gradoku export".
func Command(s cli.Streams) *urfave.Command {
	formats := append(cli.FormatNames(), ParquetFormat, appFormat)
	var orders []string
	for _, o := range store.Orders() {
		orders = append(orders, o.Name)
	}
	var o options
	return &urfave.Command{
		Name:  "export",
		Usage: "write saved puzzles to a file or to stdout",
		UsageText: "gradoku export --format csv -o puzzles.csv\n" +
			"gradoku export --rating 3.0-4.4 --symmetry rotate180 --limit 50\n" +
			"gradoku export --logic -o app.sqlite\n" +
			"gradoku export --practice xy-wing --limit 20 -o positions.jsonl\n" +
			"gradoku export --letter EF --scheme fitted --order rating --format jsonl\n" +
			"gradoku export --where 'rating >= 4.0 and label.players > 10' --sample 500 --seed 7 --split level -o book.csv",
		Flags: slices.Concat([]urfave.Flag{
			&urfave.StringFlag{Name: "o", Aliases: []string{"output"}, Destination: &o.output, Value: "-", Usage: "write to `FILE`, - for stdout"},
			cli.Choice(&urfave.StringFlag{Name: "format", Destination: &o.format, Usage: "one of " + strings.Join(formats, ", ") + " (default: by the file's extension, else line)"}, formats...),
		}, cli.BoundFlags(&o.puzzles), []urfave.Flag{
			&urfave.StringFlag{Name: "exclude-used-in", Destination: &o.excludeUsedIn, Usage: "leave out puzzles of these `EXPORTS`, by number (gradoku list exports), or all"},
			&urfave.IntFlag{Name: "sample", Destination: &o.sample, Usage: "draw `N` of the puzzles at random"},
			&urfave.Int64Flag{Name: "seed", Destination: &o.seed, Usage: "of --sample and of the disguise that --morph gives, from 0: the same for the same seed"},
			&urfave.StringFlag{Name: "split", Destination: &o.split, Usage: "level: a file for each level, such as puzzles-hard.csv for -o puzzles.csv"},
			&urfave.StringFlag{Name: "labels", Destination: &o.labels, Usage: "also write these labels of imported puzzles, for example se,mean_seconds, or all"},
			&urfave.BoolFlag{Name: "no-record", Destination: &o.noRecord, Usage: "do not record what was written (an export to stdout never is)"},
			&urfave.BoolFlag{Name: "skip-damaged", Destination: &o.skipDamaged, Usage: "leave out puzzles whose row in the database cannot be right, and name them, instead of ending there"},
			&urfave.StringFlag{Name: "order", Destination: &o.filter.Order, Value: "id", Usage: "sort by " + strings.Join(orders, ", ") + " or any of gradoku list columns; several with commas, - before one turns it round: rating,-clues"},
			&urfave.BoolFlag{Name: "desc", Destination: &o.filter.Desc, Usage: "reverse the order"},
			&urfave.IntFlag{Name: "limit", Destination: &o.filter.Limit, Usage: "at most `N` puzzles"},
			&urfave.IntFlag{Name: "morph", Destination: &o.morph, Usage: "write `K` disguised copies of each puzzle instead of it, marked by " + morphOf + " with its id; the database keeps the original alone"},
			cli.PracticeFlag(&o.practice, "write, of each puzzle whose way to the solution comes to it, the position in which this `TECHNIQUE` is the next step: digits entered and candidates left, in a format that holds them"),
			&urfave.BoolFlag{Name: "minutes", Destination: &o.minutes, Usage: "of an app database: also the minutes that people take, for 9x9"},
			&urfave.StringFlag{Name: "daily", Destination: &o.daily, Usage: "of an app database: also a puzzle for each day `FROM..TO`, size and level; days that the file has already stay as they are"},
			&urfave.StringFlag{Name: "salt", Destination: &o.salt, Usage: "any `TEXT`: another one gives other puzzles to the days of --daily"},
			&urfave.IntFlag{Name: "offset", Destination: &o.filter.Offset, Usage: "leave out the first `N`"},
			cli.DBFlag(&o.db), cli.QuietFlag(&o.quiet),
		}),
		Before: cli.NoArgs,
		Action: cli.Action(s, &o.Call, o.run),
	}
}

func (o *options) run(ctx context.Context) (err error) {
	if err := o.CheckApart(o.db, task.Output{Flag: "-o", Path: o.output}); err != nil {
		return err
	}
	if err := o.readFilter(); err != nil {
		return err
	}
	if o.Given("morph") {
		if err := checkMorph(&o.Call, "--morph", o.morph, o.seed); err != nil {
			return err
		}
	}
	e := export{options: o, app: o.wantsApp(), say: cli.TalkTo(o.Err, o.quiet)}
	if e.app {
		if err = o.checkApp(); err == nil {
			o.days, err = o.readDays()
		}
	} else if err = o.onlyApp(); err == nil {
		e.to, err = FormatFor(o.format, o.output)
	}
	if err != nil {
		return err
	}
	if o.practice != "" {
		if err := o.ApartFromPractice("offset", "morph"); err != nil {
			return err
		}
		if e.app {
			return cli.UsageError(errors.New("the file of an app holds no positions, which --practice writes"), "use --format jsonl")
		}
		if err := task.CheckPractice(o.practice, e.to); err != nil {
			return err
		}
	}
	if err := o.checkSet(); err != nil {
		return err
	}
	recorded := o.output != "-" && !o.noRecord
	mode := store.ReadOnly
	if recorded {
		mode = store.ReadWrite
	}
	if recorded && !task.Exists(ctx, o.db) {
		mode = store.ReadOnly // do not make an empty database to export from
	}
	var killed time.Time
	if recorded {
		mark := task.NewMark(o.output)
		defer mark.Lift(&err)
		killed = mark.Killed()
	}
	if e.db, err = store.Open(ctx, o.db, mode); err != nil {
		return err
	}
	defer task.Close(e.db, &err)
	if err := e.findLabels(ctx); err != nil {
		return err
	}
	if err := e.excludeUsed(ctx); err != nil {
		return err
	}
	if !killed.IsZero() {
		if done, err := e.isDone(ctx, killed); done || err != nil {
			return err
		}
	}
	written, err := e.writeSet(ctx)
	for errors.Is(err, store.ErrTaken) { // another command was faster: choose again
		written, err = e.writeSet(ctx)
	}
	if err == nil && written == 0 {
		e.say("no puzzle in %s matches; gradoku db info shows what there is", e.db.Path())
	}
	return cli.FilterError(&o.Call, err)
}

// readFilter completes the filter that flags have filled, and checks it.
func (o *options) readFilter() error {
	for _, f := range []struct {
		name  string
		value int
	}{{"limit", o.filter.Limit}, {"offset", o.filter.Offset}} {
		if o.Given(f.name) && f.value < 1 {
			return cli.UsageError(fmt.Errorf("--%s is %d; it must be at least 1", f.name, f.value), "leave it out for all puzzles")
		}
	}
	return o.Fill(&o.puzzles, &o.filter)
}

// export is an export in progress.
type export struct {
	*options
	db         *store.DB
	say        func(format string, args ...any)
	to         corpus.Format
	app        bool     // write the database that an app ships, instead of a format
	labelNames []string // of labels to write
	graders    grade.Graders
}

// file is a file that is written and has not got its name yet.
type file struct {
	*task.Draft
	store.Export
	copies string // "" or how many of each puzzle
}

// write writes the puzzles of a filter to stdout, or to the draft of a file. The
// draft is to be removed, even after an error.
func (e *export) write(ctx context.Context, filter store.Filter, path string) (f file, err error) {
	f.Export = store.Export{Kind: e.to.Name, Path: path}
	newDraft := task.NewDraft
	if e.app {
		newDraft = task.NewDatabaseDraft // checkApp has looked at it
	}
	if path != "-" {
		if f.Draft, err = newDraft(path); err != nil {
			return f, err
		}
	}
	sum := sha256.New()
	if e.app {
		f.Kind = appFormat
		days := e.days
		days.Before = path // which this file replaces
		filter.Keys = true
		f.IDs, err = writeApp(ctx, f.Draft, e.withMinutes(ctx, e.read(ctx, filter)), days, sum)
	} else {
		rows := iter.Seq2[corpus.Row, error](func(yield func(corpus.Row, error) bool) {
			limit := 0
			if e.practice != "" { // of positions, not of puzzles that may have none
				limit, filter.Limit = filter.Limit, 0
			}
			for p, err := range e.read(ctx, filter) {
				row := task.StoredRow(&p)
				if err == nil && e.practice != "" {
					var ok bool
					if ok, err = task.Position(&row, e.practice, &e.graders, func() bool { return ctx.Err() != nil }); err == nil && !ok {
						if ctx.Err() != nil {
							yield(row, context.Cause(ctx))
							return
						}
						continue
					}
				}
				if err == nil {
					f.IDs = append(f.IDs, p.ID)
					err = e.addLabels(ctx, p.ID, &row)
				}
				if !yield(row, err) {
					return
				}
				e.Counted()
				if len(f.IDs) == limit { // never without one
					return
				}
			}
		})
		if e.Given("morph") {
			rows = disguised(rows, newMorphs(e.morph, e.seed))
			f.copies = fmt.Sprintf(", %d disguised copies of each", e.morph)
		}
		pack := task.Packed(path, func(w io.Writer) error { return e.to.Write(w, rows) })
		if path == "-" {
			err = pack(e.Out)
		} else {
			err = f.Write(ctx, func(w io.Writer) error { return pack(io.MultiWriter(w, sum)) })
		}
	}
	f.SHA256 = fmt.Sprintf("%x", sum.Sum(nil))
	return f, err
}

// read reads the puzzles of a filter, without damaged ones if the user says so.
func (e *export) read(ctx context.Context, filter store.Filter) iter.Seq2[store.Puzzle, error] {
	return func(yield func(store.Puzzle, error) bool) {
		left := 0
		defer func() {
			if left > 0 {
				fmt.Fprintf(e.Err, "%s left out\n", text.Count(left, "damaged puzzle was", "damaged puzzles were"))
			}
		}()
		for p, err := range e.db.Puzzles(ctx, filter) {
			var damaged *store.RowError
			if e.skipDamaged && errors.As(err, &damaged) {
				fmt.Fprintf(e.Err, "left out, since its row is damaged: %s\n", cli.OnOneLine(damaged.Error()))
				left++
				continue
			}
			if !yield(p, err) {
				return
			}
		}
	}
}

// finish gives the files their names, records them and says so.
func (e *export) finish(ctx context.Context, files []file) error {
	name := func() error {
		for _, f := range files {
			if f.Draft != nil {
				if err := f.Name(); err != nil {
					return err
				}
			}
		}
		return nil
	}
	var err error
	if e.output == "-" || e.noRecord {
		err = name()
	} else {
		var records []store.Export
		for _, f := range files {
			records = append(records, f.Export)
		}
		_, err = e.db.RecordExports(ctx, records, e.filter.NeverExported, name)
	}
	if err != nil {
		return err
	}
	for _, f := range files {
		e.sayWritten(len(f.IDs), f.Path, f.Kind, f.copies)
	}
	return nil
}

func (e *export) sayWritten(puzzles int, path, kind, more string) {
	where := ""
	if path != "-" {
		where = " to " + path
	}
	e.say("%s written%s as %s%s", text.Count(puzzles, "puzzle", "puzzles"), where, kind, more)
}
