package pipeline

import (
	"encoding/json"
	"fmt"

	"gradoku/board"
	"gradoku/generate"
)

// Command is the name under which runs of this package are stored.
const Command = "generate"

// storedOptions is the form of generate.Options that identifies a run. Fields
// are written in this order, so that equal options give equal text. The first five
// are never omitted; what came later is omitted at its default, so that runs of
// the time before keep their text.
type storedOptions struct {
	Size     int    `json:"size"`
	Symmetry string `json:"symmetry"`
	Clues    int    `json:"clues"`
	Minimal  bool   `json:"minimal"`
	Grids    string `json:"grids"`
	Sampling string `json:"sampling,omitempty"` // absent: top-down
}

// EncodeOptions writes options as the text that identifies a run.
func EncodeOptions(opt generate.Options) string {
	s := storedOptions{
		Size: opt.Geometry.Size, Symmetry: opt.Symmetry.Name, Clues: opt.Clues, Minimal: opt.Minimal,
		Grids: opt.GridsUsed().String(),
	}
	if opt.Sampling != generate.TopDown {
		s.Sampling = opt.Sampling.String()
	}
	b, err := json.Marshal(s)
	if err != nil {
		panic(err) // numbers, strings and booleans always encode
	}
	return string(b)
}

// DecodeOptions reads what EncodeOptions wrote.
func DecodeOptions(text string) (generate.Options, error) {
	var s storedOptions
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		return generate.Options{}, fmt.Errorf("reading the options of a run: %w", err)
	}
	geo, err := board.ForSize(s.Size)
	if err != nil {
		return generate.Options{}, fmt.Errorf("reading the options of a run: %w", err)
	}
	sym, err := board.SymmetryByName(s.Symmetry)
	if err != nil {
		return generate.Options{}, fmt.Errorf("reading the options of a run: %w", err)
	}
	grids, err := generate.GridsByName(s.Grids)
	if err != nil {
		return generate.Options{}, fmt.Errorf("reading the options of a run: %w", err)
	}
	sampling := generate.TopDown
	if s.Sampling != "" {
		if sampling, err = generate.SamplingByName(s.Sampling); err != nil {
			return generate.Options{}, fmt.Errorf("reading the options of a run: %w", err)
		}
	}
	return generate.Options{
		Geometry: geo, Symmetry: sym, Clues: s.Clues, Minimal: s.Minimal, Grids: grids, Sampling: sampling,
	}, nil
}
