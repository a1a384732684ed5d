package main

import (
	"gradoku/pipeline"
	"gradoku/store"
	"io"
	"strings"

	"github.com/urfave/cli/v2"
)

// manifestFlag is the flag of generate.
func manifestFlag() *cli.StringFlag {
	return &cli.StringFlag{Name: "manifest", Usage: "when the run is over, write seed, options, counts and a hash of the rows to `FILE` as JSON"}
}

// checkManifestFile looks before the run whether its manifest can be written
// after it.
func checkManifestFile(c *cli.Context) error {
	if !c.IsSet("manifest") {
		return nil
	}
	if err := apart(c, "manifest"); err != nil {
		return err
	}
	return checkOutput(c.String("manifest"))
}

// saveManifest writes the manifest that generate was asked for.
func saveManifest(c *cli.Context, db *store.DB, run store.Run) error {
	path := c.String("manifest")
	if path == "" {
		return nil
	}
	m, err := manifestOf(c, db, run)
	if err != nil {
		return err
	}
	return toFile(path, func(w io.Writer) error { return m.Write(w) })
}

func manifestOf(c *cli.Context, db *store.DB, run store.Run) (pipeline.Manifest, error) {
	opt, err := pipeline.DecodeOptions(run.Options)
	if err != nil {
		return pipeline.Manifest{}, err
	}
	n, err := workers(c)
	if err != nil {
		return pipeline.Manifest{}, err
	}
	m, err := pipeline.NewManifest(c.Context, db, run, pipeline.Config{Options: opt, Workers: n})
	if err != nil && strings.Contains(err.Error(), "has no grade") {
		return m, dataError(err, "a manifest is written by the gradoku whose grader graded the run")
	}
	return m, err
}
