package study

import (
	_ "embed"
	"encoding/csv"
	"slices"
	"strings"
	"sync"
)

//go:embed dictionary.csv
var dictionaryFile string

// ReportFiles returns the names of the CSV files that a report can have.
func ReportFiles() (names []string) {
	for _, row := range Dictionary()[1:] {
		if name := row[0] + ".csv"; !slices.Contains([]string{"measure", "steps", "waves", "play", "players"}, row[0]) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// Dictionary describes every column of every CSV file that studies write: the first row is the
// header, and the metrics come last. NAME stands for the name of a label.
var Dictionary = sync.OnceValue(func() [][]string {
	rows, err := csv.NewReader(strings.NewReader(dictionaryFile)).ReadAll()
	if err != nil {
		panic(err) // an error in the file; the first test finds it
	}
	for _, m := range allMetrics() {
		studied := "itself"
		if m.Log {
			studied = "ln(1 + x)"
		}
		rows = append(rows, []string{"measure", m.Key, m.Plain, m.About, m.Source, studied})
	}
	return rows
})
