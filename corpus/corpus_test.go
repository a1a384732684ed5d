package corpus

import (
	"bytes"
	"fmt"
	"iter"
	"strings"
	"testing"

	"gradoku/board"
)

// Three puzzles that stand in most tests, one of them with its solution.
const (
	moler    = ".2..3..4.6.......3..4...5.....8.6...8...1...6...7.5.....7...6..4.......8.3..4..2."
	inkala   = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
	inkalaIs = "812753649943682175675491283154237896369845721287169534521974368438526917796318452"
	tiny     = "1.3...1..2.....4"
)

// digits writes a puzzle with 0 for a blank.
func digits(puzzle string) string { return strings.ReplaceAll(puzzle, ".", "0") }

// dump writes what reading yields, one line for each record or error:
//
//	3:1 8......4.. sol=8127..52 label=Easy
//	! in.txt:4:80: too short: ...
//
// Puzzles are cut to their first and last cells, so that tables stay readable.
func dump(seq iter.Seq2[Record, error]) []string {
	var out []string
	for rec, err := range seq {
		if err != nil {
			out = append(out, "! "+err.Error())
			continue
		}
		line := fmt.Sprintf("%d:%d %s", rec.Line, rec.Column, short(rec.Puzzle))
		if rec.Solution != (board.Grid{}) {
			line += " sol=" + short(rec.Solution)
		}
		for _, f := range rec.Fields {
			line += fmt.Sprintf(" %s=%s", f.Name, f.Value)
		}
		out = append(out, line)
	}
	return out
}

func short(g board.Grid) string {
	s := g.String()
	return fmt.Sprintf("%s~%s/%d", s[:4], s[len(s)-4:], g.Clues())
}

// readString reads a text as the file in.txt.
func readString(text string) iter.Seq2[Record, error] {
	return Read("in.txt", strings.NewReader(text))
}

// seqOf is a sequence of rows without errors.
func seqOf(rows ...Row) iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		for _, r := range rows {
			if !yield(r, nil) {
				return
			}
		}
	}
}

// write returns the rows in a format, as text.
func write(tb testing.TB, f Format, rows ...Row) string {
	tb.Helper()
	var b bytes.Buffer
	if err := f.Write(&b, seqOf(rows...)); err != nil {
		tb.Fatalf("writing %s: %v", f.Name, err)
	}
	return b.String()
}

// records reads a text in which every line must be good.
func records(tb testing.TB, seq iter.Seq2[Record, error]) []Record {
	tb.Helper()
	var list []Record
	for rec, err := range seq {
		if err != nil {
			tb.Fatal(err)
		}
		list = append(list, rec)
	}
	return list
}
