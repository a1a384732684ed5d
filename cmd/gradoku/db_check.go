package main

import (
	"bytes"
	"context"
	"fmt"

	"github.com/urfave/cli/v2"

	"gradoku/grade"
	"gradoku/internal/text"
	"gradoku/store"
	"gradoku/task"
)

type dbCheckOptions struct {
	Call `fields:"workers,db,quiet,json"`
	task.Check
}

func dbCheckCommand(s Streams) *cli.Command {
	var o dbCheckOptions
	return newCommand(s, "db check", "", &o, o.run, lineKind{"a problem", store.Problem{}}, lineKind{"a run computed again", task.VerifiedRun{}})
}

func (o *dbCheckOptions) run(ctx context.Context) error {
	if err := o.checkApart(task.Output{Flag: "--write-manifest", Path: o.WriteManifest}); err != nil {
		return err
	}
	found, err := runTask(ctx, &o.Call, &o.Check, nil)
	switch {
	case err != nil:
		return err
	case found.Written != nil:
		var manifest bytes.Buffer
		if err := found.Written.Write(&manifest); err != nil {
			return err
		}
		return o.write(ctx, o.WriteManifest, task.Whole(text.VisibleJSON(manifest.Bytes())))
	case found.Verified != nil:
		return o.printVerified(found.Verified)
	}
	return o.printProblems(found.Problems)
}

func (o *dbCheckOptions) printProblems(problems []store.Problem) error {
	if !store.IsFile(o.DB) {
		fmt.Fprintln(o.Err, "gradoku: the server's pages on disk were not checked; use its own tool pg_amcheck for that")
	}
	for _, p := range problems {
		if o.JSON {
			if err := printJSON(o.Out, p); err != nil {
				return err
			}
			continue
		}
		fmt.Fprintln(o.Out, text.OneLine(p.String()))
	}
	if len(problems) > 0 {
		return task.DataError(fmt.Errorf("%s has %s", store.Shown(o.DB), text.Count(len(problems), "problem", "problems")), "restore it from a copy, or export the undamaged puzzles into a new database")
	}
	if !o.JSON {
		fmt.Fprintf(o.Out, "%s is in order\n", text.OneLine(store.Shown(o.DB)))
	}
	return nil
}

func (o *dbCheckOptions) printVerified(r *task.VerifiedRun) error {
	if o.JSON {
		if err := printJSON(o.Out, r); err != nil {
			return err
		}
	} else {
		for _, d := range r.First {
			fmt.Fprintln(o.Out, text.OneLine(d))
		}
		fmt.Fprintf(o.Out, "%s: %s attempts computed again, %s rows compared; %s attempts found a puzzle of an earlier attempt, %s a puzzle of another run or corpus\n",
			text.OneLine(r.What), text.Grouped(r.Attempts), text.Grouped(r.Rows), text.Grouped(r.Again), text.Grouped(r.Known))
		if r.Ungraded > 0 {
			fmt.Fprintf(o.Out, "%s no grade of grader %d, so those grades were not compared\n", text.Count(r.Ungraded, "row has", "rows have"), grade.Version)
		}
		switch {
		case r.Wrong == 0 && r.Rows == 0:
			fmt.Fprintln(o.Out, "no rows to compare")
		case r.Wrong == 0:
			fmt.Fprintln(o.Out, "no difference")
		}
	}
	if r.Wrong > 0 {
		return task.DataError(fmt.Errorf("%s: %s", r.What, text.Count(r.Wrong, "difference", "differences")), "the run was made by another version of gradoku, or its rows have been changed since")
	}
	return nil
}
