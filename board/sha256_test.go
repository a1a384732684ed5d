package board

import (
	"bytes"
	"crypto/sha256"
	"testing"
)

// The two ways to compute a key are one, for every length of padding.
func TestShortSum256(t *testing.T) {
	text := bytes.Repeat([]byte("gradoku."), 40)
	for n := range len(text) {
		if got, want := shortSum256(text[:n]), sha256.Sum256(text[:n]); got != want {
			t.Fatalf("%d bytes: %x, want %x", n, got, want)
		}
	}
}
