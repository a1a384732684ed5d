package web

import (
	"cmp"
	"context"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"gradoku/api"
	"gradoku/internal/bind"
	"gradoku/task"
)

// CoverRequest asks for the cover of a book that a job has made, as gradoku book cover does.
type CoverRequest struct {
	Book string `json:"book" maxLength:"80" doc:"The book: the job that made it and the name of its file, as in abcdefgh23456789/quiet.pdf"`
	task.Names
	task.CoverDesign
	Blurb string `json:"blurb,omitempty" maxLength:"20000" doc:"The text of the back, as Markdown"`
}

// madeBook matches a book's file in the folder of its job.
var madeBook = regexp.MustCompile(`^[a-z0-9]{16}/[a-z0-9-]+\.pdf$`)

const blurbFile = "blurb.md"

// spec returns the job that runs gradoku book cover. The folders of jobs lie next to each other.
func (q CoverRequest) spec() (JobSpec, error) {
	spec := JobSpec{Kind: "cover", Title: "Cover: " + cmp.Or(q.Title, q.Book), Files: map[string][]byte{}}
	if !madeBook.MatchString(q.Book) {
		return spec, refuse(api.CodeRequest, "book", "name the job that made the book and its file: the page of that job has a link")
	}
	if err := bind.Check(&q, nil); err != nil {
		return spec, err
	}
	book := "../" + q.Book
	if q.Book, q.Blurb = "", strings.TrimSpace(q.Blurb); q.Blurb != "" {
		spec.Files[blurbFile], q.Blurb = []byte(q.Blurb+"\n"), blurbFile
	}
	spec.Args = slices.Concat([]string{"book", "cover"}, bind.Args(&q), []string{"-o", "cover.pdf", book})
	return spec, nil
}

// coverForm is the form for the cover of a book.
type coverForm struct {
	CoverRequest
	asked
	Fields  []formField
	Command string
}

func (v *coverForm) read(form url.Values) (bool, error) {
	err := bind.Query(&v.CoverRequest, form)
	return err == nil, err
}

// fill composes the command.
func (v *coverForm) fill(_ context.Context, s *Server, _ url.Values, _ bool) error {
	spec, err := v.spec()
	v.Command = s.opt.commandLine(spec.Args)
	return err
}

func (v *coverForm) page(form url.Values, asked asked, wrong *problem) (string, view) {
	v.asked, v.Fields = asked, formFields(&v.CoverRequest, form, wrong, "book", "blurb")
	if faulty(v.Fields) {
		v.Fault = ""
	}
	return "cover", view{Title: "Cover", Nav: "book", Body: v}
}
