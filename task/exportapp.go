package task

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
	"gradoku/corpus"
	"gradoku/grade"
	"gradoku/internal/ordered"
	"gradoku/predict"
	"gradoku/store"
)

// Implied returns the format of an app database for its extensions: see [bind.Implier].
func (x *Export) Implied(name string) string {
	ext := strings.ToLower(filepath.Ext(x.Output))
	if name == "format" && x.Format.Name == "" && (ext == ".sqlite" || ext == ".sqlite3") {
		return AppFormat
	}
	return ""
}

// checkApp checks whether an app database can be written to the output.
func (e *Export) checkApp() error {
	if e.Output == "-" {
		return UsageError(errors.New("an app database cannot be written to stdout"), "name a file: -o puzzles.sqlite")
	}
	if _, isOurs := store.DatabaseAt(e.Output); isOurs {
		return DataError(fmt.Errorf("%s is a gradoku database, which gradoku never overwrites", e.Output), "name another file with -o")
	}
	if err := store.CheckApp(e.Output); err != nil && !e.Force {
		return DataError(fmt.Errorf("%s was not replaced: %w", e.Output, err), "name another file with -o, or add --force to replace it")
	}
	if err := store.CheckAlone(e.Output); err != nil {
		return DataError(err, "close the program that has it open, remove that file, or name another with -o")
	}
	return nil
}

// Days is a range of days, each of which gets a puzzle of the day.
type Days struct{ From, To time.Time }

// UnmarshalText reads days such as 2026-01-01..2026-12-31.
func (d *Days) UnmarshalText(days []byte) (err error) {
	if *d = (Days{}); len(days) == 0 {
		return nil
	}
	from, to, _ := strings.Cut(string(days), "..")
	if d.From, err = time.Parse(time.DateOnly, from); err == nil {
		d.To, err = time.Parse(time.DateOnly, to)
	}
	if err != nil {
		return fmt.Errorf("%q is not a range of days such as 2026-01-01..2026-12-31", days)
	}
	if d.From.Before(store.FirstDay) {
		return fmt.Errorf("%s begins too early: the first day that has a puzzle is %s", days, store.FirstDay.Format(time.DateOnly))
	}
	if n := d.To.Sub(d.From).Hours()/24 + 1; n < 1 || n > mostDays {
		return fmt.Errorf("%s covers %.0f days; it must cover 1 to %d: name the first day, then the last", days, n, mostDays)
	}
	return nil
}

// MarshalText writes the days as UnmarshalText reads them.
func (d Days) MarshalText() ([]byte, error) {
	if d == (Days{}) {
		return nil, nil
	}
	return []byte(d.From.Format(time.DateOnly) + ".." + d.To.Format(time.DateOnly)), nil
}

// Weekdays gives the level of the daily puzzle for each day of the week.
type Weekdays struct{ Levels [7]string }

// UnmarshalText reads levels such as mon=easy,sun=expert. A day that is not listed has a
// puzzle of each level.
func (w *Weekdays) UnmarshalText(list []byte) error {
	if *w = (Weekdays{}); len(list) == 0 {
		return nil
	}
	for part := range strings.SplitSeq(string(list), ",") {
		name, level, _ := strings.Cut(strings.TrimSpace(part), "=")
		day := slices.IndexFunc(dayNames[:], func(d string) bool { return strings.EqualFold(d, name) })
		id, err := grade.ParseLevel(level)
		if day < 0 || err != nil {
			return fmt.Errorf("%q is not a day of the week and a level, such as mon=easy: days are %s", part, strings.Join(dayNames[:], ", "))
		}
		w.Levels[day] = id
	}
	return nil
}

// MarshalText writes the levels as UnmarshalText reads them.
func (w Weekdays) MarshalText() ([]byte, error) {
	var parts []string
	for day, level := range w.Levels {
		if level != "" {
			parts = append(parts, dayNames[day]+"="+level)
		}
	}
	return []byte(strings.Join(parts, ",")), nil
}

// dayNames are in the order of [time.Weekday].
var dayNames = [...]string{"sun", "mon", "tue", "wed", "thu", "fri", "sat"}

// mostDays is about a hundred years.
const mostDays = 36525

// withMinutes adds the predicted solving time to puzzles, if it is asked for and the
// built-in model knows the size. Predicting takes far longer than reading, so all
// processors share it.
func (e *export) withMinutes(ctx context.Context, puzzles iter.Seq2[store.AppPuzzle, error]) iter.Seq2[store.AppPuzzle, error] {
	if !e.WithMinutes {
		return puzzles
	}
	type job struct {
		puzzle store.AppPuzzle
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
			p := j.puzzle
			if j.err != nil || !p.Graded() {
				return p, j.err
			}
			givens, err := board.Parse(p.Givens)
			if err != nil {
				return p, err
			}
			if t, ok := predictor.Predict(&givens); ok {
				p.Minutes = &predict.Prediction{Median: tenth(t.Median), Low: tenth(t.Low), High: tenth(t.High)}
			}
			return p, nil
		}
	}
	return ordered.Map(ctx, jobs, workers)
}

// minutesOf returns a predicted solving time as values, which are null if there is none.
func minutesOf(m *predict.Prediction) []corpus.Value {
	if m == nil {
		return []corpus.Value{corpus.Null("minutes"), corpus.Null("minutes_low"), corpus.Null("minutes_high")}
	}
	value := func(name string, minutes float64) corpus.Value {
		return corpus.Tenths(name, int(math.Round(10*minutes)))
	}
	return []corpus.Value{value("minutes", m.Median), value("minutes_low", m.Low), value("minutes_high", m.High)}
}

// tenth rounds minutes to six seconds. No model is that precise.
func tenth(minutes float64) float64 { return math.Round(minutes*10) / 10 }

// writeApp writes puzzles as an app database, hashes the file, and returns their
// ids.
func writeApp(ctx context.Context, to *Draft, puzzles iter.Seq2[store.AppPuzzle, error], days store.Daily, slim bool, sum hash.Hash) (ids []int64, err error) {
	var reading error // more informative than "the file cannot be written"
	err = to.WriteAt(func(path string) error {
		ids, err = store.WriteApp(ctx, path, func(yield func(store.AppPuzzle, error) bool) {
			for p, err := range puzzles {
				reading = err
				if !yield(p, err) {
					return
				}
			}
		}, days, slim)
		switch {
		case errors.Is(err, store.ErrLoss):
			reading = err
		case errors.Is(err, store.ErrVariant):
			reading = UsageError(err, "choose another --format, such as csv")
		}
		if err != nil {
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
