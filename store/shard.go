package store

import (
	"encoding/json"
	"fmt"
	"math/bits"
	"strings"

	"gradoku/internal/text"
)

// Shard determines where a run ends and which of its tries are computed here. It is
// kept in the options of a run, under the keys cut and shard, because runs sliced
// in different ways are different runs. The zero Shard writes neither key.
type Shard struct {
	// Tries means that the run's target counts tries instead of accepted puzzles.
	Tries bool
	// Index and Of select one slice of the tries: number Index, from 1, of Of slices.
	// No slice knows what the others accept, so Tries must be set too. 0 of 0 is the
	// whole run.
	Index, Of int
}

// ShardOf reads the shard from the options of a run.
func ShardOf(options string) (Shard, error) {
	var keys struct {
		Cut   string `json:"cut"`
		Shard string `json:"shard"`
	}
	if err := json.Unmarshal([]byte(options), &keys); err != nil {
		return Shard{}, fmt.Errorf("reading the options of a run: %w", text.JSONFault(err))
	}
	s := Shard{Tries: keys.Cut == "tries"}
	if keys.Cut != "" && !s.Tries {
		return Shard{}, fmt.Errorf("reading the options of a run: it is cut by %q, which this version does not know", keys.Cut)
	}
	if keys.Shard == "" {
		return s, nil
	}
	var err error
	if s.Index, s.Of, err = ParseShard(keys.Shard); err != nil || !s.Tries {
		return Shard{}, fmt.Errorf("reading the options of a run: its shard %q is not valid", keys.Shard)
	}
	return s, nil
}

// Fits refuses a target with which some slices would have no tries.
func (s Shard) Fits(target int64) error {
	if target < int64(s.Of) {
		return fmt.Errorf("%d attempts cannot be cut into %d slices", target, s.Of)
	}
	return nil
}

// maxShards bounds the slices of a run; nobody has that many machines.
const maxShards = 1_000_000

// ParseShard reads "2/3" as slice 2 of 3.
func ParseShard(text string) (i, n int, err error) {
	var rest string
	got, _ := fmt.Sscanf(text, "%d/%d%s", &i, &n, &rest)
	if got != 2 || i < 1 || n < i || n > maxShards || text != fmt.Sprintf("%d/%d", i, n) {
		return 0, 0, fmt.Errorf("%q is not a slice of a run: write i/n, such as 2/3 for the second of three", text)
	}
	return i, n, nil
}

// Mark adds the shard to the options of a run, a JSON object that has none yet.
func (s Shard) Mark(options string) string {
	if !s.Tries {
		return options
	}
	marks := `"cut":"tries"`
	if s.Of > 0 {
		marks += fmt.Sprintf(`,"shard":"%d/%d"`, s.Index, s.Of)
	}
	body := strings.TrimSuffix(options, "}")
	if body != "{" {
		body += ","
	}
	return body + marks + "}"
}

// Range returns the tries [from, to) that a run with this shard and target
// computes. to is 0 for a run that ends after a number of accepted puzzles, since its
// end is not known beforehand.
//
// Slices are adjacent ranges of as equal a length as whole tries allow. One after the
// other, they make up the run, in the order of its tries.
func (s Shard) Range(target int64) (from, to int64) {
	switch {
	case !s.Tries:
		return 0, 0
	case s.Of == 0:
		return 0, target
	}
	return share(target, s.Index-1, s.Of), share(target, s.Index, s.Of)
}

// share is target*i/n without overflow; i <= n.
func share(target int64, i, n int) int64 {
	high, low := bits.Mul64(uint64(target), uint64(i))
	quotient, _ := bits.Div64(high, low, uint64(n))
	return int64(quotient)
}

// String describes the shard in words. It is "" for a run that ends after a number of
// accepted puzzles.
func (s Shard) String() string {
	switch {
	case s.Of > 0:
		return fmt.Sprintf("slice %d/%d", s.Index, s.Of)
	case s.Tries:
		return "cut by tries"
	}
	return ""
}

// whole returns the options of the whole run, given those of its slice.
func (s Shard) whole(options string) string {
	return strings.Replace(options, fmt.Sprintf(`,"shard":"%d/%d"`, s.Index, s.Of), "", 1)
}
