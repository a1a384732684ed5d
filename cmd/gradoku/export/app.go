package export

import (
	"context"
	"errors"
	"fmt"
	"hash"
	"io"
	"iter"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"gradoku/board"
	"gradoku/cmd/gradoku/cli"
	"gradoku/internal/ordered"
	"gradoku/predict"
	"gradoku/store"
	"gradoku/task"
)

// appFormat is the database that an app ships. It is not a text format, so the
// tables of package corpus do not list it.
const appFormat = "sqlite"

// wantsApp reports whether an app database is to be written.
func (o *options) wantsApp() bool {
	ext := strings.ToLower(filepath.Ext(o.output))
	return o.format == appFormat || o.format == "" && slices.Contains([]string{".sqlite", ".sqlite3"}, ext)
}

// checkApp refuses flags that do not go with an app database.
func (o *options) checkApp() error {
	if o.output == "-" {
		return cli.UsageError(errors.New("an app database cannot be written to stdout"), "name a file: -o puzzles.sqlite")
	}
	if _, isOurs := task.DatabaseAt(o.output); isOurs {
		return cli.DataError(fmt.Errorf("%s is a database of gradoku, which is not overwritten", o.output), "name another file with -o")
	}
	if err := store.CheckAlone(o.output); err != nil {
		return cli.DataError(err, "close the program that has it open, remove that file, or name another with -o")
	}
	for _, name := range []string{"morph", "labels"} {
		if o.Given(name) {
			return cli.UsageError(fmt.Errorf("--%s does not go with an app database, whose columns are fixed", name), "choose another --format, such as csv")
		}
	}
	return nil
}

// onlyApp refuses flags that only an app database heeds.
func (o *options) onlyApp() error {
	for _, name := range []string{"minutes", "daily", "salt"} {
		if o.Given(name) {
			return cli.UsageError(fmt.Errorf("--%s needs an app database", name), "let the file's name end in .sqlite, or add --format sqlite")
		}
	}
	return nil
}

// readDays reads --daily and --salt.
func (o *options) readDays() (store.Daily, error) {
	d := store.Daily{Salt: o.salt}
	if o.daily == "" {
		if o.Given("salt") {
			return d, cli.UsageError(errors.New("--salt chooses among days, which --daily asks for"), "add --daily 2026-01-01..2026-12-31")
		}
		return d, nil
	}
	from, to, _ := strings.Cut(o.daily, "..")
	var err error
	if d.From, err = time.Parse(time.DateOnly, from); err == nil {
		d.To, err = time.Parse(time.DateOnly, to)
	}
	if err != nil {
		return d, cli.UsageError(fmt.Errorf("--daily is %q; it must be two days such as 2026-01-01..2026-12-31", o.daily), o.HelpAdvice())
	}
	if n := d.To.Sub(d.From).Hours()/24 + 1; n < 1 || n > mostDays {
		return d, cli.UsageError(fmt.Errorf("--daily %s is %.0f days; it must be 1 to %d", o.daily, n, mostDays), "name the first day, then the last")
	}
	return d, nil
}

// mostDays is a hundred years.
const mostDays = 36525

// withMinutes yields puzzles with the minutes that people take, where they are asked
// for and the built-in model knows the size. Predicting takes far longer than reading,
// so it is shared among the processors.
func (o *options) withMinutes(ctx context.Context, puzzles iter.Seq2[store.Puzzle, error]) iter.Seq2[store.AppPuzzle, error] {
	if !o.minutes {
		return func(yield func(store.AppPuzzle, error) bool) {
			for p, err := range puzzles {
				if !yield(store.AppPuzzle{Puzzle: p}, err) {
					return
				}
			}
		}
	}
	type job struct {
		puzzle store.Puzzle
		err    error
	}
	jobs := func(yield func(job) bool) {
		for p, err := range puzzles {
			if !yield(job{p, err}) {
				return
			}
		}
	}
	model, err := predict.DefaultModel()
	if err != nil {
		return func(yield func(store.AppPuzzle, error) bool) { yield(store.AppPuzzle{}, err) }
	}
	workers := make([]ordered.Worker[job, store.AppPuzzle], runtime.GOMAXPROCS(0))
	for i := range workers {
		predictor := predict.NewPredictor(model)
		workers[i] = func(_ context.Context, j job) (store.AppPuzzle, error) {
			p := store.AppPuzzle{Puzzle: j.puzzle}
			if j.err != nil || p.Grader == 0 {
				return p, j.err
			}
			givens, err := board.Parse(p.Givens)
			if err != nil {
				return p, err
			}
			if t, ok := predictor.Predict(&givens); ok {
				p.Minutes = &store.Minutes{Median: tenth(t.Median), Low: tenth(t.Low), High: tenth(t.High)}
			}
			return p, nil
		}
	}
	return ordered.Map(ctx, jobs, workers)
}

// tenth rounds minutes to six seconds, finer than any model.
func tenth(minutes float64) float64 { return math.Round(minutes*10) / 10 }

// writeApp writes puzzles as an app database, hashes the file, and returns their
// ids.
func writeApp(ctx context.Context, to *task.Draft, puzzles iter.Seq2[store.AppPuzzle, error], days store.Daily, sum hash.Hash) (ids []int64, err error) {
	var reading error // says more than that the file cannot be written
	err = to.WriteAt(func(path string) error {
		ids, err = store.WriteApp(ctx, path, func(yield func(store.AppPuzzle, error) bool) {
			for p, err := range puzzles {
				reading = err
				if !yield(p, err) {
					return
				}
			}
		}, days)
		if err != nil {
			if errors.Is(err, store.ErrDaily) {
				reading = err
			}
			return err
		}
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		_, err = io.Copy(sum, f)
		return err
	})
	switch {
	case errors.Is(err, context.Canceled):
		err = context.Canceled
	case reading != nil:
		err = reading
	}
	return ids, err
}
