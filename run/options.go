package run

import (
	"encoding/json"
	"fmt"

	"gradoku/board"
	"gradoku/generate"
	"gradoku/grade"
	"gradoku/internal/text"
	"gradoku/predict"
)

// Command is the name under which runs of this package are stored.
const Command = "generate"

// storedOptions is the form of a [generate.Target] that identifies a run.
// Fields are written in this order, so that equal options give equal text. The
// first five are always written; later ones only when they are set, so that
// runs from before they existed are still found.
type storedOptions struct {
	Size     int    `json:"size"`
	Symmetry string `json:"symmetry"`
	Clues    int    `json:"clues"`
	Minimal  bool   `json:"minimal"`
	Grids    string `json:"grids"`
	Sampling string `json:"sampling,omitempty"` // absent: top-down

	CluesTo int           `json:"clues_to,omitempty"`
	Pattern string        `json:"pattern,omitempty"` // # and .
	Levels  []string      `json:"levels,omitempty"`
	Ratings []string      `json:"ratings,omitempty"`
	Letters string        `json:"letters,omitempty"`
	Uses    []string      `json:"techniques,omitempty"`
	Only    []string      `json:"only_techniques,omitempty"`
	Walk    bool          `json:"walk,omitempty"`
	Quotas  []storedQuota `json:"quotas,omitempty"`

	People  []string   `json:"people_techniques,omitempty"`
	Minutes grade.Span `json:"minutes,omitzero"`

	Variant string `json:"variant,omitempty"`
}

type storedQuota struct {
	Level   string `json:"level,omitempty"`
	Ratings string `json:"ratings,omitempty"` // absent with a level
	Count   int64  `json:"count"`
	Walk    bool   `json:"walk,omitempty"`
	Clues   int    `json:"clues,omitempty"`
}

// EncodeOptions writes the options of a run as the text that identifies it.
func EncodeOptions(opt generate.Target) string {
	s := storedOptions{
		Size: opt.Geometry.Size, Symmetry: opt.Symmetry.Name, Clues: opt.Clues, Minimal: opt.Minimal,
		Grids:   opt.GridsUsed().String(),
		CluesTo: opt.CluesTo, Levels: opt.Criteria.Levels, Letters: opt.Criteria.Letters, Uses: opt.Criteria.Uses, Only: opt.Criteria.Only, Walk: opt.Walk,
		People: opt.Criteria.People, Minutes: opt.Criteria.Minutes,
		Variant: opt.Geometry.Variant.String(),
	}
	if opt.Sampling != generate.TopDown {
		s.Sampling = opt.Sampling.String()
	}
	if !opt.Pattern.Empty() {
		s.Pattern = generate.PatternText(opt.Pattern, opt.Geometry)
	}
	for _, r := range opt.Criteria.Ratings {
		s.Ratings = append(s.Ratings, r.String())
	}
	for _, q := range opt.Quotas {
		stored := storedQuota{Level: q.Level, Count: q.Count, Walk: q.Walk, Clues: q.Clues}
		if q.Level == "" {
			stored.Ratings = q.Range.String()
		}
		s.Quotas = append(s.Quotas, stored)
	}
	b, err := json.Marshal(s)
	if err != nil {
		panic(err) // numbers, strings and booleans always encode
	}
	return string(b)
}

// DecodeOptions reads what EncodeOptions wrote.
func DecodeOptions(encoded string) (generate.Target, error) {
	var s storedOptions
	err := json.Unmarshal([]byte(encoded), &s)
	if err == nil {
		var opt generate.Target
		if opt, err = s.options(); err == nil {
			return opt, nil
		}
	}
	return generate.Target{}, fmt.Errorf("reading the options of a run: %w", text.JSONFault(err))
}

func (s *storedOptions) options() (opt generate.Target, err error) {
	opt.Clues, opt.CluesTo, opt.Minimal, opt.Walk = s.Clues, s.CluesTo, s.Minimal, s.Walk
	opt.Criteria = grade.Criteria{Levels: s.Levels, Letters: s.Letters, Uses: s.Uses, Only: s.Only, People: s.People, Minutes: s.Minutes}
	if s.Minutes != (grade.Span{}) {
		opt.Predictor = predict.Minutes
	}
	variant, err := board.ParseVariant(s.Variant)
	if err != nil {
		return opt, err
	}
	if opt.Geometry, err = variant.On(s.Size); err != nil {
		return opt, err
	}
	if opt.Symmetry, err = board.SymmetryByName(s.Symmetry); err != nil {
		return opt, err
	}
	if opt.Grids, err = generate.GridsByName(s.Grids); err != nil {
		return opt, err
	}
	if opt.Sampling, err = generate.SamplingByName(s.Sampling); err != nil {
		return opt, err
	}
	if s.Pattern != "" {
		var geo *board.Geometry
		if opt.Pattern, geo, err = generate.ParsePattern(s.Pattern); err != nil || geo.Size != s.Size {
			return opt, fmt.Errorf("%q is not a pattern for %dx%d", s.Pattern, s.Size, s.Size)
		}
	}
	for _, text := range s.Ratings {
		r, err := grade.ParseRange(text)
		if err != nil {
			return opt, err
		}
		opt.Criteria.Ratings = append(opt.Criteria.Ratings, r)
	}
	for _, q := range s.Quotas {
		quota := generate.Quota{Level: q.Level, Count: q.Count, Walk: q.Walk, Clues: q.Clues}
		if q.Level == "" {
			if quota.Range, err = grade.ParseRange(q.Ratings); err != nil {
				return opt, err
			}
		}
		opt.Quotas = append(opt.Quotas, quota)
	}
	return opt, nil
}
