package run

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"gradoku/generate"
	"gradoku/internal/golden"
)

// wish is a request with what the command line adds to it.
type wish struct {
	generate.Request
	Quota    generate.Quotas
	Grids    generate.Grids
	Sampling generate.Sampling
	Walk     bool
}

// TestGoldenOptions pins the texts that identify runs: a run whose text changes is
// not found again, so neither resumed nor raised. Each line of the golden file is a
// wish, a tab and its text.
func TestGoldenOptions(t *testing.T) {
	known, err := os.ReadFile("testdata/options.tsv")
	must(t, err)
	var written strings.Builder
	for line := range strings.Lines(string(known)) {
		asked, want, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		var w wish
		if err := json.Unmarshal([]byte(asked), &w); err != nil {
			t.Fatalf("%s: %v", asked, err)
		}
		target, err := w.Target()
		if err != nil {
			t.Fatalf("%s: %v", asked, err)
		}
		target.Walk, target.Quotas, target.Grids, target.Sampling = w.Walk, w.Quota.List, w.Grids, w.Sampling
		got := EncodeOptions(target)
		if got != want && !*golden.Update {
			t.Errorf("%s\nis stored as %s\nand was once %s", asked, got, want)
		}
		if back, err := DecodeOptions(got); err != nil || EncodeOptions(back) != got {
			t.Errorf("%s is read back as %s, %v", got, EncodeOptions(back), err)
		}
		written.WriteString(asked + "\t" + got + "\n")
	}
	if *golden.Update {
		must(t, os.WriteFile("testdata/options.tsv", []byte(written.String()), 0o644))
	}
}

// TestGoldenManifest pins a manifest: it is published, and checked years later.
func TestGoldenManifest(t *testing.T) {
	db, run := computeAll(t, options(t, 6, "rotate180", 0), 30, 0, 2)
	var b bytes.Buffer
	m := manifest(t, db, run)
	must(t, m.Write(&b))
	golden.Check(t, "testdata/manifest.json", b.String())
}
