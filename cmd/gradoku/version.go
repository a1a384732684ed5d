package main

import (
	"fmt"
	"runtime"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/grade"
)

func versionCommand(s cli.Streams) *urfave.Command {
	return &urfave.Command{
		Name:      "version",
		Usage:     "print the versions of gradoku, its grader and Go",
		UsageText: "gradoku version\ngradoku version --json",
		Flags:     []urfave.Flag{cli.JSONFlag(nil, "print one JSON object")},
		Before:    cli.NoArgs,
		Action: func(c *urfave.Context) error {
			v := struct {
				Version string `json:"version"`
				Grader  int    `json:"grader"`
				Commit  string `json:"commit"`
				Go      string `json:"go"`
				System  string `json:"system"`
			}{cli.Version, grade.Version, cli.Commit(), runtime.Version(), runtime.GOOS + "/" + runtime.GOARCH}
			if c.Bool("json") {
				return cli.PrintJSON(s.Out, v)
			}
			fmt.Fprintf(s.Out, "gradoku %s (grader %d, commit %s, %s, %s)\n", v.Version, v.Grader, v.Commit, v.Go, v.System)
			return nil
		},
	}
}
