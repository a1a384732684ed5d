package study

import (
	"fmt"

	"gradoku/corpus"
	"gradoku/solve"
)

// exclusionFindings recomputes what Wu Tao's method fills and leaves. The article
// has no figures: its test grid is a picture that is lost.
func exclusionFindings(s *sheet) {
	table := corpus.TableOf("exclusion")
	left := 0
	for i, key := range table.Column("puzzle") {
		r := s.solve("exclusion", s.puzzle(key), solve.Options{})
		blanks := 0
		if r.Status == solve.Stuck {
			left++
			blanks = r.Partial.Blanks()
		}
		s.check(Finding{Figure: key + ": blanks left", Published: table.Value(i, "left"), Ours: fmt.Sprint(blanks), Derived: true})
		if table.Value(i, "passes") != "" {
			s.counters(key, &table, i, r, "row fills", "column fills", "box fills", "passes")
		}
	}
	s.check(Finding{
		Figure: "whether every puzzle can be filled", Published: "no", Ours: map[bool]string{true: "no", false: "yes"}[left > 0],
		Reason: fmt.Sprintf("%d of 9 puzzles are left incomplete; the article's main loop then never ends, ours stops after a pass that fills nothing", left),
	})
	s.check(Finding{
		Figure: "speed against backtracking", Published: "faster", Ours: "not comparable", Expected: Ambiguous,
		Reason: "the article gives neither times nor counts, and the method is incomplete",
	})
}
