package hint

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gradoku/board"
	"gradoku/grade"
	"gradoku/internal/boardtest"
)

// playOn returns the steps of a ladder as hints follow it, played on a board with all its
// candidates.
func playOn(gr *grade.Grader, p *board.Grid, l grade.Ladder) (path []grade.Step) {
	for b := board.NewBoard(p); !b.Full(); {
		s, ok := gr.Next(&b, l.ForHints(), nil)
		if !ok {
			break
		}
		s.Apply(&b)
		path = append(path, s)
	}
	return path
}

// TestOrderOfSingles: a hint is a naked single only where nothing is the last of a house or
// hidden, and a hidden single in a line only where none is in a box. Besides singles, and
// sets told by their larger half, hints from the givens are the ladder's own path.
func TestOrderOfSingles(t *testing.T) {
	gr := grade.NewGrader(board.Nine())
	ladder, err := grade.LadderByName(grade.HumanLadder)
	if err != nil {
		t.Fatal(err)
	}
	order := []string{"full-house", "hidden-single-box", "hidden-single-line", "naked-single"}
	other := func(steps []grade.Step) (kept []grade.Step) {
		for _, s := range steps {
			if slices.Contains(order, s.Technique) || strings.Contains(s.Technique, "hidden-") || strings.Contains(s.Technique, "naked-") {
				continue
			}
			kept = append(kept, s)
		}
		return kept
	}
	puzzles, _ := boardtest.Sample(board.Nine(), 12, 72)
	met := map[string]int{}
	for i := range puzzles {
		path := playOn(gr, &puzzles[i], ladder)
		if got, want := other(path), other(gr.Human(&puzzles[i]).Steps); !cmp.Equal(got, want) {
			t.Errorf("%v: %v, the ladder has %v", puzzles[i], got, want)
		}
		b := board.NewBoard(&puzzles[i])
		for _, s := range path {
			for _, id := range order[:max(0, slices.Index(order, s.Technique))] {
				if steps, err := gr.Find(&b, id); err != nil || len(steps) > 0 {
					t.Fatalf("%v: %s before %s, %v", b.Grid, s.Technique, id, err)
				}
			}
			met[s.Technique]++
			s.Apply(&b)
		}
	}
	for _, id := range order {
		if met[id] == 0 {
			t.Errorf("no %s: %v", id, met)
		}
	}
}

// TestKnownSets: a set is found by its own name where its smaller complement is not known.
func TestKnownSets(t *testing.T) {
	gr := grade.NewGrader(board.Nine())
	puzzles, _ := boardtest.Sample(board.Nine(), 40, 73)
	asked := 0
	for i := range puzzles {
		for _, id := range []string{"naked-triplet", "naked-quad", "hidden-triplet", "hidden-quad"} {
			b := board.NewBoard(&puzzles[i])
			steps, err := gr.Find(&b, id)
			if err != nil {
				t.Fatal(err)
			}
			hint, err := Next(Position{Givens: puzzles[i]}, Wanted{Known: []string{id}})
			if err != nil || (hint.Status == OK) != (len(steps) > 0) || hint.Status == OK && hint.Found.Technique != id {
				t.Errorf("%v, %s: %s, of %d", puzzles[i], id, hint.Text, len(steps))
			}
			asked += min(1, len(steps))
		}
	}
	if asked < 20 {
		t.Errorf("only %d positions with a set", asked)
	}
}

// TestHintsFollowTheLadder: with complete notes the hints from the givens are the steps of the ladder's own
// path, and lead to the solution.
func TestHintsFollowTheLadder(t *testing.T) {
	n := 12
	if *boardtest.Long {
		n = 1000
	}
	var h Hinter
	gr := grade.NewGrader(board.Nine())
	gr.Budget = 0
	puzzles, solved := boardtest.Sample(board.Nine(), n, 71)
	for i := range puzzles {
		for _, ladder := range grade.Ladders() {
			path := playOn(gr, &puzzles[i], ladder)
			if ladder.Name == "se" {
				_, path = gr.Path(&puzzles[i])
			}
			p := Position{Givens: puzzles[i]}
			for k, want := range path {
				hint, err := h.Next(p, Wanted{Ladder: ladder.Name, Notes: Complete})
				want.Form = hint.Found.Form
				if err != nil || hint.Status != OK || !cmp.Equal(hint.Found, want) {
					t.Fatalf("%v, step %d of %s: %s %q (%v), the path has %s", puzzles[i], k+1, ladder.Name, hint.Status, hint.Text, err, Sentence(board.Nine(), &want))
				}
				p.Apply(&hint)
			}
			if b := p.Board(); b.Grid != solved[i] {
				t.Errorf("%v: %s leads to %v", puzzles[i], ladder.Name, b.Grid)
			}
			if hint, err := h.Next(p, Wanted{}); err != nil || hint.Status != Solved {
				t.Errorf("%v: at the end %s, %v", puzzles[i], hint.Status, err)
			}
		}
	}
}

// TestForms: chains have the names that players give them.
func TestForms(t *testing.T) {
	geo := board.Nine()
	for _, c := range []struct{ technique, chain, want string }{
		{"forcing-x-chain", "4r1c1 -4r1c5 4r3c5 -4r3c9 4r8c9 -4r8c4 4r1c4 -4r1c1", "x-chain"},
		{"forcing-chain", "4r1c1 -4r1c5 7r1c5 -7r6c5 2r6c5 -2r6c2 4r6c2 -4r1c1", "xy-chain"},
		{"forcing-chain", "4r1c1 -4r1c5 7r1c5 -7r6c5 7r6c2 -4r6c2 4r6c1 -4r1c1", "aic-1"},
		{"forcing-chain", "4r1c1 -7r1c1 7r6c1 -2r6c1 2r6c5 -2r1c5 4r1c5 -4r1c1", "aic-2"},
		{"forcing-chain", "4r1c1 -7r1c1 7r6c1 -2r6c1 2r1c1 -4r1c1", "discontinuous-loop"},
		{"forcing-chain", "-4r1c1 4r1c5 -7r1c5 7r6c5 -7r6c1 4r6c1 -4r3c1 4r1c1", "discontinuous-loop"},
		{"cycle", "4r1c1 -4r1c5 7r1c5 -7r1c1 4r1c1", "continuous-loop"},
		{"x-cycle", "4r1c1 -4r1c5 4r6c5 -4r6c1 4r1c1", ""},
		{"x-wing", "", ""},
	} {
		s := grade.Step{Technique: c.technique}
		var chain grade.Chain
		for text := range strings.FieldsSeq(c.chain) {
			off := text[0] == '-'
			text = strings.TrimPrefix(text, "-")
			cell := geo.CellAt(int(text[2]-'1'), int(text[4]-'1'))
			l := grade.Literal{Candidate: grade.Candidate{Cell: cell, Digit: board.Digit(text[0] - '0')}, On: !off}
			chain, s.Digits = append(chain, grade.Link{Literal: l}), s.Digits|l.Digit.Mask()
		}
		if chain != nil {
			s.Chains = []grade.Chain{chain}
			if last := chain[len(chain)-1]; last.On {
				s.Place = last.Candidate
			} else {
				s.Eliminate = []grade.Candidate{last.Candidate}
			}
		}
		if got := formOf(&s); got != c.want {
			t.Errorf("%s %s is called %q, want %q", c.technique, c.chain, got, c.want)
		}
	}
}

// TestFamiliar: only languages with two forms of address change for a player who is addressed
// familiarly, and then no polite word is left.
func TestFamiliar(t *testing.T) {
	const puzzle = "1....2.6.2...9.....8.1.4...3..91............7..28.5.....4...79.....4...19..7.1.23"
	for lang, want := range map[string]string{"de": ": Sieh dir ", "fr": "\u00a0: regarde ", "es": ": mira ", "it": ": guarda ", "pt": ": observe ", "nl": ": kijk ", "ja": "："} {
		p, err := ParsePosition(puzzle, "", "")
		if err != nil {
			t.Fatal(err)
		}
		told, err := Next(p, Wanted{Lang: lang, Familiar: true, Depth: Nudge})
		if err != nil || !strings.Contains(told.Text, want) {
			t.Errorf("%s: %q, %v", lang, told.Text, err)
		}
		polite, _ := LanguageByName(lang)
		familiar, count := polite.Familiar(), 0
		texts := strings.Join(familiar.Texts(), "\n")
		for word, other := range polite.ForFamiliar {
			count += strings.Count(strings.Join(polite.Texts(), "\n"), word)
			if regexp.MustCompile(`(^|\PL)`+word+`($|\PL)`).MatchString(texts) || !strings.Contains(texts, other) {
				t.Errorf("%s: %q should be %q everywhere", lang, word, other)
			}
		}
		if (count < 30) != (familiar == polite) || regexp.MustCompile(`en Sie\b|\b(usted|vous|vos)\b`).MatchString(texts) {
			t.Errorf("%s: %d polite words; %s", lang, count, texts)
		}
	}
}
