package importer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"time"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/corpus"
	"gradoku/pipeline"
	"gradoku/store"
)

func Command(s cli.Streams) *urfave.Command {
	return &urfave.Command{
		Name:      "import",
		Usage:     "take puzzles of other makers into the database: proved, graded, with their labels",
		ArgsUsage: "FILE|-...",
		UsageText: "gradoku import top1465.txt --licence unknown --source https://example.org/top1465\n" +
			"gradoku import ratings/*.tsv --name ratings --grade none\n" +
			"gradoku import --rejects faults.csv --keep-improper old-puzzles.csv.gz",
		Description: "Every format of gradoku list formats is read, plain, .gz or .zst. A puzzle is saved when it has exactly one\n" +
			"solution and is not there yet, not even rotated, reordered or relabelled; columns and texts beside it become\n" +
			"its labels. Every other item is counted and recorded with its line and what is wrong with it. Importing a file\n" +
			"again adds nothing, and an import that was cut short goes on where it stopped. The exit code is 1 when\n" +
			"something is wrong with any item.",
		Flags: []urfave.Flag{
			&urfave.StringFlag{Name: "name", Usage: "the corpus to put the files into (default: one for each file, of its name)"},
			&urfave.StringFlag{Name: "licence", Usage: "under which terms the puzzles are"},
			&urfave.StringFlag{Name: "source", Usage: "where they come from, for example an address"},
			&urfave.BoolFlag{Name: "strict", Usage: "end at the first item that something is wrong with"},
			&urfave.StringFlag{Name: "rejects", Usage: "write all items that something is wrong with to `FILE`, as csv"},
			&urfave.BoolFlag{Name: "keep-improper", Usage: "keep puzzles without exactly one solution for study, outside the table of puzzles"},
			&urfave.StringFlag{Name: "grade", Value: "full", Usage: "full, or none to leave it to gradoku regrade"},
			cli.BudgetFlag(nil), cli.WorkersFlag(nil), cli.DBFlag(nil), cli.QuietFlag(nil), cli.JSONFlag(nil, "print the report as one JSON object per file"),
		},
		Action: func(c *urfave.Context) error { return importAction(c, s) },
	}
}

func importAction(c *urfave.Context, s cli.Streams) error {
	if err := checkImport(c); err != nil {
		return err
	}
	files, err := gather(c.Context, s.In, c.Args().Slice())
	defer files.remove()
	if err != nil {
		return err
	}
	db, err := store.Open(c.Context, cli.DBPath(c), store.ReadWrite)
	if err != nil {
		return err
	}
	defer db.Close()
	job := importJob{c: c, s: s, db: db, say: cli.TalkTo(s.Err, c.Bool("quiet"))}
	for _, f := range files {
		if err := job.file(f); err != nil {
			return err
		}
	}
	return job.finish()
}

func checkImport(c *urfave.Context) error {
	if g := c.String("grade"); g != "full" && g != "none" {
		return cli.UsageError(fmt.Errorf("--grade is %q; it must be full or none", g), cli.HelpAdvice(c))
	}
	if c.NArg() == 0 {
		return cli.UsageError(errors.New("name the files to import, or - for stdin"), cli.HelpAdvice(c))
	}
	for _, arg := range c.Args().Slice() {
		if arg == "-" && c.String("name") == "" {
			return cli.UsageError(errors.New("what comes from stdin has no name"), "give the corpus one with --name")
		}
	}
	if c.IsSet("rejects") {
		if err := cli.CheckOutput(c.String("rejects")); err != nil {
			return err
		}
	}
	return cli.CheckWorkOf(c)
}

// importJob is one call of import.
type importJob struct {
	c     *urfave.Context
	s     cli.Streams
	db    *store.DB
	say   func(format string, args ...any)
	files []store.CorpusFile
	names []string // of the files, for the rejects
	wrong int64    // items that something is wrong with
}

// file imports one file and reports.
func (j *importJob) file(f gathered) error {
	name := j.c.String("name")
	if name == "" {
		name = corpusName(f.name)
	}
	about, file, err := j.db.BeginImport(j.c.Context,
		store.Corpus{Name: name, Source: j.c.String("source"), Licence: j.c.String("licence")},
		store.CorpusFile{Name: f.name, SHA256: f.sha256, Bytes: f.bytes})
	if err != nil {
		return err
	}
	before, start := file.Items, time.Now()
	switch {
	case file.Done:
		j.say("%s is in corpus %s already; nothing to add", f.name, about.Name)
	case before > 0:
		j.say("%s: going on at item %s", f.name, cli.Grouped(before+1))
	}
	if !file.Done {
		if file, err = j.carryOut(f, file); err != nil {
			return err
		}
	}
	j.files, j.names = append(j.files, file), append(j.names, f.name)
	return j.report(about, file, f.name, before, time.Since(start))
}

func (j *importJob) carryOut(f gathered, file store.CorpusFile) (store.CorpusFile, error) {
	shown := shownFaults{w: j.s.Err, file: f.name}
	next := time.Now().Add(cli.LineEvery)
	before, start := file.Items, time.Now()
	file, _, err := pipeline.Import(j.c.Context, j.db, file, found(f), pipeline.ImportConfig{
		Workers: j.c.Int("workers"), Grade: j.c.String("grade") == "full", Budget: j.c.Int64("budget"),
		Strict: j.c.Bool("strict"), KeepImproper: j.c.Bool("keep-improper"),
		Fault: shown.add,
		Progress: func(o pipeline.Outcomes) {
			if time.Now().After(next) {
				next = time.Now().Add(cli.LineEvery)
				j.say("%s items of %s, %.0f/s", cli.Grouped(before+o.Read()), f.name, float64(o.Read())/time.Since(start).Seconds())
			}
		},
	})
	shown.finish()
	switch {
	case errors.Is(err, pipeline.ErrStrict):
		return file, cli.DataError(fmt.Errorf("ended at the first fault; the %s items before it are saved in %s", cli.Grouped(file.Items), j.db.Path()),
			"without --strict the import goes on behind it")
	case errors.Is(err, context.Canceled):
		return file, cli.Fail(cli.ExitInterrupted, fmt.Errorf("interrupted; %s items of %s are saved in %s", cli.Grouped(file.Items), f.name, j.db.Path()),
			"the same command goes on where it stopped")
	case err != nil:
		err = fmt.Errorf("%w; %s items of %s are saved", err, cli.Grouped(file.Items), f.name)
	}
	return file, err
}

// found yields the items of a file as the pipeline takes them.
func found(f gathered) iter.Seq2[pipeline.Found, error] {
	return func(yield func(pipeline.Found, error) bool) {
		for rec, err := range f.records() {
			var bad *corpus.LineError
			switch {
			case errors.As(err, &bad):
				if !yield(pipeline.Found{Line: bad.Line, Column: bad.Column, Fault: bad.Reason}, nil) {
					return
				}
			case err != nil:
				yield(pipeline.Found{}, err)
				return
			case !yield(pipeline.Found{
				Puzzle: rec.Puzzle, Solution: rec.Solution, Labels: labelsOf(&rec), Line: rec.Line, Column: rec.Column,
			}, nil):
				return
			}
		}
	}
}

func labelsOf(rec *corpus.Record) []store.Label {
	var labels []store.Label
	for _, f := range rec.Fields {
		if f.Value != "" && f.Name != "" {
			labels = append(labels, store.Label{Name: f.Name, Value: f.Value})
		}
	}
	return labels
}

// shownFaults prints the first faults of a file.
type shownFaults struct {
	w    io.Writer
	file string
	n    int
}

const maxShown = 10

func (s *shownFaults) add(it store.Item) {
	if s.n++; s.n <= maxShown {
		fmt.Fprintf(s.w, "gradoku: %s:%d:%d: %s\n", cli.OnOneLine(s.file), it.Line, it.Column, it.Reason)
	}
}

func (s *shownFaults) finish() {
	if s.n > maxShown {
		fmt.Fprintf(s.w, "gradoku: %s: and %s more; --rejects FILE lists them all\n", cli.OnOneLine(s.file), cli.Grouped(int64(s.n-maxShown)))
	}
}

// finish writes the rejects and says whether all was well.
func (j *importJob) finish() error {
	if path := j.c.String("rejects"); path != "" {
		if err := cli.ToFile(path, func(w io.Writer) error { return j.rejects(w) }); err != nil {
			return err
		}
	}
	if j.wrong == 0 {
		return nil
	}
	advice := "gradoku import --rejects FILE lists them all"
	if j.c.String("rejects") != "" {
		advice = j.c.String("rejects") + " lists them"
	}
	return cli.DataError(fmt.Errorf("something is wrong with %s items", cli.Grouped(j.wrong)), advice)
}
