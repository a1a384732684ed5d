package hint_test

import (
	"fmt"

	"gradoku/hint"
)

// A player has entered 4 in r6c2 and asks for help, then for more of it.
func ExampleNext() {
	position, err := hint.ParsePosition(
		"4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
		"4.....8.5.3..........7......2.....6.....8.4...4..1.......6.3.7.5..2.....1.4......", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, depth := range hint.Depths() {
		told, err := hint.Next(position, hint.Wanted{Depth: depth})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(told.Status, told.Text)
	}
	// Output:
	// ok Hidden single in box: look at box 7.
	// ok Hidden single in box: look at r8c3.
	// ok Hidden single in box 7: the 3s in r2c2 and r7c6 leave only r8c3 for 3.
}
