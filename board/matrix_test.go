package board

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// documentB is the matrix B of the document, as it is printed there.
const documentB = `[1,2,2;
1,5,3;
1,8,4;
2,1,6;
2,9,3;
3,3,4;
3,7,5;
4,4,8;
4,6,6;
5,1,8;
5,5,1;
5,9,6;
6,4,7;
6,6,5;
7,3,7;
7,7,6;
8,1,4;
8,9,8;
9,2,3;
9,5,4;
9,8,2]`

func TestParseMatrix(t *testing.T) {
	royle, err := Parse(".2..3..4.6.......3..4...5.....8.6...8...1...6...7.5.....7...6..4.......8.3..4..2.")
	if err != nil {
		t.Fatal(err)
	}
	empty := NewGrid(Nine())
	one := empty
	one.Set(Nine().CellAt(0, 1), 2)
	for _, tt := range []struct {
		name, text string
		want       Grid
	}{
		{"the document's list", documentB, royle},
		{"as the article prints it", "B = " + documentB + ";\n", royle},
		{"a remark", "% the clues\n" + strings.Replace(documentB, "1,5,3;", "1,5,3; % not 1,5,4", 1), royle},
		{"spaces", strings.NewReplacer(",", " ", ";", "", "[", "", "]", "").Replace(documentB), royle},
		{"one line", strings.ReplaceAll(documentB, "\n", ""), royle},
		{"line ends of Windows, blank lines", strings.ReplaceAll(documentB, "\n", "\r\n\r\n"), royle},
		{"matrix", matrixText(&royle), royle},
		{"zero matrix", matrixText(&empty), empty},
		{"one clue", "1 2 2", one},
		{"a list of nine, not a matrix", strings.Repeat("1 2 2\n", 9), one},
		{"a clue twice", "1 2 2\n1 2 2", one},
		{"numbers with a point", "1.0, 2e0, 2", one},
	} {
		if got, err := ParseMatrix(tt.text); err != nil || got != tt.want {
			t.Errorf("%s: %v, %v, want %v", tt.name, got, err, tt.want)
		}
	}
}

// matrixText writes a 9x9 grid as a matrix with zeros.
func matrixText(g *Grid) string {
	var b strings.Builder
	for i, d := range g.Digits() {
		fmt.Fprintf(&b, "%d ", d)
		if i%9 == 8 {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// listText writes a 9x9 grid as a list of clues.
func listText(g *Grid) string {
	var b strings.Builder
	for i, d := range g.Digits() {
		if d != 0 {
			fmt.Fprintf(&b, "%d,%d,%d\n", i/9+1, i%9+1, d)
		}
	}
	return b.String()
}

func TestParseMatrixError(t *testing.T) {
	for _, tt := range []struct {
		text         string
		line, column int
		msg          string
	}{
		{"1,2,2\n1,x,3", 2, 3, `"x" is not a number`},
		{"[1 2 2; 1 5 ü; 1 1 1]", 1, 13, `"ü" is not a number`},
		{"B = 1 2 C", 1, 9, `"C" is not a number`},
		{"B = [1,2,2;\n1,5,3];\ndrawSudoku(B)", 3, 1, `"drawSudoku(B)" is not a number`},
		{"[1,2,2;\n1,5,10]", 2, 5, "Entries must be integers from 1 to 9: entry 3 of row 2 is 10"},
		{"B = [1,2,2; 0,5,3]", 1, 13, "Entries must be integers from 1 to 9: entry 1 of row 2 is 0"},
		{"1 2 2\n\n1 5\n", 3, 1, "The input matrix must be N-by-3 or 9-by-9: row 1 has 3 entries, row 2 has 2"},
		{"1 2\n3 4\n", 1, 1, "The input matrix must be N-by-3 or 9-by-9: row 1 has 2 entries"},
		{"[1]", 1, 2, "The input matrix must be N-by-3 or 9-by-9: row 1 has 1 entry"},
		{strings.Repeat("0,0,0,0,0,0,0,0,0\n", 8), 8, 1, "The input matrix must be N-by-3 or 9-by-9: row 1 has 9 entries, but the number of rows is 8"},
		{strings.Repeat("0,0,0,0,0,0,0,0,0\n", 8) + "0,0,0,0,2.5,0,0,0,0\n", 9, 9, "Entries must be integers from 1 to 9: entry 5 of row 9 is 2.5"},
		{"[]", 1, 1, "The input matrix must be N-by-3 or 9-by-9: there is no row"},
		{strings.Repeat("1 1 1 1\n", 9), 1, 1, "The input matrix must be N-by-3 or 9-by-9: row 1 has 4 entries"},
		{strings.Repeat("1 1 1 1 1 1 1 1 1\n", 3), 3, 1, "The input matrix must be N-by-3 or 9-by-9: row 1 has 9 entries, but the number of rows is 3"},
		{"0.5 0.5\n0.5 0.5", 1, 1, "The input matrix must be N-by-3 or 9-by-9: row 1 has 2 entries"}, // the shape is looked at first
		{"1 1 0", 1, 5, "Entries must be integers from 1 to 9: entry 3 of row 1 is 0"},
		{"1 10 1", 1, 3, "Entries must be integers from 1 to 9: entry 2 of row 1 is 10"},
		{"1 1 -1", 1, 5, "Entries must be integers from 1 to 9: entry 3 of row 1 is -1"},
		{"1 1 NaN", 1, 5, "Entries must be integers from 1 to 9: entry 3 of row 1 is NaN"},
		{"-Inf 1 1", 1, 1, "Entries must be integers from 1 to 9: entry 1 of row 1 is -Inf"},
		{strings.Repeat("0,0,0,0,0,0,0,0,NaN\n", 9), 1, 17, "Entries must be integers from 1 to 9: entry 9 of row 1 is NaN"},
		{"2 3 5\n2 3 6", 2, 5, "reading a list of clues: r2c3 is given as 5 and as 6"},
	} {
		_, err := ParseMatrix(tt.text)
		var at *ParseError
		if !errors.As(err, &at) || *at != (ParseError{Line: tt.line, Column: tt.column, Msg: tt.msg}) {
			t.Errorf("%q: %v, want line %d, column %d: %s", tt.text, err, tt.line, tt.column, tt.msg)
		}
	}
}

// FuzzParseMatrix: whatever is accepted comes back from both forms.
func FuzzParseMatrix(f *testing.F) {
	f.Add(documentB)
	f.Add("1 2 2;NaN")
	f.Add("0 0 0 0 0 0 0 0 0")
	one := NewGrid(Nine())
	one.Set(40, 5)
	f.Add(matrixText(&one))
	f.Fuzz(func(t *testing.T, text string) {
		g, err := ParseMatrix(text)
		if err != nil {
			return
		}
		if again, err := ParseMatrix(matrixText(&g)); err != nil || again != g {
			t.Errorf("the matrix of %v is read as %v, %v", g, again, err)
		}
		if again, err := ParseMatrix(listText(&g)); g.Clues() > 0 && (err != nil || again != g) {
			t.Errorf("the list of %v is read as %v, %v", g, again, err)
		}
	})
}
