package task

import (
	"context"
	"errors"
	"fmt"
	"hash"
	"io"
	"iter"
	"maps"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"gradoku/board"
	"gradoku/grade"
	"gradoku/internal/bind"
	"gradoku/internal/ordered"
	"gradoku/internal/text"
	"gradoku/predict"
	"gradoku/store"
)

// wantsApp reports whether an app database is to be written.
func (e *Export) wantsApp() bool {
	ext := strings.ToLower(filepath.Ext(e.Output))
	return e.Format.Name == AppFormat || e.Format.Name == "" && slices.Contains([]string{".sqlite", ".sqlite3"}, ext)
}

// checkApp refuses options that do not go with an app database, and options that only an
// app database uses.
func (e *Export) checkApp(ctx context.Context, app bool) error {
	given := func(names ...string) string {
		for _, f := range bind.Fields(e) {
			if slices.Contains(names, f.Name) && !f.IsZero() {
				return f.Name
			}
		}
		return ""
	}
	if !app {
		if name := given("with-minutes", "daily", "weekdays", "salt", "force"); name != "" {
			return UsageError(fmt.Errorf("--%s needs an app database", name), "let the file's name end in .sqlite, or add --format sqlite")
		}
		return nil
	}
	if e.Output == "-" {
		return UsageError(errors.New("an app database cannot be written to stdout"), "name a file: -o puzzles.sqlite")
	}
	if _, isOurs := DatabaseAt(e.Output); isOurs {
		return DataError(fmt.Errorf("%s is a gradoku database, which gradoku never overwrites", e.Output), "name another file with -o")
	}
	if err := store.CheckApp(ctx, e.Output); err != nil && !e.Force {
		return DataError(fmt.Errorf("%s was not replaced: %w", e.Output, err), "name another file with -o, or add --force to replace it and drop its puzzles of the day")
	}
	if err := store.CheckAlone(e.Output); err != nil {
		return DataError(err, "close the program that has it open, remove that file, or name another with -o")
	}
	if e.Practice.Technique != "" {
		return UsageError(errors.New("an app database cannot hold the positions that --practice writes"), "use --format jsonl")
	}
	if name := given("morph", "labels"); name != "" {
		return UsageError(fmt.Errorf("--%s cannot be used with an app database, whose columns are fixed", name), "choose another --format, such as csv")
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
		names, err := grade.ParseLevels(level)
		if day < 0 || err != nil {
			return fmt.Errorf("%q is not a day of the week and a level, such as mon=easy: days are %s", part, strings.Join(dayNames[:], ", "))
		}
		w.Levels[day] = names[0]
	}
	return nil
}

// MarshalText writes the levels as UnmarshalText reads them.
func (w Weekdays) MarshalText() ([]byte, error) {
	var parts []string
	for day, level := range w.Levels {
		if level != "" {
			parts = append(parts, dayNames[day]+"="+strings.ToLower(level))
		}
	}
	return []byte(strings.Join(parts, ",")), nil
}

// dayNames are in the order of [time.Weekday].
var dayNames = [...]string{"sun", "mon", "tue", "wed", "thu", "fri", "sat"}

// stacks counts puzzles by size and level.
type stacks map[string]int

// counted counts puzzles while it passes them on.
func (s stacks) counted(puzzles iter.Seq2[store.Puzzle, error]) iter.Seq2[store.Puzzle, error] {
	return func(yield func(store.Puzzle, error) bool) {
		for p, err := range puzzles {
			if err == nil && p.Grade.Level != "" {
				s[fmt.Sprintf("%dx%d %s", p.Size, p.Size, p.Grade.Level)]++
			}
			if !yield(p, err) {
				return
			}
		}
	}
}

// warn reports which days repeat puzzles, and which days have none.
func (s stacks) warn(env *Env, daily *store.Daily) {
	if daily.From.IsZero() {
		return
	}
	days := map[string]int{} // by level
	for day := daily.From; !day.After(daily.To); day = day.AddDate(0, 0, 1) {
		days[daily.Levels[day.Weekday()]]++
	}
	for _, of := range slices.Sorted(maps.Keys(s)) {
		_, level, _ := strings.Cut(of, " ")
		if n := days[""] + days[level]; n > s[of] {
			env.warn("%s has %s for %s: puzzles will be repeated", of, text.Count(s[of], "puzzle", "puzzles"), text.Count(n, "day", "days"))
		}
		delete(days, level)
	}
	delete(days, "")
	for _, level := range slices.Sorted(maps.Keys(days)) {
		env.warn("no puzzle has the level %s, so %s without a puzzle", level, text.Count(days[level], "day is", "days are"))
	}
}

// mostDays is about a hundred years.
const mostDays = 36525

// withMinutes adds the predicted solving time to puzzles, if it is asked for and the
// built-in model knows the size. Predicting takes far longer than reading, so all
// processors share it.
func (e *export) withMinutes(ctx context.Context, puzzles iter.Seq2[store.Puzzle, error]) iter.Seq2[store.AppPuzzle, error] {
	if !e.WithMinutes {
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

// tenth rounds minutes to six seconds. No model is that precise.
func tenth(minutes float64) float64 { return math.Round(minutes*10) / 10 }

// writeApp writes puzzles as an app database, hashes the file, and returns their
// ids.
func writeApp(ctx context.Context, to *Draft, puzzles iter.Seq2[store.AppPuzzle, error], days store.Daily, sum hash.Hash) (ids []int64, err error) {
	var reading error // more informative than "the file cannot be written"
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
