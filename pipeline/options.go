package pipeline

import (
	"encoding/json"
	"fmt"

	"gradoku/board"
	"gradoku/generate"
	"gradoku/grade"
)

// Command is the name under which runs of this package are stored.
const Command = "generate"

// Options are everything that shapes the puzzles of a run.
type Options struct {
	generate.Options
	Criteria grade.Criteria // what the grade must be
	Quotas   []Quota        // how many of which ratings; none: as many as the run's target of any
	// Walk: when the puzzle of a try is not wanted, walk from it towards one that is.
	// With quotas it is said of each instead.
	Walk bool
}

// storedOptions is the form of Options that identifies a run. Fields are written
// in this order, so that equal options give equal text. The first five are never
// omitted; what came later is, when it says nothing, so that runs from before it
// are still found.
type storedOptions struct {
	Size     int    `json:"size"`
	Symmetry string `json:"symmetry"`
	Clues    int    `json:"clues"`
	Minimal  bool   `json:"minimal"`
	Grids    string `json:"grids"`
	Sampling string `json:"sampling,omitempty"` // absent: top-down

	CluesTo int           `json:"clues_to,omitempty"`
	Pattern string        `json:"pattern,omitempty"` // # and .
	Ratings []string      `json:"ratings,omitempty"`
	Letters string        `json:"letters,omitempty"`
	Scheme  string        `json:"scheme,omitempty"`
	Uses    []string      `json:"techniques,omitempty"`
	Only    []string      `json:"only_techniques,omitempty"`
	Walk    bool          `json:"walk,omitempty"`
	Quotas  []storedQuota `json:"quotas,omitempty"`
}

type storedQuota struct {
	Ratings string `json:"ratings"`
	Count   int64  `json:"count"`
	Walk    bool   `json:"walk,omitempty"`
}

// EncodeOptions writes options as the text that identifies a run.
func EncodeOptions(opt Options) string {
	s := storedOptions{
		Size: opt.Geometry.Size, Symmetry: opt.Symmetry.Name, Clues: opt.Clues, Minimal: opt.Minimal,
		Grids:   opt.GridsUsed().String(),
		CluesTo: opt.CluesTo, Letters: opt.Criteria.Letters, Uses: opt.Criteria.Uses, Only: opt.Criteria.Only, Walk: opt.Walk,
	}
	if opt.Sampling != generate.TopDown {
		s.Sampling = opt.Sampling.String()
	}
	if opt.Criteria.Letters != "" {
		s.Scheme = opt.Criteria.Scheme
	}
	if !opt.Pattern.Empty() {
		s.Pattern = generate.PatternText(opt.Pattern, opt.Geometry)
	}
	for _, r := range opt.Criteria.Ratings {
		s.Ratings = append(s.Ratings, r.String())
	}
	for _, q := range opt.Quotas {
		s.Quotas = append(s.Quotas, storedQuota{q.Range.String(), q.Count, q.Walk})
	}
	b, err := json.Marshal(s)
	if err != nil {
		panic(err) // numbers, strings and booleans always encode
	}
	return string(b)
}

// DecodeOptions reads what EncodeOptions wrote.
func DecodeOptions(text string) (Options, error) {
	var s storedOptions
	err := json.Unmarshal([]byte(text), &s)
	if err == nil {
		var opt Options
		if opt, err = s.options(); err == nil {
			return opt, nil
		}
	}
	return Options{}, fmt.Errorf("reading the options of a run: %w", err)
}

func (s *storedOptions) options() (opt Options, err error) {
	opt.Clues, opt.CluesTo, opt.Minimal, opt.Walk = s.Clues, s.CluesTo, s.Minimal, s.Walk
	opt.Criteria = grade.Criteria{Letters: s.Letters, Scheme: s.Scheme, Uses: s.Uses, Only: s.Only}
	if opt.Geometry, err = board.ForSize(s.Size); err != nil {
		return opt, err
	}
	if opt.Symmetry, err = board.SymmetryByName(s.Symmetry); err != nil {
		return opt, err
	}
	if opt.Grids, err = generate.GridsByName(s.Grids); err != nil {
		return opt, err
	}
	if s.Sampling != "" {
		if opt.Sampling, err = generate.SamplingByName(s.Sampling); err != nil {
			return opt, err
		}
	}
	if s.Pattern != "" {
		var geo *board.Geometry
		if opt.Pattern, geo, err = generate.ParsePattern(s.Pattern); err != nil || geo != opt.Geometry {
			return opt, fmt.Errorf("the pattern %q is not one of %dx%d", s.Pattern, s.Size, s.Size)
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
		r, err := grade.ParseRange(q.Ratings)
		if err != nil {
			return opt, err
		}
		opt.Quotas = append(opt.Quotas, Quota{r, q.Count, q.Walk})
	}
	return opt, nil
}

// CheckOptions says what in the options no try could ever fulfil.
func CheckOptions(opt Options) error {
	if _, err := generate.New(opt.Options); err != nil {
		return err
	}
	if opt.Sampling != generate.TopDown && opt.Walks() {
		return fmt.Errorf("a walk changes clues by its own rule and not by that of %v sampling", opt.Sampling)
	}
	_, err := newTarget(&opt, new(filledQuotas))
	return err
}
