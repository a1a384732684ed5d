package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"gradoku/internal/text"
	"gradoku/task"
)

type bookOptions struct {
	Call `fields:"db,quiet"`
	task.Book
	PrintStyle bool `query:"print-style" group:"Pages" needs:"preset" doc:"print the preset as a style file, to copy and change, and make no book"`
}

func bookCommand(s Streams) *cli.Command {
	var o bookOptions
	c := newCommand(s, "book", "", &o, o.run)
	c.Subcommands = []*cli.Command{bookCheckCommand(s), bookCoverCommand(s)}
	return c
}

func (o *bookOptions) run(ctx context.Context) error {
	if o.PrintStyle {
		_, err := io.WriteString(o.Out, task.PresetStyle(o.Preset))
		return err
	}
	o.Fixed = o.Given
	_, err := runTask(ctx, &o.Call, &o.Book, func(e task.Event) {
		if e.Written != nil && e.Written.Book != nil && e.Written.Path != "-" {
			o.tell(e.Written.Book)
		}
	})
	return err
}

// tell prints what was made and the command that makes it again.
func (o *bookOptions) tell(m *task.BookMade) {
	puzzles, pages := text.Count(m.Puzzles, "puzzle", "puzzles"), text.Count(m.Pages, "page", "pages")
	page := fmt.Sprintf("%s, inside margin %.3f in", m.Trim, m.Gutter/72)
	made := fmt.Sprintf("%s on %s written to %s", puzzles, pages, m.Path)
	if m.Pages == 0 {
		made = fmt.Sprintf("pictures of puzzles and solutions written to %s as %s, their table to %s", filepath.Dir(m.Path), m.Task.Pictures, m.Path)
	}
	more := ""
	switch {
	case o.Preview:
		o.say("%s on %s, %s: shown in %s; its puzzles are not marked as used", puzzles, pages, page, m.Path)
		return
	case o.Page != "":
		o.say("page %s of %d written to %s; the book is not recorded", o.Page, m.Pages, m.Path)
		return
	case m.Export == 0 && m.Pages == 0:
		o.say("%s, as a draft: the puzzles are not marked as used", made)
		return
	case m.Export == 0:
		o.say("%s as a draft: %s; checked, its puzzles are not marked as used", made, page)
		o.say("to make the final book: %s -o FILE.pdf", o.again("draft", "o", "quiet"))
		return
	case m.Same:
		more = "; the file was already identical"
	case m.Replaces != 0:
		if more = fmt.Sprintf("; it replaces export %d and has the same puzzles", m.Replaces); m.Task.Keys == "" {
			more += ": another -o gives a book with other puzzles"
		}
	}
	if m.Task.SolutionsFile != "" && m.Pages > 0 {
		more += "; solutions written to " + m.Task.SolutionsFile
	}
	if m.Pages > 0 {
		made += fmt.Sprintf(": %s, edition %s", page, m.Edition)
		more = "; checked" + more
	} else if m.Task.FromExport == 0 {
		more += "; these puzzles differ from those of earlier books: --from-export N takes the puzzles of export N"
	}
	o.say("%s, export %d%s", made, m.Export, more)
	again := m.Again()
	line := flagsText(&again)
	if o.Given("db") {
		line += " --db " + text.Quoted(o.DB)
	}
	o.say("to make the same book again: gradoku book%s", line)
}

type bookCoverOptions struct {
	Call `fields:"quiet"`
	task.BookCover
}

func bookCoverCommand(s Streams) *cli.Command {
	var o bookCoverOptions
	return newCommand(s, "book cover", "BOOK.pdf...", &o, o.run)
}

func (o *bookCoverOptions) run(ctx context.Context) error {
	if n := len(o.Args); n == 0 || n > 1 && !strings.Contains(o.Output, "{volume}") {
		return task.UsageError(errors.New("name the PDF of one book to cover"), "for example: gradoku book cover book.pdf -o cover.pdf, or with several -o 'cover-{volume}.pdf'")
	}
	o.Fixed = o.Given
	for i, path := range o.Args {
		cover := o.BookCover
		if cover.Book = path; len(o.Args) > 1 {
			cover.Volume = i + 1
		}
		c, err := runTask(ctx, &o.Call, cover, nil)
		if err != nil || c.Path == "-" {
			return err
		}
		o.say("cover of %s, %s of %s: %.3f x %.3f in with bleed, spine %.3f in; written to %s",
			path, text.Count(c.Pages, "page", "pages"), inchesText(c.PageWidth, c.PageHeight), c.Width/72, c.Height/72, c.Spine/72, c.Path)
	}
	return nil
}

// inchesText writes a size in points as inches.
func inchesText(w, h float64) string { return fmt.Sprintf("%.4g x %.4g in", w/72, h/72) }
