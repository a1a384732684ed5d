package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/urfave/cli/v2"

	"gradoku/grade"
)

// version is part of a run's identity: another version may make other puzzles
// of the same seed.
const version = "0.1.0"

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

// commit is the revision that the binary was built from, as far as the Go tool
// recorded it.
func commit() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	revision, changed := "unknown", ""
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			revision = s.Value[:min(12, len(s.Value))]
		case "vcs.modified":
			if s.Value == "true" {
				changed = "+changes"
			}
		}
	}
	return revision + changed
}
