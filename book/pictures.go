package book

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"

	"gradoku/draw"
	"gradoku/solve"
)

// PictureFormats are the formats of pictures for other programs.
var PictureFormats = []string{"svg", "pdf"}

// Pictures writes each puzzle and each solution as a picture, named by its number in a book or
// by its day, for a solution the day after the puzzle's, and returns a table for a program that merges data into its own pages. Headings with @ mark
// columns of pictures (Adobe InDesign, data merge); the program looks for the pictures next
// to the table. Every puzzle is solved again before it is drawn.
func Pictures(spec Spec, sections []Section, format string, write func(name string, data []byte) error) (table []byte, err error) {
	words, err := spec.prepare(sections)
	if err != nil {
		return nil, err
	}
	l := layout{spec: &spec, fonts: spec.Fonts, words: words}
	puzzles := puzzlesOf(sections)
	digits := len(fmt.Sprint(len(puzzles)))
	var out bytes.Buffer
	rows := csv.NewWriter(&out)
	_ = rows.Write([]string{"number", "level", "rating", "clues", "key", "givens", "solution", "variant", "rule", "@puzzle", "@answer"}) // a buffer cannot fail
	for i, p := range puzzles {
		n := i + 1
		if r := solve.Count(&p.Givens, 2); !r.Unique() || r.First != p.Solution {
			return nil, fmt.Errorf("the recorded solution of puzzle %d is wrong or not the only one", n)
		}
		number := fmt.Sprintf("%0*d", digits, n)
		names := [2]string{"puzzle-" + spec.day(i, number) + "." + format, "solution-" + spec.day(i+1, number) + "." + format}
		for kind, name := range names {
			var data bytes.Buffer
			if err := l.picture(&data, p, kind == 1, name, format); err != nil {
				return nil, err
			}
			if err := write(name, data.Bytes()); err != nil {
				return nil, err
			}
		}
		variant := l.variantWords(p.variant())
		_ = rows.Write([]string{
			fmt.Sprint(n), words.Levels[p.LevelID()].Name, fmt.Sprintf("%d.%d", p.Grade.Rating/10, p.Grade.Rating%10), fmt.Sprint(p.Givens.Clues()),
			fmt.Sprintf("%x", p.Canon), p.Givens.String(), p.Solution.String(), variant.Name, variant.Text, names[0], names[1],
		})
	}
	rows.Flush()
	return out.Bytes(), rows.Error()
}

// picture draws a puzzle or its solution: an SVG for screens, or a PDF with the fonts and lines
// of the book and hardly any margin.
func (l *layout) picture(w io.Writer, p *Puzzle, solution bool, title, format string) error {
	o := l.drawing(draw.Options{BoxTint: l.spec.BoxTint})
	if solution {
		o.Solution = &p.Solution
	}
	picture := draw.New(&p.Givens, o)
	if format == "svg" {
		return picture.SVG(w, 0)
	}
	const edge = 2.0
	size := p.Givens.Geometry().Size
	cell := likes[size].like
	side := cell*float64(size) + 2*edge
	page := draw.Page{Right: side, Bottom: side, Fonts: l.fonts, Weights: l.spec.Lines, Label: "1"}
	page.Place(picture, edge, edge, cell)
	doc := draw.Document{Title: title, Author: l.spec.Author, Producer: "gradoku " + l.spec.Version, Lang: l.spec.Lang, Pages: []draw.Page{page}, PDFOptions: l.spec.PDF}
	return doc.PDF(w)
}
