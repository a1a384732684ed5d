package pipeline

import (
	"context"
	"errors"
	"iter"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func upTo(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := 0; i < n && yield(i); i++ {
		}
	}
}

func endless(yield func(int) bool) {
	for i := 0; yield(i); i++ {
	}
}

// squares are workers; failing at a job, if that is not negative.
func squares(n, failing int) []func(context.Context, int) (int, error) {
	return slices.Repeat([]func(context.Context, int) (int, error){func(_ context.Context, i int) (int, error) {
		if i == failing {
			return 0, errFailed
		}
		return i * i, nil
	}}, n)
}

var errFailed = errors.New("failed")

func TestInOrder(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		n, workers := rapid.IntRange(0, 500).Draw(r, "jobs"), rapid.IntRange(1, 5).Draw(r, "workers")
		at := 0
		err := InOrder(t.Context(), upTo(n), squares(workers, -1), func(_ context.Context, got int) error {
			if got != at*at {
				r.Fatalf("job %d gave %d", at, got)
			}
			at++
			return nil
		})
		if err != nil || at != n {
			r.Fatalf("%d of %d jobs, %v", at, n, err)
		}
	})
}

func TestInOrderEnds(t *testing.T) {
	for name, workers := range map[string][]func(context.Context, int) (int, error){
		"a worker fails": squares(3, 700), "take fails": squares(3, -1),
	} {
		taken := 0
		err := InOrder(t.Context(), endless, workers, func(_ context.Context, got int) error {
			if taken++; taken == 900 {
				return errFailed
			}
			return nil
		})
		if !errors.Is(err, errFailed) {
			t.Errorf("%s: %v after %d", name, err, taken)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	err := InOrder(ctx, endless, squares(2, -1), func(_ context.Context, got int) error {
		if got == 100*100 {
			cancel()
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("after the end of its context: %v", err)
	}
}
