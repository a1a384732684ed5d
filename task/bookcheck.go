package task

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"gradoku/book"
	"gradoku/internal/bind"
	"gradoku/store"
)

// BookCheck reads a finished book again. It solves the puzzles and compares them with the
// printed solutions and with the database. It also checks pages, margins and fonts.
type BookCheck struct {
	For           string `query:"for" json:"for,omitempty" choices:"any,kdp,ingram,lulu,home" doc:"printer whose minimum margins and page limits apply" usual:"the printer for which the book was made"`
	SolutionsFile string `query:"solutions-file" json:"solutions_file,omitempty" value:"FILE" doc:"the PDF FILE with the solutions of the book, if they are in a separate file"`
	NoDB          bool   `query:"no-db" json:"no_db,omitempty" doc:"do not compare with a database"`

	Book    string `json:"-"` // the PDF
	Compare bool   `json:"-"` // a missing database is an error
}

// Run checks the book. Problems in the book are part of the report, not an error of Run.
func (c BookCheck) Run(ctx context.Context, env Env) (*book.Report, error) {
	if err := bind.Check(&c, nil); err != nil {
		return nil, err
	}
	f, size, err := openPDF(ctx, c.Book)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var answers io.ReaderAt
	var answersSize int64
	if c.SolutionsFile != "" {
		second, size, err := openPDF(ctx, c.SolutionsFile)
		if err != nil {
			return nil, err
		}
		defer second.Close()
		answers, answersSize = second, size
	}
	var known book.Known
	if !c.NoDB && (c.Compare || Exists(ctx, env.DB)) { // without a database, the rest of the book is still checked
		db, err := store.Open(ctx, env.DB, store.ReadOnly)
		if err != nil {
			return nil, err
		}
		defer db.Close()
		known = knownIn(ctx, db)
	}
	report, err := book.Check(f, size, answers, answersSize, c.For, known)
	if err != nil {
		return nil, notBook(c.Book, err, "only a PDF that gradoku book wrote can be checked")
	}
	return report, nil
}

// notBook returns the error for a PDF that cannot be read as a book. advice is for a PDF that another
// program made.
func notBook(path string, err error, advice string) error {
	var other *book.OtherPDF
	if errors.As(err, &other) {
		advice = other.Advice
	}
	return DataError(fmt.Errorf("%s: %w", path, err), advice)
}

// openPDF opens a PDF file. Reading ends with ctx.
func openPDF(ctx context.Context, path string) (f *interruptible, size int64, err error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, 0, CannotRead(err)
	case info.IsDir():
		return nil, 0, DataError(fmt.Errorf("%s is a directory", path), "name a PDF in it")
	case !info.Mode().IsRegular(): // its size is not known
		return nil, 0, DataError(fmt.Errorf("%s: it is not a regular file", path), "name a PDF")
	}
	if f, err = openFile(ctx, path); err != nil {
		return nil, 0, CannotRead(err)
	}
	return f, info.Size(), nil
}

// knownIn looks puzzles up in a database.
func knownIn(ctx context.Context, db *store.DB) book.Known {
	return func(canon [16]byte) (string, string, bool, error) {
		p, err := db.PuzzleByCanon(ctx, canon)
		if errors.Is(err, store.ErrNotFound) {
			return "", "", false, nil
		}
		return p.Givens, p.Solution, err == nil, err
	}
}
