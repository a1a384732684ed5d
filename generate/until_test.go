package generate

import (
	"context"
	"errors"
	"testing"

	"gradoku/board"
	"gradoku/grade"
)

// countdown is a context that ends when it was asked so often whether it has.
type countdown struct {
	context.Context
	cancel context.CancelFunc
	left   int
}

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		c.cancel()
	}
	return c.Context.Err()
}

// TestTryUntil ends a context at the start of a try and in its middle: the try
// gives up without another search, and the next ones are what they always are.
func TestTryUntil(t *testing.T) {
	twelve := board.Sizes()[3]
	for _, opt := range []Shape{
		{Geometry: twelve, Symmetry: symmetry(t, "none")},
		{Geometry: twelve, Symmetry: symmetry(t, "rotate180"), Clues: grade.Span{From: 60, To: 60}},
	} {
		g := generator(t, opt)
		want, wantErr := generator(t, opt).Try(1, 1)
		for _, looks := range []int{0, 1, 20} {
			ctx, cancel := context.WithCancel(t.Context())
			count := &countdown{ctx, cancel, looks}
			if _, err := g.TryUntil(count, 1, 0); !errors.Is(err, context.Canceled) {
				t.Errorf("%d looks: %v", looks, err)
			}
			if count.left < -2*twelve.Cells {
				t.Errorf("%d looks: looked %d times after the end", looks, -count.left)
			}
			if got, err := g.TryUntil(t.Context(), 1, 1); got != want || err != wantErr {
				t.Errorf("after a try that was given up after %d looks: %v, %v", looks, got, err)
			}
		}
	}
}

// TestTryUntilIsTry: up to 9x9 a try is over before anybody could ask.
func TestTryUntilIsTry(t *testing.T) {
	ended, end := context.WithCancel(t.Context())
	end()
	g := generator(t, Shape{Geometry: board.Nine(), Symmetry: symmetry(t, "none")})
	for i := range uint64(20) {
		want, wantErr := g.Try(1, i)
		if got, err := g.TryUntil(ended, 1, i); got != want || err != wantErr {
			t.Errorf("try %d: %v, %v", i, got, err)
		}
	}
}
