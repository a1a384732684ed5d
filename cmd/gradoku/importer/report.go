package importer

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"text/tabwriter"
	"time"

	"gradoku/cmd/gradoku/cli"
	"gradoku/corpus"
	"gradoku/store"
)

// importReport is what "import" says about a file, for people and as JSON.
type importReport struct {
	Corpus    string           `json:"corpus"`
	File      string           `json:"file"`
	SHA256    string           `json:"sha256"`
	Read      int64            `json:"read"`
	Before    int64            `json:"read_before"` // by earlier calls
	Items     map[string]int64 `json:"items"`
	BadAnswer int64            `json:"wrong_solutions"`
	Seconds   float64          `json:"seconds"`
	order     []store.Count
}

// report prints what became of a file's items, those of earlier calls included,
// and makes sure that none is missing.
func (j *importJob) report(about store.Corpus, file store.CorpusFile, name string, before int64, took time.Duration) error {
	r := importReport{
		Corpus: about.Name, File: name, SHA256: file.SHA256, Read: file.Items, Before: before,
		Items: map[string]int64{}, Seconds: took.Seconds(),
	}
	var err error
	if r.order, err = j.db.ItemCounts(j.c.Context, about.ID, file.ID); err != nil {
		return err
	}
	sum := int64(0)
	for _, c := range r.order {
		r.Items[c.Name] = c.Rows
		sum += c.Rows
	}
	if sum != file.Items {
		return fmt.Errorf("%s items were read and %s are accounted for: gradoku db check tells more", cli.Grouped(file.Items), cli.Grouped(sum))
	}
	for it, err := range j.db.Faults(j.c.Context, file) {
		if err != nil {
			return err
		}
		switch it.Status {
		case store.StatusSeveral, store.StatusNone:
			if j.c.Bool("keep-improper") {
				continue // wanted
			}
		case store.StatusNew, store.StatusKnown, store.StatusIsomorph:
			r.BadAnswer++
		}
		j.wrong++
	}
	switch {
	case j.c.Bool("json"):
		return cli.PrintJSON(j.s.Out, r)
	case j.c.Bool("quiet"):
		return nil
	}
	return r.print(j.s.Out)
}

func (r *importReport) print(w io.Writer) error {
	fmt.Fprintf(w, "%s, corpus %s: %s read in %.1f s", cli.OnOneLine(r.File), cli.OnOneLine(r.Corpus), cli.Grouped(r.Read), r.Seconds)
	if r.Before > 0 {
		fmt.Fprintf(w, ", %s of them before", cli.Grouped(r.Before))
	}
	fmt.Fprintln(w)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	for i, s := range store.Statuses() {
		fmt.Fprintf(t, "%s\t  %s\n", cli.Grouped(r.order[i].Rows), s.Doc)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	if r.BadAnswer > 0 {
		fmt.Fprintf(w, "%s proper ones have a solution beside them that is not theirs\n", cli.Grouped(r.BadAnswer))
	}
	return nil
}

// rejects writes the items that something is wrong with, of all files of the
// call, as csv.
func (j *importJob) rejects(w io.Writer) error {
	out := csv.NewWriter(w)
	out.Write([]string{"file", "line", "column", "status", "reason", "puzzle"}) // its error comes with Flush
	for i, file := range j.files {
		for it, err := range j.db.Faults(j.c.Context, file) {
			if err != nil {
				return err
			}
			out.Write([]string{
				corpus.Guarded(cli.OnOneLine(j.names[i])), strconv.Itoa(it.Line), strconv.Itoa(it.Column), it.Status, it.Reason, it.Puzzle.Givens,
			})
		}
	}
	out.Flush()
	return out.Error()
}
