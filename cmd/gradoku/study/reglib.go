package study

import (
	"context"
	"errors"
	"fmt"
	"io"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/study"
	"gradoku/task"
)

// reglibOptions are what the command line of "gradoku study reglib" says.
type reglibOptions struct {
	cli.Call
	json bool
}

func reglibCommand(s cli.Streams) *urfave.Command {
	var o reglibOptions
	return &urfave.Command{
		Name:      "reglib",
		Usage:     "look for the techniques that a library of positions has, in HoDoKu's format",
		ArgsUsage: "FILE|-",
		UsageText: "gradoku study reglib reglib-1.4.txt\n" +
			"gradoku study reglib reglib-1.4.txt --json",
		Description: "Each line has a position, a technique, and what it eliminates or places there. Prints for each technique\n" +
			"how many cases there are and in how many our techniques of that name find all of it, then every case that\n" +
			"was missed and the techniques that gradoku does not have.",
		Flags:  []urfave.Flag{cli.JSONFlag(&o.json, "print one JSON object per technique and one per missed case")},
		Action: cli.Action(s, &o.Call, o.run),
	}
}

func (o *reglibOptions) run(ctx context.Context) error {
	if len(o.Args) != 1 {
		return cli.UsageError(fmt.Errorf("reglib reads one file, but got %d", len(o.Args)), o.HelpAdvice())
	}
	name := o.Args[0]
	in, err := task.OpenInput(ctx, o.In, name)
	if err != nil {
		return task.CannotRead(err)
	}
	defer in.Close()
	if name == "-" {
		name = "stdin"
	}
	l, err := study.ReadLibrary(ctx, name, in)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return cli.DataError(err, "a line is :technique:digits:grid:gone:eliminations:placements:, for example :0400:6:+163..:611 612:657 658::")
	case len(l.Techniques) == 0:
		return cli.DataError(errors.New(name+" has no case"), "a line is :technique:digits:grid:gone:eliminations:placements:")
	}
	if o.json {
		return printLibraryJSON(o.Out, &l)
	}
	return printLibrary(o.Out, &l)
}

// libraryRow is what "study reglib --json" says about a technique of the library.
type libraryRow struct {
	Cases int      `json:"cases"`
	Code  string   `json:"code" jsonschema:"its number in the library"`
	Found *int     `json:"found,omitempty" jsonschema:"how many cases we find; absent if we do not have the technique"`
	Name  string   `json:"name"`
	Note  string   `json:"note,omitempty"`
	Ours  []string `json:"ours" jsonschema:"our techniques that stand for it, by id"`
}

// missedCase is what it says about a case that was not found.
type missedCase struct {
	Code   string `json:"code" jsonschema:"the technique's number in the library"`
	Line   int    `json:"line"`
	Missed string `json:"missed" jsonschema:"what we did not find"`
	Text   string `json:"text" jsonschema:"the line of the library"`
}

func printLibraryJSON(w io.Writer, l *study.Library) error {
	for _, t := range l.Techniques {
		object := libraryRow{Cases: t.Cases, Code: t.Code, Name: t.Name, Note: t.Note, Ours: t.IDs}
		if t.IDs != nil {
			object.Found = &t.Found
		}
		if err := cli.PrintJSON(w, object); err != nil {
			return err
		}
	}
	for _, m := range l.Missed {
		err := cli.PrintJSON(w, missedCase{m.Code, m.Line, m.Missed, m.Text})
		if err != nil {
			return err
		}
	}
	return nil
}

func printLibrary(w io.Writer, l *study.Library) error {
	var known, unknown [][]string
	cases, found, others := 0, 0, 0
	for _, t := range l.Techniques {
		if t.IDs == nil {
			unknown = append(unknown, []string{t.Code, fmt.Sprint(t.Cases), cli.OrNone(t.Name)})
			others += t.Cases
			continue
		}
		cases += t.Cases
		found += t.Found
		name := t.Name
		if t.Found < t.Cases && t.Note != "" {
			name += " (" + t.Note + ")"
		}
		known = append(known, []string{t.Code, fmt.Sprint(t.Cases), fmt.Sprint(t.Found), percent(t.Found, t.Cases), name})
	}
	fmt.Fprintf(w, "%d of %d cases of %d techniques are found (%s); %d cases are of %d techniques that gradoku does not have\n\n",
		found, cases, len(known), percent(found, cases), others, len(unknown))
	if err := cli.TextRows(w, []string{"code", "cases", "found", "share", "technique"}, known); err != nil {
		return err
	}
	if len(l.Missed) > 0 {
		fmt.Fprintln(w)
	}
	for _, m := range l.Missed {
		fmt.Fprintf(w, "line %d: %s misses %s\n  %s\n", m.Line, m.Code, m.Missed, cli.OnOneLine(m.Text))
	}
	if len(unknown) == 0 {
		return nil
	}
	fmt.Fprintln(w)
	return cli.TextRows(w, []string{"code", "cases", "technique that gradoku does not have"}, unknown)
}

func percent(part, whole int) string {
	return fmt.Sprintf("%.1f %%", 100*float64(part)/float64(max(whole, 1)))
}
