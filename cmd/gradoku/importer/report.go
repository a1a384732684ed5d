package importer

import (
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"text/tabwriter"
	"time"

	"gradoku/cmd/gradoku/cli"
	"gradoku/corpus"
	"gradoku/internal/text"
	"gradoku/store"
)

// importReport is what "import" says about a file, for people and as JSON.
type importReport struct {
	Corpus    string           `json:"corpus"`
	File      string           `json:"file"`
	SHA256    string           `json:"sha256"`
	Read      int64            `json:"read"`
	Before    int64            `json:"read_before" jsonschema:"items of it that earlier calls had read"`
	Items     map[string]int64 `json:"items" jsonschema:"how many items ended with each status, those of earlier calls included"`
	BadAnswer int64            `json:"wrong_solutions" jsonschema:"proper puzzles that come with a wrong solution"`
	Seconds   float64          `json:"seconds"`
}

// report prints what became of a file's items, including those of earlier calls,
// and makes sure that none is missing.
func (j *job) report(ctx context.Context, about store.Corpus, file store.CorpusFile, name string, before int64, took time.Duration) error {
	r := importReport{
		Corpus: about.Name, File: name, SHA256: file.SHA256, Read: file.Items, Before: before,
		Items: map[string]int64{}, Seconds: took.Seconds(),
	}
	counts, err := j.db.ItemCounts(ctx, about.ID, file.ID)
	if err != nil {
		return err
	}
	sum := int64(0)
	for _, c := range counts {
		r.Items[c.Name] = c.Rows
		sum += c.Rows
	}
	if sum != file.Items {
		return fmt.Errorf("%s read, and %s accounted for: gradoku db check says more", text.Count(file.Items, "item was", "items were"), text.Grouped(sum))
	}
	for it, err := range j.db.Faults(ctx, file) {
		if err != nil {
			return err
		}
		switch it.Status {
		case store.StatusSeveral, store.StatusNone:
			if j.keepImproper {
				continue // wanted
			}
		case store.StatusNew, store.StatusKnown, store.StatusIsomorph:
			r.BadAnswer++
		}
		j.wrong++
	}
	switch {
	case j.json:
		return cli.PrintJSON(j.Out, r)
	case j.quiet:
		return nil
	}
	fmt.Fprintf(j.Out, "%s, corpus %s: %s read in %.1f s", cli.OnOneLine(r.File), cli.OnOneLine(r.Corpus), text.Grouped(r.Read), r.Seconds)
	if r.Before > 0 {
		fmt.Fprintf(j.Out, ", %s of them before", text.Grouped(r.Before))
	}
	fmt.Fprintln(j.Out)
	t := tabwriter.NewWriter(j.Out, 0, 0, 2, ' ', tabwriter.AlignRight)
	for i, s := range store.Statuses() {
		fmt.Fprintf(t, "%s\t  %s\n", text.Grouped(counts[i].Rows), s.Doc)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	if r.BadAnswer > 0 {
		fmt.Fprintf(j.Out, "proper puzzles that come with a wrong solution: %s\n", text.Grouped(r.BadAnswer))
	}
	return nil
}

// writeRejects writes the items that something is wrong with, of all files of the
// call, as csv.
func (j *job) writeRejects(ctx context.Context, w io.Writer) error {
	out := csv.NewWriter(w)
	out.Write([]string{"file", "line", "column", "status", "reason", "puzzle"}) // its error comes with Flush
	for i, file := range j.files {
		for it, err := range j.db.Faults(ctx, file) {
			if err != nil {
				return err
			}
			row := []string{j.names[i], strconv.Itoa(it.Line), strconv.Itoa(it.Column), it.Status, it.Reason, it.Puzzle.Givens}
			for k := range row {
				row[k] = corpus.Guarded(cli.OnOneLine(row[k])) // the database may be somebody else's
			}
			out.Write(row)
		}
	}
	out.Flush()
	return out.Error()
}
