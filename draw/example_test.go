package draw_test

import (
	"fmt"
	"strings"

	"gradoku/board"
	"gradoku/draw"
)

// A puzzle as an SVG picture, 300 pixels wide.
func ExamplePage_SVG() {
	puzzle, err := board.Parse("1... ...2 .3.. ..4.")
	if err != nil {
		fmt.Println(err)
		return
	}
	var svg strings.Builder
	if err := draw.New(&puzzle, draw.Options{}).SVG(&svg, 300); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(strings.SplitAfter(svg.String(), ">")[1])
	// Output:
	//
	// <svg xmlns="http://www.w3.org/2000/svg" width="300" height="300" viewBox="-25 -25 450 450" role="img">
}
