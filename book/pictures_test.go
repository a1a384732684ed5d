package book

import (
	"bytes"
	"encoding/csv"
	"errors"
	"strings"
	"testing"
	"time"

	"gradoku/board"
)

// TestPictures: the table names pictures that are there, and the pictures of a PDF have the
// digits that the table says, where the check finds them.
func TestPictures(t *testing.T) {
	puzzles := sections(1, 4, 9)
	for _, format := range PictureFormats {
		s := spec(t, "6x9")
		s.Lang, s.BoxTint, s.Volume, s.First = "de", 10, 2, 99
		files := map[string][]byte{}
		table, err := Pictures(s, puzzles, format, func(name string, data []byte) error {
			if files[name] != nil {
				t.Errorf("%s is written twice", name)
			}
			files[name] = data
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(bytes.NewReader(table)).ReadAll()
		if err != nil || len(rows) != 3 || len(files) != 4 {
			t.Fatalf("%d rows, %d files, %v", len(rows), len(files), err)
		}
		if got := strings.Join(rows[0], ","); got != "number,level,rating,clues,key,givens,solution,variant,rule,@puzzle,@answer" {
			t.Errorf("the headings are %s", got)
		}
		for _, row := range rows[1:] {
			for i, digits := range row[5:7] {
				data := files[row[9+i]]
				if !bytes.HasPrefix(data, []byte(map[string]string{"svg": "<?xml", "png": "\x89PNG", "pdf": "%PDF-"}[format])) {
					t.Errorf("%s is %.20q", row[9+i], data)
				}
				if format != "pdf" {
					continue
				}
				b := readBy(t, data, read)
				grids := findGrids(&b.pages[0])
				if len(grids) != 1 {
					t.Fatalf("%s has %d grids", row[9+i], len(grids))
				}
				if g, problem := grids[0].read(&b.pages[0], nil, false); problem != "" || g.String() != digits {
					t.Errorf("%s shows %v, not %s (%s)", row[9+i], g, digits, problem)
				}
			}
		}
		if strings.Contains(string(table), "Easy") || !strings.Contains(string(table), "puzzle-2-099."+format+",solution-2-099."+format) {
			t.Errorf("the table is\n%s", table)
		}
	}
}

// TestPicturesFail: a wrong solution is not drawn; a picture that cannot be written ends it.
func TestPicturesFail(t *testing.T) {
	full := errors.New("disk full")
	if _, err := Pictures(spec(t, "6x9"), sections(2, 4), "svg", func(string, []byte) error { return full }); !errors.Is(err, full) {
		t.Errorf("%v, want %v", err, full)
	}
	wrong := sections(1, 4)
	p := wrong[0].Puzzles[0]
	d := p.Solution.At(3)
	p.Solution.Set(3, d%4+1)
	wrong = []Section{{Size: 4, Puzzles: []Puzzle{p}}}
	if _, err := Pictures(spec(t, "6x9"), wrong, "svg", func(string, []byte) error { return nil }); err == nil || !strings.Contains(err.Error(), "the recorded solution of puzzle 1 is wrong") {
		t.Errorf("%v", err)
	}
	p.Givens = board.NewGrid(p.Givens.Geometry())
	if _, err := Pictures(spec(t, "6x9"), []Section{{Size: 4, Puzzles: []Puzzle{p}}}, "svg", func(string, []byte) error { return nil }); err == nil {
		t.Error("an empty grid is drawn")
	}
	s := spec(t, "6x9")
	s.PDF.Condition = "FOGRA39"
	if _, err := Pictures(s, sections(1, 4), "pdf", func(string, []byte) error { return nil }); err == nil {
		t.Error("a printing condition without PDF/X")
	}
}

// TestDates: dates are in the language of the book, under puzzles and over solutions, and in the
// table of pictures.
func TestDates(t *testing.T) {
	for lang, want := range map[string]string{
		"en": "Friday, 1 January 2027", "de": "Freitag, 1. Januar 2027", "fr": "Vendredi 1er janvier 2027",
		"es": "Viernes, 1 de enero de 2027", "it": "Venerdì 1º gennaio 2027", "pl": "Piątek, 1 stycznia 2027",
	} {
		s := spec(t, "8.5x11")
		s.Lang, s.Labels, s.NoLessons, s.Solutions = lang, []string{"none"}, true, 4
		s.Days = time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)
		b := laidOut(t, s, many(2))
		found := 0
		for i := range b.Pages {
			for _, text := range texts(b, i) {
				if text == want {
					found++
				}
			}
		}
		if r := checked(t, written(t, b)); found != 2 || len(r.Problems) > 0 {
			t.Errorf("%q is in the book %d times, want it under its puzzle and over its solution; %q", want, found, r.Problems)
		}
		table, err := Pictures(s, many(2), "svg", func(string, []byte) error { return nil })
		rows, _ := csv.NewReader(bytes.NewReader(table)).ReadAll()
		if err != nil || len(rows) != 3 || rows[0][1] != "date" || rows[1][1] != "2027-01-01" || rows[1][2] != want || rows[2][1] != "2027-01-02" {
			t.Errorf("the table of pictures is %q, %v", rows, err)
		}
	}
}
