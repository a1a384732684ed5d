package store

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"gradoku/migrations"

	"gradoku/grade"
)

func TestInfo(t *testing.T) {
	d := create(t)
	run := begin(t, d, wish(1, 1000))
	r := rand.New(rand.NewPCG(1, 2))
	save(t, d, Batch{RunID: run.ID, To: 2, Puzzles: []Puzzle{varied(r, 0), varied(r, 1)}})
	got, err := d.Info(t.Context())
	must(t, err)
	all := migrations.SQLite()
	if got.Path != d.path || got.Schema != len(all) || !strings.HasPrefix(got.Version, "3.") {
		t.Errorf("info %+v", got)
	}
	if info, err := os.Stat(d.path); err != nil || got.Bytes != info.Size() || got.WALBytes == 0 {
		t.Errorf("sizes in %+v; the file has %v, %v", got, info, err)
	}
	for table, want := range map[string]int64{"run": 1, "puzzle": 2, "export": 0, "migration": int64(len(all))} {
		if n, ok := got.Tables[table]; !ok || n != want {
			t.Errorf("table %s has %d rows, want %d", table, n, want)
		}
	}
	same(t, "graders", got.Graders, []Count{{fmt.Sprint(grade.Version), 2}})
}

func TestBadExportsLeaveNothing(t *testing.T) { onEveryEngine(t, testBadExportsLeaveNothing) }

func testBadExportsLeaveNothing(t *testing.T) {
	d, _ := library(t)
	good := Export{Kind: "sdm", Path: "a", SHA256: strings.Repeat("0", 64), FilterJSON: "{}", IDs: []int64{1}}
	for name, spoil := range map[string]func(*Export){
		"kind": func(e *Export) { e.Kind = "" }, "sum": func(e *Export) { e.SHA256 = "0" },
		"filter": func(e *Export) { e.FilterJSON = "{" }, "puzzle": func(e *Export) { e.IDs = []int64{1, 9999} },
	} {
		e := good
		spoil(&e)
		if _, err := record(t.Context(), d, e); err == nil {
			t.Errorf("an export with a wrong %s was recorded", name)
		}
	}
	left, err := counts(t.Context(), d.readers, "SELECT 'export', count(*) FROM export UNION ALL SELECT 'item', count(*) FROM export_item")
	must(t, err)
	same(t, "rows left", left, []Count{{"export", 0}, {"item", 0}})
}
