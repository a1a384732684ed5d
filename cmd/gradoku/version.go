package main

import (
	"context"
	"fmt"
	"runtime"

	"github.com/urfave/cli/v2"

	"gradoku/grade"
	"gradoku/task"
)

func versionCommand(s Streams) *cli.Command {
	var o struct {
		Call `fields:"json"`
	}
	return newCommand(s, "version", "", &o, func(context.Context) error {
		v := versionRecord{task.Version, grade.Version, task.Commit(), task.BuildSetting("vcs.time"), runtime.Version(), runtime.GOOS + "/" + runtime.GOARCH}
		if o.JSON {
			return printJSON(o.Out, v)
		}
		fmt.Fprintf(o.Out, "gradoku %s (grader %d, commit %s, date %s, %s, %s)\n", v.Version, v.Grader, v.Commit, v.Date, v.Go, v.System)
		return nil
	}, lineKind{"the versions", versionRecord{}})
}

type versionRecord struct {
	Version string `json:"version" jsonschema:"the version of gradoku"`
	Grader  int    `json:"grader" jsonschema:"the version of the grader"`
	Commit  string `json:"commit" jsonschema:"the revision that the binary was built from, or unknown"`
	Date    string `json:"date" jsonschema:"when that revision was made, such as 2026-11-26T18:00:00Z, or unknown"`
	Go      string `json:"go"`
	System  string `json:"system"`
}
