// Package draw makes the picture of one puzzle, as SVG or PNG: the grid, its
// digits and, where asked, candidates, the solution or one step of the way
// there.
//
// # From a puzzle to a file
//
// [New] decides everything that can be seen and writes it down as a [Page]: a
// flat list of rectangles, arrows, discs, texts and lines, in units of one cell, with
// (0,0) at the upper left corner of the grid. Two small renderers turn a page
// into bytes: [Page.SVG] and [Page.PNG]. They know nothing of Sudoku, and
// another renderer needs nothing but the page:
//
//	puzzle ── New ──> Page ──┬── SVG   text; the viewer's own sans serif
//	                         └── PNG   pixels; the Go fonts
//
// The same page gives the same bytes, always.
//
// # What is drawn
//
// The lines are those of the drawing in "Solve Sudoku Puzzles Via Integer
// Programming" (MathWorks, 2014; function drawSudoku): the outline 3 wide, box
// borders 2, cell borders 1. Its digits began at the middle of their cells and
// ended beyond it, and its blanks showed zeros; here digits stand in the middle
// and blanks are blank.
//
// No meaning hangs on colour alone, so that a page survives a grey printer and
// colour-blind eyes:
//
//	clue                      black      bold
//	digit not given           blue       not bold
//	candidate                 dark grey  small
//	candidate of the pattern  black      small, bold
//	candidate placed          white      small, bold, on a blue disc
//	candidate eliminated      vermilion  small, bold, struck through
//	cells that justify        amber      shaded
//	houses that justify       amber      faintly shaded
//	cell of the placement     blue       faintly shaded
//	strong link of a chain    green      solid arrow: not the one, so the other
//	weak link of a chain      green      dashed arrow: the one, so not the other
//
// Blue and vermilion are the pair that Masataka Okabe and Kei Ito recommend
// (Color Universal Design, 2008), darkened for small print.
package draw
