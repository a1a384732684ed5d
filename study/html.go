package study

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/csv"
	"fmt"
	"html/template"
	"regexp"
	"slices"
	"strings"

	"gradoku/corpus"
)

//go:embed report.html
var reportPage string

var reportTemplate = template.Must(template.New("report").Funcs(template.FuncMap{"set": typeset, "visible": corpus.Visible}).Parse(reportPage))

// typeset prepares text for the page, unlike the plain numbers in files: true minus
// signs, no line break before or after an equals sign, and no control characters.
func typeset(s string) string {
	s = strings.ReplaceAll(corpus.Visible(s), " = ", "\u00a0=\u00a0")
	return negative.ReplaceAllString(s, "$1\u2212$2")
}

// negative is a minus sign before a number, not a hyphen or a range.
var negative = regexp.MustCompile(`(^|[ \[(\x{00a0}])-(\d)`)

// OutFile is a file of a report.
type OutFile struct {
	Name string
	Text []byte
}

// Files passes every file of the report to take, the page last: tables as CSV, the figures
// on one page in charts.svg, and report.html.
func (r *Report) Files(take func(OutFile) error) error {
	var figures []Figure
	var names []string
	tables := map[string][]ReportTable{}
	for _, s := range r.Sections {
		figures = append(figures, s.Figures...)
		for _, t := range slices.Concat(s.Tables, s.Folded) {
			if t.File != "" && tables[t.File] == nil {
				names = append(names, t.File)
			}
			tables[t.File] = append(tables[t.File], t)
		}
	}
	for _, name := range names {
		var b bytes.Buffer
		w := csv.NewWriter(&b)
		for _, row := range together(tables[name]) {
			for i := range row {
				row[i] = corpus.Guarded(corpus.Visible(row[i])) // labels and their words are untrusted
			}
			_ = w.Write(row) // Error returns any error
		}
		if w.Flush(); w.Error() != nil {
			return fmt.Errorf("writing %s: %w", name, w.Error())
		}
		if err := take(OutFile{name + ".csv", b.Bytes()}); err != nil {
			return err
		}
	}
	charts, err := drawAll(figures, chartsWidth)
	if err != nil {
		return err
	}
	if err := take(OutFile{"charts.svg", charts}); err != nil {
		return err
	}
	var b bytes.Buffer
	if err := reportTemplate.Execute(&b, r); err != nil {
		return fmt.Errorf("writing the report: %w", err)
	}
	return take(OutFile{"report.html", b.Bytes()})
}

// together returns the rows of one file of tables, the names of its columns first. A table
// without one of the columns has empty cells there.
func together(tables []ReportTable) [][]string {
	var columns []string
	for i := range tables {
		for _, name := range tables[i].numbers()[0] {
			if !slices.Contains(columns, name) {
				columns = append(columns, name)
			}
		}
	}
	all := [][]string{columns}
	for i := range tables {
		list := tables[i].numbers()
		for _, values := range list[1:] {
			row := make([]string, len(columns))
			for k, name := range list[0] {
				row[slices.Index(columns, name)] = values[k]
			}
			all = append(all, row)
		}
	}
	return all
}

// numbers returns the columns and the rows with one number in a cell. An interval takes
// two columns of its own, a unit is in the name of the column, and unknown values are
// empty. A table about a label has its name first.
func (t *ReportTable) numbers() [][]string {
	if t.Pairs {
		return t.pairs()
	}
	all := make([][]string, 1+len(t.Rows))
	if t.Of != "" {
		all[0] = []string{"label"}
		for i := range t.Rows {
			all[1+i] = []string{t.Of}
		}
	}
	for j, name := range t.Columns {
		intervals, unit := false, ""
		for _, row := range t.Rows {
			if j < len(row) {
				intervals, unit = intervals || row[j].file[1] != "", cmp.Or(unit, row[j].unit)
			}
		}
		for i := range all {
			file := [3]string{name + unit, name + " low" + unit, name + " high" + unit}
			if i > 0 {
				file = [3]string{}
				if row := t.Rows[i-1]; j < len(row) {
					file = row[j].file
				}
			}
			if all[i] = append(all[i], file[0]); intervals {
				all[i] = append(all[i], file[1], file[2])
			}
		}
	}
	return all
}

// pairs returns a row for each number that the table has.
func (t *ReportTable) pairs() [][]string {
	all := [][]string{{"label", "table", "row", "column", "value"}}
	for _, row := range t.Rows {
		for j, cell := range row[1:] {
			if cell.file[0] != "" {
				all = append(all, []string{t.Of, t.Title, row[0].file[0], t.Columns[1+j], cell.file[0]})
			}
		}
	}
	return all
}

// Wide reports whether the figure takes the whole width of the page.
func (f *Figure) Wide() bool { return f.width > figureWidth }

// Drawing is the figure as shown on the page. It is safe HTML: we drew it, and the canvas
// has escaped any text from files.
func (f *Figure) Drawing() (template.HTML, error) {
	svg, err := f.SVG()
	return template.HTML(f.themed(svg)), err
}
