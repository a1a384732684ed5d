package run

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"gradoku/generate"
)

// TestSamplingInOptions: every sampling survives being stored, and top-down runs
// have the text that they had before there were others.
func TestSamplingInOptions(t *testing.T) {
	for sampling, want := range map[generate.Sampling]string{
		generate.TopDown:        `{"size":9,"symmetry":"none","clues":0,"minimal":false,"grids":"uniform"}`,
		generate.BottomUp:       `{"size":9,"symmetry":"none","clues":0,"minimal":false,"grids":"any","sampling":"bottom-up"}`,
		generate.ControlledBias: `{"size":9,"symmetry":"none","clues":0,"minimal":false,"grids":"uniform","sampling":"controlled-bias"}`,
	} {
		opt := options(t, 9, "none", 0)
		opt.Sampling = sampling
		text := EncodeOptions(opt)
		if text != want {
			t.Errorf("%v: %s, want %s", sampling, text, want)
		}
		got, err := DecodeOptions(text)
		if err != nil || got.Sampling != sampling || EncodeOptions(got) != text {
			t.Errorf("%v: %s became %+v, %v", sampling, text, got, err)
		}
		if _, err := generate.New(got.Shape); err != nil {
			t.Errorf("%v: a stored run cannot go on: %v", sampling, err)
		}
	}
	if _, err := DecodeOptions(`{"size":9,"symmetry":"none","grids":"any","sampling":"odd"}`); err == nil {
		t.Error("an unknown sampling was accepted")
	}
}

// TestSampledRowsDoNotDependOnWorkers: of all samplings a run gives the same
// rows with one worker and with many.
func TestSampledRowsDoNotDependOnWorkers(t *testing.T) {
	for _, tt := range []struct {
		size     int
		sampling generate.Sampling
		target   int64
	}{{9, generate.BottomUp, 40}, {6, generate.ControlledBias, 40}} {
		opt := options(t, tt.size, "none", 0)
		opt.Sampling = tt.sampling
		db, run := computeAll(t, opt, tt.target, 100_000, 1)
		want := rows(t, db)
		if int64(len(want)) != tt.target || run.Next <= run.Last {
			t.Fatalf("%v: %d rows, run %+v", tt.sampling, len(want), run)
		}
		for _, workers := range []int{2, 7} {
			other, again := computeAll(t, opt, tt.target, 100_000, workers)
			sameRun(t, again, run)
			if diff := cmp.Diff(want, rows(t, other)); diff != "" {
				t.Errorf("%v, %d workers (-one +many):\n%s", tt.sampling, workers, diff)
			}
		}
	}
}
