package study

import (
	"errors"
	"fmt"
	"io"
	"os"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/study"
)

func reglibCommand(s cli.Streams) *urfave.Command {
	return &urfave.Command{
		Name:      "reglib",
		Usage:     "look for the techniques that a library of positions has, in HoDoKu's format",
		ArgsUsage: "FILE|-",
		UsageText: "gradoku study reglib reglib-1.4.txt\n" +
			"gradoku study reglib reglib-1.4.txt --json",
		Description: "Each line has a position, a technique, and what it eliminates or places there. Prints for each technique\n" +
			"how many cases there are and in how many our techniques of that name find all of it, then every case that\n" +
			"was missed and the techniques that gradoku does not have.",
		Flags:  []urfave.Flag{cli.JSONFlag(nil, "print one JSON object per technique and one per missed case")},
		Action: func(c *urfave.Context) error { return reglibAction(c, s) },
	}
}

func reglibAction(c *urfave.Context, s cli.Streams) error {
	if c.NArg() != 1 {
		return cli.UsageError(fmt.Errorf("reglib reads one file, but got %d", c.NArg()), cli.HelpAdvice(c))
	}
	name, in := "stdin", s.In
	if arg := c.Args().First(); arg != "-" {
		f, err := os.Open(arg)
		if err != nil {
			return cli.DataError(err, "check the name and whether you may read it")
		}
		defer f.Close()
		name, in = arg, f
	}
	l, err := study.ReadLibrary(c.Context, name, in)
	switch {
	case c.Context.Err() != nil:
		return c.Context.Err()
	case err != nil:
		return cli.DataError(err, "a line is :technique:digits:grid:gone:eliminations:placements:, for example :0400:6:+163..:611 612:657 658::")
	case len(l.Techniques) == 0:
		return cli.DataError(errors.New(name+" has no case"), "a line is :technique:digits:grid:gone:eliminations:placements:")
	}
	if c.Bool("json") {
		return reglibJSON(s.Out, &l)
	}
	return reglibTable(s.Out, &l)
}

func reglibJSON(w io.Writer, l *study.Library) error {
	for _, t := range l.Techniques {
		object := map[string]any{"code": t.Code, "name": t.Name, "ours": t.IDs, "cases": t.Cases}
		if t.IDs != nil {
			object["found"] = t.Found
		}
		if t.Note != "" {
			object["note"] = t.Note
		}
		if err := cli.PrintJSON(w, object); err != nil {
			return err
		}
	}
	for _, m := range l.Missed {
		if err := cli.PrintJSON(w, map[string]any{"line": m.Line, "code": m.Code, "missed": m.Missed, "text": m.Text}); err != nil {
			return err
		}
	}
	return nil
}

func reglibTable(w io.Writer, l *study.Library) error {
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
		fmt.Fprintf(w, "line %d: %s misses %s\n  %s\n", m.Line, m.Code, m.Missed, m.Text)
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
