// Package board is the vocabulary of gradoku: what a Sudoku is made of, how it is
// read and written, and when two puzzles are the same. Every other package uses this
// vocabulary; this one imports only the standard library.
//
// # Glossary
//
// One word per thing, the same in code, on the command line, in the database
// and in a printed book.
//
//	cell         one square; numbered row-major from 0, written r4c7 (from 1)
//	digit        a value from 1 to N; above 9 written A to G
//	candidate    a digit that is still possible in a cell
//	house        a row, a column or a box, or what a variant adds: N cells that
//	             hold each digit once
//	box          the BoxRows x BoxCols block of cells with the heavy outline
//	variant      other houses than those of a classical puzzle: more of them, such as
//	             diagonals or windows, or regions of any shape instead of boxes
//	peer         a cell that shares a house with a given one (20 of them on 9x9)
//	band, stack  the rows that run through one row of boxes; the columns likewise
//	minirow      where a row crosses a box (3 cells on 9x9); minicolumn likewise
//	clue         a digit printed in the puzzle; givens in code and columns are all of them, as a grid
//	blank        a cell without a clue
//	placement    a digit written into a cell by a step
//	elimination  a candidate struck out by a step
//	grid         digits in cells; full when no cell is blank
//	board        a grid together with the candidates of its blanks
//	technique order  the order in which a solver tries techniques: the rating's, or that for
//	             people (Ladder in code)
//	proper       having exactly one solution
//	minimal      proper, and no clue can be dropped without losing that
//	isomorphic   alike up to relabelling digits, permuting rows within bands,
//	             bands, columns within stacks and stacks, and transposing
//	             where boxes are square; such puzzles count as the same puzzle
//	canonical    the one agreed representative of all isomorphic puzzles
//
// # Layout
//
// A [Geometry] describes one size, and a [Variant] of it, as data: 4x4, 6x6, 9x9, 12x12
// and 16x16 share all code. On 9x9 the cells, boxes and houses are numbered like this:
//
//	      c1 c2 c3   c4 c5 c6   c7 c8 c9
//	r1     0  1  2 |  3  4  5 |  6  7  8
//	r2     9 10 11 | 12 13 14 | 15 16 17      houses  0.. 8  boxes b1..b9
//	r3    18 19 20 | 21 22 23 | 24 25 26      houses  9..17  columns c1..c9
//	      ---------+----------+---------      houses 18..26  rows r1..r9
//	r4    27 28 29 | ...
//
// Boxes come before columns and columns before rows because that is the order
// in which the community's rating scale looks for singles and sets.
//
// Values are small; they are copied, compared with == and used as map keys: [Grid]
// and [Board] have room for the largest size, so no operation on them allocates.
package board
