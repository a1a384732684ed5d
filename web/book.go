package web

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"gradoku/api"
	"gradoku/book"
	"gradoku/internal/bind"
	"gradoku/task"
)

// BookRequest asks for a book, as gradoku book does. Where the command takes files, the
// request has their contents.
type BookRequest struct {
	task.BookWish
	Keys string `json:"keys,omitempty" maxLength:"400000" doc:"The puzzles themselves instead of a quota, by key or number, with commas or line ends between, in the order of the book"`
	task.Names
	task.Design
	Style string `json:"style,omitempty" maxLength:"20000" doc:"A style file, as TOML, that names no files"`
}

// Names of the files in the folder of a book's job.
const (
	namesFile     = "puzzles.txt"
	styleFile     = "style.toml"
	solutionsFile = "solutions.pdf"
)

// spec returns the job that runs gradoku book.
func (q *BookRequest) spec() (JobSpec, error) {
	choice, err := q.choice()
	if err != nil {
		return JobSpec{}, err
	}
	more := []string{"-o", fileName(q.Title) + ".pdf"}
	if q.Placement == book.Separate {
		more = append(more, "--solutions-file="+solutionsFile)
	}
	return q.command(choice.Names, more...)
}

// command checks what the book looks like, and returns a job that runs gradoku book, with
// its files. names are the keys of the book's puzzles, nil if a quota chooses them.
func (q BookRequest) command(names []string, more ...string) (JobSpec, error) {
	spec := JobSpec{Kind: "book", Title: "Book: " + cmp.Or(q.Title, "Sudoku"), Files: map[string][]byte{}}
	look := task.Look{Names: q.Names, Design: q.Design}
	if err := checkArgs(bind.Args(&look)); err != nil {
		return spec, err
	}
	if err := look.Check(); err != nil {
		return spec, err
	}
	if q.Style = strings.TrimSpace(q.Style); q.Style != "" {
		if err := checkStyle(q.Style); err != nil {
			return spec, err
		}
		spec.Files[styleFile], q.Style = []byte(q.Style+"\n"), styleFile
	}
	if q.Keys = ""; names != nil {
		spec.Files[namesFile], q.Keys = []byte(strings.Join(names, "\n")+"\n"), namesFile
	}
	spec.Args = slices.Concat([]string{"book"}, bind.Args(&q), more)
	return spec, nil
}

// checkStyle refuses text that is not a style file, and a style file that names files.
func checkStyle(style string) error {
	var values map[string]any
	if err := book.DecodeTOML(style, &values); err != nil {
		return refuse(api.CodeRequest, "style", err.Error())
	}
	keys := task.StyleKeys()
	for _, key := range slices.Sorted(maps.Keys(values)) {
		if !slices.Contains(keys, key) {
			return refuse(api.CodeRequest, "style", fmt.Sprintf("a style file from a browser cannot have the key %.40q, as it can name no files; it has %s", key, strings.Join(keys, ", ")))
		}
	}
	return nil
}

// fileName makes a file name from a title, with characters that are safe in file systems
// and shells.
func fileName(title string) string {
	words := strings.FieldsFunc(strings.ToLower(title), func(r rune) bool { return !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9') })
	if len(words) == 0 {
		return "book"
	}
	name := strings.Join(words, "-")
	return strings.TrimSuffix(name[:min(len(name), 40)], "-")
}

// choice returns the criteria by which the library chooses puzzles. If the request has a
// list of keys, it drops all other criteria.
func (q *BookRequest) choice() (c task.BookChoice, err error) {
	listed := strings.TrimSpace(q.Keys) != ""
	if listed {
		q.BookWish = forList(q.BookWish)
	}
	if err = bind.Check(q, nil); err == nil {
		c, err = q.Choice(listed)
	}
	if err != nil || !listed {
		return c, err
	}
	if c.Names, err = task.ReadNames(strings.NewReader(strings.ReplaceAll(q.Keys, ",", "\n"))); err != nil {
		err = refuse(api.CodeRequest, "keys", err.Error())
	}
	return c, err
}

// forList keeps the fields of a wish that also apply to a list of keys.
func forList(w task.BookWish) task.BookWish {
	return task.BookWish{Reuse: w.Reuse, Order: w.Order, Seed: w.Seed, Draft: w.Draft}
}
