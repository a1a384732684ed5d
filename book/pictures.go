package book

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"gradoku/draw"
	"gradoku/solve"
)

// PictureFormats are the formats of pictures for other programs.
var PictureFormats = []string{"svg", "png", "pdf"}

// Pictures writes each puzzle and each solution as a picture. Its name is its number in a book, or its day
// (a solution has the day after its puzzle's); in a series the number of the volume comes first. Pictures
// returns a table for a program that merges data into its own pages. Headings with @ mark
// columns of pictures (Adobe InDesign, data merge); the program looks for the pictures next
// to the table. Every puzzle is solved again before it is drawn.
func Pictures(spec Spec, sections []Section, format string, write func(name string, data []byte) error) (table []byte, err error) {
	words, err := spec.prepare(sections)
	if err != nil {
		return nil, err
	}
	l := layout{spec: &spec, fonts: spec.Fonts, words: words}
	puzzles := puzzlesOf(sections)
	digits := len(fmt.Sprint(l.no(len(puzzles) - 1)))
	volume := strings.TrimPrefix(fmt.Sprint(spec.Volume, "-"), "0-") // 0: no series
	var out bytes.Buffer
	rows := csv.NewWriter(&out)
	dated := !spec.Days.IsZero()
	headings := []string{"number", "level", "rating", "clues", "key", "givens", "solution", "variant", "rule", "@puzzle", "@answer"}
	if dated {
		headings = slices.Insert(headings, 1, "date", "day")
	}
	_ = rows.Write(headings) // a buffer cannot fail
	for i, p := range puzzles {
		n := l.no(i)
		if r := solve.Count(&p.Givens, 2); !r.Unique() || r.First != p.Solution {
			return nil, fmt.Errorf("the recorded solution of puzzle %d is wrong or not the only one", n)
		}
		number := fmt.Sprintf("%0*d", digits, n)
		names := [2]string{number, number}
		if dated {
			names = [2]string{spec.Days.AddDate(0, 0, i).Format(time.DateOnly), spec.Days.AddDate(0, 0, i+1).Format(time.DateOnly)}
		}
		day := names[0]
		names = [2]string{"puzzle-" + volume + names[0] + "." + format, "solution-" + volume + names[1] + "." + format}
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
		row := []string{
			fmt.Sprint(n), words.Levels[p.LevelID()].Name, fmt.Sprintf("%d.%d", p.Grade.Rating/10, p.Grade.Rating%10), fmt.Sprint(p.Givens.Clues()),
			fmt.Sprintf("%x", p.Canon), p.Givens.String(), p.Solution.String(), variant.Name, variant.Text, names[0], names[1],
		}
		if dated {
			row = slices.Insert(row, 1, day, l.date(i, 0, 0))
		}
		_ = rows.Write(row)
	}
	rows.Flush()
	return out.Bytes(), rows.Error()
}

// picture draws a puzzle or its solution: an SVG or a PNG for screens, or a PDF with the fonts and
// lines of the book and hardly any margin.
func (l *layout) picture(w io.Writer, p *Puzzle, solution bool, title, format string) error {
	o := l.drawing(draw.Options{BoxTint: l.spec.BoxTint})
	if solution {
		o.Solution = &p.Solution
	}
	picture := draw.New(&p.Givens, o)
	if pictured, _ := draw.Pictured(l.spec.Symbols); pictured {
		picture.Drawn = l.fonts
	}
	switch format {
	case "svg":
		return picture.SVG(w, 0)
	case "png":
		return picture.PNG(w, 1200) // sharp enough for a column of a newspaper, 10 cm at 300 dots per inch
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
