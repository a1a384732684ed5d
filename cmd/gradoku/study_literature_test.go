package main

import (
	"errors"
	"strings"
	"testing"

	"gradoku/literature"
	"gradoku/task"
)

// A figure that should be reproduced and is not ends the command with exit code
// 1; one that is known to differ does not.
func TestBrokenFigures(t *testing.T) {
	known := literature.Finding{Document: "moler", Figure: "steps", Published: "1", Ours: "2", Verdict: literature.Differs, Expected: literature.Differs}
	if err := brokenFigures([]literature.Finding{known}); err != nil {
		t.Error(err)
	}
	broken := known
	broken.Expected = literature.Reproduced
	err := brokenFigures([]literature.Finding{known, broken})
	var p *task.Problem
	if !errors.As(err, &p) || p.Code != task.Data || !strings.Contains(err.Error(), "1 figure should be reproduced and is not: moler: steps: published 1, ours 2") {
		t.Errorf("error %v", err)
	}
}
