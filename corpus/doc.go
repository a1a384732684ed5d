// Package corpus reads the files in which people keep Sudoku puzzles and writes
// the ones that other programs read.
//
// There is one table of formats, in formats.go. A row says what a format looks
// like, how to recognise it, how to read it and how to write it; everything
// else (the format named on a command line, the sniffing of input, the page
// docs/FORMATS.md, the conformance tests) goes through the table. A new format
// is a file with its reader and writer, one row, and nothing more.
//
// # Reading
//
// [Read] takes any stream. It unpacks gzip and zstandard, decodes UTF-16,
// recognises the format by what the text looks like, never by a file's name
// (names lie: phones rename attachments, browsers append .txt), and yields one
// [Record] after another:
//
//	for rec, err := range corpus.Read("top1465.txt", file) {
//		var bad *corpus.LineError
//		switch {
//		case errors.As(err, &bad): // one bad line; the next one follows
//		case err != nil:           // the stream broke; nothing follows
//		default:                   // rec.Puzzle, rec.Solution, rec.Fields
//		}
//	}
//
// Memory does not grow with the file: a line is read, turned into a record and
// forgotten. Lines are limited to 1 MiB, so that a file that is one endless
// line, or a small archive that unpacks to one, costs an error and not the
// machine. Nothing is dropped in silence: what is neither a puzzle nor a
// comment nor an ornament is reported with file, line, column and reason.
//
// A line, an object of JSON, a tag of XML are bounded, and so is what a packed
// file may give in proportion to its size: hostile files cost an error.
//
// A value that formats have under different names has one name and one form
// here, see [Level], [Rating], [State] and [Candidates].
//
// A record is what the file says. Whether the puzzle has one solution, or the
// solution given with it is right, is for the solver to say.
//
// # Writing
//
// [Format.Write] takes a sequence of [Row] values. A row is a puzzle, its
// solution and a list of named values whose order the caller decides; no map is
// involved, so equal rows give equal bytes. A format writes what it can carry
// (see [Carries]) and leaves out the rest. Texts cannot command a terminal or a
// spreadsheet that shows what was written (guard.go).
package corpus
