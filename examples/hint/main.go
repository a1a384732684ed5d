// Command hint prints the next step for a position: hint PUZZLE [STATE], where STATE is
// the puzzle with what the player has entered.
package main

import (
	"fmt"
	"gradoku/grade"
	"log"
	"os"
)

func main() {
	if len(os.Args) < 2 || len(os.Args) > 3 {
		log.Fatal("usage: hint PUZZLE [STATE], row by row, with . for a blank")
	}
	position, err := grade.ParsePosition(os.Args[1], append(os.Args, "")[2], "")
	if err != nil {
		log.Fatal(err)
	}
	hint, err := grade.Next(position, grade.HintOptions{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(hint.Text)
}
