package run

import (
	"encoding/json"
	"fmt"
	"strings"

	"gradoku/generate"
	"gradoku/internal/text"
	"gradoku/predict"
)

// Command is the name under which runs of this package are stored.
const Command = "generate"

// EncodeOptions writes the target of a run, which must be possible, as the text that identifies
// the run: equal targets give equal texts.
func EncodeOptions(target generate.Target) string {
	err := target.Settle()
	if err == nil {
		var b []byte
		if b, err = json.Marshal(target); err == nil {
			return string(b)
		}
	}
	panic(err) // the caller has not checked the target
}

// DecodeOptions reads what EncodeOptions wrote. The text may also say what ends the run: see
// [store.EndingByAttempts].
func DecodeOptions(encoded string) (generate.Target, error) {
	var s struct {
		generate.Target
		Cut string `json:"cut"`
	}
	in := json.NewDecoder(strings.NewReader(encoded))
	in.DisallowUnknownFields()
	err := in.Decode(&s)
	if err == nil {
		err = s.Settle()
	}
	if err != nil {
		return generate.Target{}, fmt.Errorf("reading the options of a run: %w", text.JSONFault(err))
	}
	s.Predictor = predict.Minutes
	return s.Target, nil
}
