package web

import (
	"context"
	"fmt"
	"io"
	"iter"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"gradoku/corpus"
	"gradoku/store"
	"gradoku/task"
)

type exportInput struct {
	store.Selection
	Order string `query:"order" enum:"id,rating,clues,freedom,scan,random" default:"id" doc:"What to sort by"`
	Desc  bool   `query:"desc" doc:"Reverse the order"`
	Limit int    `query:"limit" minimum:"0" doc:"Maximum number of puzzles; all when left out"`
}

// exportFormats are the formats in which clients can download a selection.
var exportFormats = []struct{ ext, mime, doc string }{
	{"csv", "text/csv; charset=utf-8", "a table, as gradoku export --format csv --with-keys writes it"},
	{"jsonl", "application/x-ndjson", "one JSON object per line, as gradoku export --format jsonl --with-keys writes it"},
	{"sqlite", "application/vnd.sqlite3", "the database that an app ships, as gradoku export --format sqlite writes it"},
}

// exportRoutes registers the routes that send whole selections. Nothing is recorded: the
// server only reads.
func (s *Server) exportRoutes() {
	for _, f := range exportFormats {
		op := reading("/v1/export."+f.ext, "export-"+f.ext, "A selection as ."+f.ext, "The puzzles of a selection as "+f.doc+". Nothing is recorded in the database.")
		op.Responses = map[string]*huma.Response{"200": {Description: "OK", Content: map[string]*huma.MediaType{f.mime: {Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}}}}
		answer(s, op, func(ctx context.Context, in *exportInput) (*huma.StreamResponse, error) {
			filter, err := s.filterOf(ctx, &in.Selection)
			if err != nil {
				return nil, err
			}
			filter.Order, filter.Limit, filter.Keys = ordered(in.Order, in.Desc), in.Limit, true
			// Refuse an invalid condition before the answer begins.
			if err := s.db.use(ctx, func(db *store.DB) error { return db.CheckFilter(filter) }); err != nil {
				return nil, atCondition(err, in.Where.Text)
			}
			return &huma.StreamResponse{Body: func(hc huma.Context) {
				r, w := humago.Unwrap(hc)
				s.export(w, r, filter, f.ext, f.mime)
			}}, nil
		})
	}
}

// export sends a selection. An error while sending closes the connection, so that a client
// cannot mistake a part for the whole.
func (s *Server) export(w http.ResponseWriter, r *http.Request, f store.Filter, ext, mime string) {
	ctx := r.Context()
	began := false
	begin := func() io.Writer {
		began = true
		w.Header().Set("Content-Type", mime)
		w.Header().Set("Content-Disposition", `attachment; filename="puzzles.`+ext+`"`)
		w.Header().Set("Cache-Control", "no-store")
		return s.outlet(w)
	}
	err := s.files.do(ctx, func(ctx context.Context) error {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		defer context.AfterFunc(s.life, func() {
			select {
			case <-ctx.Done():
			case <-time.After(grace - time.Second):
				cancel()
			}
		})()
		return s.db.use(ctx, func(db *store.DB) error {
			if ext == "sqlite" {
				return s.exportApp(ctx, db, f, begin)
			}
			to, err := corpus.ByName(ext)
			if err != nil {
				return err
			}
			measured, err := db.HasMeasured(ctx)
			if err != nil {
				return err
			}
			return to.Write(begin(), rows(db.Puzzles(ctx, f), func(p *store.Puzzle) corpus.Row {
				row := task.StoredRow(p, measured)
				row.Values = append(row.Values, corpus.Text("key", fmt.Sprintf("%x", p.Canon)))
				return row
			}))
		})
	})
	switch {
	case err == nil:
	case !began:
		s.refuseError(w, r, err)
	default:
		if !ended(ctx, err) {
			s.log.Error("an export was cut off", "error", err)
		}
		panic(http.ErrAbortHandler)
	}
}

// exportApp sends the database that an app ships, when it is complete.
func (s *Server) exportApp(ctx context.Context, db *store.DB, f store.Filter, begin func() io.Writer) error {
	dir, err := s.folder.make("export-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "puzzles.sqlite")
	puzzles := rows(db.Puzzles(ctx, f), func(p *store.Puzzle) store.AppPuzzle { return store.AppPuzzle{Puzzle: *p} })
	if _, err := store.WriteApp(ctx, path, puzzles, store.Daily{}, false); err != nil {
		return err
	}
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = io.Copy(begin(), file)
	return err
}

// rows passes on what row makes of the puzzles.
func rows[T any](puzzles iter.Seq2[store.Puzzle, error], row func(*store.Puzzle) T) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for p, err := range puzzles {
			if !yield(row(&p), err) {
				return
			}
		}
	}
}
