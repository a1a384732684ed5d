package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/urfave/cli/v2"

	"gradoku/internal/text"
	"gradoku/store"
	"gradoku/task"
)

type runsOptions struct {
	Call   `fields:"db,json"`
	Cancel string `query:"cancel" value:"RUN" doc:"stop the work of gradoku worker on run RUN, or on a regrade; saved puzzles and grades are kept"`
}

func runsCommand(s Streams) *cli.Command {
	var o runsOptions
	return newCommand(s, "runs", "", &o, o.run,
		lineKind{"a run", runObject{}}, lineKind{"a regrade that workers compute", workObject{}})
}

func (o *runsOptions) run(ctx context.Context) error {
	if o.Cancel != "" {
		return o.end(ctx)
	}
	return task.WithDB(ctx, o.DB, func(db *store.DB) error { return o.list(ctx, db) })
}

// end stops the workers' work on a run.
func (o *runsOptions) end(ctx context.Context) (err error) {
	if err := o.needsServer(); err != nil {
		return err
	}
	db, err := task.OpenExisting(ctx, o.DB, store.ReadWrite)
	if err != nil {
		return err
	}
	defer task.Close(db, &err)
	p, err := o.sharedToEnd(ctx, db)
	if err == nil {
		err = db.EndSharedRun(ctx, p.Name, "it was cancelled")
	}
	if err != nil {
		if errors.Is(err, store.ErrNotFound) {
			err = task.DataError(err, "gradoku runs lists the runs of the database")
		}
		return err
	}
	if p.RunID == 0 {
		fmt.Fprintf(o.Err, "%v has ended\n", p)
		return nil
	}
	run, err := db.Run(ctx, p.RunID)
	if err == nil {
		fmt.Fprintf(o.Err, "run %d has ended with %s\n", run.ID, text.Count(run.Accepted, "puzzle", "puzzles"))
	}
	return err
}

// sharedToEnd returns the shared run that --cancel names.
func (o *runsOptions) sharedToEnd(ctx context.Context, db *store.DB) (store.SharedRun, error) {
	if id, err := strconv.ParseInt(o.Cancel, 10, 64); err == nil {
		if _, err := db.Run(ctx, id); err != nil {
			return store.SharedRun{}, err
		}
		p, err := db.SharedRunOf(ctx, id)
		if err == nil && p.Ended != "" {
			err = fmt.Errorf("%w: no workers are computing %v", store.ErrNotFound, p)
		}
		return p, err
	}
	shared, err := db.SharedRuns(ctx)
	for _, p := range shared {
		if p.String() == o.Cancel {
			return p, nil
		}
	}
	if err == nil {
		err = fmt.Errorf("%w: no workers are computing %q", store.ErrNotFound, o.Cancel)
	}
	return store.SharedRun{}, err
}

// underWay is the state of runs that workers compute.
type underWay struct {
	unmoved map[string]string         // why a shared run has saved nothing lately, by its name
	shared  map[int64]store.SharedRun // those of runs, by the run's id
	others  []store.SharedRun
	workers []store.Worker
}

func workOn(ctx context.Context, db *store.DB) (w underWay, err error) {
	shared, err := db.SharedRuns(ctx)
	if err != nil {
		return w, err
	}
	w.shared, w.unmoved = map[int64]store.SharedRun{}, map[string]string{}
	for _, p := range shared {
		w.unmoved[p.Name] = task.Unmoved(ctx, db, p)
		if p.RunID > 0 {
			w.shared[p.RunID] = p
		} else {
			w.others = append(w.others, p)
		}
	}
	w.workers, err = db.Workers(ctx)
	return w, err
}

// of returns the workers of a run; nil if the run is not distributed.
func (w *underWay) of(r store.Run) *runWorkers {
	p, ok := w.shared[r.ID]
	if !ok {
		return nil
	}
	left := float64(r.Target - r.Accepted)
	if task.ByAttempts(r) {
		left = float64(r.Target-r.Next) * float64(r.Accepted) / float64(max(1, r.Next))
	}
	return w.on(p, left)
}

// on returns the workers of a shared run. left is the number of puzzles still missing,
// negative if unknown.
func (w *underWay) on(p store.SharedRun, left float64) *runWorkers {
	var on runWorkers
	for _, worker := range w.workers {
		if worker.Version == p.Version && worker.Grader == p.Grader {
			on.Workers++
			on.Cores += worker.Cores
		}
	}
	on.PerSecond, on.Error = p.Rate, p.Trouble
	if why := w.unmoved[p.Name]; why != "" {
		on.PerSecond, on.Unmoved = 0, fmt.Sprintf("nothing was saved for %v: %s", p.Unmoved.Round(time.Second), why)
	}
	if on.PerSecond > 0 && left >= 0 {
		seconds := left / on.PerSecond
		on.SecondsLeft = &seconds
	}
	return &on
}

type runWorkers struct {
	Workers     int      `json:"workers" jsonschema:"processes of gradoku worker that reported in the last seconds"`
	Cores       int      `json:"cores" jsonschema:"ranges of attempts that they compute at a time"`
	PerSecond   float64  `json:"puzzles_per_second" jsonschema:"recent rate of saved puzzles"`
	SecondsLeft *float64 `json:"seconds_left" jsonschema:"time left at this rate; null if unknown"`
	Unmoved     string   `json:"unmoved,omitempty" jsonschema:"why nothing was saved for a minute; absent while results are saved"`
	Error       string   `json:"error,omitempty" jsonschema:"why results cannot be saved; absent once results are saved again"`
}

// String describes the workers on one line.
func (w *runWorkers) String() string {
	left := "time left unknown"
	if w.SecondsLeft != nil {
		left = "about " + time.Duration(*w.SecondsLeft*float64(time.Second)).Round(time.Second).String() + " left"
	}
	if w.Unmoved != "" {
		left = w.Unmoved
	}
	if w.Error != "" {
		left += "; results cannot be saved: " + w.Error
	}
	return fmt.Sprintf("%s with %s, %.1f puzzles/s, %s", text.Count(int64(w.Workers), "worker", "workers"), text.Count(int64(w.Cores), "core", "cores"), w.PerSecond, left)
}

// list prints the runs.
func (o *runsOptions) list(ctx context.Context, db *store.DB) error {
	runs, err := db.Runs(ctx)
	if err != nil {
		return err
	}
	working, err := workOn(ctx, db)
	if err != nil {
		return err
	}
	t := table{Header: []string{"run", "state", "puzzles", "wanted", "attempts", "known", "missed", "seed", "version", "started", "what"}}
	var lines []string
	for _, r := range runs {
		on := working.of(r)
		if on != nil {
			lines = append(lines, fmt.Sprintf("run %d: %v", r.ID, on))
		}
		missed := r.Next - r.Accepted - r.Duplicates
		wanted := text.Grouped(r.Target)
		if task.ByAttempts(r) {
			wanted = text.Count(r.Target, "attempt", "attempts")
		}
		t.add(runObject{task.RecordOf(r), json.RawMessage(r.Options), missed, on},
			fmt.Sprint(r.ID), r.Status(), text.Grouped(r.Accepted), wanted, text.Grouped(r.Next), text.Grouped(r.Duplicates), text.Grouped(missed),
			fmt.Sprint(r.Seed), r.Version, timeText(r.StartedAt, time.DateTime), task.DescribeRun(r))
	}
	for _, p := range working.others {
		w := workObject{Work: p.String(), What: p.Command, Version: p.Version, Options: json.RawMessage(p.Options), Saved: p.Saved, Distributed: working.on(p, float64(p.Target-p.Saved))}
		lines = append(lines, w.String())
		if o.JSON {
			t.add(w)
		}
	}
	if err := t.print(&o.Call); err != nil || o.JSON {
		return err
	}
	for _, line := range lines {
		fmt.Fprintln(o.Out, text.OneLine(line))
	}
	return nil
}

type runObject struct {
	task.RunRecord
	Options     json.RawMessage `json:"options"`
	Missed      int64           `json:"missed"`
	Distributed *runWorkers     `json:"distributed,omitempty" jsonschema:"the workers, while the run is distributed"`
}

// workObject is one line of "runs --json" about a regrade that workers compute.
type workObject struct {
	Work        string          `json:"work" jsonschema:"name of the regrade for --cancel"`
	What        string          `json:"what"`
	Options     json.RawMessage `json:"options"`
	Version     string          `json:"version"`
	Saved       int64           `json:"saved" jsonschema:"number of grades saved so far"`
	Distributed *runWorkers     `json:"distributed"`
}

// String describes the work on one line.
func (w *workObject) String() string {
	return fmt.Sprintf("%s, %s, %s saved: %v", w.Work, text.OneLine(w.What), text.Grouped(w.Saved), w.Distributed)
}
