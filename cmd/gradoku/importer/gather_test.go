package importer

import (
	"context"
	"errors"
	"testing"

	"gradoku/cmd/gradoku/cli"
)

func TestCorpusName(t *testing.T) {
	for path, want := range map[string]string{
		"a/top1465.txt": "top1465", "x.csv.gz": "x", "v1.2.tsv.zst": "v1.2", "plain": "plain", ".txt": ".txt", "b.gz": "b",
	} {
		if got := corpusName(path, 0); got != want {
			t.Errorf("%s makes corpus %q, want %q", path, got, want)
		}
	}
}

func TestCorpusNameTaken(t *testing.T) {
	for n, want := range []string{"a", "a.csv.gz", "a.csv.gz-2", "a.csv.gz-3"} {
		if got := corpusName("x/a.csv.gz", n); got != want {
			t.Errorf("choice %d is %q, want %q", n, got, want)
		}
	}
}

// TestSilentCopy: waiting for stdin ends with the context.
func TestSilentCopy(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	f, err := copyInput(ctx, &cli.Call{Streams: cli.Streams{In: mute{}}})
	gatheredFiles{f}.remove()
	if !errors.Is(err, context.Canceled) {
		t.Errorf("copying: %v", err)
	}
}

// mute is a reader on which nothing ever comes.
type mute struct{}

func (mute) Read([]byte) (int, error) { select {} }
