package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/urfave/cli/v2"

	"gradoku/internal/text"
	"gradoku/store"
	"gradoku/task"
)

type corpusOptions struct {
	Call `fields:"db,json"`
}

type corpusRemoveOptions struct {
	Call `fields:"db,quiet"`
	Yes  bool `query:"yes" doc:"remove it"`
}

func corpusCommand(s Streams) *cli.Command {
	var list, show corpusOptions
	var remove corpusRemoveOptions
	return commandGroup("corpus",
		newCommand(s, "corpus list", "", &list, readingDB(&list.Call, list.list), lineKind{"a corpus", corpusRow{}}),
		newCommand(s, "corpus show", "NAME", &show, readingDB(&show.Call, show.show), lineKind{"the corpus", corpusObject{}}),
		newCommand(s, "corpus remove", "NAME", &remove, remove.run))
}

type corpusRow struct {
	Name     string    `json:"name"`
	Items    int64     `json:"items" jsonschema:"number of items in its files"`
	New      int64     `json:"new" jsonschema:"number of items that added a new puzzle to the database"`
	Rejected int64     `json:"rejected" jsonschema:"number of items that are not a proper puzzle"`
	Imported time.Time `json:"imported" jsonschema:"when it was first imported"`
	Licence  string    `json:"licence" jsonschema:"empty if none was given"`
	Source   string    `json:"source" jsonschema:"empty if none was given"`
}

func (o *corpusOptions) list(ctx context.Context, db *store.DB) error {
	corpora, err := db.Corpora(ctx)
	if err != nil {
		return err
	}
	t := table{Header: []string{"name", "items", "new", "rejected", "imported", "licence", "source"}}
	for _, k := range corpora {
		counts, err := db.ItemCounts(ctx, k.ID, 0)
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
		t.add(corpusRow{k.Name, items, own, improper, k.ImportedAt, k.Licence, k.Source},
			k.Name, fmt.Sprint(items), fmt.Sprint(own), fmt.Sprint(improper),
			timeText(k.ImportedAt, time.RFC3339), cmp.Or(k.Licence, "none"), cmp.Or(k.Source, "none"))
	}
	return t.print(&o.Call)
}

func namedCorpus(ctx context.Context, db *store.DB, name string) (store.Corpus, error) {
	k, err := db.CorpusByName(ctx, name)
	if errors.Is(err, store.ErrNotFound) {
		err = task.DataError(err, "gradoku corpus list shows the corpora")
	}
	return k, err
}

type corpusObject struct {
	Files    []store.CorpusFile `json:"files"`
	Imported time.Time          `json:"imported_at" jsonschema:"when it was first imported"`
	Items    map[string]int64   `json:"items" jsonschema:"number of items with each status"`
	Labels   []store.LabelCount `json:"labels" jsonschema:"its labels, counted by name"`
	Licence  string             `json:"licence"`
	Name     string             `json:"name"`
	Source   string             `json:"source"`
}

func (o *corpusOptions) show(ctx context.Context, db *store.DB) error {
	k, err := namedCorpus(ctx, db, o.Args[0])
	if err != nil {
		return err
	}
	files, err := db.CorpusFiles(ctx, k.ID)
	if err != nil {
		return err
	}
	counts, err := db.ItemCounts(ctx, k.ID, 0)
	if err != nil {
		return err
	}
	labels, err := db.Labels(ctx, k.ID)
	if err != nil {
		return err
	}
	if o.JSON {
		items := map[string]int64{}
		for _, n := range counts {
			items[n.Name] = n.Rows
		}
		return printJSON(o.Out, corpusObject{files, k.ImportedAt, items, labels, k.Licence, k.Name, k.Source})
	}
	fmt.Fprintf(o.Out, "corpus %s, licence %s, source %s, first imported %s\n",
		text.OneLine(k.Name), text.OneLine(cmp.Or(k.Licence, "none")), text.OneLine(cmp.Or(k.Source, "none")), timeText(k.ImportedAt, time.RFC3339))
	for _, f := range files {
		state := ""
		if !f.Done {
			state = ", not complete: import it again to continue"
		}
		fmt.Fprintf(o.Out, "  %s (sha256 %.12s…, %s bytes): %s%s\n", text.OneLine(f.Name), f.SHA256, text.Grouped(f.Bytes), text.Count(f.Items, "item", "items"), state)
	}
	var rows [][]string
	for i, status := range store.Statuses() {
		rows = append(rows, []string{text.Grouped(counts[i].Rows), status.Doc})
	}
	if err := textRows(o.Out, []string{"items", ""}, rows); err != nil || len(labels) == 0 {
		return err
	}
	rows = nil
	for _, l := range labels {
		rows = append(rows, []string{l.Name, text.Grouped(l.Rows), shortened(l.Min), shortened(l.Max)})
	}
	return textRows(o.Out, []string{"label", "values", "least", "greatest"}, rows)
}

// shortened keeps a table of labels readable, since some labels are long: a histogram
// of steps, for example.
func shortened(value string) string {
	const most = 30
	if r := []rune(value); len(r) > most {
		return string(r[:most]) + "…"
	}
	return value
}

func (o *corpusRemoveOptions) run(ctx context.Context) (err error) {
	mode := store.ReadWrite
	if !o.Yes {
		mode = store.ReadOnly
	}
	db, err := task.OpenExisting(ctx, o.DB, mode)
	if err != nil {
		return err
	}
	defer task.Close(db, &err)
	k, err := namedCorpus(ctx, db, o.Args[0])
	if err != nil {
		return err
	}
	remove := db.PlanRemoval
	if o.Yes {
		remove = db.RemoveCorpus
	}
	r, err := remove(ctx, k.ID)
	if err != nil {
		return err
	}
	say := o.say
	say("to remove: %s, %s, %s, %s with all grades", text.Count(r.Files, "file", "files"), text.Count(r.Items, "item", "items"),
		text.Count(r.Labels, "label", "labels"), text.Count(r.Puzzles, "puzzle", "puzzles"))
	if r.Shared > 0 {
		say("kept for another corpus: %s", text.Count(r.Shared, "puzzle", "puzzles"))
	}
	if r.Exported > 0 {
		say("kept because of exports: %s, with the corpus entry as their origin", text.Count(r.Exported, "puzzle", "puzzles"))
	}
	if !o.Yes {
		return task.DataError(fmt.Errorf("nothing was removed"), "add --yes to remove it")
	}
	return nil
}
