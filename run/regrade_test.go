package run

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gradoku/store"
)

// TestRegrade grades what was imported without grades, with interruptions, and
// compares with an import that graded.
func TestRegrade(t *testing.T) {
	list := sheet(t)
	graded, db := open(t), open(t)
	for _, c := range []struct {
		db    *store.DB
		grade bool
	}{{graded, true}, {db, false}} {
		if _, _, err := Import(t.Context(), c.db, beginImport(t, c.db), each(list, -1), ImportConfig{Workers: 2, Grade: c.grade}); err != nil {
			t.Fatal(err)
		}
	}
	only := RegradeConfig{Workers: 3, Filter: store.Filter{Selection: store.Selection{Where: store.Condition{Text: "size = 6 and clues >= 10"}}}}
	some, err := Regrade(t.Context(), db, only)
	if err != nil || some == 0 || some >= 35 {
		t.Fatalf("%d of one kind, %v", some, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if n, err := Regrade(ctx, db, RegradeConfig{Workers: 1}); n != 0 || !errors.Is(err, context.Canceled) {
		t.Errorf("with a context that has ended: %d, %v", n, err)
	}
	told := int64(0)
	rest, err := Regrade(t.Context(), db, RegradeConfig{Workers: 2, Progress: func(n int64) { told = n }})
	if err != nil || some+rest != 49 || told != rest {
		t.Errorf("%d and %d graded, progress said %d, %v", some, rest, told, err)
	}
	if n, err := Regrade(t.Context(), db, RegradeConfig{Workers: 2}); n != 0 || err != nil {
		t.Errorf("once more: %d, %v", n, err)
	}
	if diff := cmp.Diff(rows(t, graded), rows(t, db)); diff != "" {
		t.Errorf("(-imported with grades +graded later):\n%s", diff)
	}
}
