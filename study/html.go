package study

import (
	"bytes"
	_ "embed"
	"encoding/csv"
	"fmt"
	"html/template"
	"regexp"
	"slices"
	"strings"
)

//go:embed report.html
var reportPage string

var reportTemplate = template.Must(template.New("report").Funcs(template.FuncMap{"set": typeset}).Parse(reportPage))

// typeset gives text on the page what files of plain numbers do without: true minus
// signs, and no line break before or after an equals sign.
func typeset(s string) string {
	s = strings.ReplaceAll(s, " = ", "\u00a0=\u00a0")
	return negative.ReplaceAllString(s, "$1\u2212$2")
}

// negative is a minus sign before a number, not a hyphen or a range.
var negative = regexp.MustCompile(`(^|[ \[(\x{00a0}])-(\d)`)

// OutFile is a file of a report.
type OutFile struct {
	Name string
	Text []byte
}

// page and the types below are a report as the template sees it.
type page struct {
	Title    string
	Lead     []string
	Sections []pageSection
}

type pageSection struct {
	Section
	Figures []pageFigure
}

type pageFigure struct {
	File, Caption string
	Wide          bool
	Drawing       template.HTML
}

// Files hands every file of the report to take, the page last: report.html, a
// table as CSV and a figure as SVG and PNG each.
func (r *Report) Files(take func(OutFile) error) error {
	p := page{Title: r.Title, Lead: r.Lead}
	for _, s := range r.Sections {
		ps := pageSection{Section: s}
		for _, t := range slices.Concat(s.Tables, s.Folded) {
			var b bytes.Buffer
			if err := csv.NewWriter(&b).WriteAll(slices.Concat([][]string{t.Columns}, t.Rows)); err != nil {
				return fmt.Errorf("writing %s: %w", t.File, err)
			}
			if err := take(OutFile{t.File + ".csv", b.Bytes()}); err != nil {
				return err
			}
		}
		for i := range s.Figures {
			f, err := s.Figures[i].files(take, r.dots)
			if err != nil {
				return err
			}
			ps.Figures = append(ps.Figures, f)
		}
		p.Sections = append(p.Sections, ps)
	}
	var b bytes.Buffer
	if err := reportTemplate.Execute(&b, p); err != nil {
		return fmt.Errorf("writing the report: %w", err)
	}
	return take(OutFile{"report.html", b.Bytes()})
}

// files hands the drawings of a figure to take.
func (f *Figure) files(take func(OutFile) error, dots int) (pageFigure, error) {
	svg, err := f.SVG()
	if err != nil {
		return pageFigure{}, err
	}
	png, err := f.PNG(dots)
	if err != nil {
		return pageFigure{}, err
	}
	for _, out := range []OutFile{{f.File + ".svg", svg}, {f.File + ".png", png}} {
		if err := take(out); err != nil {
			return pageFigure{}, err
		}
	}
	// The drawing is ours, and the canvas has escaped any text from elsewhere.
	return pageFigure{f.File, f.Caption, f.width > figureWidth, template.HTML(f.themed(svg))}, nil
}
