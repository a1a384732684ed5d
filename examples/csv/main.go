// Command csv prints a thousand graded puzzles as CSV.
package main

import (
	"context"
	"encoding/csv"
	"fmt"
	"gradoku/generate"
	"log"
	"os"
	"runtime"
)

func main() {
	w := csv.NewWriter(os.Stdout)
	w.Write([]string{"puzzle", "solution", "rating", "level"}) // Flush tells what goes wrong
	n := 0
	for found, err := range generate.Stream(context.Background(), generate.Target{}, 1, runtime.NumCPU()) {
		if err != nil {
			log.Fatal(err)
		}
		rating := fmt.Sprintf("%d.%d", found.Grade.Rating/10, found.Grade.Rating%10)
		w.Write([]string{found.Grid.String(), found.Solution.String(), rating, found.Grade.Level})
		if n++; n == 1000 {
			break
		}
	}
	if w.Flush(); w.Error() != nil {
		log.Fatal(w.Error())
	}
}
