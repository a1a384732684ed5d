package bench

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"text/tabwriter"
	"time"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/grade"
	"gradoku/store"
	"gradoku/task"
)

// questionsOptions are what the command line of "gradoku bench questions" says.
type questionsOptions struct {
	cli.Call
	db    string
	times int
}

func questionsCommand(s cli.Streams) *urfave.Command {
	var o questionsOptions
	return &urfave.Command{
		Name:      "questions",
		Usage:     "how long a database takes to answer what people and apps ask",
		UsageText: "gradoku bench questions --db puzzles.db",
		Flags: []urfave.Flag{
			cli.DBFlag(&o.db),
			&urfave.IntFlag{Name: "times", Destination: &o.times, Value: 100, Usage: "ask each question `N` times"},
		},
		Before: cli.NoArgs,
		Action: cli.Action(s, &o.Call, o.run),
	}
}

func (o *questionsOptions) run(ctx context.Context) error {
	if o.times < 1 {
		return cli.UsageError(fmt.Errorf("--times is %d", o.times), "give 1 or more")
	}
	return task.WithDB(ctx, o.db, func(db *store.DB) error {
		all, err := ask(ctx, db, o.times)
		if err != nil {
			return cli.DataError(err, "the questions need a database of graded 9x9 puzzles of all levels")
		}
		return printAnswers(o.Out, all)
	})
}

// question is something that people and apps ask a database.
type question struct {
	name string
	ask  func(ctx context.Context, db *store.DB, rng *rand.Rand) (found int, err error)
}

// answer is how long a question took over all the times it was asked.
type answer struct {
	Question      string
	Asked         int
	Median, Worst time.Duration // wall time
	MostCPU       time.Duration // of one answer: the worst case without other programs
}

// questions is the table of questions.
var questions = []question{
	{"ten of a level", selecting(store.Filter{Criteria: grade.Criteria{Levels: []string{"Hard"}}, Limit: 10})},
	{"ten of two levels", selecting(store.Filter{Criteria: grade.Criteria{Levels: []string{"Gentle", "Extreme"}}, Limit: 10})},
	{"ten rated 4.0 to 4.6", selecting(store.Filter{Criteria: grade.Criteria{Ratings: []grade.Range{{From: 40, To: 46}}}, Limit: 10})},
	{"ten rated 8.0 or more", selecting(store.Filter{Criteria: grade.Criteria{Ratings: []grade.Range{{From: 80, To: grade.NoCeiling}}}, Limit: 10})},
	{"the ten hardest", selecting(store.Filter{Order: "rating", Desc: true, Limit: 10})},
	{"one at random", drawing(store.Filter{})},
	{"one of a level at random", drawing(store.Filter{Criteria: grade.Criteria{Levels: []string{"Hard"}}})},
	{"one of a rare level at random", drawing(store.Filter{Criteria: grade.Criteria{Levels: []string{"Gentle"}}})},
	{"by number", func(ctx context.Context, db *store.DB, rng *rand.Rand) (int, error) {
		_, err := anyPuzzle(ctx, db, rng)
		return 1, err
	}},
	{"by number and by key", func(ctx context.Context, db *store.DB, rng *rand.Rand) (int, error) {
		p, err := anyPuzzle(ctx, db, rng)
		if err == nil {
			_, err = db.PuzzleByCanon(ctx, p.Canon)
		}
		return 1, err
	}},
}

// ask asks a database every question a number of times, with a new seed each time
// if there is one, and returns how long it took. A question that finds nothing is an
// error: its answer would be fast and meaningless.
func ask(ctx context.Context, db *store.DB, times int) ([]answer, error) {
	var all []answer
	for _, q := range questions {
		rng := newRand()
		took := make([]time.Duration, times)
		var most time.Duration
		for i := range took {
			soFar := timer()
			n, err := q.ask(ctx, db, rng)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", q.name, err)
			}
			if n == 0 {
				return nil, fmt.Errorf("%s: no puzzle", q.name)
			}
			spent := soFar()
			took[i], most = spent.Wall, max(most, spent.CPU)
		}
		slices.Sort(took)
		all = append(all, answer{q.name, times, took[times/2], took[times-1], most})
	}
	return all, nil
}

// selecting reads what a filter selects.
func selecting(f store.Filter) func(context.Context, *store.DB, *rand.Rand) (int, error) {
	return func(ctx context.Context, db *store.DB, _ *rand.Rand) (n int, err error) {
		for _, err := range db.Puzzles(ctx, f) {
			if err != nil {
				return 0, err
			}
			n++
		}
		return n, nil
	}
}

// drawing draws one of the puzzles that a filter selects, and reads it.
func drawing(f store.Filter) func(context.Context, *store.DB, *rand.Rand) (int, error) {
	return func(ctx context.Context, db *store.DB, rng *rand.Rand) (int, error) {
		f := f
		var err error
		if f.IDs, err = db.Sample(ctx, f, 1, rng.Int64()); err != nil {
			return 0, err
		}
		return selecting(f)(ctx, db, rng)
	}
}

// anyPuzzle looks a random number up. Numbers go from 1 up to the count, as in a
// database from which nothing was removed.
func anyPuzzle(ctx context.Context, db *store.DB, rng *rand.Rand) (store.Puzzle, error) {
	last := int64(1)
	for p, err := range db.Puzzles(ctx, store.Filter{Desc: true, Limit: 1}) {
		if err != nil {
			return p, err
		}
		last = p.ID
	}
	return db.PuzzleByID(ctx, 1+rng.Int64N(last))
}

// printAnswers prints a table.
func printAnswers(w io.Writer, all []answer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "question\tasked\tmedian\tworst\tmost CPU")
	for _, a := range all {
		fmt.Fprintf(t, "%s\t%d\t%s\t%s\t%s\n", a.Question, a.Asked, millis(a.Median), millis(a.Worst), millis(a.MostCPU))
	}
	return t.Flush()
}

func millis(d time.Duration) string { return fmt.Sprintf("%.2f ms", float64(d.Microseconds())/1e3) }
