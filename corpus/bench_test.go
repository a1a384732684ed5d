package corpus

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"gradoku/board"

	"gradoku/internal/boardtest"
)

// benchRows makes rows that differ, as in a file of many puzzles.
func benchRows(b *testing.B, n int, label bool) []Row {
	b.Helper()
	g := boardtest.Parse(b, inkala)
	rows := make([]Row, n)
	for i := range rows {
		g.Set(board.Cell(i%81), board.Digit(i%10))
		rows[i] = Row{Puzzle: g.String(), Solution: inkalaIs}
		if label {
			rows[i].Values = []Value{Text("label", fmt.Sprintf("puzzle %d", i)), Tenths("rating", i%100), Int("clues", 21)}
		}
	}
	return rows
}

const benchLines = 10_000

func BenchmarkRead(b *testing.B) {
	for _, c := range []struct {
		name, format string
		label        bool
	}{
		{"line", "line", false},
		{"line-labelled", "line", true},
		{"sdm", "sdm", false},
		{"csv", "csv", true},
		{"jsonl", "jsonl", true},
	} {
		b.Run("9/"+c.name, func(b *testing.B) {
			f, err := ByName(c.format)
			if err != nil {
				b.Fatal(err)
			}
			text := write(b, f, benchRows(b, benchLines, c.label)...)
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				n := 0
				for _, err := range Read("bench", strings.NewReader(text)) {
					if err != nil {
						b.Fatal(err)
					}
					n++
				}
				if n != benchLines {
					b.Fatalf("%d records, want %d", n, benchLines)
				}
			}
			report(b)
		})
	}
}

func BenchmarkWrite(b *testing.B) {
	rows := benchRows(b, benchLines, true)
	for _, f := range Formats() {
		b.Run("9/"+f.Name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := f.Write(io.Discard, seqOf(rows...)); err != nil {
					b.Fatal(err)
				}
			}
			report(b)
		})
	}
}

// BenchmarkConvert is a file of lines made a file of CSV.
func BenchmarkConvert(b *testing.B) {
	line, _ := ByName("line")
	csv, _ := ByName("csv")
	text := write(b, line, benchRows(b, benchLines, false)...)
	b.Run("9/line-csv", func(b *testing.B) {
		for b.Loop() {
			n := 0
			rows := func(yield func(Row, error) bool) {
				for rec, err := range Read("bench", strings.NewReader(text)) {
					if n++; !yield(rec.Row(), err) {
						return
					}
				}
			}
			if err := csv.Write(io.Discard, rows); err != nil || n != benchLines {
				b.Fatal(n, err)
			}
		}
		report(b)
	})
}

func report(b *testing.B) {
	b.ReportMetric(float64(b.N)*benchLines/b.Elapsed().Seconds(), "puzzles/s")
}
