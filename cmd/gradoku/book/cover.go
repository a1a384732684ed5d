package book

import (
	"context"
	"errors"
	"fmt"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/internal/text"
	"gradoku/task"
)

type coverOptions struct {
	cli.Call `fields:"quiet"`
	task.BookCover
}

func coverCommand(s cli.Streams) *urfave.Command {
	var o coverOptions
	return cli.New(s, "book cover", "BOOK.pdf...", &o, o.run)
}

func (o *coverOptions) run(ctx context.Context) error {
	const volume = "{volume}"
	if n := len(o.Args); n == 0 || n > 1 && !strings.Contains(o.Output, volume) {
		return task.UsageError(errors.New("name the PDF of one book to cover"), "for example: gradoku book cover book.pdf -o cover.pdf, or with several -o 'cover-{volume}.pdf'")
	}
	o.Fixed = fixed(&o.Call, &o.BookCover)
	for i, path := range o.Args {
		cover := o.BookCover
		cover.Book = path
		for _, text := range []*string{&cover.Output, &cover.Title, &cover.Subtitle, &cover.Burst} {
			*text = strings.ReplaceAll(*text, volume, fmt.Sprint(i+1))
		}
		c, err := cli.Do(ctx, &o.Call, cover, nil)
		if err != nil || c.Path == "-" {
			return err
		}
		o.Say("cover of %s, %s of %s: %.3f x %.3f in with bleed, spine %.3f in; written to %s",
			path, text.Count(c.Pages, "page", "pages"), printed(c.PageWidth, c.PageHeight), c.Width/72, c.Height/72, c.Spine/72, c.Path)
	}
	return nil
}
