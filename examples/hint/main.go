// Command hint prints the next step for a position: hint 4.....8.5.3....
package main

import (
	"fmt"
	"gradoku/board"
	"gradoku/grade"
	"log"
	"os"
)

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: hint POSITION, row by row, with . for a blank")
	}
	puzzle, err := board.Parse(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	position := board.NewBoard(&puzzle)
	grader := grade.NewGrader(position.Geometry())
	for _, technique := range grade.Techniques() {
		steps, err := grader.Find(&position, technique.ID)
		if err != nil {
			log.Fatal(err)
		}
		if len(steps) > 0 {
			fmt.Println(steps[0].Sentence(position.Geometry()))
			return
		}
	}
	fmt.Println("no technique helps here")
}
