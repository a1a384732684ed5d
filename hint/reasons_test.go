package hint

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"gradoku/board"
	"gradoku/grade"
	"gradoku/internal/boardtest"
)

// TestReasons: the reasons of a single stand on the board, they leave nothing else where they
// suffice, and of a naked single each is needed; they do not suffice where eliminations were needed. In
// every language the sentence is whole and names the cells.
func TestReasons(t *testing.T) {
	met, not := map[string]int{}, map[string]int{}
	for _, size := range []int{4, 6, 9} {
		geo := boardtest.Geometry(t, size)
		gr := grade.NewGrader(geo)
		puzzles, _ := boardtest.Sample(geo, 8, 75)
		for i := range puzzles {
			b := board.NewBoard(&puzzles[i])
			for _, s := range playOn(gr, &puzzles[i], grade.Ladders()[1]) {
				why, suffice := Reasons(&b, &s)
				if suffice {
					met[s.Technique]++
				} else {
					not[s.Technique]++
				}
				if suffice != single(&b, &s) {
					t.Fatalf("%s\n%s: the reasons suffice: %v", b.Framed(), Sentence(geo, &s), suffice)
				}
				for k, r := range why {
					inHouse := geo.HouseSet(r.House)
					if b.At(r.Cell) != r.Digit || !inHouse.Has(r.Cell) {
						t.Fatalf("%s\n%s: %+v", b.Framed(), Sentence(geo, &s), r)
					}
					if suffice && leaves(geo, &b, &s, slices.Delete(slices.Clone(why), k, k+1)) && !strings.HasPrefix(s.Technique, "hidden") {
						t.Fatalf("%s\n%s: %+v is not needed", b.Framed(), Sentence(geo, &s), r)
					}
				}
				if suffice && !leaves(geo, &b, &s, why) {
					t.Fatalf("%s\n%s: %+v", b.Framed(), Sentence(geo, &s), why)
				}
				for _, lang := range Languages() {
					l, err := LanguageByName(lang)
					if err != nil {
						t.Fatal(err)
					}
					whole, text := wholeSentence, l.SentenceOn(&b, &s)
					if lang == "zh" || lang == "ja" {
						whole = ideographic
					}
					if suffice && (!whole.MatchString(text) || strings.ContainsAny(text, "{}") || !strings.Contains(text, l.CellName(geo, s.Place.Cell))) {
						t.Fatalf("%s: %s", lang, text)
					}
				}
				s.Apply(&b)
			}
		}
	}
	for _, id := range []string{"full-house", "hidden-single-box", "hidden-single-line", "naked-single"} {
		if met[id] == 0 || id != "full-house" && not[id] == 0 {
			t.Errorf("%s: %d with reasons that suffice, %d without", id, met[id], not[id])
		}
	}
}

// single reports whether a step is a single by the digits alone.
func single(b *board.Board, s *grade.Step) bool {
	if !regexp.MustCompile("full-house|hidden-single|naked-single").MatchString(s.Technique) {
		return false
	}
	plain := board.NewBoard(&b.Grid)
	if s.Technique == "naked-single" {
		return plain.Candidates(s.Place.Cell) == s.Place.Digit.Mask()
	}
	places := 0
	for _, c := range b.Geometry().HouseCells(s.Houses[0]) {
		if plain.At(c) == 0 && plain.Candidates(c).Has(s.Place.Digit) {
			places++
		}
	}
	return places == 1
}

// leaves reports whether reasons close every other place or digit of a single.
func leaves(geo *board.Geometry, b *board.Board, s *grade.Step, why []Reason) bool {
	if s.Technique == "naked-single" || s.Technique == "full-house" {
		seen := s.Place.Digit.Mask()
		for _, r := range why {
			if sees := geo.PeerSet(s.Place.Cell); sees.Has(r.Cell) {
				seen |= r.Digit.Mask()
			}
		}
		return seen == geo.All
	}
	for _, c := range geo.HouseCells(s.Houses[0]) {
		sees := geo.PeerSet(c)
		if b.At(c) == 0 && c != s.Place.Cell && !slices.ContainsFunc(why, func(r Reason) bool { return r.Digit == s.Place.Digit && sees.Has(r.Cell) }) {
			return false
		}
	}
	return true
}
