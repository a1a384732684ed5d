package corpus

import (
	"bufio"
	"bytes"
	"strconv"
	"strings"
)

// The text that QQWing 1.3 prints with --stats and --timer (qqwing --generate N
// --stats --one-line, or drawn over several lines): a puzzle, its solution if requested, then its statistics, one on each line.
//
//	8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..
//	812753649943682175675491283154237896369845721287169534521974368438526917796318452
//	Time: 18.841 milliseconds
//	Number of Givens: 21
//	...
//	Difficulty: Expert
//
// The statistics come after their puzzle, where the reader of lines would take
// them for the title of the next grid.
const (
	qqNumber     = "Number of "
	qqTime       = "Time"
	qqDifficulty = "Difficulty"
)

// qqNumbers are the names of the numbers in the order in which the program
// prints them, the same as in its CSV, after the number of clues. That number
// is not kept as a value if it agrees with the puzzle.
var qqNumbers = []string{
	"Singles", "Hidden Singles", "Naked Pairs", "Hidden Pairs",
	"Pointing Pairs/Triples", "Box/Line Intersections", "Guesses", "Backtracks",
}

const qqGivens = "Givens"

// qqValue reads a line of statistics.
func qqValue(line string) (f Field, ok bool) {
	key, value, found := strings.Cut(line, ": ")
	name, number := strings.CutPrefix(key, qqNumber)
	switch {
	case key == qqTime:
		name = "time"
	case key == qqDifficulty:
		name = Level
	case !number:
		return Field{}, false
	}
	return Field{name, value}, found
}

// looksQQWing accepts cells with statistics below them.
func looksQQWing(head []byte) bool {
	if n := count(string(firstLine(head))); n.cells == 0 || n.others > 0 {
		return false
	}
	for line := range bytes.Lines(head) {
		if _, ok := qqValue(string(bytes.TrimSpace(line))); ok {
			return true
		}
	}
	return false
}

// readQQWing reads puzzles as lines and holds each until its statistics have been read.
func readQQWing(in *input, yield emit) {
	q := holder{yield: yield}
	lines := lineReader{in: in, yield: q.take, pairs: true}
	whole := in.each(q.take, func(text []byte) bool {
		line := strings.TrimSpace(string(text))
		if strings.Contains(line, " puzzles generated in ") || strings.Contains(line, " puzzles solved in ") {
			return lines.settle() // the last line
		}
		f, ok := qqValue(line)
		if !ok {
			return lines.read(text)
		}
		if !lines.settle() {
			return false
		}
		if q.rec == nil {
			return yield(Record{}, in.fault(1, "there is no puzzle above these statistics"))
		}
		if f.Name == qqGivens && f.Value == strconv.Itoa(q.rec.Puzzle.Clues()) {
			return true
		}
		if _, err := strconv.Atoi(f.Value); err == nil && len(q.rec.Fields) < 64 {
			q.rec.bare |= 1 << len(q.rec.Fields)
		}
		q.rec.Fields = append(q.rec.Fields, f)
		return true
	})
	if whole && lines.settle() {
		q.flush()
	}
}

func writeQQWing(w *bufio.Writer, row *Row) error {
	w.WriteString(row.Puzzle + "\n")
	if row.Solution != "" {
		w.WriteString(row.Solution + "\n")
	}
	put := func(key, value string) {
		if value != "" {
			w.WriteString(key + ": " + value + "\n")
		}
	}
	put(qqTime, row.oneLine("time"))
	put(qqNumber+qqGivens, strconv.Itoa(len(row.Puzzle)-strings.Count(row.Puzzle, ".")))
	for _, name := range qqNumbers {
		put(qqNumber+name, row.oneLine(name))
	}
	put(qqDifficulty, row.oneLine(Level))
	return nil
}
