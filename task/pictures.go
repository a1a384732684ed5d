package task

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"gradoku/book"
)

// checkPictures checks the options for pictures, and makes the folder.
func (b *making) checkPictures() error {
	switch {
	case !strings.EqualFold(filepath.Ext(b.Output), ".csv"):
		return UsageError(fmt.Errorf("--pictures also writes a table, but %q does not end in .csv", b.Output), "for example: --pictures svg -o pieces/puzzles.csv")
	case b.Pictures != "pdf" && b.spec.PDF.Kind != "":
		return UsageError(fmt.Errorf("a PDF of the kind %s cannot be used with --pictures %s", b.spec.PDF.Kind, b.Pictures), "PDF/X needs --pictures pdf")
	}
	b.Format = "pdf" // as for a book: not a single page
	if err := os.MkdirAll(filepath.Dir(b.Output), 0o777); err != nil {
		return DataError(err, "name a folder that you may write to")
	}
	return nil
}

// writePictures draws the pictures and writes their table. The table is recorded like a
// book; until it exists, the folder is incomplete.
func (b *making) writePictures(ctx context.Context, sections []book.Section) error {
	folder := filepath.Dir(b.Output)
	table, err := book.Pictures(b.spec, sections, b.Pictures, func(name string, data []byte) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		return ToFile(ctx, filepath.Join(folder, name), Whole(data))
	})
	if err != nil {
		var told *Problem
		if errors.As(err, &told) || errors.Is(err, context.Canceled) {
			return err // a picture could not be written
		}
		return layoutError(err)
	}
	for i := range sections {
		b.made.Puzzles += len(sections[i].Puzzles)
	}
	return b.record(ctx, table, nil, bookRequest{Spec: b.spec}, sections)
}
