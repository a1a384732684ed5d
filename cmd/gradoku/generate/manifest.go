package generate

import (
	"context"
	"errors"
	"io"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/pipeline"
	"gradoku/store"
)

// manifestFlag is the flag of generate.
func manifestFlag() *urfave.StringFlag {
	return &urfave.StringFlag{Name: "manifest", Usage: "when the run is over, write seed, options, counts and a hash of the rows to `FILE` as JSON"}
}

// checkManifestFile looks before the run whether its manifest can be written
// after it.
func checkManifestFile(c *urfave.Context) error {
	if !c.IsSet("manifest") {
		return nil
	}
	if err := cli.Apart(c, "manifest"); err != nil {
		return err
	}
	return cli.CheckOutput(c.String("manifest"))
}

// saveManifest writes the manifest that generate was asked for.
func saveManifest(c *urfave.Context, db *store.DB, run store.Run) error {
	path := c.String("manifest")
	if path == "" {
		return nil
	}
	m, err := ManifestOf(c.Context, cli.CallFrom(c, cli.Streams{}), db, run, c.Int("workers"))
	if err != nil {
		return err
	}
	return cli.ToFile(path, func(w io.Writer) error { return m.Write(w) })
}

// ManifestOf computes the manifest of a run.
func ManifestOf(ctx context.Context, call *cli.Call, db *store.DB, run store.Run, workers int) (pipeline.Manifest, error) {
	opt, err := pipeline.DecodeOptions(run.Options)
	if err != nil {
		return pipeline.Manifest{}, err
	}
	if err := cli.CheckWorkers(call, workers); err != nil {
		return pipeline.Manifest{}, err
	}
	m, err := pipeline.NewManifest(ctx, db, run, pipeline.Config{Options: opt, Workers: workers})
	if errors.Is(err, pipeline.ErrUngraded) {
		return m, cli.DataError(err, "a manifest is written by the gradoku whose grader graded the run")
	}
	return m, err
}
