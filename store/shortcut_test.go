package store

import (
	"context"
	"database/sql"
	"slices"
	"strings"
	"testing"

	"gradoku/grade"

	"pgregory.net/rapid"
)

// TestShortcuts compares what shortcuts find with the same filters read without.
func TestShortcuts(t *testing.T) { onEveryEngine(t, testShortcuts) }

func testShortcuts(t *testing.T) {
	t.Parallel()
	d, _ := library(t)
	taken := map[string]int{}
	rapid.Check(t, func(r *rapid.T) {
		f := drawFilter(r)
		f = f.on(d)
		f.RunID = 0
		f.Order = rapid.SampledFrom([]string{"", "id", "-id", "rating", "-rating", "random", "-random"}).Draw(r, "one key")
		f.Limit = rapid.IntRange(1, 40).Draw(r, "some")
		got, ok, err := f.shortcut(context.Background(), d.readers)
		if err != nil {
			r.Fatal(err)
		}
		if !ok {
			return
		}
		taken[strings.TrimPrefix(f.Order, "-")]++
		var want []int64
		err = d.eachRow(context.Background(), d.readers, f, func(p Puzzle, _ error) bool { want = append(want, p.ID); return true })
		if err != nil {
			r.Fatal(err)
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			r.Errorf("%+v\nby the shortcut  %v\nwithout          %v", f, got, want)
		}
	})
	for _, order := range []string{"", "id", "rating", "random"} {
		if taken[order] == 0 {
			t.Errorf("order %q has never taken a shortcut", order)
		}
	}
}

// TestShortcutsNeedNoScan looks at SQLite's plans: none goes through a table, and
// none sorts but what was found.
func TestShortcutsNeedNoScan(t *testing.T) {
	d, _ := library(t)
	for name, f := range map[string]Filter{
		"level":       {Criteria: grade.Criteria{Levels: []string{"Hard"}}, Limit: 10},
		"two levels":  {Criteria: grade.Criteria{Levels: []string{"Hard", "Fair"}}, Limit: 10, Offset: 3},
		"rating":      {Criteria: grade.Criteria{Ratings: []grade.Range{{From: 10, To: 30}}}, Limit: 10},
		"the hardest": {Order: "rating", Desc: true, Limit: 10},
		"the easiest": {Order: "rating", Criteria: grade.Criteria{Levels: []string{"Fair"}}, Limit: 3},
		"shuffled":    {Order: "random", Criteria: grade.Criteria{Levels: []string{"Fair"}}, Limit: 3},
		"ids":         {IDs: []int64{3, 4}, Criteria: grade.Criteria{Levels: []string{"Fair"}}},
	} {
		f = f.on(d)
		spy := &planner{querier: d.readers, t: t}
		if f.IDs == nil {
			if _, ok, err := f.shortcut(t.Context(), spy); !ok || err != nil {
				t.Errorf("%s: no shortcut, %v", name, err)
			}
		} else if err := d.eachRow(t.Context(), spy, f, func(Puzzle, error) bool { return true }); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for _, step := range spy.steps {
			scan := strings.HasPrefix(step, "SCAN p") || strings.HasPrefix(step, "SCAN g")
			if scan && !strings.Contains(step, "sqlite_autoindex_puzzle_1") || step == "USE TEMP B-TREE FOR ORDER BY" && f.Order != "random" {
				t.Errorf("%s: %s", name, step)
			}
		}
		if len(spy.steps) == 0 {
			t.Errorf("%s: no plan seen", name)
		}
	}
}

// planner notes the plan of every query that it passes on.
type planner struct {
	querier
	t     *testing.T
	steps []string
}

func (p *planner) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	rows, err := p.querier.QueryContext(ctx, "EXPLAIN QUERY PLAN "+query, args...)
	if err != nil {
		p.t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var id, parent, none int
		var step string
		if err := rows.Scan(&id, &parent, &none, &step); err != nil {
			p.t.Fatal(err)
		}
		p.steps = append(p.steps, step)
	}
	return p.querier.QueryContext(ctx, query, args...)
}
