package corpus

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"gradoku/board"
)

// The puzzle of all shapes, and the one behind it in shapes of two.
const (
	shaped  = moler
	shaped2 = inkala
)

// drawn is a puzzle with random digits that do not contradict each other.
func drawn(rng *rand.Rand, geo *board.Geometry, clues int) board.Grid {
	g, names := board.NewGrid(geo), rng.Perm(geo.Size)
	for _, i := range rng.Perm(geo.Cells)[:clues] {
		row, col := geo.Row(board.Cell(i)), geo.Col(board.Cell(i))
		g.Set(board.Cell(i), board.Digit(names[(geo.BoxCols*(row%geo.BoxRows)+row/geo.BoxRows+col)%geo.Size]+1))
	}
	return g
}

// grid16 is a 16x16 puzzle with all digits.
func grid16() board.Grid { return drawn(rand.New(rand.NewPCG(1, 6)), board.Sizes()[4], 170) }

// joined writes the cells of a puzzle in rows, with a text for each cell.
func joined(puzzle string, between, ends string, cell func(i int, c byte) string) string {
	size := board.ForCells(len(puzzle)).Size
	var rows []string
	for r := range size {
		var cells []string
		for k := range size {
			cells = append(cells, cell(r*size+k, puzzle[r*size+k]))
		}
		rows = append(rows, strings.Join(cells, between))
	}
	return strings.Join(rows, ends) + "\n"
}

// blankAs writes a digit as it is and a blank as a text.
func blankAs(blank string) func(int, byte) string {
	return func(_ int, c byte) string {
		if c == '.' {
			return blank
		}
		return string(c)
	}
}

// numbersOf writes digits as numbers.
func numbersOf(_ int, c byte) string {
	g, _ := exact(strings.Repeat(string(c), 256))
	return strconv.Itoa(int(g.At(0)))
}

// frameOf draws a puzzle in a frame with a text for each cell.
func frameOf(puzzle, rule, bar string, cell func(int, byte) string) string {
	var b strings.Builder
	geo := board.ForCells(len(puzzle))
	for i := range puzzle {
		if i%(geo.Size*geo.BoxRows) == 0 {
			b.WriteString(rule + "\n")
		}
		if i%geo.BoxCols == 0 {
			b.WriteString(bar + " ")
		}
		b.WriteString(cell(i, puzzle[i]) + " ")
		if i%geo.Size == geo.Size-1 {
			b.WriteString(bar + "\n")
		}
	}
	return b.String() + rule + "\n"
}

const ruleOf9 = "+-------+-------+-------+"

// marked writes the candidates of a blank between two texts, with one between digits.
func marked(open, between, end string) func(int, byte) string {
	g := must(shaped)
	sets := candidatesOf(&g)
	return func(i int, c byte) string {
		if c != '.' {
			return string(c)
		}
		return open + strings.Join(strings.Split(sets[i].String(), ""), between) + end
	}
}

func must(text string) board.Grid {
	g, err := board.Parse(text)
	if err != nil {
		panic(err)
	}
	return g
}

// shape16 writes the 16x16 puzzle with other characters for the digits.
func shape16(alphabet string) string {
	return strings.Map(func(r rune) rune {
		if d := strings.IndexRune("123456789ABCDEFG", r); d >= 0 {
			return rune(alphabet[d])
		}
		return r
	}, grid16().String()) + "\n"
}

// madeShapes are texts in which people have puzzles, and what is right: the puzzles, with
// their solutions behind a slash, or "! " and a part of the sentence that refuses them.
func madeShapes() map[string][2]string {
	two, solved := shaped+" "+shaped2, shaped2+"/"+inkalaIs
	g16 := grid16().String()
	s := map[string][2]string{}
	one := func(name, text string) { s[name] = [2]string{text, shaped} }
	for name, blank := range map[string]string{"dash": "-", "question": "?", "middle dot": "·", "plus": "+", "underscore": "_", "zero": "0", "x": "x", "star": "*", "tilde": "~", "bullet": "•", "wide dot": "．"} {
		one(name+" on a line", joined(shaped, "", "", blankAs(blank)))
		one(name+" in a frame", frameOf(shaped, ruleOf9, "|", blankAs(blank)))
		one(name+" in spaces", joined(shaped, " ", "\n", blankAs(blank)))
		one(name+" and commas", joined(shaped, ",", "\n", blankAs(blank)))
		one(name+" and tabs", joined(shaped, "\t", "\n", blankAs(blank)))
	}
	for _, sep := range []string{",", ";", "\t"} {
		one("nothing between "+sep, joined(shaped, sep, "\n", blankAs("")))
		one("nothing, and at the end "+sep, strings.ReplaceAll(joined(shaped, sep, "\n", blankAs("")), "\n", sep+"\n"))
	}
	one("spaces in a frame", frameOf(shaped, ruleOf9, "|", blankAs(" ")))
	one("spaces in a tight frame", strings.ReplaceAll(frameOf(shaped, "+------+------+------+", "|", blankAs(" ")), "| ", "|"))
	one("a lattice", latticeOf(shaped))
	one("double", frameOf(shaped, "╔═══════╦═══════╦═══════╗", "║", blankAs(" ")))
	one("heavy", frameOf(shaped, "┏━━━━━━━┳━━━━━━━┳━━━━━━━┓", "┃", blankAs(".")))
	one("light", frameOf(shaped, "├───────┼───────┼───────┤", "│", blankAs(".")))
	one("wide digits", strings.Map(func(r rune) rune {
		if r > ' ' && r != '.' {
			return r - '!' + '！'
		}
		return r
	}, joined(shaped, " ", "\n", blankAs("."))))
	one("no-break spaces", strings.ReplaceAll(frameOf(shaped, ruleOf9, "|", blankAs(".")), " ", "\u00a0"))
	one("a rule of 64 stars", strings.Repeat("*", 64)+"\n"+shaped+"\n")
	one("a rule of 64", strings.Repeat("=", 64)+"\n"+shaped+"\n")
	one("a rule of 216", strings.Repeat("=", 216)+"\n"+shaped+"\n")
	one("a rule of 81", strings.Repeat("-", 81)+"\n"+shaped+"\n")
	one("a frame 64 wide", frameOf(shaped, "*"+strings.Repeat("-", 62)+"*", "|", blankAs(".")))
	one("Markdown", strings.Replace("| "+strings.TrimSuffix(joined(shaped, " | ", " |\n| ", blankAs(" ")), "\n")+" |\n", "|\n", "|\n|---|---|---|---|---|---|---|---|---|\n", 1))
	for name, none := range map[string]string{"zeros": "0", "null": "null", "None": "None", "empty texts": `""`, "NaN": "NaN"} {
		array := "[[" + strings.TrimSpace(joined(shaped, ", ", "], [", blankAs(none))) + "]]"
		one("nested "+name, array)
		one("nested in rows, "+name, strings.ReplaceAll(array, "], ", "],\n ")+"\n")
		one("assigned "+name, "grid = "+array+"\n")
		if name != "None" && name != "NaN" {
			one("under a key "+name, `{"id": 1, "board": `+array+"}\n")
			one("in a list, under a key "+name, `[{"board": `+array+"}]\n")
		}
	}
	one("flat", "["+strings.TrimSpace(joined(shaped, ", ", ", ", blankAs("0")))+"]")
	one("texts in brackets", "[["+strings.TrimSpace(joined(shaped, ",", "],[", func(_ int, c byte) string { return `"` + string(c) + `"` }))+"]]")
	one("rows as texts", "[\""+strings.TrimSpace(joined(shaped, "", "\",\n \"", blankAs(".")))+"\"]\n")
	one("C", "int grid[9][9] = {{"+strings.TrimSpace(joined(shaped, ", ", "},\n{", blankAs("0")))+"}};\n")
	one("NumPy", "[["+strings.TrimSpace(joined(shaped, " ", "]\n [", blankAs("0")))+"]]\n")
	one("rows by slash", joined(shaped, "", "/", blankAs(".")))
	one("rows by comma", joined(shaped, "", ",", blankAs(".")))
	one("rows by semicolon", joined(shaped, "", ";", blankAs(".")))
	one("bands apart", strings.Join(slices.Collect(slices.Chunk(strings.SplitAfter(joined(shaped, ",", "\n", blankAs("0")), "\n"), 3))[0], "")+"\n"+
		strings.Join(strings.SplitAfter(joined(shaped, ",", "\n", blankAs("0")), "\n")[3:6], "")+"\n"+strings.Join(strings.SplitAfter(joined(shaped, ",", "\n", blankAs("0")), "\n")[6:9], ""))
	for name, m := range map[string]func(int, byte) string{"": marked("", "", ""), "slashes": marked("", "/", ""), "braces": marked("{", "", "}"), "parentheses": marked("(", "", ")"), "commas in braces": marked("{", ",", "}")} {
		one("candidates framed "+name, frameOf(shaped, ruleOf9, "|", m))
		one("candidates without a frame "+name, joined(shaped, " ", "\n", m))
		one("candidates with inner bars "+name, strings.ReplaceAll(strings.ReplaceAll(frameOf(shaped, ruleOf9, "|", m), ruleOf9+"\n", ""), "\n| ", "\n"))
		one("candidates in Unicode "+name, frameOf(shaped, "┌───────┬───────┬───────┐", "│", m))
		one("a grid and candidates "+name, frameOf(shaped, ruleOf9, "|", blankAs("."))+"\n\n"+frameOf(shaped, ruleOf9, "|", m))
	}
	one("signs at candidates", frameOf(shaped, ruleOf9, "|", marked("*", "", "#")))
	for name, text := range map[string]string{
		"plain": joined(shaped, "", "\n", blankAs(".")), "spaces": joined(shaped, " ", "\n", blankAs(".")), "commas": joined(shaped, ",", "\n", blankAs("0")),
		"frame": frameOf(shaped, ruleOf9, "|", blankAs(".")), "spaces in a frame": frameOf(shaped, ruleOf9, "|", blankAs(" ")), "lattice": latticeOf(shaped),
	} {
		one("letters at rows, digits at columns, "+name, bordered(text, "123456789", "A B C D E F G H I"))
		one("digits at rows, letters at columns, "+name, bordered(text, "A B C D E F G H I", "1 2 3 4 5 6 7 8 9"))
		one("r and c, "+name, bordered(text, "c1 c2 c3 c4 c5 c6 c7 c8 c9", "r1 r2 r3 r4 r5 r6 r7 r8 r9"))
		one("digits from 0, "+name, bordered(text, "0 1 2 3 4 5 6 7 8", "0 1 2 3 4 5 6 7 8"))
		if !strings.HasPrefix(name, "spaces in") {
			s["rows in no order, "+name] = [2]string{bordered(text, "123456789", "A B D C E F G H I"), "! the names of the rows are not in their order"}
		}
	}
	one("a data frame", ",0,1,2,3,4,5,6,7,8\n"+bordered(joined(shaped, ",", "\n", blankAs("0.0")), "", "0, 1, 2, 3, 4, 5, 6, 7, 8,")[4:])
	one("a header of numbers", "0,1,2,3,4,5,6,7,8\n"+joined(shaped, ",", "\n", blankAs("0")))
	one("a header of names", "c1,c2,c3,c4,c5,c6,c7,c8,c9\n"+joined(shaped, ",", "\n", blankAs("0")))
	var id strings.Builder
	solo, _ := ByName("solo")
	solo.Write(&id, func(yield func(Row, error) bool) { yield(Row{Puzzle: shaped}, nil) })
	one("a saved game", savedGame+"\nVERSION :1:1\nGAME    :4:Solo\nPARAMS  :3:3x3\nCPARAMS :5:3x3db\nDESC    :"+strings.Replace(id.String(), "3x3", "99", 1)+"NSTATES :1:1\nSTATEPOS:1:1\n")
	one("a line and a label", shaped+" first of the week\n")
	one("facts", factsOf(shaped))
	one("facts in lines", strings.ReplaceAll(factsOf(shaped), ". ", ".\n"))
	one("entries", strings.Replace(shaped, ".", "+1", 1)+":\n")
	for name, sign := range map[string]string{"percent": "% ", "slashes": "// ", "semicolon": "; ", "dashes": "-- ", "quote": "\" ", "bang": "! "} {
		s["title with "+name] = [2]string{sign + "No. 1, medium\n" + shaped + "\n" + sign + "No. 2, hard\n" + shaped2 + "\n", two}
	}
	s["old Mac"] = [2]string{shaped + "\r" + shaped2 + "\r", two}
	s["a line above a frame"] = [2]string{shaped + "\n" + strings.ReplaceAll(frameOf(shaped2, " *-----------*", "|", blankAs(".")), " ", ""), two}
	s["a line above candidates"] = [2]string{shaped2 + " a label\n" + frameOf(shaped, ruleOf9, "|", marked("", "", "")), shaped2 + " " + shaped}
	s["a line between candidates"] = [2]string{frameOf(shaped, ruleOf9, "|", marked("", "", "")) + shaped2 + "\n" + frameOf(shaped, ruleOf9, "|", marked("", "", "")), shaped + " " + shaped2 + " " + shaped}
	s["candidates twice"] = [2]string{strings.Repeat(frameOf(shaped, ruleOf9, "|", marked("", "", "")), 2), shaped + " " + shaped}
	s["levels"] = [2]string{`{"easy": ["` + shaped + `"], "hard": ["` + shaped2 + `"]}`, two}
	s["numbered"] = [2]string{`{"quizzes": {"0": "` + shaped + `", "1": "` + shaped2 + `"}, "solutions": {"1": "` + inkalaIs + `"}}`, shaped + " " + solved}
	s["other names"] = [2]string{`[{"values": "` + shaped2 + `", "full": "` + inkalaIs + `"}]`, solved}
	s["numbered in levels"] = [2]string{"{\n" + `"a": {"0": "` + shaped + `"}, "b": {"0": "` + shaped2 + `"}}`, two}
	s["two puzzles in an object"] = [2]string{`[{"start": "` + shaped + `", "now": "` + shaped2 + `"}]`, "! the object has no puzzle"}
	s["samurai in commas"] = [2]string{strings.Repeat(strings.Repeat("0,", 20)+"0\n", 21), "! (samurai)"}
	one("a bracket in a text", `{"puzzle": "{`+shaped+`"}`)
	s["a pointer"] = [2]string{"version https://git-lfs.github.com/spec/v1\n", "! git lfs pull"}
	s["an index"] = [2]string{",puzzle,solution\n0," + shaped + ",\n1," + shaped2 + "," + inkalaIs + "\n", shaped + " " + solved}
	s["unknown names"] = [2]string{"nr,task\n1," + shaped + "\n2," + shaped2 + "\n", two}
	s["no header"] = [2]string{shaped2 + "," + inkalaIs + "\n", solved}
	s["colons"] = [2]string{shaped2 + ":1:" + inkalaIs + "\n", solved}
	s["solved"] = [2]string{"Puzzle,Solved\n" + shaped2 + "," + inkalaIs + "\n", solved}
	s["solved in JSON"] = [2]string{`[{"board": "` + shaped2 + `", "solved": "` + inkalaIs + `"}]`, solved}
	s["solutions between"] = [2]string{"% 7 Medium\n" + shaped2 + "\n" + inkalaIs + "\n% 8\n" + shaped2 + "\n" + inkalaIs + "\n", solved + " " + solved}
	s["0 to F"] = [2]string{shape16("0123456789ABCDEF"), g16}
	s["A to P"] = [2]string{shape16("ABCDEFGHIJKLMNOP"), g16}
	s["1 to G in rows"] = [2]string{joined(g16, "", "\n", blankAs(".")), g16}
	s["numbers in 16x16"] = [2]string{joined(g16, " ", "\n", numbersOf), g16}
	s["numbers from 0"] = [2]string{joined(g16, " ", "\n", func(i int, c byte) string {
		if c == '.' {
			return "-1"
		}
		return strconv.Itoa(strings.IndexByte("123456789ABCDEFG", c))
	}), g16}
	s["0 to F without letters"] = [2]string{"5.0." + strings.Repeat(".", 252) + "\n" + "....0..0" + strings.Repeat(".", 248), "6.1." + strings.Repeat(".", 252) + " ! 0 can be a blank"}
	s["letters of two alphabets"] = [2]string{"A.G." + strings.Repeat(".", 252) + "\n", "! the letters can be the digits 10 to 16"}
	s["numbers and commas"] = [2]string{joined(g16, ",", ",\n", numbersOf), g16}
	s["numbers in an array"] = [2]string{"[[" + strings.TrimSpace(joined(g16, ",", "],[", numbersOf)) + "]]", g16}
	s["a table of Markdown"] = [2]string{"| puzzle | solution | note |\n|---|:-:|---|\n| " + shaped2 + " | " + inkalaIs + " | \"hard\" |\n| " + shaped + " | | |\n", solved + " " + shaped}
	one("a title with a bar", "Sudoku | hard\n"+frameOf(shaped, ruleOf9, "|", blankAs(".")))
	s["X by a key"] = [2]string{`[{"Puzzle": "` + shaped + `", "DiagonalSudoku": true}]`, "x:" + shaped}
	s["X by a column"] = [2]string{"puzzle,variant\n" + shaped + ",x\n", "x:" + shaped}
	s["type killer"] = [2]string{`{"puzzle": "` + shaped + `", "type": "killer"}`, "! gradoku does not support: type killer"}
	s["cages"] = [2]string{`{"puzzle": "` + shaped + `", "cages": [{"sum": 9}]}`, "! gradoku does not support: cages"}
	s["regions"] = [2]string{`{"puzzle": "` + shaped + `", "regions": [` + strings.Repeat("1,", 80) + "1]}", "! the regions are not those of a 9x9 puzzle"}
	s["a table of numbers"] = [2]string{"127 510 2044 12 90\n1 2 3\n4 5 6 7 8 9 10 11 12 13 14\n", "! these rows are no grid"}
	s["damage by Excel"] = [2]string{"puzzle\n4.30E+78\n", "! a number that a spreadsheet made"}
	s["lost zeros"] = [2]string{"puzzle\n" + digits(shaped)[1:] + "\n", "! a spreadsheet drops leading zeros"}
	s["candidates of 6x6"] = [2]string{strings.Repeat("+--\n| 14 5 3 | 44 6 24 |\n| 46 66 2 | 1 55 3 |\n", 3) + "+--\n", strings.Repeat(".53.6...21.3", 3)}
	s["a row of 16x16 twice"] = [2]string{strings.Replace(joined(g16, " ", "\n", blankAs(".")), "\n", "\n"+strings.Repeat(". ", 16)+"\n", 1), g16[:16] + strings.Repeat(".", 16) + g16[16:240] + " ! the grid ends after 1 of its 16 rows"}
	s["a puzzle of 4x4 with cells behind it"] = [2]string{"41........0..... | F" + strings.Repeat(".", 239) + "\n", "! neither a puzzle"}
	s["a sign in an array of numbers"] = [2]string{"[[" + strings.Replace(strings.TrimSpace(joined(g16, ", ", "], [", numbersOf)), "12", "#12", 1) + "]]\n", "! \"#12\" is neither"}
	for _, slip := range []string{"99", "19", "9#"} {
		s["a slip among numbers, "+slip] = [2]string{strings.Replace(joined(g16, " ", "\n", numbersOf), " 9", " "+slip, 1), "! \"" + slip + "\" is neither"}
		s["a slip among numbers, the only large one first, "+slip] = [2]string{"12" + strings.Repeat(" 0", 11) + "\n" + strings.Repeat("0 0 0 0 0 0 0 0 0 0 0 9\n", 10) + "0 0 " + slip + strings.Repeat(" 0", 9) + "\n", "! \"" + slip + "\" is neither"}
		s["a slip among numbers up to 12, "+slip] = [2]string{strings.Repeat("0 0 0 0 0 0 0 0 0 0 11 0\n", 11) + "0 0 " + slip + " 0 0 0 0 0 0 0 11 0\n", "! \"" + slip + "\" is neither"}
	}
	s["a row too many below 1 2 3 4"] = [2]string{"1 2 3 4\n. . . .\n\n. . 4 .\n. . . .\n. . . .\n", "! this line can be a row of the grid or the names of its columns"}
	s["an array without its last row above a grid with names"] = [2]string{"[[0, 0, 6, 5, 0, 0],\n" + strings.Repeat("[0, 0, 0, 0, 0, 0],\n", 4) + bordered(joined("1.3.........2..56..61...3.5612......", " ", "\n", blankAs(".")), "1 2 3 4 5 6", "1 2 3 4 5 6"), "! the grid ends after 5 of its 6 rows"}
	s["a lost digit in 12x12"] = [2]string{strings.Replace(strings.Repeat("0,0,0,0,0,0,0,0,0,0,1,2\n", 12), "1", "", 1), "! a blank is written in two ways"}
	s["a lost row between arrays"] = [2]string{strings.Repeat("[["+strings.Repeat("0, ", 8)+"0],\n"+strings.Repeat(" ["+strings.Repeat("0, ", 8)+"0],\n", 7), 2), "! the grid ends after 8 of its 9 rows"}
	s["samurai"] = [2]string{strings.Repeat(strings.Repeat(".", 21)+"\n", 21), "! (samurai)"}
	s["25x25"] = [2]string{strings.Repeat(strings.Repeat(".", 25)+"\n", 25), "! a 25x25 grid is too large"}
	s["killer by ID"] = [2]string{"3x3kd:aaaaaaaaaa\n", "! cages"}
	s["a spreadsheet"] = [2]string{"PK\x03\x04....", "! .xlsx"}
	s["solutions apart"] = [2]string{`{"puzzles": ["` + shaped2 + `"], "solutions": ["` + inkalaIs + `"]}`, shaped2 + " ! solutions in a list of their own"}
	return s
}

func factsOf(puzzle string) string {
	var b strings.Builder
	for i := range puzzle {
		if puzzle[i] != '.' {
			fmt.Fprintf(&b, "initial(%d,%d,%c). ", i/9+1, i%9+1, puzzle[i])
		}
	}
	return b.String()
}

func latticeOf(puzzle string) string {
	rule := strings.Repeat("+---", board.ForCells(len(puzzle)).Size) + "+\n"
	return rule + "| " + strings.TrimSuffix(joined(puzzle, " | ", " |\n"+rule+"| ", blankAs(" ")), "\n") + " |\n" + rule
}

// bordered writes names above and at the rows of a drawn grid.
func bordered(text, above, names string) string {
	lines, n := strings.Split(strings.TrimSpace(text), "\n"), 0
	for i, line := range lines {
		before := "  "
		if strings.Trim(line, "+-─├┤ *") != "" {
			before = strings.Fields(names)[n] + " "
			n++
		}
		lines[i] = before + line
	}
	return "   " + above + "\n" + strings.Join(lines, "\n") + "\n"
}

// outcome writes what a text is read as, like madeShapes.
func outcome(text string) string {
	var list []string
	for rec, err := range Read("in", strings.NewReader(text)) {
		if err != nil {
			if list = append(list, "! "+err.Error()); len(list) > 5 {
				break
			}
			continue
		}
		puzzle := rec.Puzzle.String()
		if rec.Solution != (board.Grid{}) {
			puzzle += "/" + rec.Solution.String()
		}
		list = append(list, puzzle)
	}
	return strings.Join(list, " ")
}

func TestShapes(t *testing.T) {
	for name, c := range madeShapes() {
		t.Run(name, func(t *testing.T) {
			got := outcome(c[0])
			if want, part, refused := strings.Cut(c[1], "! "); refused {
				if !strings.HasPrefix(got, want+"! ") || !strings.Contains(got, part) || strings.Count(got, shaped) > strings.Count(want, shaped) {
					t.Errorf("got %s, want %s", got, c[1])
				}
			} else if diff := cmp.Diff(c[1], got); diff != "" {
				t.Errorf("%s in\n%s", diff, c[0])
			}
		})
	}
}

// mutate changes a text as slips of editors and programs do: a character or a line is lost,
// doubled, swapped with the next or replaced, two lines are one, the end or the beginning is lost.
func mutate(rng *rand.Rand, text string) string {
	lines := strings.SplitAfter(text, "\n")
	runes := []rune(text)
	at, line := rng.IntN(len(runes)), rng.IntN(len(lines))
	next, below := min(at+1, len(runes)-1), min(line+1, len(lines)-1)
	other := []rune("|#,;:? -\n'\"{[(")[rng.IntN(14)]
	switch rng.IntN(9) {
	case 0:
		return string(slices.Delete(runes, at, at+1))
	case 1:
		return string(slices.Insert(runes, at, runes[at]))
	case 2:
		return string(slices.Insert(runes, at, other))
	case 3:
		return strings.Join(slices.Delete(lines, line, line+1), "")
	case 4:
		return strings.Join(slices.Insert(lines, line, lines[line]), "")
	case 5:
		runes[at], runes[next] = runes[next], runes[at]
	case 6:
		lines[line], lines[below] = lines[below], lines[line]
		return strings.Join(lines, "")
	case 7:
		if !unicode.IsLetter(runes[at]) && !unicode.IsDigit(runes[at]) { // no reader can see another digit
			runes[at] = other
		}
	case 8:
		return string(runes[:at])
	}
	return string(runes)
}

// drawnShape writes one or two random puzzles of any size in one of many shapes.
func drawnShape(rng *rand.Rand) (name, text, truth string) {
	pick := func(list ...string) string { return list[rng.IntN(len(list))] }
	geo := board.Sizes()[rng.IntN(5)]
	style, blank, alphabet := rng.IntN(12), pick(".", ".", "0", "-", "_", "*", "x", "?", "·", "+"), "123456789ABCDEFG"
	if geo.Size == 16 && blank != "0" {
		alphabet = pick(alphabet, "ABCDEFGHIJKLMNOP", "0123456789ABCDEF", strings.ToLower(alphabet))
	}
	sep, bar, title := pick("", " ", ",", "\t", ";", ", ", "  "), pick("|", "│", "║", "┃"), pick("", "", "# a comment\n", "% No. 1\n", "// Title\n", "Puzzle of the day\n")
	rule := pick("+-------+", "├───────┤", " *-----------*", "---------")
	names := pick("A B C D E F G H I J K L M N O P", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16", "r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 r14 r15 r16")
	above := strings.Join(strings.Fields(pick("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16", "A B C D E F G H I J K L M N O P"))[:geo.Size], " ")
	end := pick("\n", "\n", "\r\n", " \n")
	if geo.Size == 4 && (style == 0 || style > 7) {
		style = 1 // 4x4 on a line is read only plainly, and its candidates can be rows of others
	}
	if style == 1 && blank == "-" {
		blank = "?" // a row of - is a border
	}
	for range 1 + rng.IntN(2) {
		g := drawn(rng, geo, geo.Cells/5+rng.IntN(geo.Cells/3))
		p := g.String()
		if alphabet[0] == '0' && !strings.Contains(p, "1") {
			alphabet = "123456789ABCDEFG" // without a 0 it is the same with other names
		}
		cell := func(i int, c byte) string {
			if c == '.' {
				return blank
			}
			return alphabet[g.At(board.Cell(i))-1 : g.At(board.Cell(i))]
		}
		var one string
		switch style {
		case 0:
			one = strings.TrimSpace(joined(p, "", "", cell)) + pick("", " # hard", " a label", ",7.2") + "\n"
		case 1:
			one = joined(p, sep, "\n", cell) + "\n"
		case 2:
			one = frameOf(p, rule, bar, cell) + "\n"
		case 3:
			one = strings.ReplaceAll(frameOf(p, "", "", cell), "  ", " ") + "\n"
		case 4:
			one = latticeOf(p) + "\n"
		case 5:
			one = "[[" + strings.TrimSpace(joined(p, ", ", "],"+pick("", "\n")+" [", numbersOf)) + "]]\n"
		case 6:
			one = `{"id": 1, "puzzle": "` + strings.TrimSpace(joined(p, "", "", cell)) + "\"}\n"
		case 7:
			one = strings.Repeat("id,puzzle\n", 1-min(len(text), 1)) + "1," + joined(p, "", "", cell)
		case 8:
			one = joined(p, pick("", "", ","), pick("/", ";", " | "), cell)
		case 9:
			sets := candidatesOf(&g)
			one = frameOf(p, rule, bar, func(i int, c byte) string {
				if c != '.' {
					return string(c)
				}
				return strings.Repeat(sets[i].String(), 2-min(sets[i].Len()-1, 1))
			}) + "\n"
		case 10:
			one = bordered(frameOf(p, rule, bar, blankAs(".")), above, names) + "\n"
		default:
			one = bordered(joined(p, pick(" ", ",", " ", "  "), "\n", blankAs(".")), above, names) + "\n"
		}
		if style != 6 && style != 7 && (style != 0 && style != 8 || title != "Puzzle of the day\n") {
			one = title + one
		}
		text, truth = text+one, truth+p+" "
	}
	return fmt.Sprintf("style %d of %dx%d", style, geo.Size, geo.Size), strings.ReplaceAll(text, "\n", end), truth
}

// seemsTrue reports whether puzzles are those of a text, or what a slip gives that no reader can see:
// rows in another order, two cells swapped, the beginning of a longer puzzle, a list of one clue, or, where a cell has several characters, one cell changed.
func seemsTrue(read, truth []string, losable bool) bool {
	rows := func(list []string) (rows []string) {
		for _, p := range list {
			rows = append(rows, rowsOf(p, board.ForCells(len(p)).Size)...)
		}
		return slices.Sorted(slices.Values(rows))
	}
	if slices.Equal(rows(read), rows(truth)) || len(read) == 1 && strings.Count(read[0], ".") == 80 {
		return true
	}
	return !slices.ContainsFunc(read, func(p string) bool {
		return !slices.ContainsFunc(truth, func(q string) bool {
			var a, b []byte // the cells that differ
			for i := 0; i < len(p) && len(p) == len(q); i++ {
				if p[i] != q[i] {
					a, b = append(a, p[i]), append(b, q[i])
				}
			}
			slices.Reverse(b)
			return strings.HasPrefix(q, p) || len(p) == len(q) && (len(a) <= 2 && string(a) == string(b) || len(a) <= 3 && losable)
		})
	})
}

// A mutated text gives the puzzles of its shape, those that a plain reader finds, fewer, or an error.
func TestMutants(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	n := 200
	if *long {
		n = 1_000_000
	}
	for i := range n {
		if i%50_000 == 49_999 {
			t.Logf("%d texts", i+1)
		}
		name, text, truth := drawnShape(rng)
		if got := outcome(text[:len(text)*(i%2)]); i%2 == 1 && strings.TrimSpace(truth) != got && !strings.Contains(got, "can be a number") && !strings.Contains(got, `"11" is`) {
			t.Errorf("%s: %s without a mutation:\n%s", name, got, text)
		}
		if rng.IntN(8) == 0 { // glued to another one
			glued, other, more := drawnShape(rng)
			name, text, truth = name+", "+glued, text+other, truth+more
		}
		text = mutate(rng, text)
		if got := outcome(text); !strings.Contains(got, "! ") && !seemsTrue(strings.Fields(got), strings.Fields(truth), strings.Contains(name, "style 5") || strings.Contains(name, "style 9")) {
			t.Errorf("%s: read as %s without a word:\n%s\ntruth %s", name, got, text, truth)
		}
	}
}

// Any text made from a grid by frames, separators and noise gives that grid or an error.
func FuzzShapes(f *testing.F) {
	f.Add(uint64(1), "|", "-", ".", " ", uint8(3))
	f.Add(uint64(2), "", "", "?", ",", uint8(9))
	f.Add(uint64(3), "║", "═", " ", " ", uint8(1))
	f.Fuzz(func(t *testing.T, seed uint64, bar, rule, blank, between string, every uint8) {
		if strings.ContainsAny(bar+rule+blank+between, "123456789ABCDEFGHIJKLMNOPabcdefghijklmnopqrstuvwyz#") || len(blank) > 4 || len(bar+rule+between) > 12 {
			return
		}
		rng := rand.New(rand.NewPCG(seed, 0))
		geo := board.Sizes()[rng.IntN(5)]
		g := drawn(rng, geo, geo.Cells*2/3)
		text := strings.ReplaceAll(frameOf(g.String(), strings.Repeat(rule, int(every%64)), bar, blankAs(blank)), " ", between)
		if got := outcome(text); got != "" && got != g.String() && !strings.Contains(got, "! ") {
			t.Errorf("%v is read as %s in\n%s", g, got, text)
		}
	})
}
