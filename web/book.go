package web

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"gradoku/book"
	"gradoku/generate"
	"gradoku/internal/bind"
	"gradoku/store"
	"gradoku/task"
)

// BookRequest asks for a book, as gradoku book does.
type BookRequest struct {
	Quota string `json:"quota,omitempty" maxLength:"1000" doc:"How many of what, as gentle=60,easy=60 or 4x4=40,6x6:easy=20"`
	Keys  string `json:"keys,omitempty" maxLength:"400000" doc:"The puzzles themselves instead, by key or number, with commas or line ends between, in the order of the book"`
	store.Selection
	Reuse   bool   `json:"reuse,omitempty" doc:"Also puzzles that are in books and exports"`
	Missing bool   `json:"generate-missing,omitempty" doc:"Make the puzzles that are lacking"`
	Draft   bool   `json:"draft,omitempty" doc:"Only try the book out: its puzzles stay free"`
	Order   string `json:"order,omitempty" maxLength:"20" doc:"sections, ramp, shuffled, or given, which is that of the keys"`
	BookLook
	Style string `json:"style,omitempty" maxLength:"20000" doc:"A style file, as TOML, that names no files"`
}

// BookLook says what a book looks like.
type BookLook struct {
	Title     string `json:"title,omitempty" maxLength:"200"`
	Subtitle  string `json:"subtitle,omitempty" maxLength:"200"`
	Author    string `json:"author,omitempty" maxLength:"200"`
	Trim      string `json:"trim,omitempty" maxLength:"40" doc:"The page size, as 6x9, A5 or 170x240mm"`
	Printer   string `json:"printer,omitempty" maxLength:"40" doc:"Whose margins hold"`
	PerPage   string `json:"per-page,omitempty" maxLength:"40" doc:"Puzzles on a page, as 2 or 4x4=6,9x9=2"`
	Lang      string `json:"lang,omitempty" maxLength:"10" doc:"The language"`
	Solutions string `json:"solutions,omitempty" maxLength:"20" doc:"Where they stand"`
	Hints     bool   `json:"hints,omitempty" doc:"Pages with the first hard step of each puzzle"`
	Large     bool   `json:"large-print,omitempty"`
	NoLessons bool   `json:"no-lessons,omitempty" doc:"Leave out the pages on how to solve"`
}

// Names of the files in the folder of a book's job.
const (
	namesFile = "puzzles.txt"
	styleFile = "style.toml"
)

// spec is the command gradoku book.
func (q *BookRequest) spec(opt *Options) (JobSpec, error) {
	choice, err := q.choice()
	if err != nil {
		return JobSpec{}, err
	}
	asked := *q
	if asked.Keys = ""; choice.Names != nil {
		asked.Quota, asked.Selection, asked.Missing = "", store.Selection{}, false
		if q.Order == "given" { // as it is with keys
			asked.Order = ""
		}
	}
	return asked.command(opt, choice.Names, "-o", fileName(q.Title)+".pdf")
}

// command checks what the book looks like, and returns gradoku book with its files. names
// are the keys of its puzzles, nil where a quota chooses them.
func (q BookRequest) command(opt *Options, names []string, more ...string) (JobSpec, error) {
	spec := JobSpec{Kind: "book", Title: "Book: " + cmp.Or(q.Title, "Sudoku"), Files: map[string][]byte{}}
	for _, f := range bind.Fields(&q.BookLook) {
		if strings.ContainsFunc(f.Text(), unicode.IsControl) {
			return spec, refuse("bad-value", f.Name, "it has a character that is none of a text")
		}
	}
	if q.Trim != "" {
		if _, err := book.ParseTrim(q.Trim); err != nil {
			return spec, refuse("bad-value", "trim", err.Error())
		}
	}
	if q.Style = strings.TrimSpace(q.Style); q.Style != "" {
		if err := checkStyle(q.Style, opt.StyleKeys); err != nil {
			return spec, err
		}
		spec.Files[styleFile], q.Style = []byte(q.Style+"\n"), styleFile
	}
	if names != nil {
		spec.Files[namesFile], q.Keys = []byte(strings.Join(names, "\n")+"\n"), namesFile
	}
	spec.Steps = []step{{Args: slices.Concat([]string{"book"}, bind.Args(&q), more), DB: true}}
	return spec, nil
}

// checkStyle refuses what is no style file, or one that names files.
func checkStyle(style string, keys []string) error {
	const most = 20_000
	if len(style) > most {
		return refuse("bad-value", "style", fmt.Sprintf("it has %d bytes, and %d are the most", len(style), most))
	}
	var values map[string]any
	if err := book.DecodeTOML(style, &values); err != nil {
		return refuse("bad-value", "style", err.Error())
	}
	for _, key := range slices.Sorted(maps.Keys(values)) {
		if !slices.Contains(keys, key) {
			return refuse("bad-value", "style", fmt.Sprintf("a style file from a browser cannot have the key %.40q, as it can name no files; it has %s", key, strings.Join(keys, ", ")))
		}
	}
	return nil
}

// fileName makes a name for a file of a title, without what file systems or shells mind.
func fileName(title string) string {
	words := strings.FieldsFunc(strings.ToLower(title), func(r rune) bool { return !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9') })
	if len(words) == 0 {
		return "book"
	}
	name := strings.Join(words, "-")
	return strings.TrimSuffix(name[:min(len(name), 40)], "-")
}

// choice is what the library chooses by.
func (q *BookRequest) choice() (task.BookChoice, error) {
	c := task.BookChoice{Order: q.Order}
	if c.Order == "" {
		c.Order = book.Orders[0]
	}
	if !slices.Contains(book.Orders, c.Order) {
		return c, refuse("bad-value", "order", fmt.Sprintf("there is no order %.20q: use %s", q.Order, strings.Join(book.Orders, ", ")))
	}
	if strings.TrimSpace(q.Keys) != "" {
		if q.Order == "" {
			c.Order = "given"
		}
		c.Filter.NeverExported = !q.Reuse
		var err error
		if c.Names, err = task.ReadNames(strings.NewReader(strings.ReplaceAll(q.Keys, ",", "\n"))); err != nil {
			err = refuse("bad-value", "keys", err.Error())
		}
		return c, err
	}
	if c.Order == "given" {
		return c, refuse("bad-value", "order", "the given order is that of puzzles chosen by hand")
	}
	var err error
	if c.Filter, err = filterOf(&q.Selection); err != nil {
		return c, err
	}
	c.Filter.Size = 0 // it is that of quotas that name none
	c.Filter.NeverExported = !q.Reuse
	if q.Quota == "" {
		return c, refuse("bad-value", "quota", "say how many puzzles of which kind the book should have")
	}
	quotas, err := generate.ParseQuotas(q.Quota)
	if err != nil {
		return c, refuse("bad-value", "quota", err.Error())
	}
	for _, part := range quotas {
		one := task.BookQuota{Size: part.Size, Level: part.Level, N: int(part.Count)}
		if one.Size == 0 {
			one.Size = cmp.Or(q.Size, 9)
		}
		if part.Count > int64(task.MostNamed) {
			return c, refuse("bad-value", "quota", fmt.Sprintf("no book has %d puzzles; %d are the most", part.Count, task.MostNamed))
		}
		if part.Level == "" && !part.Any() {
			one.Ratings = part.Range
		}
		c.Quotas = append(c.Quotas, one)
	}
	return c, nil
}
