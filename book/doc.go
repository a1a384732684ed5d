// Package book lays out puzzle books and writes them as PDF, ready for a
// printer, or single pages as PNG.
//
// # From puzzles to a file
//
//	puzzles ── Arrange ──> Sections ── New ──> Book: Pages ──┬── PDF
//	            levels                  layout               ├── PNG of one page
//	                                                         └── Check reads the PDF again
//
// Package task decides which puzzles a book takes from a database, and what is recorded
// about it.
//
// Layout and drawing are separate. [New] decides where everything goes and returns a
// list of [draw.Page] values, which package draw renders. The same sections and the
// same [Spec] give the same bytes.
//
// # The order of a book
//
//	i     title page          iii  contents
//	ii    copyright           iv   how to solve
//	1 ..  puzzles, each section with its opening page
//	      hints, solutions, notes or a blank page
//
// Pages before the first puzzle have Roman numbers, the others Arabic ones.
//
// The user's own texts ([Matter]) go at the front or at the end. At the front, a text without
// a heading, such as a dedication, goes before the contents, any other text after them.
// Solutions can go elsewhere ([Placements]); those in a PDF of their own are a separate book
// ([Book.Solutions]).
//
// # Margins that depend on themselves
//
// The requirements of printers are in one table ([Printer]). A thick book needs more
// room at the spine, which makes the page narrower and may make the book thicker. [New]
// lays the book out with the narrowest gutter, and again with the next one while the
// page count requires more. It never goes back to a narrower one, so it ends.
// References between pages are found in the same way: the book is laid out until no
// page number changes, usually twice.
//
// # The cover
//
// [NewCover] makes the cover from the finished PDF of a book ([ReadInterior]), so that the
// two fit: the printer's published formula gives the width of the spine for the number of
// pages and the paper.
//
// # The check
//
// [Check] opens a finished PDF with a reader that shares no code with the writer, finds grids
// by their lines and digits by their positions, solves every puzzle, and compares it with
// what the caller knows. It also reads what is upside down, and the symbols that replace
// digits, which the PDF lists. It sees what a person would see on paper, not what the layout
// intended.
package book
