package run

import "testing"

// FuzzDecodeOptions: the options of a run are refused, or are those that their
// own text gives again.
func FuzzDecodeOptions(f *testing.F) {
	for _, seed := range []string{
		`{"size":9,"symmetry":"none","grids":"any"}`,
		`{"size":9,"symmetry":"rotate180","clues":"28-30","grids":"fast","minimal":true,"walk":true}`,
		`{"size":4,"symmetry":"none","grids":"uniform","pattern":"#..#.##.#..#.##."}`,
		`{"rating":"4.0-4.6,7.5-","letter":"EF","technique":"xy-wing"}`,
		`{"quotas":[{"rating":"1.0-1.2","count":5,"walk":true},{"rating":"1.3-2.0","count":2,"clues":"30"}],"cut":"attempts"}`,
		`{"size":17}`, `{"size":1e400}`, `[]`, `null`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		opt, err := DecodeOptions(text)
		if err != nil {
			return
		}
		written := EncodeOptions(opt)
		again, err := DecodeOptions(written)
		if err != nil || EncodeOptions(again) != written {
			t.Errorf("%q is written %s and then %s, %v", text, written, EncodeOptions(again), err)
		}
	})
}
