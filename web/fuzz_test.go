package web_test

import (
	"context"
	"net/http/httptest"
	"net/url"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"unicode"

	"gradoku/web"
)

// FuzzQuestion: whatever a client sends as a question, the answer is one, or a problem
// that is the client's.
func FuzzQuestion(f *testing.F) {
	names := []string{"grade", "solve", "check", "hint", "canonical", "convert", "morph", "parse", "draw", "minimal"}
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
		moved := res.StatusCode == 303 && strings.HasPrefix(res.Header.Get("Location"), "/try?puzzle=")
		if !moved && res.StatusCode != 200 && res.StatusCode != 422 && res.StatusCode != 503 {
			t.Errorf("%q: %d %s", text, res.StatusCode, body)
		}
	})
}

// FuzzAddress: whatever address a client asks for, the answer is the client's to heed;
// it is no fault, and leads nowhere else.
func FuzzAddress(f *testing.F) {
	for _, path := range []string{
		"/puzzle/1?technique_order=human&step=3", "/position.json?step=-1", "/puzzle/%00/puzzle.sdm", "/board.svg?puzzle=" + wikipedia + "&step=2",
		"/v1/daily/2026-01-05?salt=%ff", "/v1/puzzles/random?seed=-9223372036854775808", "/static/..%2fserver.go", "//evil.example/..",
		"/v1/runs/1", "/try?puzzle=1&step=9", "/v1/stats?where=%00", "/random?size=6", `/\evil.example`,
	} {
		f.Add(path, `W/"x", "`)
	}
	s, log := newServer(f, copyOf(f), nil)
	f.Fuzz(func(t *testing.T, target, header string) {
		u, err := url.ParseRequestURI(target)
		if err != nil || u.Scheme != "" || strings.HasPrefix(u.Path, "/v1/export.sqlite") {
			t.Skip() // no server passes that on, or it lasts
		}
		r := httptest.NewRequest("GET", "/", nil)
		r.URL, r.RequestURI = u, target
		r.Header = map[string][]string{"Accept": {"text/html"}, "If-Modified-Since": {header}, "Accept-Language": {header}}
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if w.Code >= 500 && w.Code != 503 {
			t.Errorf("%q: %d %s\n%s", target, w.Code, w.Body, log)
		}
		if to := w.Header().Get("Location"); to != "" && (!strings.HasPrefix(to, "/") || strings.HasPrefix(to, "//") || strings.HasPrefix(to, `/\`)) {
			t.Errorf("%q leads to %q", target, to)
		}
	})
}

// FuzzOrder: whatever a form or a body asks for, nothing of it is a flag of its own: it
// is refused, or it is a command whose every word was composed here.
func FuzzOrder(f *testing.F) {
	f.Add("n", "5", "level", "hard,easy")
	f.Add("pattern", wikipedia, "cell", "80")
	f.Add("quota", "easy=5,hard=3", "seed", "-1")
	f.Add("technique", "--db=/etc/passwd", "rating", "4.0-\n--db=x")
	f.Add("clues", "22-\x00", "size", "16")
	s, _ := newServer(f, copyOf(f), func(o *web.Options) {
		writing(o)
		o.Command = func(ctx context.Context, args ...string) *exec.Cmd {
			for i, arg := range args {
				name, _, _ := strings.Cut(arg, "=")
				known := i == 0 && arg == "generate" || i > 0 && slices.Contains(strings.Fields("--n --size --quota --level --rating --technique --only-techniques --clues --symmetry --pattern --minimal --seed"), name)
				if !known || strings.ContainsFunc(arg, unicode.IsControl) {
					panic("it would run " + strings.Join(args, " "))
				}
			}
			return exec.CommandContext(ctx, "/nonsense") // which is not there
		}
	})
	f.Fuzz(func(t *testing.T, a, x, b, y string) {
		for _, action := range []string{"start", "draw"} {
			form := url.Values{a: {x}, b: {y}, "token": {token}, "action": {action}}
			res, body := ask(s, "POST", "/make", form.Encode(), "Content-Type", "application/x-www-form-urlencoded", "Accept", "text/html")
			to := res.Header.Get("Location")
			if to != "" {
				send(s, "DELETE", "/v1"+to, "")
			}
			if res.StatusCode >= 500 || strings.Contains(body, "<script>alert") {
				t.Errorf("%q: %d %s", form, res.StatusCode, body)
			}
		}
	})
}
