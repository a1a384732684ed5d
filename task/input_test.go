package task

import (
	"context"
	"errors"
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
	must(t, os.WriteFile(path, []byte("much"), 0o600))
	ctx, cancel := context.WithCancel(t.Context())
	f, err := OpenInput(ctx, nil, path)
	must(t, err)
	defer f.Close()
	one := make([]byte, 1)
	if _, err := f.Read(one); err != nil || one[0] != 'm' {
		t.Fatalf("read %q, %v", one, err)
	}
	cancel()
	if _, err := f.Read(one); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end: %v", err)
	}
	if n, err := io.Copy(io.Discard, f); n > 0 || !errors.Is(err, context.Canceled) {
		t.Errorf("%d bytes copied after the end: %v", n, err)
	}
}
