package book

import (
	"context"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/internal/text"
	"gradoku/task"
)

// coverOptions holds the command line of "gradoku book cover".
type coverOptions struct {
	cli.Call
	task  task.BookCover
	quiet bool
}

func coverCommand(s cli.Streams) *urfave.Command {
	var o coverOptions
	return &urfave.Command{
		Name:      "cover",
		Usage:     "make the cover of a finished book: back, spine and front on one page, with bleed and barcode",
		ArgsUsage: "BOOK.pdf",
		UsageText: "gradoku book cover book.pdf --isbn 978-3-16-148410-0 --blurb back.txt -o cover.pdf\n" +
			"gradoku book cover book.pdf --printer lulu --colour 1F4E79 -o cover.pdf\n" +
			"gradoku book cover book.pdf --printer ingram --spine 0.31 -o cover.pdf",
		Description: "Reads the book's PDF. The number of pages and the paper give the width of the spine, by the printer's\n" +
			"published formula. Trim, title, author, language and ISBN are the book's unless flags say otherwise. An\n" +
			"ISBN that differs from the book's is refused. The barcode is an EAN-13, and the page has trim and bleed\n" +
			"boxes.",
		Flags:  append(cli.BoundFlags(&o.task, "spot"), cli.QuietFlag(&o.quiet)),
		Action: cli.Action(s, &o.Call, o.run, &o.task),
	}
}

func (o *coverOptions) run(ctx context.Context) error {
	if err := one(&o.Call, "cover", "gradoku book cover book.pdf -o cover.pdf"); err != nil {
		return err
	}
	notify, done := o.Events(o.quiet, nil)
	defer done()
	o.task.Book, o.task.Fixed = o.Args[0], fixed(&o.Call, &o.task)
	c, err := o.task.Run(ctx, task.Env{Out: o.Out, Notify: notify})
	if err != nil || c.Path == "-" {
		return err
	}
	cli.TalkTo(o.Err, o.quiet)("cover of %s, %s of %s: %.3f x %.3f in with bleed, spine %.3f in; written to %s",
		o.Args[0], text.Count(c.Pages, "page", "pages"), printed(c.PageWidth, c.PageHeight), c.Width/72, c.Height/72, c.Spine/72, c.Path)
	return nil
}
