package grade

import "testing"

// FuzzParseRange: a range is refused or written as it is read.
func FuzzParseRange(f *testing.F) {
	for _, seed := range []string{"4.0-4.6", "7.5-", "1.0-1.0", "4.6-4.0", "-1.0-2.0", "0.0-", "99999999999999999999.9-", ".0-100.0"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, err := ParseRange(text)
		if err != nil {
			return
		}
		if again, err := ParseRange(r.String()); err != nil || again != r || r.Empty() {
			t.Errorf("%q is %+v, written %s, read %+v, %v", text, r, r, again, err)
		}
	})
}
