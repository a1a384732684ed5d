package study

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/study"
	"gradoku/task"
)

// collectOptions say which puzzles a study is about, and how to measure them.
type collectOptions struct {
	cli.Call
	labels, logs           urfave.StringSlice
	columns                []string // that the command needs besides
	puzzleColumn           string
	db                     string
	corpora                urfave.StringSlice
	limit, solves, workers int
	seed                   uint64
	resamples              int // of the commands with intervals, see resamplesFlag
	quiet                  bool
	bad                    cli.Complaints
	literature             bool // the puzzles of the founding document
	fast                   bool // without the metrics that take long
}

func (o *collectOptions) flags() []urfave.Flag {
	return []urfave.Flag{
		&urfave.StringSliceFlag{Name: "label", Destination: &o.labels, Usage: "compare with the column `NAME`; may be repeated"},
		&urfave.StringSliceFlag{Name: "log", Destination: &o.logs, Usage: "study the label `NAME` by its logarithm, as times are; may be repeated"},
		&urfave.StringFlag{Name: "puzzle-column", Destination: &o.puzzleColumn, Usage: "the puzzles are in the column `NAME`, or, in a table without a header, in that of this number"},
		cli.FromFlag(&o.Call),
		&urfave.StringFlag{Name: "db", Destination: &o.db, Usage: "study puzzles of the database `FILE`, or of postgres://user@host/name"},
		&urfave.StringSliceFlag{Name: "corpus", Destination: &o.corpora, Usage: "with --db: only the corpus `NAME`; may be repeated"},
		&urfave.IntFlag{Name: "limit", Destination: &o.limit, Usage: "study the first `N` puzzles"},
		&urfave.IntFlag{Name: "solves", Destination: &o.solves, Usage: "`N` random solves for each puzzle (default: 30, or 3 for more than 5,000 puzzles)"},
		&urfave.Uint64Flag{Name: "seed", Destination: &o.seed, Value: 1, Usage: "of random solves, resamples and folds"},
		&urfave.IntFlag{Name: "workers", Destination: &o.workers, Usage: "measure on `N` processors (default: all)"},
		cli.QuietFlag(&o.quiet),
	}
}

// commandLine is the command with all that its result depends on: the files by their
// names without folders, and neither the output nor the number of workers. more are
// flags of the command itself, with their values.
func (o *collectOptions) commandLine(more ...[2]string) string {
	parts := []string{o.Name}
	for _, arg := range o.Args {
		if !task.LooksLikePuzzle(arg) {
			arg = filepath.Base(arg)
		}
		parts = append(parts, arg)
	}
	flag := func(name, value string) {
		if strings.ContainsAny(value, " \t\"'") {
			value = strconv.Quote(value)
		}
		parts = append(parts, strings.TrimSpace("--"+name+" "+value))
	}
	for _, l := range o.labels.Value() {
		flag("label", l)
	}
	for _, l := range o.logs.Value() {
		flag("log", l)
	}
	if o.literature {
		flag("literature", "")
	}
	if o.db != "" {
		flag("db", filepath.Base(o.db))
	}
	for _, c := range o.corpora.Value() {
		flag("corpus", c)
	}
	for _, f := range append([][2]string{
		{"from", o.From}, {"puzzle-column", o.puzzleColumn}, {"limit", fmt.Sprint(o.limit)}, {"solves", fmt.Sprint(o.solves)}, {"seed", fmt.Sprint(o.seed)},
	}, more...) {
		if o.Given(f[0]) {
			flag(f[0], f[1])
		}
	}
	return strings.Join(parts, " ")
}

func (o *collectOptions) check() error {
	for _, f := range []struct {
		name        string
		value, most int
	}{{"limit", o.limit, math.MaxInt}, {"solves", o.solves, 10_000}, {"resamples", o.resamples, 1_000_000}} {
		switch {
		case o.Given(f.name) && f.value < 1:
			return cli.UsageError(fmt.Errorf("--%s is %d; it must be at least 1", f.name, f.value), o.HelpAdvice())
		case f.value > f.most:
			return cli.UsageError(fmt.Errorf("--%s is %d; the most is %d", f.name, f.value, f.most), o.HelpAdvice())
		}
	}
	if o.Given("workers") {
		if err := cli.CheckWorkers(&o.Call, o.workers); err != nil {
			return err
		}
	}
	return nil
}

// of is what the command line says, as a task takes it.
func (o *collectOptions) of() *task.Collect {
	return &task.Collect{
		Files: o.Args, Labels: o.labels.Value(), Logs: o.logs.Value(), Columns: o.columns, PuzzleColumn: o.puzzleColumn, From: o.From, DB: o.db,
		Corpora: o.corpora.Value(), Limit: o.limit, Solves: o.solves, Seed: o.seed, Literature: o.literature, Fast: o.fast, Bad: o.bad.Add,
	}
}

// studied checks the command line, and returns which puzzles it is about and what to
// study them with. finish ends what shows progress.
func (o *collectOptions) studied() (about *task.Collect, env task.Env, finish func(), err error) {
	if err = o.check(); err == nil && len(o.Args) == 0 && o.db == "" && !o.literature {
		err = o.CheckInput()
	}
	o.bad = cli.Complaints{W: o.Err}
	env, finish = o.Env(o.db, o.workers, o.quiet)
	return o.of(), env, finish, err
}

// collect measures the puzzles that the command line names.
func (o *collectOptions) collect(ctx context.Context) (*study.Collection, *task.Sources, error) {
	about, env, finish, err := o.studied()
	if err != nil {
		return nil, nil, err
	}
	defer finish()
	show, first := env.Notify, true
	env.Notify = func(e task.Event) {
		if e.Progress != nil && first {
			first = false
			spareMemory(e.Progress.Target)
		}
		show(e)
	}
	return about.Run(ctx, env)
}

// spareMemory makes the collector run more often while about so many puzzles are studied.
func spareMemory(expected int64) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(40) // a study of 100,000 puzzles peaks at 76 MB, not at some 20 MB more, in the same CPU time
	}
	if os.Getenv("GOMEMLIMIT") == "" && expected > 0 {
		// The largest picture takes 20 MB, and a puzzle at most some 130 bytes. There is room
		// between these and the limit, so the collector runs a little more often, not always.
		debug.SetMemoryLimit(36<<20 + 160*expected)
	}
}
