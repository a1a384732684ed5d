package book

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gradoku/book"
	"gradoku/cmd/gradoku/cli"
	"gradoku/draw"
	"gradoku/store"
	"gradoku/task"
)

// checkPictures checks what goes with --pictures, and makes the folder.
func (o *options) checkPictures() error {
	switch {
	case !slices.Contains(book.PictureFormats, o.pictures):
		return cli.UsageError(fmt.Errorf("there are no pictures %q", o.pictures), "use "+strings.Join(book.PictureFormats, ", "))
	case !strings.EqualFold(filepath.Ext(o.output), ".csv"):
		return cli.UsageError(fmt.Errorf("--pictures writes a table beside the pictures, and %q is none", o.output), "for example: --pictures eps -o pieces/puzzles.csv")
	case o.preview || o.Given("page") || o.Given("format"):
		return cli.UsageError(errors.New("--pictures makes no book of which a page could be shown"), "leave --preview, --page and --format out")
	case o.pictures != "pdf" && o.spec.PDF.Kind != "" || o.spec.PDF.Kind == draw.PDFFillable:
		return cli.UsageError(fmt.Errorf("--pdf %s does not go with --pictures %s", o.spec.PDF.Kind, o.pictures), "PDF/X goes with --pictures pdf")
	}
	o.format = "pdf" // as a book: not a single page
	if err := os.MkdirAll(filepath.Dir(o.output), 0o777); err != nil {
		return cli.DataError(err, "name a folder that you may write to")
	}
	return nil
}

// writePictures draws the pictures and writes their table, which is recorded like a book:
// until it is there, the folder is not finished.
func (o *options) writePictures(ctx context.Context, db *store.DB, choice book.Choice, sections []book.Section) error {
	folder := filepath.Dir(o.output)
	table, err := book.Pictures(o.spec, sections, o.pictures, func(name string, data []byte) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		return task.ToFile(ctx, filepath.Join(folder, name), task.Whole(data))
	})
	if err != nil {
		var told *cli.Problem
		if errors.As(err, &told) {
			return err // a picture could not be written
		}
		return o.layoutError(err)
	}
	if !o.draft {
		return o.record(ctx, db, table, nil, nil, choice, sections)
	}
	if err := o.write(ctx, table); err != nil {
		return err
	}
	cli.TalkTo(o.Err, o.quiet)("%s, as a draft: the puzzles stay free", o.picturesWritten())
	return nil
}

// picturesWritten says what was.
func (o *options) picturesWritten() string {
	return fmt.Sprintf("pictures of puzzles and solutions written to %s as %s, their table to %s", filepath.Dir(o.output), o.pictures, o.output)
}
