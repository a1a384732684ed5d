package generate

import (
	"context"
	"errors"
	"fmt"
	"text/tabwriter"
	"time"

	"gradoku/cmd/gradoku/cli"
	"gradoku/grade"
	"gradoku/internal/text"
	"gradoku/run"
	"gradoku/store"
)

// summary is what "generate" reports at its end, for people and as JSON.
type summary struct {
	Run        int64          `json:"run"`
	Seed       int64          `json:"seed"`
	State      string         `json:"state"`
	Database   string         `json:"database"`
	Puzzles    int64          `json:"puzzles"` // of the whole run
	New        int64          `json:"new"`     // of this call
	Tries      int64          `json:"tries"`
	Duplicates int64          `json:"duplicates"`
	Missed     int64          `json:"missed"`
	Seconds    float64        `json:"seconds"`
	PerSecond  float64        `json:"puzzles_per_second"`
	MeanClues  float64        `json:"mean_clues"`
	Printed    map[string]int `json:"letters_printed"`
	Fitted     map[string]int `json:"letters_fitted"`
	Levels     map[string]int `json:"levels"`
}

func (o *options) printSummary(ctx context.Context, db *store.DB, run store.Run, added int64, took time.Duration) error {
	tally, err := db.Summary(ctx, run.ID)
	if err != nil {
		return err
	}
	from, _, _ := RunSpan(run)
	sum := summary{
		Run: run.ID, Seed: run.Seed, State: run.State, Database: db.Path(),
		Puzzles: run.Accepted, New: added, Tries: run.Next - from, Duplicates: run.Duplicates,
		Missed:  run.Next - from - run.Accepted - run.Duplicates,
		Seconds: took.Seconds(), PerSecond: float64(added) / max(took, 1).Seconds(),
		MeanClues: tally.MeanClues, Printed: tally.LettersPrinted, Fitted: tally.LettersFitted, Levels: tally.Levels,
	}
	if o.json {
		return cli.PrintJSON(o.Out, sum)
	}
	fmt.Fprintf(o.Out, "%s in %s, run %d, seed %d: %s new in %.1f s, %s puzzles/s\n",
		text.Count(sum.Puzzles, "puzzle", "puzzles"), cli.OnOneLine(sum.Database), sum.Run, sum.Seed, text.Grouped(sum.New), sum.Seconds, text.Grouped(int64(sum.PerSecond)))
	fmt.Fprintf(o.Out, "%s, %s known already, %s missed; mean clues %.2f\n\n",
		text.Count(sum.Tries, "try", "tries"), text.Grouped(sum.Duplicates), text.Grouped(sum.Missed), sum.MeanClues)
	t := tabwriter.NewWriter(o.Out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "letter\tprinted\tfitted\t\tlevel\trating\tpuzzles\t")
	levels := append(grade.Levels(), grade.Level{Name: grade.Beyond})
	for i := 0; i < max(9, len(levels)); i++ {
		letter, printed, fitted := "", "", ""
		if i < 9 {
			letter = string(rune('A' + i))
			printed, fitted = fmt.Sprint(sum.Printed[letter]), fmt.Sprint(sum.Fitted[letter])
		}
		name, interval, count := "", "", ""
		if i < len(levels) {
			l := levels[i]
			name, interval, count = l.Name, l.Interval(), fmt.Sprint(sum.Levels[l.Name])
			if l.Name == grade.Beyond {
				interval = "at least"
			}
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t\t%s\t%s\t%s\t\n", letter, printed, fitted, name, interval, count)
	}
	return t.Flush()
}

// saveManifest writes the manifest that was asked for.
func (o *options) saveManifest(ctx context.Context, db *store.DB, run store.Run) error {
	if o.manifest == "" {
		return nil
	}
	m, err := ManifestOf(ctx, &o.Call, db, run, o.workers)
	if err != nil {
		return err
	}
	return cli.ToFile(ctx, o.manifest, m.Write)
}

// ManifestOf computes the manifest of a run.
func ManifestOf(ctx context.Context, call *cli.Call, db *store.DB, r store.Run, workers int) (run.Manifest, error) {
	opt, err := run.DecodeOptions(r.Options)
	if err != nil {
		return run.Manifest{}, err
	}
	if err := cli.CheckWorkers(call, workers); err != nil {
		return run.Manifest{}, err
	}
	m, err := run.NewManifest(ctx, db, r, run.Config{Options: opt, Workers: workers})
	if errors.Is(err, run.ErrUngraded) {
		return m, cli.DataError(err, "only the version of gradoku that graded the run can write its manifest")
	}
	return m, err
}
