package task

import (
	"cmp"
	"context"
	"fmt"
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
	if err := CheckApart(r.DB, r.Files, Output{"-o", r.Output}); err != nil {
		return nil, err
	}
	if info, err := os.Stat(r.Output); err == nil && !info.IsDir() {
		return nil, UsageError(fmt.Errorf("-o %s is a file", r.Output), "name a folder")
	}
	command := r.command()
	r.need(r.By.Column)
	r.literature, r.fast = r.Literature, r.Fast
	col, src, err := r.collect(ctx, &env)
	if err != nil {
		return nil, err
	}
	src.add("command", command)
	src.add("gradoku", Version)
	src.add("grader", fmt.Sprint(grade.Version))
	report, err := study.NewReport(ctx, col, study.ReportOptions{
		Title: cmp.Or(r.Title, fmt.Sprintf("Difficulty of %s puzzles", text.Grouped(col.N))), Provenance: src.provenance, Resamples: r.Resamples, By: r.By,
	})
	if err != nil {
		return nil, err
	}
	return report, writeReport(ctx, &env, report, r.Output)
}

// writeReport writes the files of a report into a folder.
func writeReport(ctx context.Context, env *Env, r *study.Report, folder string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return CannotWrite(folder, err)
	}
	for _, f := range []struct { // the page last
		name  string
		write func() ([]byte, error)
	}{{"tables.csv", r.Numbers}, {"report.html", r.Page}} {
		text, err := f.write()
		if err = cmp.Or(err, ctx.Err()); err == nil {
			err = ToFile(ctx, filepath.Join(folder, f.name), Whole(text))
		}
		if err != nil {
			return err
		}
	}
	env.note("%s: open %s", r.Title, filepath.Join(folder, "report.html"))
	return nil
}

// command returns the command line with everything that the report depends on. Files appear
// without their folders; the output and the number of workers are left out.
func (r *Report) command() string {
	parts := []string{"gradoku study report"}
	for _, arg := range r.Files {
		if !LooksLikePuzzle(arg) {
			arg = filepath.Base(arg)
		}
		parts = append(parts, arg)
	}
	fields := bind.Fields(r)
	for _, name := range strings.Fields("label log order literature db corpus from puzzle-column limit solves seed fast resamples by title") {
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
