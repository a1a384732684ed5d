package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"

	"gradoku/api"
	"gradoku/store"
)

// jobView is the part of a page that shows a job.
type jobView struct {
	Job
	Live   bool
	Fault  string // why a form about the job was refused
	Resume bool   // the job can be resumed
	Again  string // the form with the same request filled in
	Made   *runView
	Used   int64  // puzzles of its book, which other books skip
	Cover  string // the form for the cover of its book
}

func (s *Server) jobsPage(w http.ResponseWriter, r *http.Request) error {
	s.pages.show(w, http.StatusOK, "jobs", view{Title: "Jobs", Nav: "make", Body: s.allJobs()})
	return nil
}

func (s *Server) jobPage(w http.ResponseWriter, r *http.Request) error {
	j, err := s.foundJob(r.PathValue("id"))
	if err != nil {
		return err
	}
	return s.showJob(w, r, j, "", http.StatusOK)
}

func (s *Server) showJob(w http.ResponseWriter, r *http.Request, j *job, fault string, status int) error {
	v := jobView{Job: s.jobs.snapshot(j), Fault: fault, Again: j.Again} // Again does not change
	v.Live = v.State == Queued || v.State == Running
	v.Resume = !v.Live && v.State != Done
	if v.Run != 0 {
		err := s.db.use(r.Context(), func(db *store.DB) error {
			run, err := db.Run(r.Context(), v.Run)
			if err == nil {
				v.Made = new(runViewOf(run))
			}
			return err
		})
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
	}
	if v.Kind == "book" && !v.Live {
		var err error
		if _, v.Used, err = s.booksOf(r.Context(), j); err != nil {
			return err
		}
		for _, name := range v.Files {
			if book := v.ID + "/" + name; v.State == Done && name != solutionsFile && madeBook.MatchString(book) {
				v.Cover = query("/cover", url.Values{"book": {book}})
			}
		}
	}
	s.pages.show(w, status, "job", view{Title: v.Title, Nav: v.Kind, Script: "job.js", Body: v})
	return nil
}

// booksOf returns the exports that the database has recorded for the files of a job, and how many
// puzzles they use.
func (s *Server) booksOf(ctx context.Context, j *job) (books []int64, puzzles int64, err error) {
	files := j.files()
	err = s.db.use(ctx, func(db *store.DB) error {
		exports, err := db.Exports(ctx)
		for _, e := range exports {
			if slices.Contains(files, e.Path) && store.Intact(filepath.Join(j.dir, e.Path), e.SHA256) {
				books, puzzles = append(books, e.ID), puzzles+e.Puzzles
			}
		}
		return err
	})
	return books, puzzles, err
}

// changeJob stops, resumes or deletes a job, or lets other books use its puzzles, as a form asks.
func (s *Server) changeJob(w http.ResponseWriter, r *http.Request) error {
	form, err := readForm(r)
	if err != nil {
		return err
	}
	if s.jobs == nil {
		return s.mayWrite(r.Context(), "")
	}
	j, err := s.foundJob(r.PathValue("id"))
	if err != nil {
		return err
	}
	to := "/jobs/" + j.ID
	if err = s.mayWrite(r.Context(), form.Get("token")); err == nil {
		switch action := form.Get("action"); action {
		case "stop":
			s.jobs.stop(j)
		case "resume":
			err = s.jobs.resume(j)
		case "free":
			var books []int64
			if books, _, err = s.booksOf(r.Context(), j); err == nil {
				err = s.jobs.unuse(r.Context(), books)
			}
		case "forget":
			s.jobs.forget(j)
			to = "/jobs"
		default:
			err = refuse(api.CodeRequest, "action", fmt.Sprintf("a job cannot %.20q", action))
		}
	}
	if p, ok := badField(err); ok {
		return s.showJob(w, r, j, p.detail, p.Status)
	}
	if err == nil {
		http.Redirect(w, r, to, http.StatusSeeOther)
	}
	return err
}
