package grade

import (
	"slices"
	"testing"
)

// FuzzParseRange: ranges are refused or written as they are read.
func FuzzParseRange(f *testing.F) {
	for _, seed := range []string{"4.0-4.6", "7.5-", "1.0-1.0", "4.6-4.0", "-1.0-2.0", "0.0-", "99999999999999999999.9-", ".0-100.0"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var read, again RatingSet
		if read.UnmarshalText([]byte(text)) != nil {
			return
		}
		written := read.String()
		if err := again.UnmarshalText([]byte(written)); err != nil || !slices.Equal(again.Ranges, read.Ranges) {
			t.Errorf("%q is %+v, written %s, read %+v, %v", text, read, written, again, err)
		}
	})
}
