package export

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

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/corpus"
	"gradoku/store"
)

func Command(s cli.Streams) *urfave.Command {
	var formats, orders []string
	for _, f := range corpus.Formats() {
		formats = append(formats, f.Name)
	}
	for _, o := range store.Orders() {
		orders = append(orders, o.Name)
	}
	return &urfave.Command{
		Name:  "export",
		Usage: "write saved puzzles to a file or to stdout",
		UsageText: "gradoku export --format csv -o puzzles.csv\n" +
			"gradoku export --rating 3.0-4.4 --symmetry rotate180 --limit 50\n" +
			"gradoku export --logic -o app.sqlite\n" +
			"gradoku export --letter EF --scheme fitted --order rating --format jsonl\n" +
			"gradoku export --where 'rating >= 4.0 and label.players > 10' --sample 500 --seed 7 --split level -o book.csv",
		Flags: []urfave.Flag{
			&urfave.StringFlag{Name: "o", Aliases: []string{"output"}, Value: "-", Usage: "write to `FILE`, - for stdout"},
			&urfave.StringFlag{Name: "format", Usage: "one of " + strings.Join(append(formats, ParquetFormat, appFormat), ", ") + " (default: by the file's extension, else line)"},
			&urfave.StringFlag{Name: "letter", Usage: "only these letters, for example E or EFG"},
			&urfave.StringFlag{Name: "scheme", Value: "printed", Usage: "which letters --letter means: printed or fitted"},
			&urfave.StringFlag{Name: "rating", Usage: "only ratings in this range, for example 3.0-4.4"},
			&urfave.StringFlag{Name: "level", Usage: "only these levels, for example Easy,Medium"},
			&urfave.StringFlag{Name: "technique", Usage: "only puzzles that use this technique (gradoku list techniques)"},
			&urfave.StringFlag{Name: "clues", Usage: "only numbers of clues in this range, for example 22-25"},
			cli.SymmetryFlag(nil, "", "only patterns with this symmetry"),
			cli.SizeFlag(nil, 0, "only this size"),
			&urfave.Int64Flag{Name: "run", Usage: "only puzzles of this run"},
			&urfave.BoolFlag{Name: "logic", Usage: "only puzzles that the techniques solve"},
			&urfave.BoolFlag{Name: "minimal", Usage: "only minimal puzzles"},
			cli.WhereFlag(nil),
			&urfave.StringFlag{Name: "exclude-used-in", Usage: "leave out puzzles of these `EXPORTS`, by number (gradoku list exports), or all"},
			&urfave.IntFlag{Name: "sample", Usage: "draw `N` of the puzzles at random"},
			&urfave.Int64Flag{Name: "seed", Usage: "of --sample and of the disguise that --morph gives, from 0: the same for the same seed"},
			&urfave.StringFlag{Name: "split", Usage: "level: a file for each level, such as puzzles-hard.csv for -o puzzles.csv"},
			&urfave.StringFlag{Name: "labels", Usage: "also write these labels of imported puzzles, for example se,mean_seconds, or all"},
			&urfave.BoolFlag{Name: "no-record", Usage: "do not record what was written (an export to stdout never is)"},
			&urfave.StringFlag{Name: "order", Value: "id", Usage: "sort by " + strings.Join(orders, ", ") + " or any of gradoku list columns; several with commas, - before one turns it round: rating,-clues"},
			&urfave.BoolFlag{Name: "desc", Usage: "reverse the order"},
			&urfave.IntFlag{Name: "limit", Usage: "at most `N` puzzles"},
			&urfave.IntFlag{Name: "morph", Usage: "write `K` disguised copies of each puzzle instead of it, marked by " + morphOf + " with its id; the database keeps the original alone"},
			&urfave.IntFlag{Name: "offset", Usage: "leave out the first `N`"},
			cli.DBFlag(nil), cli.QuietFlag(nil),
		},
		Before: cli.NoArgs,
		Action: func(c *urfave.Context) error { return exportAction(c, s) },
	}
}

func exportAction(c *urfave.Context, s cli.Streams) error {
	if c.IsSet("morph") {
		if err := checkMorph(c, "morph"); err != nil {
			return err
		}
	}
	filter, err := cli.ExportFilter(c)
	if err != nil {
		return err
	}
	path := c.String("o")
	e := export{filter: filter, app: wantsApp(c)}
	if e.app {
		err = checkApp(c)
	} else {
		e.format, err = ExportFormat(c.String("format"), path)
	}
	if err != nil {
		return err
	}
	mode := store.ReadOnly
	if path != "-" && !c.Bool("no-record") {
		mode = store.ReadWrite // the export is recorded
	}
	if _, err := os.Stat(cli.DBPath(c)); err != nil {
		mode = store.ReadOnly // do not make an empty database to export from
	}
	db, err := store.Open(c.Context, cli.DBPath(c), mode)
	if err != nil {
		return err
	}
	defer db.Close()
	say := cli.TalkTo(s.Err, c.Bool("quiet"))
	written, err := writeExports(c, s, db, e, say)
	if err == nil && written == 0 {
		say("no puzzle in %s matches; gradoku db info tells what there is", db.Path())
	}
	return cli.FilterError(cli.CallFrom(c, cli.Streams{}), err)
}

// one writes one export and says so.
func (e *export) one(c *urfave.Context, s cli.Streams, db *store.DB, path string, say func(string, ...any)) error {
	where := ""
	var err error
	if e.app {
		return e.toApp(c, db, path, say)
	}
	if path == "-" {
		err = e.write(c, db, s.Out)
	} else {
		err = e.toFile(c, db, path)
		where = " to " + path
	}
	if err == nil {
		copies := ""
		if c.IsSet("morph") {
			copies = fmt.Sprintf(", %d disguised copies of each", c.Int("morph"))
		}
		say("%s puzzles written%s as %s%s", cli.Grouped(int64(len(e.ids))), where, e.format.Name, copies)
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
func (e *export) write(c *urfave.Context, db *store.DB, w io.Writer) error {
	rows := iter.Seq2[corpus.Row, error](func(yield func(corpus.Row, error) bool) {
		for p, err := range db.Puzzles(c.Context, e.filter) {
			row := ExportRow(&p)
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
func (e *export) toFile(c *urfave.Context, db *store.DB, path string) error {
	sum := sha256.New()
	err := cli.ToFile(path, func(w io.Writer) error {
		return cli.Packed(path, io.MultiWriter(w, sum), func(w io.Writer) error { return e.write(c, db, w) })
	})
	if err != nil {
		return err
	}
	return e.record(c, db, e.format.Name, path, sum)
}

// record notes the file that was written, unless that is not wished.
func (e *export) record(c *urfave.Context, db *store.DB, kind, path string, sum hash.Hash) error {
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

func ExportRow(p *store.Puzzle) corpus.Row {
	grades := cli.GradeValues(p.Clues, &p.Grade)
	if p.Grader == 0 {
		grades = cli.WithoutGrade(grades)
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
const ParquetFormat = "parquet"

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
func ExportFormat(name, path string) (corpus.Format, error) {
	plain, _ := corpus.Packing(path)
	if name == ParquetFormat || name == "" && strings.EqualFold(filepath.Ext(plain), "."+ParquetFormat) {
		f, err := corpus.Parquet()
		if err != nil {
			return f, cli.UsageError(err, "go build -tags parquet ./cmd/gradoku makes one that has it; csv and jsonl hold the same")
		}
		return f, nil
	}
	if name != "" {
		f, err := corpus.ByName(name)
		if err != nil {
			return f, cli.UsageError(err, "gradoku list formats tells more")
		}
		return f, nil
	}
	if advice := otherFiles[strings.ToLower(filepath.Ext(plain))]; advice != "" {
		return corpus.Format{}, cli.UsageError(fmt.Errorf("%s: no format of puzzles has the extension %q", path, filepath.Ext(plain)), advice)
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
