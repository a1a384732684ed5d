package book

import (
	"encoding/json"
	"slices"

	"gradoku/board"
	"gradoku/draw"
	"gradoku/grade"
)

// record is what a PDF of this package says about its book as JSON in its keywords: what the
// check and the cover need but cannot read from the pages.
type record struct {
	Subtitle string   `json:"subtitle,omitempty"`
	ISBN     string   `json:"isbn,omitempty"`
	Printer  string   `json:"for,omitempty"` // "" for the default
	Paper    string   `json:"paper,omitempty"`
	Impose   string   `json:"impose,omitempty"`   // how the pages are on sheets; "" for pages
	Cover    bool     `json:"cover,omitempty"`    // this is the cover of a book
	Symbols  []string `json:"symbols,omitempty"`  // in place of the digits; nil for the digits
	Pictures []string `json:"pictures,omitempty"` // the same if they are a user's own pictures, which a cover does not have
	Volume   int      `json:"volume,omitempty"`   // of a series; 0 for none
	First    int      `json:"first,omitempty"`    // the number of the first puzzle; 0 for 1
	// For the cover: the levels with their puzzles if the pages say them, and what else is there.
	Levels     []LevelCount `json:"levels,omitempty"`
	Proper     string       `json:"proper,omitempty"` // what is true of all puzzles
	Lessons    bool         `json:"lessons,omitempty"`
	Hints      bool         `json:"hints,omitempty"`
	Answers    bool         `json:"answers,omitempty"`
	LargePrint bool         `json:"large-print,omitempty"`
	Variants   []string     `json:"variants,omitempty"` // of the puzzles in their order; nil if all are classical
}

// LevelCount says how many puzzles of a book have a level.
type LevelCount struct {
	ID      string `json:"id"`
	Puzzles int    `json:"puzzles"`
}

// keywords returns the record of a book.
func (b *Book) keywords() string {
	r := record{Subtitle: b.Spec.Subtitle, ISBN: b.Spec.ISBN, Printer: b.Spec.Printer, Paper: b.Spec.Paper, Impose: b.Spec.Impose, Symbols: b.Spec.Symbols, First: b.Spec.First, Volume: b.Spec.Volume}
	r.Lessons, r.Hints, r.LargePrint = !b.Spec.NoLessons && b.Front > 0, b.Spec.hinted(), b.Spec.LargePrint
	r.Proper, r.Answers = b.proper, !b.Spec.placed(Separate) && !b.Spec.placed("none")
	for _, id := range grade.LevelIDs() {
		n := len(slices.DeleteFunc(slices.Clone(b.puzzles), func(p *Puzzle) bool { return p.LevelID() != id }))
		if n > 0 && (slices.Contains(b.Spec.Labels, LabelStars) || slices.Contains(b.Spec.Labels, "level")) {
			r.Levels = append(r.Levels, LevelCount{id, n})
		}
	}
	if _, own := draw.Pictured(r.Symbols); own {
		r.Symbols, r.Pictures = nil, r.Symbols
	}
	if slices.ContainsFunc(b.puzzles, func(p *Puzzle) bool { return p.variant() != "" }) {
		for _, p := range b.puzzles {
			r.Variants = append(r.Variants, p.Givens.Geometry().Variant.String())
		}
	}
	return string(must(json.Marshal(r))) // texts and numbers always encode
}

// variantOf returns the variant of a puzzle by its number. The check needs its rules to prove
// the puzzle.
func (r *record) variantOf(number int) board.Variant {
	var v board.Variant
	if i := number - max(1, r.First); i >= 0 && i < len(r.Variants) {
		v, _ = board.ParseVariant(r.Variants[i]) // an altered file may name no variant
	}
	return v
}
