// Package importer brings puzzles made elsewhere into a database as corpora, and
// lists, shows and removes those. (A package cannot be called import.)
package importer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"path/filepath"
	"slices"
	"strings"
	"time"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/corpus"
	"gradoku/internal/text"
	"gradoku/run"
	"gradoku/solve"
	"gradoku/store"
	"gradoku/task"
)

// options are what the command line of "gradoku import" says.
type options struct {
	cli.Call
	name, licence, source string
	strict                bool
	rejects               string
	keepImproper          bool
	grade                 string
	budget                int64
	workers               int
	db                    string
	quiet, json           bool
}

// Command is "gradoku import".
func Command(s cli.Streams) *urfave.Command {
	var o options
	return &urfave.Command{
		Name:      "import",
		Usage:     "import puzzles made elsewhere: proved, graded, with their labels",
		ArgsUsage: "FILE|-...",
		UsageText: "gradoku import top1465.txt --licence unknown --source https://example.org/top1465\n" +
			"gradoku import ratings/*.tsv --name ratings --grade none\n" +
			"gradoku import --rejects faults.csv --keep-improper old-puzzles.csv.gz\n",
		Description: "Every format of gradoku list formats is read, plain, .gz or .zst, and so are gradoku's own databases,\n" +
			"in which puzzles have what is known of them as labels. A puzzle is saved when it has exactly one\n" +
			"solution and is not there yet, not even rotated, reordered or relabelled; columns and texts beside it become\n" +
			"its labels. Every other item is counted and recorded with its line and what is wrong with it. Importing a file\n" +
			"again adds nothing, and an import that was cut short goes on where it stopped. The exit code is 1 when\n" +
			"something is wrong with any item.",
		Flags: []urfave.Flag{
			&urfave.StringFlag{Name: "name", Destination: &o.name, Usage: "the corpus to put the files into (default: one for each file, of its name, with the extension where another file has taken it without)"},
			&urfave.StringFlag{Name: "licence", Destination: &o.licence, Usage: "under which terms the puzzles are"},
			&urfave.StringFlag{Name: "source", Destination: &o.source, Usage: "where they come from, for example an address"},
			&urfave.BoolFlag{Name: "strict", Destination: &o.strict, Usage: "end at the first item that something is wrong with"},
			&urfave.StringFlag{Name: "rejects", Destination: &o.rejects, Usage: "write all items that something is wrong with to `FILE`, as csv"},
			&urfave.BoolFlag{Name: "keep-improper", Destination: &o.keepImproper, Usage: "keep puzzles without exactly one solution for study, outside the table of puzzles"},
			&urfave.StringFlag{Name: "grade", Destination: &o.grade, Value: "full", Usage: "full, or none to leave it to gradoku regrade"},
			cli.FromFlag(&o.Call), cli.BudgetFlag(&o.budget), cli.WorkersFlag(&o.workers), cli.DBFlag(&o.db), cli.QuietFlag(&o.quiet), cli.JSONFlag(&o.json, "print the report as one JSON object per file"),
		},
		Action: cli.Action(s, &o.Call, o.run),
	}
}

func (o *options) run(ctx context.Context) (err error) {
	if err := o.check(); err != nil {
		return err
	}
	files, err := gather(ctx, &o.Call)
	defer files.remove(&err)
	if err != nil {
		return err
	}
	db, err := store.Open(ctx, o.db, store.ReadWrite)
	if err != nil {
		return err
	}
	defer task.Close(db, &err)
	j := job{options: o, db: db, say: cli.TalkTo(o.Err, o.quiet)}
	for _, f := range files {
		if err := j.file(ctx, f); err != nil {
			return err
		}
	}
	advice := "gradoku import --rejects FILE lists them all"
	if o.rejects != "" {
		if err := task.ToFile(ctx, o.rejects, func(w io.Writer) error { return j.writeRejects(ctx, w) }); err != nil {
			return err
		}
		advice = o.rejects + " lists them"
	}
	if j.wrong > 0 {
		return cli.DataError(fmt.Errorf("something is wrong with %s", text.Count(j.wrong, "item", "items")), advice)
	}
	return nil
}

func (o *options) check() error {
	if err := o.CheckApart("", task.Output{Flag: "--db", Path: o.db}); err != nil {
		return err
	}
	if err := o.CheckApart(o.db, task.Output{Flag: "--rejects", Path: o.rejects}); err != nil {
		return err
	}
	switch {
	case o.grade != "full" && o.grade != "none":
		return cli.UsageError(fmt.Errorf("--grade is %q; it must be full or none", o.grade), o.HelpAdvice())
	case len(o.Args) == 0:
		return cli.UsageError(errors.New("name the files to import, or - for stdin"), o.HelpAdvice())
	case o.name == "" && slices.Contains(o.Args, "-"):
		return cli.UsageError(errors.New("what comes from stdin has no name"), "give the corpus one with --name")
	}
	if o.Given("rejects") {
		if err := task.CheckOutput(o.rejects); err != nil {
			return err
		}
	}
	if err := o.CheckFrom(); err != nil {
		return err
	}
	if err := cli.CheckBudget(o.budget); err != nil {
		return err
	}
	return cli.CheckWorkers(&o.Call, o.workers)
}

// job is one call of import.
type job struct {
	*options
	db    *store.DB
	say   func(format string, args ...any)
	files []store.CorpusFile
	names []string // names of the files, for the rejects
	wrong int64    // number of items that something is wrong with
}

// maxShown is how many faults of a file are printed.
const maxShown = 10

// file imports one file and reports.
func (j *job) file(ctx context.Context, f gathered) error {
	name := j.name
	if name == "" {
		var err error
		if name, err = j.ownCorpus(ctx, f); err != nil {
			return err
		}
	}
	about, file, err := j.db.BeginImport(ctx,
		store.Corpus{Name: name, Source: j.source, Licence: j.licence},
		store.CorpusFile{Name: f.name, SHA256: f.sha256, Bytes: f.bytes})
	if err != nil {
		return err
	}
	before, start := file.Items, time.Now()
	switch {
	case file.Done:
		j.say("%s is in corpus %s already; nothing to add", f.name, about.Name)
	case before > 0:
		j.say("%s: going on at item %s", f.name, text.Grouped(before+1))
	}
	if !file.Done {
		if file, err = j.takeIn(ctx, f, file); err != nil {
			return err
		}
	}
	j.files, j.names = append(j.files, file), append(j.names, f.name)
	return j.report(ctx, about, file, f.name, before, time.Since(start))
}

// ownCorpus returns the name of the corpus of a file for which the user gave none:
// the file's, without its extension as long as no other file has taken that.
func (j *job) ownCorpus(ctx context.Context, f gathered) (string, error) {
	for n := 0; ; n++ {
		name := corpusName(f.name, n)
		k, err := j.db.CorpusByName(ctx, name)
		if errors.Is(err, store.ErrNotFound) {
			return name, nil
		}
		if err != nil {
			return "", err
		}
		files, err := j.db.CorpusFiles(ctx, k.ID)
		if err != nil {
			return "", err
		}
		// The same file may have moved, or have grown.
		if slices.ContainsFunc(files, func(c store.CorpusFile) bool {
			return c.SHA256 == f.sha256 || filepath.Clean(c.Name) == filepath.Clean(f.name)
		}) {
			return name, nil
		}
	}
}

// takeIn reads the rest of a file into the database, and prints the first faults.
func (j *job) takeIn(ctx context.Context, f gathered, file store.CorpusFile) (store.CorpusFile, error) {
	progress := j.progress(f, file.Items)
	var assumed cli.Assumed
	faults := faultLines{w: j.Err, name: f.name}
	now, _, err := run.Import(ctx, j.db, file, found(ctx, f, &assumed), run.ImportConfig{
		Workers: j.workers, Grade: j.grade == "full", Budget: j.budget, Strict: j.strict, KeepImproper: j.keepImproper,
		Fault: faults.add, Progress: func(o run.Outcomes) { progress(file.Items + o.Read()) },
	})
	faults.end()
	if !errors.Is(err, run.ErrStrict) { // whose message says all
		assumed.Tell(j.Err)
	}
	return now, j.ended(f, now, err)
}

// progress returns a function that prints a line now and then about how many items
// of a file are saved.
func (j *job) progress(f gathered, before int64) func(items int64) {
	start := time.Now()
	next := start.Add(cli.LineEvery)
	return func(items int64) {
		if time.Now().After(next) {
			next = time.Now().Add(cli.LineEvery)
			j.say("%s of %s, %.0f/s", text.Count(items, "item", "items"), f.name, float64(items-before)/time.Since(start).Seconds())
		}
	}
}

// ended says how much of a file is saved where something ended its import.
func (j *job) ended(f gathered, file store.CorpusFile, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, run.ErrStrict):
		return cli.DataError(fmt.Errorf("ended at the first fault; saved in %s before it: %s", j.db.Path(), text.Count(file.Items, "item", "items")),
			"without --strict the import goes on after it")
	case errors.Is(err, context.Canceled):
		return cli.Fail(cli.ExitInterrupted, fmt.Errorf("interrupted; %s saved in %s", text.Count(file.Items, "item of "+f.name+" is", "items of "+f.name+" are"), j.db.Path()),
			"the same command goes on where it stopped")
	}
	return fmt.Errorf("%w; saved of %s: %s", err, f.name, text.Count(file.Items, "item", "items"))
}

// faultLines prints the first faults of a file.
type faultLines struct {
	w    io.Writer
	name string
	n    int
}

func (l *faultLines) add(it store.Item) {
	if l.n++; l.n <= maxShown {
		fmt.Fprintf(l.w, "gradoku: %s:%d:%d: %s\n", cli.OnOneLine(l.name), it.Line, it.Column, it.Reason)
	}
}

func (l *faultLines) end() {
	if l.n > maxShown {
		fmt.Fprintf(l.w, "gradoku: %s: and %s more; --rejects FILE lists them all\n", cli.OnOneLine(l.name), text.Grouped(l.n-maxShown))
	}
}

// found yields the items of a file in the form that run.Import takes.
func found(ctx context.Context, f gathered, assumed *cli.Assumed) iter.Seq2[run.Found, error] {
	return func(yield func(run.Found, error) bool) {
		var prover solve.Prover
		for rec, err := range f.records(ctx) {
			item := run.Found{Puzzle: rec.Puzzle, Solution: rec.Solution, Line: rec.Line, Column: rec.Column}
			for _, field := range rec.Fields {
				if field.Value != "" && field.Name != "" {
					// A copy does not keep the whole line for a value of it.
					item.Labels = append(item.Labels, store.Label{Name: strings.Clone(field.Name), Value: strings.Clone(field.Value)})
				}
			}
			var bad *corpus.LineError
			switch {
			case errors.As(err, &bad):
				assumed.Add(bad)
				item = run.Found{Line: bad.Line, Column: bad.Column, Fault: bad.Reason}
			case err != nil:
				yield(run.Found{}, err)
				return
			case cli.IsSukaku(&prover, &rec): // kept without its candidates it would be another puzzle
				item = run.Found{Line: rec.Line, Column: rec.Column, Fault: "the candidates are part of the puzzle (a sukaku): its clues alone have several solutions"}
			}
			if !yield(item, nil) {
				return
			}
		}
	}
}
