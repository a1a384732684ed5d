package corpus

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"gradoku/board"
	"gradoku/internal/text"
)

// Format is a file format for puzzles.
type Format struct {
	Name       string
	Extensions []string // with the dot; the first is used for writing
	Doc        string   // what it looks like and which programs use it, for docs/FORMATS.md
	Carries    Carries
	Sizes      []int    // the sizes it can hold; nil for all
	Variants   []string // the variants, and combinations of them, that it can hold

	escapes bool // has its own way to write control characters

	begins func(line string) bool // whether a text with this first line has the format
	looks  func(head []byte) bool // the same for a format that cannot be recognised by one line
	tells  func(line string) bool // whether its first line alone can be enough; nil if it never is

	line func(in *input, line string) (Record, *LineError) // reads one puzzle; each is on a line of its own
	read func(in *input, yield emit)                       // reads all puzzles, which may have several lines each

	row   func(w *bufio.Writer, row *Row) error                   // writes one puzzle
	write func(w *bufio.Writer, rows iter.Seq2[Row, error]) error // writes all puzzles into one document
}

// Carries says what a format keeps in addition to the puzzle.
type Carries struct {
	Solution bool
	Label    bool     // one text per puzzle
	Values   bool     // any number of named values, levels and ratings among them
	Names    []string // the values it keeps if it cannot keep all
}

// Keeps reports whether a value of that name is kept.
func (c Carries) Keeps(name string) bool {
	return c.Values || c.Label && strings.EqualFold(name, Label) ||
		slices.ContainsFunc(c.Names, func(n string) bool { return strings.EqualFold(n, name) })
}

// formats is the table. Its order matters: the first format whose looks
// function accepts a text is taken, so strict formats come first and the
// lenient one last.
var formats = []Format{
	{
		Name:       "json",
		Extensions: []string{".json"},
		Doc: "A JSON list of objects such as those of jsonl, or of puzzles as plain texts; the list may be the whole document or the only " +
			"member of an object, as in {\"puzzles\": [...]}. Objects drawn over several lines are read with or without a list around them. A grid may also be a list of numbers or of rows. In an object of several lists, the key of a list of texts is the label. " +
			"One object has at most 1 MiB, the list may have any length.",
		Carries:  Carries{Solution: true, Label: true, Values: true},
		Variants: everyVariant,
		escapes:  true,
		looks:    looksJSON,
		read:     readJSON,
		write:    writeJSON,
	},
	{
		Name:       "jsonl",
		Extensions: []string{".jsonl", ".ndjson"},
		Doc: "JSON lines: one object per line, UTF-8. Keys come in any order; the puzzle is found under the names " +
			"that csv knows, other keys are kept. Values inside an object or a list are kept as JSON text. " +
			"Written with the keys in a fixed order, numbers as numbers, ratings with one decimal.",
		Carries:  Carries{Solution: true, Label: true, Values: true},
		Variants: everyVariant,
		escapes:  true,
		looks:    looksJSONL,
		tells:    isObject,
		read:     readJSONL,
		row:      writeJSONL,
	},
	{
		Name:       "sudokuwiki",
		Extensions: []string{".sudokuwiki"},
		Doc: "Links to the solver of sudokuwiki.org, one on a line, with the 81 digits of the puzzle in them, or a position with its digits and candidates in the site's own packing " +
			"(S9B, and the one of 2023), which is written where there is one; other text on the line is its label. Candidates that follow from the digits are not kept as a value.",
		Carries: Carries{Label: true, Names: []string{State, Candidates}},
		Sizes:   []int{9},
		begins:  isLinkOf("sudokuwiki"),
		line:    readLink,
		row:     writeLinks("https://www.sudokuwiki.org/sudoku.htm?bd=", writeWiki),
	},
	{
		Name:       "fpuzzles",
		Extensions: []string{".fpuzzles"},
		Doc: "Links to f-puzzles.com, one on a line, with the whole puzzle in them, packed with LZ-string; other text on the line is its label. " +
			"Puzzles with unsupported rules, such as killer cages, are refused, because without them they would be different puzzles. " +
			"The rules of a variant are also written as text, unless the puzzle has its own text of rules.",
		Carries:  Carries{Solution: true, Label: true, Names: []string{State, Candidates, Corners, "title", "author", "rules"}},
		Variants: everyVariant,
		begins:   isLinkOf("f-puzzles"),
		line:     readLink,
		row:      writeLinks("https://f-puzzles.com/?load=", fQuery),
	},
	{
		Name:       "sudokupad",
		Extensions: []string{".sudokupad"},
		Doc: "Links to sudokupad.app (formerly app.crackingthecryptic.com) that hold the puzzle: short ones (scf), the form of f-puzzles, and the site's own long form. " +
			"A classical, X or windoku 9x9 puzzle without a solution or other values is written as a short link; everything else is written in the form of f-puzzles. " +
			"The regions of the site's long form are read. Links with drawings or other rules, and links that refer to a puzzle on the site without containing it, are refused.",
		Carries:  Carries{Solution: true, Label: true, Names: padValues},
		Variants: everyVariant,
		begins:   isLinkOf("sudokupad"),
		line:     readLink,
		row:      writeLinks("https://sudokupad.app/", writePad),
	},
	{
		Name:       "iss",
		Extensions: []string{".iss"},
		Doc: "Links to the Interactive Sudoku Solver, one on a line, with the digits and the rules of the puzzle in them; other text on the line is its label. " +
			"Links with rules of no supported variant, or with several candidates in a cell, are refused.",
		Carries:  Carries{Label: true},
		Variants: everyVariant,
		begins:   isLinkOf("sigh.github.io"),
		line:     readLink,
		row:      writeLinks("https://sigh.github.io/Interactive-Sudoku-Solver/?q=", writeISS),
	},
	{
		Name:       "solo",
		Extensions: []string{".solo"},
		Doc: "Game IDs of Solo, the Sudoku of Simon Tatham's puzzle collection, one on a line, and saved games, without their moves; other text on the line is its label. The ID of a random seed, " +
			"which contains no puzzle, cages, and boxes that are higher than wide are refused.",
		Carries:  Carries{Label: true},
		Variants: []string{"x", "jigsaw"},
		begins:   isSolo,
		read:     readSolos,
		row:      writeSolo,
	},
	{
		Name:       "opensudoku",
		Extensions: []string{".opensudoku", ".xml"},
		Doc: "The files of OpenSudoku for Android and of OpenSudoku 2, versions 1 to 3, new puzzles and saved games (their data in versions 1 to 5; both kinds of notes become candidates, colours are ignored). " +
			"Version 2 is written, which every version of the program reads, with a folder for each level and one called " +
			noFolder + " for puzzles without; the label is the note that the program shows. The puzzles of a level are written together, " +
			"so the writer keeps the puzzles of all levels except the first in memory, about 110 bytes each. Times and dates are in milliseconds, as the program stores them.",
		Carries: Carries{Label: true, Names: append([]string{Level, State, Candidates}, aliasNames(gameValues[1:])...)},
		Sizes:   []int{9},
		looks:   looksOpenSudoku,
		read:    readOpenSudoku,
		write:   writeOpenSudoku,
	},
	{
		Name:       "exchange",
		Extensions: []string{".bank"},
		Doc: "The records of the puzzle bank of sudokuexchange.com, 100 bytes each with the line end: 12 hex digits of a SHA-1 that decide the order, " +
			"the puzzle with 0 for a blank, and a rating right-aligned in 4 characters, 0.0 if unknown. " +
			"A hash that was read is written again; without one, the hash of the 81 digits is written, which readers do not keep as a value.",
		Carries: Carries{Names: []string{"sha1", Rating}},
		Sizes:   []int{9},
		begins:  isExchange,
		line:    readExchange,
		row:     writeExchange,
	},
	{
		Name:       "hodoku",
		Extensions: []string{".hodoku"},
		Doc: "A line of HoDoKu's library of technique examples, :technique:digits:cells:deleted:eliminations:placements:extra. " +
			"A digit that the player placed has a + before it; the puzzle has only the clues, the state all digits. " +
			"A puzzle without a step has the technique 0000 and the digit x. Candidates are stored as the list of deleted ones.",
		Carries: Carries{Names: append(hodokuNames, Candidates)},
		Sizes:   []int{9},
		begins:  isHoDoKu,
		line:    readHoDoKu,
		row:     writeHoDoKu,
	},
	{
		Name:       "tsv",
		Extensions: []string{".tsv"},
		Doc:        "Tab-separated values: like csv, but with tabs.",
		Carries:    Carries{Solution: true, Label: true, Values: true},
		Variants:   everyVariant,
		looks:      looksTable("\t"),
		tells:      anyLine,
		read:       readTable(nil),
		write:      writeTable('\t'),
	},
	{
		Name:       "csv",
		Extensions: []string{".csv"},
		Doc: "Comma-separated values with a header (RFC 4180), columns in any order; semicolons and tabs are read too, and tables of Markdown. " +
			"The puzzle's column is called " + strings.Join(puzzleNames, ", ") + ", the solution's " +
			strings.Join(solutionNames, ", ") + " (the first of these names that occurs counts); without such a name, a column with puzzles in the first row is taken. Columns called variant, diagonal or regions give the rules; one with rules of no supported variant, such as cages, is refused. Every other column is kept under its name, and the first row decides which columns are written. " +
			"Blanks are written as `.`, because spreadsheet programs take 81 digits for a number and round it; " +
			"import the solution column as text.",
		Carries:  Carries{Solution: true, Label: true, Values: true},
		Variants: everyVariant,
		looks:    looksTable(csvSeparators),
		tells:    anyLine,
		read:     readTable(nil),
		write:    writeTable(','),
	},
	{
		Name:       "sdm",
		Extensions: []string{".sdm"},
		Doc: "The collection format of SadMan Sudoku, SudoCue and many phone apps: one puzzle of 81 digits per line, " +
			"0 for a blank, no header. Whatever format line allows is read too.",
		Sizes:  []int{9},
		begins: isSDM,
		read:   readLine, // the same text; only what is written differs
		row:    writeSDM,
	},
	{
		Name:       "sdk",
		Extensions: []string{".sdk"},
		Doc: "One puzzle as SadMan Sudoku keeps it, with the header lines of SudoCue: #A author, #D description, #C comment, #B date, " +
			"#S source, #L level, #U url, without a space after the #. The sections [Puzzle] and [State], the digits entered so far, " +
			"may be missing. A file may hold several puzzles; programs that support only one read the first.",
		Carries: Carries{Names: append(aliasNames(sdkHeaders), State)},
		looks:   looksSDK,
		read:    readSDK,
		row:     writeSDK,
	},
	{
		Name:       "sukaku",
		Extensions: []string{".sukaku"},
		Doc: "Candidates on one line, 729 characters for 9x9: the d-th of a cell is digit d or a blank. Sudoku Explainer and the fast solvers support it. " +
			"A cell with one candidate is a clue, unless the rule of format ss (below) makes it a blank with one candidate left. A blank without pencil marks is written with the candidates that the clues leave. " +
			"A blank whose only mark would be read as a clue is written with all digits. Digits that the user placed are not written.",
		Carries: Carries{Label: true, Names: []string{Candidates}},
		begins:  isSukaku,
		read:    readLine,
		row:     writeSukaku,
	},
	{
		Name:       "ss",
		Extensions: []string{".ss"},
		Doc: "The framed grid of Simple Sudoku, with a character for each cell, or the candidates where there are any; a line of text above it is its label. " +
			"Candidate grids in the frames of other programs are read too. A cell with one candidate is a clue, unless a cell that it sees has the digit as a candidate too: then it is the last candidate of a blank, as HoDoKu has it. " +
			"This rule applies if every blank has its candidates and most lone digits are clues. Where the rule would change the puzzle, the only candidate of a blank is written twice, such as 55; " +
			"if that is not enough, each clue also gets a = before it. Both notations are read. A digit that the user placed has a u before it. Candidates that follow from the digits are not kept as a value.",
		Carries: Carries{Label: true, Names: []string{State, Candidates}},
		looks:   looksSS,
		read:    readSS,
		row:     writeSS,
	},
	{
		Name:       "matrix",
		Extensions: []string{".clues"},
		Doc: "The two input forms of MATLAB's example of integer programming: a list of clues, each as the numbers of its row and column " +
			"and its digit, or a 9x9 matrix with 0 for a blank. Clues may also be facts, such as initial(1,2,9). Rows end with the line or a semicolon; " +
			"the whole may be in brackets, after a name as in B = [1,2,2; ...], with comments from % to the end of a line; a blank line separates puzzles. gradoku writes lists of clues.",
		Sizes:  []int{9},
		begins: isMatrix,
		read:   readMatrix,
		row:    writeMatrix,
	},
	{
		Name:       "line",
		Extensions: []string{".txt", ".sudoku"},
		Doc: "The common language of solvers and forums: one puzzle per line, row by row, of 16, 36, 81, 144 or 256 cells. " +
			"Blanks are read as any of " + strings.Join(strings.Split(board.Blanks, ""), " ") + ", digits above 9 as the letters A to G. " +
			"A `-`, `?`, `+` or `~` is a blank if nothing else in the grid is. In a 16x16 puzzle the digits may also be A to P, 0 to F with another blank, or numbers; a puzzle that can be of two alphabets is refused. " +
			"Text after the puzzle is its label, with or without a # or a comma before it, and a full grid in it is the solution; lines that start with # are comments. " +
			"A grid drawn over several lines is read as well, plain, in a frame of any kind, with commas or tabs, or as an array of a program, " +
			"with a digit, the candidates or nothing in each cell, and with a title above it as its label. A line that begins with % // ; -- \" or ! is a title. " +
			"If the first puzzle is followed by its solution, or by a grid of its candidates, so are the others.",
		Carries:  Carries{Label: true},
		Variants: everyVariant,
		looks:    looksLine,
		tells:    isOnePuzzle,
		read:     readLine,
		row:      writeLine,
	},
}

// Formats returns the table, in the order in which formats are recognised.
func Formats() []Format { return slices.Clone(formats) }

// ByName returns the format of that name, or an error that lists the names.
func ByName(name string) (Format, error) {
	for _, f := range formats {
		if f.Name == name {
			return f, nil
		}
	}
	return Format{}, fmt.Errorf("there is no format %q: use one of %s", name, names())
}

// Sniff returns the format of a text from its beginning; a few thousand bytes
// are enough. The error shows how the text begins.
func Sniff(head []byte) (Format, error) {
	head = bytes.TrimPrefix(head, []byte(utf8Mark))
	line := string(firstLine(head))
	for _, f := range formats {
		if f.begins != nil && f.begins(line) || f.looks != nil && f.looks(head) {
			return f, nil
		}
	}
	first, hint := []rune(text.OneLine(line)), ""
	if strings.ContainsAny(line, csvSeparators) {
		hint = "; in a table, a column must be called " + strings.Join(puzzleNames, ", ")
	}
	return Format{}, fmt.Errorf("it does not begin with a puzzle, a grid or the header of a table, but with %q%s", string(first[:min(len(first), 60)]), hint)
}

func names() string {
	return strings.Join(text.Each(formats, func(f Format) string { return f.Name }), ", ")
}

// Read yields the puzzles of a stream of any format in their order, unpacking
// gzip and zstandard. An error that is a *[LineError] concerns one line, and
// the next one follows; any other error ends the sequence. name is the name of
// the stream in errors.
func Read(name string, r io.Reader) iter.Seq2[Record, error] {
	return readAs(name, r, (*input).recognise)
}

// Read is like the function [Read] for a stream known to have this format.
func (f Format) Read(name string, r io.Reader) iter.Seq2[Record, error] {
	return readAs(name, r, func(*input) (Format, error) { return f, nil })
}

// ReadText yields the puzzles of a text that a person typed, such as an argument on a command
// line, like the function [Read]. A text without a puzzle is a *[LineError].
func ReadText(name, text string) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		found := false
		choose := func(in *input) (Format, error) {
			if f, err := in.recognise(); err == nil {
				return f, nil
			}
			if isLink(text) {
				return ByName("iss") // its reader reports that the site is not supported
			}
			return ByName("line")
		}
		for rec, err := range readAs(name, strings.NewReader(text), choose) {
			if bad, ok := errors.AsType[*LineError](err); ok {
				bad.Typed, bad.Format = true, ""
			}
			if found = true; !yield(rec, err) {
				return
			}
		}
		if !found {
			yield(Record{}, &LineError{File: name, Line: 1, Column: 1, Typed: true, Reason: "there is no puzzle in it"})
		}
	}
}

// LooksTyped reports whether a text, which could also be the name of a file, is a puzzle: a link,
// an ID, an object, a drawn grid or a whole puzzle on a line.
func LooksTyped(text string) bool {
	f, err := Sniff([]byte(text))
	if err != nil || strings.TrimSpace(text) == "" {
		return isLink(text)
	}
	switch f.Name {
	case "csv", "tsv", "sdk", "line", "sdm":
		_, bad := (&input{}).whole(inASCII(text), text)
		return bad == nil || strings.Contains(strings.TrimSpace(text), "\n") || strings.HasPrefix(text, "[")
	}
	return true
}

func isLink(text string) bool {
	return strings.HasPrefix(text, "http://") || strings.HasPrefix(text, "https://")
}

func readAs(name string, r io.Reader, choose func(*input) (Format, error)) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		in, err := open(name, r)
		if err != nil {
			yield(Record{}, err)
			return
		}
		defer in.close()
		f, err := choose(in)
		if err != nil {
			yield(Record{}, fmt.Errorf("reading %s: %w", name, err))
			return
		}
		read := f.read
		if read == nil {
			read = f.lineByLine
		}
		given := 0 // bytes of the values of all puzzles, and of their names
		read(in, func(rec Record, err error) bool {
			if bad, ok := errors.AsType[*LineError](err); ok {
				bad.Format = f.Name
			}
			given += textBytes(rec.Fields)
			if int64(given) > maxLine+maxSpread*max(in.taken.n, in.taken.unpacked) {
				longest := slices.MaxFunc(rec.Fields, func(a, b Field) int { return textBytes([]Field{a}) - textBytes([]Field{b}) })
				yield(Record{}, fmt.Errorf("reading %s, line %d: the values of the puzzles are more than %d times as long as the text, mostly because of %s, which is copied to many puzzles: shorten it or remove it",
					name, rec.Line, maxSpread, text.Visible(fmt.Sprintf("%.40q", longest.Name))))
				return false
			}
			return yield(rec, err)
		})
	}
}

// Write writes rows in this format as they come. An error in place of a row
// ends the writing and is returned unchanged; all rows before it are in the
// file.
func (f Format) Write(w io.Writer, rows iter.Seq2[Row, error]) error {
	out := bufio.NewWriterSize(w, 64<<10)
	write, begun := f.write, false
	if write == nil {
		write = f.rowByRow
	}
	err := write(out, func(yield func(Row, error) bool) {
		for row, err := range rows {
			if err == nil {
				err = f.Holds(row.Puzzle)
			}
			if err != nil {
				yield(Row{}, err)
				return
			}
			begun = true
			if !f.escapes {
				row = harmless(row)
			}
			if !yield(row, nil) {
				return
			}
		}
	})
	if err != nil && !begun {
		return err // nothing was written to w, not even the beginning of a document
	}
	if flushErr := out.Flush(); err == nil {
		err = flushErr
	}
	return err
}

// lineByLine reads one puzzle per line; empty lines and those that begin with # are
// skipped.
func (f Format) lineByLine(in *input, yield emit) {
	in.each(yield, func(text []byte) bool {
		if body := bytes.TrimSpace(text); len(body) == 0 || body[0] == '#' {
			return true
		}
		return yield.one(f.line(in, string(text)))
	})
}

// rowByRow writes rows one after another and nothing else.
func (f Format) rowByRow(w *bufio.Writer, rows iter.Seq2[Row, error]) error {
	for row, err := range rows {
		if err != nil {
			return err
		}
		err = f.row(w, &row)
		if _, broken := w.Write(nil); broken != nil { // with the error of an earlier write
			return broken
		}
		if err != nil {
			return fmt.Errorf("writing %s: %w", f.Name, err)
		}
	}
	return nil
}

// Holds returns an error if the format cannot hold a puzzle.
func (f Format) Holds(puzzle string) error {
	v, cells := board.CutVariant(puzzle)
	geo := board.ForCells(len(cells))
	switch {
	case geo == nil:
		return fmt.Errorf("writing %s: a row has %d cells, which is not a puzzle", f.Name, len(cells))
	case !f.fits(v):
		var able []string
		for _, other := range formats {
			if other.fits(v) {
				able = append(able, other.Name)
			}
		}
		return fmt.Errorf("writing %s: the format cannot hold a puzzle of the variant %s; these formats can: %s", f.Name, v.Title(), strings.Join(able, ", "))
	case f.Sizes != nil && !slices.Contains(f.Sizes, geo.Size):
		return fmt.Errorf("writing %s: the format cannot hold a %dx%d puzzle", f.Name, geo.Size, geo.Size)
	}
	if _, err := parse(puzzle); err != nil {
		return fmt.Errorf("writing %s: %w", f.Name, err)
	}
	return nil
}

// fits reports whether the format can hold a variant.
func (f Format) fits(v board.Variant) bool {
	return !slices.ContainsFunc(v.Parts(), func(part string) bool { return !slices.Contains(f.Variants, part) })
}

// firstLine returns the first line of a head that is neither empty nor a
// comment, by which most formats are recognised.
func firstLine(head []byte) []byte {
	start, end := bodyAt(head)
	return bytes.TrimSpace(head[start:end])
}

// bodyAt returns where that line begins and ends, with its line end left out;
// both are len(head) when there is none.
func bodyAt(head []byte) (start, end int) {
	for line := range bytes.Lines(head) {
		end = start + len(bytes.TrimSuffix(line, []byte("\n")))
		if body := bytes.TrimSpace(line); len(body) > 0 && body[0] != '#' {
			return start, end
		}
		start += len(line)
	}
	return len(head), len(head)
}

// anyLine is for formats in which the first line decides everything.
func anyLine(string) bool { return true }
