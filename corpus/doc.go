// Package corpus reads and writes Sudoku puzzles in the file formats of many programs.
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
// recognises the format by the text, never by a file's name (phones rename
// attachments, browsers append .txt), and yields one [Record] after another:
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
// released. Lines are limited to 1 MiB, so that a file of one endless line, or a small
// archive that unpacks to one, gives an error and does not exhaust memory. Nothing is
// dropped silently: everything that is not a puzzle, a comment or an ornament is
// reported with file, line, column and reason. JSON objects, XML tags and the ratio by
// which a packed file may grow are limited too.
//
// A record is what the file says. Readers do not check that the puzzle has exactly one
// solution or that a given solution is correct; a solver does.
//
// # Writing
//
// [Format.Write] takes a sequence of [Row] values. A row is a puzzle, its
// solution and a list of named values whose order the caller decides. No map is
// involved, so equal rows give equal bytes. A format writes what it can keep
// (see [Carries]) and drops the rest. Written text is safe to show in a
// terminal or a spreadsheet (internal/text).
package corpus
