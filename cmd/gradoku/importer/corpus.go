package importer

import (
	"errors"
	"fmt"
	"time"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/store"
)

func CorpusCommand(s cli.Streams) *urfave.Command {
	return &urfave.Command{
		Name:      "corpus",
		Usage:     "list, show or remove what was imported",
		UsageText: "gradoku corpus list\ngradoku corpus show top1465\ngradoku corpus remove top1465 --yes",
		Subcommands: []*urfave.Command{
			{
				Name: "list", Usage: "print the corpora", UsageText: "gradoku corpus list",
				Flags:  []urfave.Flag{cli.DBFlag(nil), cli.JSONFlag(nil, "print one JSON object per corpus")},
				Before: cli.NoArgs,
				Action: func(c *urfave.Context) error { return cli.WithDBOf(c, s, corpusList) },
			},
			{
				Name: "show", Usage: "print files, outcomes and labels of a corpus",
				ArgsUsage: "NAME", UsageText: "gradoku corpus show top1465",
				Flags:  []urfave.Flag{cli.DBFlag(nil), cli.JSONFlag(nil, "print one JSON object")},
				Action: func(c *urfave.Context) error { return cli.WithDBOf(c, s, corpusShow) },
			},
			{
				Name: "remove", Usage: "remove a corpus with its puzzles and labels",
				ArgsUsage: "NAME", UsageText: "gradoku corpus remove top1465\ngradoku corpus remove top1465 --yes",
				Description: "Puzzles that another corpus has too become the other's; those that an export has stay, and the corpus\n" +
					"as their origin. Without --yes the command only tells what would go and ends with exit code 1.",
				Flags:  []urfave.Flag{cli.DBFlag(nil), cli.QuietFlag(nil), &urfave.BoolFlag{Name: "yes", Usage: "do it"}},
				Action: func(c *urfave.Context) error { return corpusRemove(c, s) },
			},
		},
	}
}

func corpusList(c *urfave.Context, s cli.Streams, db *store.DB) error {
	corpora, err := db.Corpora(c.Context)
	if err != nil {
		return err
	}
	var rows [][]string
	for _, k := range corpora {
		counts, err := db.ItemCounts(c.Context, k.ID, 0)
		if err != nil {
			return err
		}
		items, own, improper := int64(0), int64(0), int64(0)
		for i, status := range store.Statuses() {
			items += counts[i].Rows
			switch {
			case status.Name == store.StatusNew:
				own = counts[i].Rows
			case !status.Proper:
				improper += counts[i].Rows
			}
		}
		rows = append(rows, []string{
			k.Name, fmt.Sprint(items), fmt.Sprint(own), fmt.Sprint(improper),
			k.ImportedAt.Format(time.RFC3339), cli.OrNone(k.Licence), cli.OrNone(k.Source),
		})
	}
	header := []string{"name", "items", "new", "rejected", "imported", "licence", "source"}
	if c.Bool("json") {
		return cli.JSONRows(s.Out, header, rows)
	}
	return cli.TextRows(s.Out, header, rows)
}

// namedCorpus reads the one argument.
func namedCorpus(c *urfave.Context, db *store.DB) (store.Corpus, error) {
	switch c.NArg() {
	case 0:
		return store.Corpus{}, cli.UsageError(errors.New("name a corpus"), "gradoku corpus list tells what there is")
	case 1:
	default:
		return store.Corpus{}, cli.UsageError(fmt.Errorf("one corpus at a time, not also %q", c.Args().Get(1)), cli.HelpAdvice(c))
	}
	k, err := db.CorpusByName(c.Context, c.Args().First())
	if errors.Is(err, store.ErrNotFound) {
		err = cli.DataError(err, "gradoku corpus list tells what there is")
	}
	return k, err
}

func corpusShow(c *urfave.Context, s cli.Streams, db *store.DB) error {
	k, err := namedCorpus(c, db)
	if err != nil {
		return err
	}
	files, err := db.CorpusFiles(c.Context, k.ID)
	if err != nil {
		return err
	}
	counts, err := db.ItemCounts(c.Context, k.ID, 0)
	if err != nil {
		return err
	}
	labels, err := db.Labels(c.Context, k.ID)
	if err != nil {
		return err
	}
	if c.Bool("json") {
		items := map[string]int64{}
		for _, n := range counts {
			items[n.Name] = n.Rows
		}
		return cli.PrintJSON(s.Out, map[string]any{
			"name": k.Name, "source": k.Source, "licence": k.Licence, "imported_at": k.ImportedAt,
			"files": files, "items": items, "labels": labels,
		})
	}
	fmt.Fprintf(s.Out, "corpus %s, licence %s, source %s, first imported %s\n",
		cli.OnOneLine(k.Name), cli.OnOneLine(cli.OrNone(k.Licence)), cli.OnOneLine(cli.OrNone(k.Source)), k.ImportedAt.Format(time.RFC3339))
	for _, f := range files {
		state := ""
		if !f.Done {
			state = ", not through: import it again to go on"
		}
		fmt.Fprintf(s.Out, "  %s (sha256 %.12s…, %s bytes): %s items%s\n", cli.OnOneLine(f.Name), f.SHA256, cli.Grouped(f.Bytes), cli.Grouped(f.Items), state)
	}
	var rows [][]string
	for i, status := range store.Statuses() {
		rows = append(rows, []string{cli.Grouped(counts[i].Rows), status.Doc})
	}
	if err := cli.TextRows(s.Out, []string{"items", ""}, rows); err != nil || len(labels) == 0 {
		return err
	}
	rows = nil
	for _, l := range labels {
		rows = append(rows, []string{l.Name, cli.Grouped(l.Rows), shortened(l.Min), shortened(l.Max)})
	}
	return cli.TextRows(s.Out, []string{"label", "values", "least", "greatest"}, rows)
}

// shortened keeps a table of labels readable: a histogram of steps is a label
// too.
func shortened(text string) string {
	const most = 30
	if r := []rune(text); len(r) > most {
		return string(r[:most]) + "…"
	}
	return text
}

func corpusRemove(c *urfave.Context, s cli.Streams) error {
	mode := store.ReadWrite
	if !c.Bool("yes") {
		mode = store.ReadOnly
	}
	db, err := cli.OpenExisting(c.Context, cli.DBPath(c), mode)
	if err != nil {
		return err
	}
	defer db.Close()
	k, err := namedCorpus(c, db)
	if err != nil {
		return err
	}
	act := db.PlanRemoval
	if c.Bool("yes") {
		act = db.RemoveCorpus
	}
	r, err := act(c.Context, k.ID)
	if err != nil {
		return err
	}
	say := cli.TalkTo(s.Err, c.Bool("quiet"))
	say("goes: %s files, %s items, %s labels, %s puzzles with their grades", cli.Grouped(r.Files), cli.Grouped(r.Items), cli.Grouped(r.Labels), cli.Grouped(r.Puzzles))
	if r.Shared > 0 {
		say("stays: %s puzzles that another corpus has, which they belong to then", cli.Grouped(r.Shared))
	}
	if r.Exported > 0 {
		say("stays: %s puzzles that exports have, and the corpus as their origin", cli.Grouped(r.Exported))
	}
	if !c.Bool("yes") {
		return cli.DataError(fmt.Errorf("nothing was removed"), "to do it, add --yes")
	}
	return nil
}
