package main

import (
	"fmt"
	"runtime"

	"github.com/urfave/cli/v2"

	"gradoku/grade"
)

func versionCommand(s streams) *cli.Command {
	return &cli.Command{
		Name:      "version",
		Usage:     "print the versions of gradoku, its grader and Go",
		UsageText: "gradoku version\ngradoku version --json",
		Flags:     []cli.Flag{jsonFlag("print one JSON object")},
		Before:    noArgs,
		Action: func(c *cli.Context) error {
			v := struct {
				Version string `json:"version"`
				Grader  int    `json:"grader"`
				Commit  string `json:"commit"`
				Go      string `json:"go"`
				System  string `json:"system"`
			}{version, grade.Version, commit(), runtime.Version(), runtime.GOOS + "/" + runtime.GOARCH}
			if c.Bool("json") {
				return printJSON(s.out, v)
			}
			fmt.Fprintf(s.out, "gradoku %s (grader %d, commit %s, %s, %s)\n", v.Version, v.Grader, v.Commit, v.Go, v.System)
			return nil
		},
	}
}
