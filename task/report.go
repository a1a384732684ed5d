package task

import (
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gradoku/grade"
	"gradoku/internal/bind"
	"gradoku/internal/text"
	"gradoku/study"
)

// Report studies puzzles: what their metrics say about how hard people find them.
type Report struct {
	Collect
	Output string `query:"o" json:"output,omitempty" alias:"output" minLength:"1" value:"FOLDER" doc:"write into FOLDER, which is created if needed" usual:"report"`
	Resampled
	Fast       bool           `query:"fast" json:"fast,omitempty" doc:"leave out the simulated player and the solvers' search nodes, which take a quarter of the time"`
	By         study.Division `query:"by" json:"by,omitzero" value:"NAME:BORDERS" doc:"predict with a level for each group of puzzles: by the words of a column, or at NAME:BORDERS, such as id:10000"`
	Title      string         `query:"title" json:"title,omitempty" doc:"the title of the page"`
	Literature bool           `query:"literature" json:"literature,omitempty" doc:"the test puzzles of the founding document, with stars and seconds"`
}

// Run writes the report. The report depends only on the puzzles, the options and the
// version.
func (r Report) Run(ctx context.Context, env Env) (*study.Report, error) {
	if err := bind.Check(&r, nil); err != nil {
		return nil, err
	}
	r.Output = cmp.Or(r.Output, "report")
	if err := CheckApart(r.DB, r.Files, reportOutputs("-o", r.Output)...); err != nil {
		return nil, err
	}
	if info, err := os.Stat(r.Output); err == nil && !info.IsDir() {
		return nil, UsageError(fmt.Errorf("-o %s is a file", r.Output), "name a folder")
	}
	command := commandLine("study report", &r, r.Files, "label log order literature db corpus from puzzle-column limit solves seed fast resamples by title")
	r.need(r.By.Column)
	r.literature, r.fast = r.Literature, r.Fast
	col, src, err := r.collect(ctx, &env)
	if err != nil {
		return nil, err
	}
	src.add("command", command)
	src.add("gradoku", Build())
	src.add("grader", fmt.Sprint(grade.Version))
	report, err := study.NewReport(ctx, col, study.ReportOptions{
		Title: cmp.Or(r.Title, fmt.Sprintf("Difficulty of %s puzzles", text.Grouped(col.N))), Provenance: src.provenance, Resamples: r.Resamples, By: r.By,
	})
	if err != nil {
		return nil, err
	}
	return report, writeReport(ctx, &env, report, r.Output)
}

// reportOutputs returns a folder named by a flag, and the files that a report can write there.
func reportOutputs(flag, folder string) []Output {
	outputs := []Output{{flag, folder}}
	for _, name := range append(study.ReportFiles(), "report.html") {
		if folder != "" {
			outputs = append(outputs, Output{flag, filepath.Join(folder, name)})
		}
	}
	return outputs
}

// writeReport writes the files of a report into a folder. Those of an earlier report there that
// this one lacks go, so that no figure of another study stays beside it.
func writeReport(ctx context.Context, env *Env, r *study.Report, folder string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return CannotWrite(folder, err)
	}
	page := filepath.Join(folder, "report.html")
	if _, err := os.Stat(page); err == nil {
		for _, old := range reportOutputs("", folder)[1:] {
			if err := os.Remove(old.Path); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return CannotWrite(folder, err)
			}
		}
	}
	for _, f := range r.DataFiles() {
		err := env.write(ctx, filepath.Join(folder, f.Name+".csv"), func(w io.Writer) error { return csv.NewWriter(w).WriteAll(f.Rows) })
		if err != nil {
			return err
		}
	}
	html, err := r.Page()
	if err = cmp.Or(err, ctx.Err()); err == nil {
		err = ToFile(ctx, page, Whole(html))
	}
	if err == nil {
		env.note("%s: open %s", r.Title, page)
	}
	return err
}

// commandLine returns the command with everything that its report depends on: the options with
// these names. Files appear without their folders; outputs and the number of workers are left out.
func commandLine(command string, task any, files []string, names string) string {
	parts := []string{"gradoku " + command}
	for _, arg := range files {
		if !LooksLikePuzzle(arg) {
			arg = filepath.Base(arg)
		}
		parts = append(parts, arg)
	}
	fields := bind.Fields(task)
	for _, name := range strings.Fields(names) {
		f := fields[slices.IndexFunc(fields, func(f bind.Field) bool { return f.Name == name })]
		var values []string
		switch to := f.Pointer().(type) {
		case *bool:
			if *to {
				parts = append(parts, "--"+name)
			}
		case *[]string:
			values = *to
		default:
			if !f.IsZero() {
				values = []string{f.Text()}
			}
		}
		for _, value := range values {
			if name == "db" {
				value = filepath.Base(value)
			}
			if strings.ContainsAny(value, " \t\"'") {
				value = strconv.Quote(value)
			}
			parts = append(parts, "--"+name+" "+value)
		}
	}
	return strings.Join(parts, " ")
}
