// Command hint prints the next step for a position: hint PUZZLE [STATE], where STATE is
// the puzzle with what the player has entered.
package main

import (
	"fmt"
	"gradoku/hint"
	"log"
	"os"
)

func main() {
	if len(os.Args) < 2 || len(os.Args) > 3 {
		log.Fatal("usage: hint PUZZLE [STATE], row by row, with . for a blank")
	}
	position, err := hint.ParsePosition(os.Args[1], append(os.Args, "")[2], "")
	if err != nil {
		log.Fatal(err)
	}
	told, err := hint.Next(position, hint.Wanted{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(told.Text)
}
