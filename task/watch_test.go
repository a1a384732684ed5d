package task

import (
	"fmt"
	"testing"

	"gradoku/store"
)

// TestPollGoesOn: while a server is away, or somebody locks a table for longer than a command
// waits for it, workers go on, and so does the one who watches them.
func TestPollGoesOn(t *testing.T) {
	looks, notes := []error{store.ErrBusy, store.ErrServer, nil}, 0
	err := poll(t.Context(), &Env{Notify: func(Event) { notes++ }}, func() (bool, error) {
		err := looks[0]
		looks = looks[1:]
		if err != nil {
			err = fmt.Errorf("looking: %w", err)
		}
		return err == nil, err
	})
	if err != nil || len(looks) != 0 || notes != 1 {
		t.Errorf("%v, %d looks left, %d notes", err, len(looks), notes)
	}
}
