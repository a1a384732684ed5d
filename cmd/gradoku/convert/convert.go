package convert

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/cmd/gradoku/export"
	"gradoku/corpus"
)

func Command(s cli.Streams) *urfave.Command {
	var formats []string
	for _, f := range corpus.Formats() {
		formats = append(formats, f.Name)
	}
	formats = append(formats, export.ParquetFormat)
	return &urfave.Command{
		Name:      "convert",
		Usage:     "write puzzles in another file format",
		ArgsUsage: "[FILE|-|PUZZLE]...",
		UsageText: "gradoku convert forum.txt -o forum.csv\n" +
			"gradoku convert *.sdk --format jsonl -o all.jsonl.gz\n" +
			"gradoku convert bank.csv --format line --label rating --rejects bad.txt > bank.txt",
		Description: "Nothing is solved or graded: what stands in the files is written as it is, as fast as it is read, in\n" +
			"constant memory. Files are recognised by their content, plain, .gz or .zst. A line that holds no puzzle\n" +
			"is reported with its place, and makes the exit code 1; the others are written all the same.\n" +
			"An output file that ends in .gz or .zst is packed.",
		Flags: []urfave.Flag{
			&urfave.StringFlag{Name: "o", Aliases: []string{"output"}, Value: "-", Usage: "write to `FILE`, - for stdout"},
			&urfave.StringFlag{Name: "format", Usage: "one of " + strings.Join(formats, ", ") + " (default: by the file's extension, else line)"},
			&urfave.StringFlag{Name: "columns", Usage: "write these values and no others, for example id,rating"},
			&urfave.StringFlag{Name: "label", Usage: "make the value of this `NAME` the label of a puzzle"},
			&urfave.StringFlag{Name: "rejects", Usage: "write what could not be read to `FILE` instead of stderr"},
			&urfave.BoolFlag{Name: "strict", Usage: "stop at the first line that cannot be read, and write nothing"},
			cli.QuietFlag(nil),
		},
		Action: func(c *urfave.Context) error { return convertAction(c, s) },
	}
}

func convertAction(c *urfave.Context, s cli.Streams) error {
	path := c.String("o")
	format, err := export.ExportFormat(c.String("format"), path)
	if err != nil {
		return err
	}
	v := conversion{format: format, label: c.String("label"), strict: c.Bool("strict"), rejects: s.Err, most: mostComplaints}
	if list := c.String("columns"); list != "" {
		v.columns = splitNames(list)
	}
	v.look()
	run := func() error {
		if path == "-" {
			return v.write(c, s, s.Out)
		}
		return cli.ToFile(path, func(w io.Writer) error {
			return cli.Packed(path, w, func(w io.Writer) error { return v.write(c, s, w) })
		})
	}
	if name := c.String("rejects"); name != "" {
		err = cli.ToFile(name, func(w io.Writer) error {
			v.rejects, v.most = w, -1
			return run()
		})
	} else {
		err = run()
	}
	if err != nil {
		return err
	}
	return v.report(cli.TalkTo(s.Err, c.Bool("quiet")), s.Err, path, c.String("rejects"))
}

func splitNames(list string) []string {
	names := strings.Split(list, ",")
	for i, name := range names {
		names[i] = strings.TrimSpace(name)
	}
	return names
}

// look notes which values are asked for by name.
func (v *conversion) look() {
	v.unseen = map[string]bool{}
	for _, name := range append(slices.Clone(v.columns), v.label) {
		if name != "" && name != "puzzle" && name != "solution" && name != corpus.Label {
			v.unseen[name] = true
		}
	}
}

// mostComplaints is how many bad lines are shown when they are not written to a
// file: a file of another kind has a million of them.
const mostComplaints = 20

// conversion is one run of convert.
type conversion struct {
	format  corpus.Format
	columns []string // nil for all
	label   string
	strict  bool
	rejects io.Writer
	most    int // complaints to write, -1 for all

	written, rejected int64
	unseen            map[string]bool // values that were asked for and no puzzle has had
	kept              map[string]bool // whether the format keeps a value of that name
	lost              []string        // names of what it does not keep
}

func (v *conversion) write(c *urfave.Context, s cli.Streams, w io.Writer) error {
	v.kept = map[string]bool{}
	rows := v.rows(c.Context, cli.PuzzlesOf(c, s))
	if v.format.Carries.Values {
		rows = corpus.Aligned(rows, v.columns)
	}
	return v.format.Write(w, rows)
}

// checkEvery is how many puzzles are written between looks for a Ctrl-C.
const checkEvery = 1024

// rows turns records into rows, and takes out what cannot be one.
func (v *conversion) rows(ctx context.Context, records iter.Seq2[cli.Source, error]) iter.Seq2[corpus.Row, error] {
	return func(yield func(corpus.Row, error) bool) {
		for src, err := range records {
			if (v.written+v.rejected)%checkEvery == 0 && ctx.Err() != nil {
				yield(corpus.Row{}, ctx.Err())
				return
			}
			var row corpus.Row
			if err == nil {
				row = src.Record.Row()
				if err = v.format.Holds(row.Puzzle); err != nil {
					err = &corpus.LineError{File: src.Name, Line: src.Record.Line, Column: src.Record.Column, Reason: err.Error()}
				}
			}
			if err != nil {
				if err = v.reject(err); err == nil {
					continue
				}
				yield(corpus.Row{}, err)
				return
			}
			v.shape(&row)
			v.written++
			if !yield(row, nil) {
				return
			}
		}
	}
}

// reject notes a bad line; what it returns ends the conversion.
func (v *conversion) reject(err error) error {
	var bad *corpus.LineError
	if !errors.As(err, &bad) {
		return err
	}
	if v.strict {
		return cli.DataError(err, "without --strict the other lines are converted")
	}
	v.rejected++
	if v.most < 0 || v.rejected <= int64(v.most) {
		if _, err := fmt.Fprintf(v.rejects, "%v\n", bad); err != nil && v.most < 0 {
			return err
		}
	}
	return nil
}

// shape gives a row the values that were asked for.
func (v *conversion) shape(row *corpus.Row) {
	if len(v.unseen) > 0 {
		for _, value := range row.Values {
			delete(v.unseen, value.Name)
			if strings.EqualFold(value.Name, v.label) {
				delete(v.unseen, v.label)
			}
		}
	}
	if v.label != "" {
		for _, value := range row.Values {
			if strings.EqualFold(value.Name, v.label) {
				row.Values = append(row.Values, corpus.Text(corpus.Label, value.String()))
				break
			}
		}
	}
	if v.columns != nil {
		row.Values = slices.DeleteFunc(row.Values, func(value corpus.Value) bool {
			return !slices.Contains(v.columns, value.Name) && (v.label == "" || value.Name != corpus.Label)
		})
	}
	if row.Solution != "" && !v.format.Carries.Solution {
		v.lose("solution")
	}
	if v.format.Carries.Values {
		return
	}
	for _, value := range row.Values {
		v.lose(value.Name)
	}
}

// lose remembers the names of values for which the format has no place.
func (v *conversion) lose(name string) {
	if _, known := v.kept[name]; known || len(v.kept) > 100 {
		return
	}
	v.kept[name] = v.format.Carries.Keeps(name)
	if !v.kept[name] {
		v.lost = append(v.lost, name)
	}
}

// report says what was done; its error is the exit code.
func (v *conversion) report(say func(format string, args ...any), w io.Writer, path, rejects string) error {
	where := ""
	if path != "-" {
		where = " to " + path
	}
	say("%s puzzles written%s as %s", cli.Grouped(v.written), where, v.format.Name)
	if len(v.lost) > 0 {
		say("left out, for %s has no place for it: %s", v.format.Name, strings.Join(v.lost, ", "))
	}
	if len(v.unseen) > 0 && v.written > 0 {
		say("no puzzle has a value %s", strings.Join(slices.Sorted(maps.Keys(v.unseen)), ", "))
	}
	if v.rejected == 0 {
		return nil
	}
	fmt.Fprintf(w, "gradoku: lines that could not be read: %s", cli.Grouped(v.rejected))
	switch {
	case rejects != "":
		fmt.Fprintf(w, "; they are in %s", rejects)
	case v.rejected > mostComplaints:
		fmt.Fprintf(w, ", of which %d are shown; --rejects FILE writes them all", mostComplaints)
	}
	fmt.Fprintln(w)
	return cli.ErrReported
}
