package web_test

import (
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

// FuzzQuestion: whatever a client sends as a question, the answer is one, or a problem
// that is the client's.
func FuzzQuestion(f *testing.F) {
	names := []string{"grade", "solve", "check", "hint", "canonical", "convert", "morph", "format", "parse", "draw", "minimal", "path"}
	for i, body := range []string{
		`{"puzzle":"` + wikipedia + `"}`, `{"puzzle":"","state":"","candidates":""}`, `{"text":"1","to":"sdm"}`, `{"puzzle":null}`, `[[[[`, `{"puzzle":"\ud800"}`,
	} {
		f.Add(uint8(i), body, false)
		f.Add(uint8(i+3), body+"\n"+body, true)
	}
	s, _ := newServer(f, copyOf(f), nil)
	f.Fuzz(func(t *testing.T, which uint8, body string, lines bool) {
		kind := "application/json"
		if lines {
			kind = "application/x-ndjson"
		}
		res, text := ask(s, "POST", "/v1/"+names[int(which)%len(names)], body, "Content-Type", kind)
		if res.StatusCode != 200 && (res.StatusCode < 400 || res.StatusCode > 429) {
			t.Errorf("%d: %s", res.StatusCode, text)
		}
	})
}

// FuzzSelection: whatever a client asks for, the answer is a page, or says what is
// wrong; listing and page agree.
func FuzzSelection(f *testing.F) {
	f.Add("where", "rating >= 4.0 and not (clues < 25)", "")
	f.Add("level", "hard,easy", "id__4")
	f.Add("cursor", "rating_12_4", "random_00_1")
	f.Add("clues", "-4--4", "")
	s, _ := newServer(f, copyOf(f), nil)
	f.Fuzz(func(t *testing.T, name, value, cursor string) {
		q := url.Values{name: {value}}
		if cursor != "" {
			q.Set("cursor", cursor)
		}
		for _, path := range []string{"/v1/puzzles?", "/browse?"} {
			r := httptest.NewRequest("GET", path+q.Encode(), nil)
			r.Header.Set("Accept", "text/html")
			w := httptest.NewRecorder()
			s.ServeHTTP(w, r)
			if w.Code != 200 && w.Code != 422 {
				t.Errorf("%s %q=%q: %d %s", path, name, value, w.Code, w.Body)
			}
			if strings.Contains(w.Body.String(), "<script>alert") {
				t.Errorf("not escaped: %q", value)
			}
		}
	})
}

// FuzzTry: whatever is pasted, the page says something about it.
func FuzzTry(f *testing.F) {
	f.Add(wikipedia)
	f.Add("+---+\n|1..|\n+---+")
	f.Add("\x1f\x8b\x08\x00")
	f.Add(strings.Repeat(".", 256))
	s, _ := newServer(f, copyOf(f), nil)
	f.Fuzz(func(t *testing.T, text string) {
		res, body := ask(s, "POST", "/try", url.Values{"puzzle": {text}}.Encode(), "Content-Type", "application/x-www-form-urlencoded", "Accept", "text/html")
		if res.StatusCode != 200 && res.StatusCode != 422 && res.StatusCode != 503 {
			t.Errorf("%q: %d %s", text, res.StatusCode, body)
		}
	})
}
