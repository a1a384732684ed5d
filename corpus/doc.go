// Package corpus reads the files in which people keep Sudoku puzzles and writes
// those that other programs read.
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
// forgotten. Lines are limited to 1 MiB, so that a file of one endless line, or
// a small archive that unpacks to one, costs an error and not the machine.
// Nothing is dropped in silence: whatever is not a puzzle, a comment or an
// ornament is reported with file, line, column and reason.
//
// JSON objects, XML tags and the size that a packed file may unpack to, in
// proportion to its own, are bounded likewise.
//
// A value that has different names in different formats has one name and one
// form here: see [Level], [Rating], [State] and [Candidates].
//
// A record is what the file says. Whether the puzzle has one solution, and
// whether a given solution is right, is for the solver to say.
//
// # Writing
//
// [Format.Write] takes a sequence of [Row] values. A row is a puzzle, its
// solution and a list of named values whose order the caller decides. No map is
// involved, so equal rows give equal bytes. A format writes what it can keep
// (see [Carries]) and drops the rest. The written text cannot control a
// terminal or a spreadsheet that shows it (guard.go).
package corpus
