package task

import (
	"strings"
	"testing"
)

// TestFilesCannotBeLookedAt: a file that the system does not answer about is an error. It
// may be readable a moment later, and a model would not say what it was made from.
func TestFilesCannotBeLookedAt(t *testing.T) {
	if err := new(sources).addFiles(t.Context(), []string{strings.Repeat("n", 5000)}); err == nil {
		t.Error("no error")
	}
}
