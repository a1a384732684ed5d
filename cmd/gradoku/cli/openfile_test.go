package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// silent is a reader on which nothing ever comes.
type silent struct{}

func (silent) Read([]byte) (int, error) { select {} }

// TestUntilDone: waiting for input ends with the context, and what came before is
// read.
func TestUntilDone(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	r := UntilDone(ctx, io.MultiReader(strings.NewReader("8"), silent{}))
	defer r.Close()
	one := make([]byte, 1)
	if _, err := io.ReadFull(r, one); err != nil || one[0] != '8' {
		t.Fatalf("read %q, %v", one, err)
	}
	cancel()
	if _, err := r.Read(one); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end: %v", err)
	}

	r = UntilDone(t.Context(), strings.NewReader("all of it"))
	defer r.Close()
	if text, err := io.ReadAll(r); string(text) != "all of it" || err != nil {
		t.Errorf("read %q, %v", text, err)
	}
}

// TestEndedReading: a long file is not read on after a signal.
func TestEndedReading(t *testing.T) {
	path := filepath.Join(t.TempDir(), "long.txt")
	if err := os.WriteFile(path, []byte("much"), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	f, err := OpenInput(ctx, nil, path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	one := make([]byte, 1)
	if _, err := f.Read(one); err != nil || one[0] != 'm' {
		t.Fatalf("read %q, %v", one, err)
	}
	cancel()
	if _, err := f.Read(one); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end: %v", err)
	}
}

// TestSilentStdin: puzzles that are waited for are no puzzles that are wrong.
func TestSilentStdin(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	n := 0
	call := Call{Streams: Streams{In: silent{}}}
	for _, err := range call.Argument(ctx, 1, "-") {
		n++
		var p *Problem
		if !errors.As(err, &p) || p.Code != ExitInterrupted {
			t.Errorf("got %v", err)
		}
	}
	if n != 1 {
		t.Errorf("%d errors, want 1", n)
	}
}

// TestInterruptedExit: what a signal ended is no fault of the data, whatever the
// commands made of its cause.
func TestInterruptedExit(t *testing.T) {
	signal := errors.New("interrupt signal received")
	ended, cancel := context.WithCancelCause(t.Context())
	cancel(signal)
	told := &Problem{ExitInterrupted, fmt.Errorf("interrupted at try 7: %w", context.Canceled), "go on"}
	for _, c := range []struct {
		name string
		ctx  context.Context
		err  error
		want int
	}{
		{"the cause", ended, fmt.Errorf("saving: %w", signal), ExitInterrupted},
		{"the cause as a problem", ended, DataError(fmt.Errorf("saving: %w", signal), "make room"), ExitInterrupted},
		{"canceled as a problem", ended, DataError(fmt.Errorf("reading: %w", context.Canceled), "check"), ExitInterrupted},
		{"told by the command", ended, told, ExitInterrupted},
		{"something else at the end", ended, errors.New("disk full"), ExitData},
		{"nothing", ended, nil, 0},
		{"no signal", t.Context(), UsageError(errors.New("no"), ""), ExitUsage},
	} {
		var out strings.Builder
		if got := Report(&out, Interrupted(c.ctx, c.err)); got != c.want {
			t.Errorf("%s: exit code %d, want %d: %s", c.name, got, c.want, out.String())
		}
		if c.err == told && !strings.Contains(out.String(), "at try 7") {
			t.Errorf("what the command told is lost: %s", out.String())
		}
	}
}
