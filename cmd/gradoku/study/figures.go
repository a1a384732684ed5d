package study

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"

	"gradoku/cmd/gradoku/cli"
	"gradoku/internal/text"
	"gradoku/literature"
	"gradoku/task"
)

// draw writes the documents' figures to the folder.
func (o *literatureOptions) draw(ctx context.Context, documents []string) error {
	pictures, err := literature.Pictures(ctx, documents)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return err
	case pictures == nil:
		return cli.UsageError(errors.New("--figures: these documents have no figures that can be drawn"), "moler and models have figures")
	}
	if err := os.MkdirAll(o.Figures, 0o755); err != nil {
		return task.CannotWrite(o.Figures, err)
	}
	for _, p := range pictures {
		write := func(w io.Writer) error { return p.Page.SVG(w, 0) }
		if err := task.ToFile(ctx, filepath.Join(o.Figures, p.Name+".svg"), write); err != nil {
			return err
		}
	}
	o.Say("%s drawn in %s", text.Count(len(pictures), "figure", "figures"), o.Figures)
	return nil
}
