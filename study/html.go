package study

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"regexp"
	"strings"

	"gradoku/internal/text"
)

//go:embed report.html
var reportPage string

var reportTemplate = template.Must(template.New("report").Funcs(template.FuncMap{"set": typeset, "visible": text.Visible}).Parse(reportPage))

// typeset prepares text for the page, unlike the plain numbers in files: true minus
// signs, no line break before or after an equals sign, and no control characters.
func typeset(s string) string {
	s = strings.ReplaceAll(text.Visible(s), " = ", "\u00a0=\u00a0")
	return negative.ReplaceAllString(s, "$1\u2212$2")
}

// negative is a minus sign before a number, not a hyphen or a range.
var negative = regexp.MustCompile(`(^|[ \[(\x{00a0}])-(\d)`)

// Page returns report.html.
func (r *Report) Page() ([]byte, error) {
	var b bytes.Buffer
	if err := reportTemplate.Execute(&b, r); err != nil {
		return nil, fmt.Errorf("writing the report: %w", err)
	}
	return b.Bytes(), nil
}

// Wide reports whether the figure takes the whole width of the page.
func (f *Figure) Wide() bool { return f.width > figureWidth }

// Drawing is the figure as shown on the page. It is safe HTML: we drew it, and the canvas
// has escaped any text from files.
func (f *Figure) Drawing() (template.HTML, error) {
	svg, err := f.SVG()
	return template.HTML(f.themed(svg)), err
}
