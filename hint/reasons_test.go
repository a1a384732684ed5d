package hint

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gradoku/board"
	"gradoku/grade"
	"gradoku/internal/boardtest"
)

// TestCombinations: an aligned exclusion lists each combination with a candidate that it removes, and
// the cell in brackets has no candidates but those that the combination takes.
func TestCombinations(t *testing.T) {
	p, err := board.Parse(".36...7.91.......87.......5..28..45....2.1..7....4.3..39...4.2...1..3...86.1..9..")
	if err != nil {
		t.Fatal(err)
	}
	geo, listed := p.Geometry(), 0
	b := board.NewBoard(&p)
	for _, s := range playOn(grade.NewGrader(geo), &p, grade.Ladders()[0]) {
		if s.Technique == "aligned-pair-exclusion" {
			text := English().SentenceOn(&b, &s)
			for _, e := range s.Eliminate {
				k := slices.Index(s.Cells, e.Cell)
				for other := range b.Candidates(s.Cells[1-k]).All() {
					pair := [2]board.Digit{e.Digit, other}
					said := regexp.MustCompile(fmt.Sprintf(`\b%v-%v( \(r(\d)c(\d)\))?`, pair[k], pair[1-k])).FindStringSubmatch(text)
					if said == nil || (said[1] == "") != (e.Digit == other) {
						t.Fatalf("%d and %d: %q in %s", pair[k], pair[1-k], said, text)
					}
					if listed++; said[1] == "" {
						continue
					}
					left := b.Candidates(geo.CellAt(int(said[2][0]-'1'), int(said[3][0]-'1')))
					if left == 0 || left&^(e.Digit.Mask()|other.Mask()) != 0 {
						t.Errorf("%s leaves %v", said[0], left)
					}
				}
			}
		}
		s.Apply(&b)
	}
	if listed == 0 {
		t.Error("there is no aligned exclusion")
	}
}

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
