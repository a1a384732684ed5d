//go:build ignore

// Count counts the solutions, up to 2, of each puzzle in a file with one puzzle per line. It
// repeats this for a quarter of a second of CPU time, and prints the puzzles per CPU second and
// the number of solutions. peers.sh also runs a program that does the same with tdoku.
package main

import (
	"fmt"
	"log"
	"os"
	"strings"
	"syscall"

	"gradoku/board"
	"gradoku/solve"
)

func main() {
	text, err := os.ReadFile(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	var puzzles []board.Grid
	for line := range strings.Lines(string(text)) {
		p, err := board.Parse(strings.TrimSpace(line))
		if err != nil {
			log.Fatal(err)
		}
		puzzles = append(puzzles, p)
	}
	s := solve.NewSearcher(board.Nine())
	var done, found int
	for start := cpu(); ; {
		found = 0
		for i := range puzzles {
			found += s.Count(&puzzles[i], 2)
		}
		done += len(puzzles)
		if used := cpu() - start; used > 0.25 {
			fmt.Printf("%.0f %d\n", float64(done)/used, found)
			return
		}
	}
}

// cpu is the CPU time that the program has used, in seconds.
func cpu() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		log.Fatal(err)
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}
