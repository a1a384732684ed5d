package book

import (
	"context"
	"fmt"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/internal/text"
	"gradoku/task"
)

type coverOptions struct {
	cli.Call
	task task.BookCover
}

func coverCommand(s cli.Streams) *urfave.Command {
	var o coverOptions
	return cli.Help("book cover", &urfave.Command{
		ArgsUsage: "BOOK.pdf...",
		Flags:     append(cli.BoundFlags(&o.task), o.QuietFlag()),
		Action:    cli.Action(s, &o.Call, o.run, &o.task),
	})
}

func (o *coverOptions) run(ctx context.Context) error {
	const volume = "{volume}"
	if len(o.Args) < 2 || !strings.Contains(o.task.Output, volume) {
		if err := one(&o.Call, "cover", "gradoku book cover book.pdf -o cover.pdf, or with several -o 'cover-{volume}.pdf'"); err != nil {
			return err
		}
	}
	env, done := o.Env(nil)
	defer done()
	o.task.Fixed = fixed(&o.Call, &o.task)
	for i, path := range o.Args {
		cover := o.task
		cover.Book = path
		for _, text := range []*string{&cover.Output, &cover.Thumb, &cover.Title, &cover.Subtitle, &cover.Burst} {
			*text = strings.ReplaceAll(*text, volume, fmt.Sprint(i+1))
		}
		c, err := cover.Run(ctx, env)
		if err != nil || c.Path == "-" {
			return err
		}
		o.Say("cover of %s, %s of %s: %.3f x %.3f in with bleed, spine %.3f in; written to %s",
			path, text.Count(c.Pages, "page", "pages"), printed(c.PageWidth, c.PageHeight), c.Width/72, c.Height/72, c.Spine/72, c.Path)
	}
	return nil
}
