package run

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"gradoku/generate"
)

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
