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

// Files passes every file of the report to take, the page last: report.html, its values
// for programs in report.json, a table as CSV and a figure as SVG and PNG each.
func (r *Report) Files(take func(OutFile) error) error {
	for _, s := range r.Sections {
		for _, t := range slices.Concat(s.Tables, s.Folded) {
			var b bytes.Buffer
			w := csv.NewWriter(&b)
			for _, row := range t.numbers() {
				for i := range row {
					row[i] = corpus.Guarded(corpus.Visible(row[i])) // labels and their words are untrusted
				}
				_ = w.Write(row) // Error returns any error
			}
			if w.Flush(); w.Error() != nil {
				return fmt.Errorf("writing %s: %w", t.File, w.Error())
			}
			if err := take(OutFile{t.File + ".csv", b.Bytes()}); err != nil {
				return err
			}
		}
		for i := range s.Figures {
			if err := s.Figures[i].files(take, r.dots); err != nil {
				return err
			}
		}
	}
	text, err := r.JSON()
	if err != nil {
		return fmt.Errorf("writing report.json: %w", err)
	}
	if err := take(OutFile{"report.json", corpus.VisibleJSON(text)}); err != nil {
		return err
	}
	var b bytes.Buffer
	if err := reportTemplate.Execute(&b, r); err != nil {
		return fmt.Errorf("writing the report: %w", err)
	}
	return take(OutFile{"report.html", b.Bytes()})
}

// numbers returns the columns and the rows with one number in a cell. An interval takes
// two columns of its own, a unit is in the name of the column, and unknown values are
// empty.
func (t *ReportTable) numbers() [][]string {
	all := make([][]string, 1+len(t.Rows))
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

// files passes the drawings of a figure to take.
func (f *Figure) files(take func(OutFile) error, dots int) (err error) {
	if f.svg, err = f.SVG(); err != nil {
		return err
	}
	png, err := f.PNG(dots)
	if err != nil {
		return err
	}
	if err := take(OutFile{f.File + ".svg", f.svg}); err != nil {
		return err
	}
	return take(OutFile{f.File + ".png", png})
}

// Wide reports whether the figure takes the whole width of the page.
func (f *Figure) Wide() bool { return f.width > figureWidth }

// Drawing is the figure as shown on the page. It is safe HTML: we drew it, and the canvas
// has escaped any text from files.
func (f *Figure) Drawing() template.HTML { return template.HTML(f.themed(f.svg)) }
