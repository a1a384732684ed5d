package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"hash"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"gradoku/corpus"
	"gradoku/store"
)

func exportCommand(s streams) *cli.Command {
	var formats, orders []string
	for _, f := range corpus.Formats() {
		formats = append(formats, f.Name)
	}
	for _, o := range store.Orders() {
		orders = append(orders, o.Name)
	}
	return &cli.Command{
		Name:  "export",
		Usage: "write saved puzzles to a file or to stdout",
		UsageText: "gradoku export --format csv -o puzzles.csv\n" +
			"gradoku export --rating 3.0-4.4 --symmetry rotate180 --limit 50\n" +
			"gradoku export --logic -o app.sqlite\n" +
			"gradoku export --letter EF --scheme fitted --order rating --format jsonl\n" +
			"gradoku export --where 'rating >= 4.0 and label.players > 10' --sample 500 --seed 7 --split level -o book.csv",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "o", Aliases: []string{"output"}, Value: "-", Usage: "write to `FILE`, - for stdout"},
			&cli.StringFlag{Name: "format", Usage: "one of " + strings.Join(append(formats, parquetFormat, appFormat), ", ") + " (default: by the file's extension, else line)"},
			&cli.StringFlag{Name: "letter", Usage: "only these letters, for example E or EFG"},
			&cli.StringFlag{Name: "scheme", Value: "printed", Usage: "which letters --letter means: printed or fitted"},
			&cli.StringFlag{Name: "rating", Usage: "only ratings in this range, for example 3.0-4.4"},
			&cli.StringFlag{Name: "level", Usage: "only these levels, for example Easy,Medium"},
			&cli.StringFlag{Name: "technique", Usage: "only puzzles that use this technique (gradoku list techniques)"},
			&cli.StringFlag{Name: "clues", Usage: "only numbers of clues in this range, for example 22-25"},
			symmetryFlag("", "only patterns with this symmetry"),
			sizeFlag(0, "only this size"),
			&cli.Int64Flag{Name: "run", Usage: "only puzzles of this run"},
			&cli.BoolFlag{Name: "logic", Usage: "only puzzles that the techniques solve"},
			&cli.BoolFlag{Name: "minimal", Usage: "only minimal puzzles"},
			whereFlag(),
			&cli.StringFlag{Name: "exclude-used-in", Usage: "leave out puzzles of these `EXPORTS`, by number (gradoku list exports), or all"},
			&cli.IntFlag{Name: "sample", Usage: "draw `N` of the puzzles at random"},
			&cli.Int64Flag{Name: "seed", Usage: "of --sample and of the disguise that --morph gives, from 0: the same for the same seed"},
			&cli.StringFlag{Name: "split", Usage: "level: a file for each level, such as puzzles-hard.csv for -o puzzles.csv"},
			&cli.StringFlag{Name: "labels", Usage: "also write these labels of imported puzzles, for example se,mean_seconds, or all"},
			&cli.BoolFlag{Name: "no-record", Usage: "do not record what was written (an export to stdout never is)"},
			&cli.StringFlag{Name: "order", Value: "id", Usage: "sort by " + strings.Join(orders, ", ") + " or any of gradoku list columns; several with commas, - before one turns it round: rating,-clues"},
			&cli.BoolFlag{Name: "desc", Usage: "reverse the order"},
			&cli.IntFlag{Name: "limit", Usage: "at most `N` puzzles"},
			&cli.IntFlag{Name: "morph", Usage: "write `K` disguised copies of each puzzle instead of it, marked by " + morphOf + " with its id; the database keeps the original alone"},
			&cli.IntFlag{Name: "offset", Usage: "leave out the first `N`"},
			dbFlag(), quietFlag(),
		},
		Before: noArgs,
		Action: func(c *cli.Context) error { return exportAction(c, s) },
	}
}

func exportAction(c *cli.Context, s streams) error {
	if c.IsSet("morph") {
		if err := checkMorph(c, "morph"); err != nil {
			return err
		}
	}
	filter, err := exportFilter(c)
	if err != nil {
		return err
	}
	path := c.String("o")
	e := export{filter: filter, app: wantsApp(c)}
	if e.app {
		err = checkApp(c)
	} else {
		e.format, err = exportFormat(c.String("format"), path)
	}
	if err != nil {
		return err
	}
	mode := store.ReadOnly
	if path != "-" && !c.Bool("no-record") {
		mode = store.ReadWrite // the export is recorded
	}
	if _, err := os.Stat(dbPath(c)); err != nil {
		mode = store.ReadOnly // do not make an empty database to export from
	}
	db, err := store.Open(c.Context, dbPath(c), mode)
	if err != nil {
		return err
	}
	defer db.Close()
	say := talkTo(s.err, c.Bool("quiet"))
	written, err := writeExports(c, s, db, e, say)
	if err == nil && written == 0 {
		say("no puzzle in %s matches; gradoku db info tells what there is", db.Path())
	}
	return filterError(c, err)
}

// one writes one export and says so.
func (e *export) one(c *cli.Context, s streams, db *store.DB, path string, say func(string, ...any)) error {
	where := ""
	var err error
	if e.app {
		return e.toApp(c, db, path, say)
	}
	if path == "-" {
		err = e.write(c, db, s.out)
	} else {
		err = e.toFile(c, db, path)
		where = " to " + path
	}
	if err == nil {
		copies := ""
		if c.IsSet("morph") {
			copies = fmt.Sprintf(", %d disguised copies of each", c.Int("morph"))
		}
		say("%s puzzles written%s as %s%s", grouped(int64(len(e.ids))), where, e.format.Name, copies)
	}
	return err
}

// export is one export under way.
type export struct {
	filter store.Filter
	format corpus.Format
	app    bool     // instead of a format: the database that an app ships
	labels []string // names of labels to write
	ids    []int64
}

// write streams the selected puzzles.
func (e *export) write(c *cli.Context, db *store.DB, w io.Writer) error {
	rows := iter.Seq2[corpus.Row, error](func(yield func(corpus.Row, error) bool) {
		for p, err := range db.Puzzles(c.Context, e.filter) {
			row := exportRow(&p)
			if err == nil {
				e.ids = append(e.ids, p.ID)
				err = e.addLabels(c, db, p.ID, &row)
			}
			if !yield(row, err) {
				return
			}
		}
	})
	if c.IsSet("morph") {
		rows = disguised(rows, newMorphs(c.Int("morph"), c.Int64("seed")))
	}
	return e.format.Write(w, rows)
}

// toFile writes to a file, then records the export.
func (e *export) toFile(c *cli.Context, db *store.DB, path string) error {
	sum := sha256.New()
	err := toFile(path, func(w io.Writer) error {
		return packed(path, io.MultiWriter(w, sum), func(w io.Writer) error { return e.write(c, db, w) })
	})
	if err != nil {
		return err
	}
	return e.record(c, db, e.format.Name, path, sum)
}

// record notes the file that was written, unless that is not wished.
func (e *export) record(c *cli.Context, db *store.DB, kind, path string, sum hash.Hash) error {
	if c.Bool("no-record") {
		return nil
	}
	filter, err := json.Marshal(e.filter)
	if err == nil {
		_, err = db.RecordExport(c.Context, store.Export{
			Kind: kind, Path: path, SHA256: fmt.Sprintf("%x", sum.Sum(nil)), FilterJSON: string(filter), IDs: e.ids,
		})
	}
	if err != nil {
		return fmt.Errorf("recording the export: %w", err)
	}
	return nil
}

func exportRow(p *store.Puzzle) corpus.Row {
	grades := gradeValues(p.Clues, &p.Grade)
	if p.Grader == 0 {
		grades = withoutGrade(grades)
	}
	values := append([]corpus.Value{
		corpus.Int("id", int(p.ID)),
		corpus.Int("size", p.Size),
		corpus.Text("symmetry", p.Symmetry),
		corpus.Bool("minimal", p.Minimal),
	}, grades...)
	return corpus.Row{Puzzle: p.Givens, Solution: p.Solution, Values: values}
}

// parquetFormat is in no table of formats, since few builds have it.
const parquetFormat = "parquet"

// otherFiles says what makes files of an extension that lines of text would be
// a surprise under.
var otherFiles = map[string]string{
	".db":      "gradoku import puts puzzles into a database; gradoku export --format sqlite makes one for an app",
	".sqlite":  "gradoku import puts puzzles into a database; gradoku export makes one for an app",
	".sqlite3": "gradoku import puts puzzles into a database; gradoku export makes one for an app",
	".pdf":     "gradoku book and gradoku sheet make PDF",
	".svg":     "gradoku draw and gradoku sheet make pictures",
	".png":     "gradoku draw and gradoku sheet make pictures",
	".xls":     "spreadsheets read --format csv",
	".xlsx":    "spreadsheets read --format csv",
	".ods":     "spreadsheets read --format csv",
	".bz2":     "packed are files that end in .gz or .zst",
	".xz":      "packed are files that end in .gz or .zst",
	".zip":     "packed are files that end in .gz or .zst",
}

// exportFormat returns the format that was named, or that of the extension.
func exportFormat(name, path string) (corpus.Format, error) {
	plain, _ := corpus.Packing(path)
	if name == parquetFormat || name == "" && strings.EqualFold(filepath.Ext(plain), "."+parquetFormat) {
		f, err := corpus.Parquet()
		if err != nil {
			return f, usageError(err, "go build -tags parquet ./cmd/gradoku makes one that has it; csv and jsonl hold the same")
		}
		return f, nil
	}
	if name != "" {
		f, err := corpus.ByName(name)
		if err != nil {
			return f, usageError(err, "gradoku list formats tells more")
		}
		return f, nil
	}
	if advice := otherFiles[strings.ToLower(filepath.Ext(plain))]; advice != "" {
		return corpus.Format{}, usageError(fmt.Errorf("%s: no format of puzzles has the extension %q", path, filepath.Ext(plain)), advice)
	}
	for _, f := range corpus.Formats() {
		for _, ext := range f.Extensions {
			if strings.EqualFold(ext, filepath.Ext(plain)) {
				return f, nil
			}
		}
	}
	return corpus.ByName("line")
}
