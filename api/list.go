package api

import (
	"context"
	"fmt"

	"gradoku/board"
	"gradoku/grade"
	"gradoku/hint"
)

// ListRequest asks for the names that other questions take.
type ListRequest struct {
	Lang string `json:"lang,omitempty" jsonschema:"the language of the techniques' names, en by default"`
}

// Lists are those names, in the order of their tables.
type Lists struct {
	Levels     []LevelRow     `json:"levels"`
	Techniques []TechniqueRow `json:"techniques" jsonschema:"the techniques of the rating, then the named patterns"`
	Symmetries []NameRow      `json:"symmetries"`
	Sizes      []SizeRow      `json:"sizes"`
	Languages  []NameRow      `json:"languages" jsonschema:"the languages of hints; the meaning is the language's own name"`
}

// LevelRow is a level of difficulty. A puzzle has the first level whose two limits it keeps.
type LevelRow struct {
	ID        string  `json:"id"`
	Name      string  `json:"name" jsonschema:"in English"`
	Meaning   string  `json:"meaning"`
	MaxRating *Tenths `json:"max_rating" jsonschema:"the highest rating of the level; null for no limit"`
	MaxScan   *Tenths `json:"max_scan" jsonschema:"the largest scan effort of the level on 9x9; it grows with the number of cells; null for no limit"`
}

// LevelRowOf describes a level.
func LevelRowOf(l grade.Level) LevelRow {
	row := LevelRow{ID: l.ID, Name: l.Label, Meaning: l.Doc, MaxScan: NullIfZero(l.MaxScan)}
	if l.MaxRating < grade.NoCeiling {
		row.MaxRating = new(Tenths(l.MaxRating))
	}
	return row
}

// TechniqueRow is a technique with its place on both ladders.
type TechniqueRow struct {
	ID     string  `json:"id"`
	Name   string  `json:"name"`
	Rating *Tenths `json:"rating" jsonschema:"null for a named pattern, which has none"`
	Score  int     `json:"score" jsonschema:"its score in the technique order for people, or 0"`
}

// TechniqueRowOf describes a technique by a name.
func TechniqueRowOf(t grade.Technique, name string) TechniqueRow {
	return TechniqueRow{t.ID, name, NullIfZero(t.Rating), t.Score}
}

// SizeRow is a size of puzzles.
type SizeRow struct {
	Box     string `json:"box" jsonschema:"rows x columns of a box"`
	BoxCols int    `json:"box_columns"`
	BoxRows int    `json:"box_rows"`
	Cells   int    `json:"cells"`
	Digits  string `json:"digits"`
	Size    int    `json:"size"`
}

// SizeRowOf describes a size.
func SizeRowOf(g *board.Geometry) SizeRow {
	return SizeRow{fmt.Sprintf("%dx%d", g.BoxRows, g.BoxCols), g.BoxCols, g.BoxRows, g.Cells, g.All.String(), g.Size}
}

// NameRow is a name with its meaning.
type NameRow struct {
	Meaning string `json:"meaning"`
	Name    string `json:"name"`
}

// List returns the names that other questions take.
func (e *Engine) List(_ context.Context, r ListRequest) (*Lists, error) {
	words, err := hint.LanguageByName(r.Lang)
	if err != nil {
		return nil, badRequest("%v", err)
	}
	var all Lists
	for _, l := range grade.Levels() {
		all.Levels = append(all.Levels, LevelRowOf(l))
	}
	for _, t := range append(grade.Techniques(), grade.Patterns()...) {
		all.Techniques = append(all.Techniques, TechniqueRowOf(t, words.TechniqueName(t.ID)))
	}
	for _, s := range board.Symmetries() {
		all.Symmetries = append(all.Symmetries, NameRow{s.Doc, s.Name})
	}
	for _, g := range board.Sizes() {
		all.Sizes = append(all.Sizes, SizeRowOf(g))
	}
	for _, name := range hint.Languages() {
		if words, err = hint.LanguageByName(name); err != nil {
			return nil, err
		}
		all.Languages = append(all.Languages, NameRow{words.Name, name})
	}
	return &all, nil
}
