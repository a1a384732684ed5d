package grade

import (
	"bufio"
	"os"
	"strconv"
	"strings"
	"testing"

	"gradoku/board"
	"gradoku/internal/boardtest"
)

// rated is a puzzle with the ratings that Sudoku Explainer gave it, in tenths.
type rated struct {
	puzzle     board.Grid
	er, ep, ed int
	steps      map[string]int // "4.5 Unique Rectangle type 1" -> times; nil without a record
}

// readExplainer reads the rows that Sudoku Explainer 1.2.1 itself has rated.
func readExplainer(tb testing.TB) []rated {
	tb.Helper()
	var list []rated
	for row := range table(tb, "ratings/se-dev.tsv") {
		if row["rater"] != "SE1.2.1.3" {
			continue
		}
		r := rated{puzzle: parse(tb, row["puzzle"]), er: tenths(tb, row["ER"]), ep: tenths(tb, row["EP"]), ed: tenths(tb, row["ED"])}
		if text := row["se_step_histogram"]; text != "" {
			r.steps = map[string]int{}
			for _, part := range strings.Split(text, ";") {
				name, count, _ := strings.Cut(part, "=")
				n, err := strconv.Atoi(count)
				if err != nil {
					tb.Fatalf("step histogram %q: %v", part, err)
				}
				r.steps[name] = n
			}
		}
		list = append(list, r)
	}
	return list
}

// table yields the rows of a tab-separated file by column name.
func table(tb testing.TB, name string) func(yield func(map[string]string) bool) {
	tb.Helper()
	f, err := os.Open(boardtest.DataFile(tb, name))
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { f.Close() })
	return func(yield func(map[string]string) bool) {
		sc := bufio.NewScanner(f)
		sc.Scan()
		head := strings.Split(sc.Text(), "\t")
		for sc.Scan() {
			row := map[string]string{}
			for i, v := range strings.Split(sc.Text(), "\t") {
				row[head[i]] = v
			}
			if !yield(row) {
				return
			}
		}
		if err := sc.Err(); err != nil {
			tb.Fatal(err)
		}
	}
}

func tenths(tb testing.TB, s string) int {
	tb.Helper()
	n, err := strconv.Atoi(strings.Replace(s, ".", "", 1))
	if err != nil {
		tb.Fatalf("rating %q: %v", s, err)
	}
	return n
}
