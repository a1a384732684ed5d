// Package draw has a page of shapes and texts, three renderers for it, and the picture
// of one puzzle: the grid, its digits and, if requested, candidates, the solution, one
// step towards it or one state of a search.
//
// # From a puzzle to a file
//
// [New] decides everything visible and stores it in a [Page]: lists of rectangles,
// arrows, discs, texts and lines. Such a picture is for a screen, in units of one cell.
// Package book lays out pages for a printer, in points, and [Page.Place] puts pictures
// on them. The renderers turn either kind into bytes and do not depend on Sudoku:
//
//	puzzle ── New ──> picture ──┬── SVG   text; the viewer's own sans serif
//	                     │      └── PNG   whole pixels; the Go fonts
//	                   Place
//	                     v
//	book ─────> printed page ───┬── PNG   grey
//	                            └── PDF   many pages, in a [Document]
//
// A document is a plain PDF or a PDF for a press (PDF/X): [PDFOptions].
//
// The same page always gives the same bytes. This package also reads and measures
// [Fonts] and finds missing characters; a [Face] breaks text into lines.
//
// # What is drawn
//
// The lines are those of the drawing in "Solve Sudoku Puzzles Via Integer Programming"
// (MathWorks, 2014; function drawSudoku): the outline 3 wide, box borders 2, cell
// borders 1. The regions of a jigsaw have the borders of boxes. There, digits were off-centre and blanks showed zeros; here, digits are
// centred and blanks are empty.
//
// No meaning depends on colour alone, so a page stays readable when printed in grey and
// for colour-blind readers:
//
//	clue                      black      bold
//	digit not given           blue       not bold
//	digit on trial            blue       not bold, its cell faintly shaded
//	digit that trials imply   green      not bold
//	candidate                 dark grey  small
//	candidate of the pattern  black      small, bold
//	candidate placed          white      small, bold, on a blue disc
//	candidate eliminated      vermilion  small, bold, a line behind it
//	candidate alone in a cell vermilion  small, bold, its cell faintly shaded
//	blank without candidate   amber      shaded
//	cells that justify        amber      shaded
//	houses that justify       amber      faintly shaded
//	houses of a variant       light grey faintly shaded, below all else
//	cells at fault            vermilion  faintly shaded, in a hint
//	cell of the placement     blue       faintly shaded
//	strong link of a chain    green      solid arrow: not the one, so the other
//	weak link of a chain      green      dashed arrow: the one, so not the other
//
// Blue and vermilion are the pair that Masataka Okabe and Kei Ito recommend
// (Color Universal Design, 2008), darkened for small print.
package draw
