package web_test

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gradoku/board"
	"gradoku/generate"
	"gradoku/grade"
	"gradoku/internal/bind"
	"gradoku/run"
	"gradoku/store"
	"gradoku/task"
	"gradoku/web"
)

// hostile is a text that runs in a page that does not escape it, or ends a header.
const hostile = `<script>alert(1)</script>"'><img src=x onerror=alert(2)>`

// library is a database with a run of 9x9 puzzles, some 6x6 ones, and a corpus and an
// export whose texts are all hostile. Three quarters of the 9x9 puzzles have stored predicted
// minutes; for the others, pages compute them. It is made once and copied.
var library = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "web")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "puzzles.db")
	if err := makeLibrary(context.Background(), path); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})

func makeLibrary(ctx context.Context, path string) (err error) {
	db, err := store.Open(ctx, path, store.ReadWrite)
	if err != nil {
		return err
	}
	defer func() {
		if closing := db.Close(); err == nil {
			err = closing
		}
	}()
	for _, r := range []struct {
		size  int
		count int64
	}{{9, 150}, {6, 20}} {
		var target generate.Target
		target.Size = r.size
		begun, err := db.BeginRun(ctx, store.Run{Command: run.Command, Options: run.EncodeOptions(target), Seed: 7, Version: "test", Target: r.count})
		if err != nil {
			return err
		}
		if _, err := run.Generate(ctx, db, begun, run.Config{Options: target, Workers: 1, Patience: 1000}); err != nil {
			return err
		}
	}
	minutes := store.Filter{Selection: store.Selection{Selection: grade.Selection{Size: 9}, Where: store.Condition{Text: "id <= 112"}}, Wanted: store.Needs{Minutes: true}}
	if _, err := run.Need(ctx, db, minutes, 1, nil); err != nil {
		return err
	}
	_, file, err := db.BeginImport(ctx, store.Corpus{Name: hostile, Source: hostile, Licence: hostile},
		store.CorpusFile{Name: hostile, SHA256: strings.Repeat("0", 64), Bytes: 1})
	if err != nil {
		return err
	}
	puzzle, err := board.Parse("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
	if err != nil {
		return err
	}
	found := func(yield func(run.Found, error) bool) {
		yield(run.Found{Puzzle: puzzle, Line: 1, Column: 1, Labels: []store.Label{{Name: hostile, Value: hostile}}}, nil)
	}
	if _, _, err := run.Import(ctx, db, file, iter.Seq2[run.Found, error](found), run.ImportConfig{Workers: 1, Grade: true, Budget: 1000}); err != nil {
		return err
	}
	last, err := db.LastPuzzle(ctx)
	if err != nil {
		return err
	}
	_, err = db.RecordExport(ctx, store.Export{Kind: "book", Path: hostile, SHA256: strings.Repeat("0", 64), FilterJSON: "{}", IDs: []int64{1, last}}, false, nil, func() error { return nil })
	return err
}

// copyOf writes the library to a file of the test.
func copyOf(t testing.TB) string {
	t.Helper()
	content, err := library()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "puzzles.db")
	if err := os.WriteFile(path, content, 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// emptyDB makes a database without puzzles.
func emptyDB(t testing.TB) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "puzzles.db")
	db, err := store.Open(t.Context(), path, store.ReadWrite)
	if err == nil {
		err = db.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// changed returns the path of a copy that a statement has changed.
func changed(t *testing.T, statement string) (path string) {
	path = copyOf(t)
	raw, err := sql.Open("sqlite", path)
	if err == nil {
		_, err = raw.Exec(statement)
	}
	if err := errors.Join(err, raw.Close()); err != nil {
		t.Fatal(err)
	}
	return path
}

// newServer returns a server over a database, with what its log says.
func newServer(t testing.TB, path string, change func(*web.Options)) (*web.Server, *strings.Builder) {
	t.Helper()
	log := new(strings.Builder)
	opt := web.Options{
		DB: path, Version: "test", Workers: 2, Limits: web.Limits{Handler: patience}, Log: slog.New(slog.NewTextHandler(&locked{w: log}, nil)),
	}
	if change != nil {
		change(&opt)
	}
	s, err := web.New(t.Context(), opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s, log
}

type locked struct {
	mu sync.Mutex
	w  io.Writer
}

func (l *locked) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(b)
}

// ask sends one request and returns the answer with its body.
func ask(s http.Handler, method, target, body string, headers ...string) (*http.Response, string) {
	r := httptest.NewRequest(method, target, strings.NewReader(body))
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	res := w.Result()
	text, _ := io.ReadAll(res.Body)
	return res, string(text)
}

// get asks for JSON and decodes the answer.
func get(t testing.TB, s http.Handler, target string, into any) {
	t.Helper()
	if _, body := ask(s, "GET", target, ""); json.Unmarshal([]byte(body), into) != nil {
		t.Fatalf("%s: %s", target, body)
	}
}

// post sends a form of pairs of names and values, as a browser does.
func post(s http.Handler, target string, fields ...string) (*http.Response, string) {
	form := url.Values{}
	for pair := range slices.Chunk(fields, 2) {
		form.Add(pair[0], pair[1])
	}
	return ask(s, "POST", target, form.Encode(), "Content-Type", "application/x-www-form-urlencoded", "Accept", "text/html")
}

const wikipedia = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

// TestEndpoints asks each endpoint for what it is for, and for what it must refuse.
func TestEndpoints(t *testing.T) {
	s, log := newServer(t, copyOf(t), nil)
	var key struct{ Key, Puzzle string }
	get(t, s, "/v1/puzzles/1", &key)
	type call struct {
		method, target, body string
		status               int
		has                  string // in the body
	}
	calls := []call{
		{"GET", "/v1/puzzles/" + key.Key, "", 200, `"id":1,`},
		{"GET", "/v1/puzzles/" + strings.ToUpper(key.Key), "", 200, `"id":1,`},
		{"GET", "/v1/puzzles/999999", "", 404, `"type":"/docs#problem-not_found"`},
		{"GET", "/v1/puzzles/0", "", 404, "problem-not_found"},
		{"GET", "/v1/puzzles/" + strings.Repeat("0", 32), "", 404, "there is no puzzle with the key"},
		{"GET", "/v1/puzzles/" + strings.Repeat("9", 40), "", 404, "problem-not_found"},
		{"GET", "/v1/puzzles/" + strings.Repeat("9", 400), "", 422, "problem-request"},
		{"GET", "/v1/puzzles?limit=2", "", 200, `"next":"id__2"`},
		{"GET", "/v1/puzzles?limit=2&cursor=id__2", "", 200, `"id":3,`},
		{"GET", "/v1/puzzles?size=6&limit=500", "", 200, `"next":null`},
		{"GET", "/v1/puzzles?order=rating&desc=true&limit=1", "", 200, `"next":"rating_`},
		{"GET", "/v1/puzzles?level=easy&where=clues%20%3E%2020&rating=1.5-2.0&symmetry=none&clues=22-30&minimal=true&logic=true&run=1&technique=hidden-single-box", "", 200, `"level":"easy"`},
		{"GET", "/v1/puzzles?limit=0", "", 422, "query.limit"},
		{"GET", "/v1/puzzles?limit=x", "", 422, "query.limit"},
		{"GET", "/v1/puzzles?order=nonsense", "", 422, "query.order"},
		{"GET", "/v1/puzzles?nonsense=1", "", 422, "query.nonsense"},
		{"GET", "/v1/puzzles?cursor=rating_4_4", "", 422, "query.cursor"},
		{"GET", "/v1/puzzles?level=nonsense", "", 422, `"location":"query.level"`},
		{"GET", "/v1/puzzles?rating=x", "", 422, `"location":"query.rating"`},
		{"GET", "/v1/puzzles?clues=x", "", 422, `"location":"query.clues"`},
		{"GET", "/v1/puzzles?size=7", "", 422, `"location":"query.size"`},
		{"GET", "/v1/puzzles?symmetry=x", "", 422, `"location":"query.symmetry"`},
		{"GET", "/v1/puzzles?technique=x", "", 422, `"location":"query.technique"`},
		{"GET", "/v1/puzzles?only-techniques=x", "", 422, `"location":"query.only-techniques"`},
		{"GET", "/v1/puzzles?where=clues+%3C+", "", 422, `at character 9 of the condition`},
		{"GET", "/v1/puzzles?where=1%3B+DROP+TABLE+puzzle", "", 422, `"location":"query.where"`},
		{"GET", "/v1/puzzles/random?seed=7&n=3", "", 200, `"seed":7`},
		{"GET", "/v1/puzzles/random?n=101", "", 422, "query.n"},
		{"GET", "/v1/daily/2026-01-05", "", 200, `"fixed":true,"needs":64`},
		{"GET", "/v1/daily/today?level=easy", "", 200, `"level":"easy"`},
		{"GET", "/v1/daily/2026-02-30", "", 422, "path.date"},
		{"GET", "/v1/daily/2025-12-31", "", 422, "the first day is"},
		{"GET", "/v1/daily/2026-01-05?size=16", "", 404, "of that level and size"},
		{"GET", "/v1/stats", "", 200, `"puzzles":171,"graded":171`},
		{"GET", "/v1/stats?size=6", "", 200, `"puzzles":20`},
		{"GET", "/v1/stats?where=x", "", 422, "query.where"},
		{"GET", "/v1/runs", "", 200, `"state":"done"`},
		{"GET", "/v1/runs/1", "", 200, `"puzzles":150`},
		{"GET", "/v1/runs/99", "", 404, "there is no run 99"},
		{"GET", "/v1/runs/x", "", 422, "path.id"},
		{"GET", "/v1/export.csv?size=6", "", 200, "puzzle,solution,id"},
		{"GET", "/v1/export.jsonl?size=6&limit=1", "", 200, `"key":"`},
		{"GET", "/v1/export.sqlite?size=6", "", 200, "SQLite format 3"},
		{"GET", "/v1/export.csv?where=x", "", 422, "query.where"},
		{"GET", "/v1/export.xml", "", 404, "problem-not_found"},
		{"GET", "/openapi.json", "", 200, `"openapi":"3.1.0"`},
		{"GET", "/metrics", "", 200, "gradoku_http_requests_total"},
		{"GET", "/healthz", "", 200, ""},
		{"GET", "/readyz", "", 200, ""},
		{"GET", "/docs", "", 200, "problem-timeout"},
		{"GET", "/v1/nonsense", "", 404, "problem-not_found"},
		{"GET", "/v1/grade", "", 405, `use POST","location":"method"`},
		{"DELETE", "/v1/puzzles/1", "", 405, "use GET or HEAD"},
		{"GET", "/v1/../../etc/passwd", "", 307, ""},
		{"GET", "/static/..%2f..%2fserver.go", "", 404, ""},
		{"GET", "/static/app.css", "", 200, "--accent"},
		{"GET", "/puzzle/1/..%2f..%2fsecret", "", 404, ""},
		{"GET", "/board.svg?technique_order=human&step=3&puzzle=" + key.Puzzle, "", 200, "<svg"},
		{"GET", "/board.png?puzzle=" + key.Puzzle, "", 200, "PNG"},
		{"GET", "/puzzle/" + key.Key + "/puzzle.sdm", "", 200, ""},
		{"GET", "/position.json?step=2&puzzle=" + wikipedia, "", 200, `"5,3,-124,`},
		{"GET", "/puzzle/" + key.Key + "?step=999", "", 422, "there is no step"},
		{"GET", "/puzzle/" + key.Key + "?technique_order=x", "", 422, "there is no technique order"},
		{"GET", "/board.svg?puzzle=" + wikipedia, "", 200, "<svg"},
		{"GET", "/board.svg?puzzle=123", "", 422, "problem-malformed"},
		{"GET", "/board.svg?step=1&puzzle=" + strings.Repeat(".", 81), "", 422, "several solutions"},
		{"POST", "/v1/grade", `{"puzzle":"` + wikipedia + `"}`, 200, `"level":"gentle"`},
		{"POST", "/v1/grade", `{"puzzle":"` + wikipedia + `","technique_order":"human","steps":true}`, 200, `"score":`},
		{"POST", "/v1/grade", `{"puzzle":"` + wikipedia + `","steps":true}`, 200, `"steps":[`},
		{"POST", "/v1/solve", `{"puzzle":"` + wikipedia + `"}`, 200, `"unique":true`},
		{"POST", "/v1/solve", `{"puzzle":"` + strings.Repeat(".", 81) + `"}`, 200, `"unique":false`},
		{"POST", "/v1/check", `{"puzzle":"` + wikipedia + `"}`, 200, `"proper":true`},
		{"POST", "/v1/hint", `{"puzzle":"` + wikipedia + `","depth":"nudge"}`, 200, `"status":"ok"`},
		{"POST", "/v1/hint", `{"puzzle":"` + wikipedia + `","depth":"x"}`, 422, `"location":"body.depth"`},
		{"POST", "/v1/hint", `{"puzzle":"` + wikipedia + `","depth":5}`, 422, `depth: 5 is not a text","location":"body.depth"`},
		{"POST", "/v1/hint", `{"puzzle":"` + wikipedia + `","state":"5"}`, 422, `it has 1 cells, but the puzzle has 81","location":"body.state"`},
		{"POST", "/v1/generate", `{"level":"foo"}`, 422, "use gentle, easy"},
		{"POST", "/v1/generate", `{"size":6,"clues":"8","level":"extreme","seed":1}`, 422, `"code":"exhausted"`},
		{"GET", "/v1/puzzles?limit=501", "", 422, "query.limit: expected number"},
		{"POST", "/v1/canonical", `{"puzzle":"` + wikipedia + `"}`, 200, `"key":"`},
		{"POST", "/v1/convert", `{"text":"` + wikipedia + `","to":"sdm"}`, 200, `"puzzles":1`},
		{"POST", "/v1/convert", `{"text":"","to":"sdm"}`, 422, "problem-malformed"},
		{"POST", "/v1/convert", `{"text":"puzzle,` + strings.Repeat("<", 1000) + `\n` + strings.Repeat(wikipedia+`,1\n`, 1000) + `","to":"jsonl"}`, 422, "more than 16 times as long as the text"},
		{"POST", "/v1/convert", `{"text":"x","to":"` + strings.Repeat("é", 10_000) + `"}`, 422, "problem-request"},
		{"POST", "/v1/grade", `{"` + strings.Repeat("x", 10_000) + `":1}`, 422, "there is no field"},
		{"POST", "/v1/grade", `{"budget":` + strings.Repeat("9", 10_000) + `}`, 422, "budget: 9999999999999999999999999999999999999999 is not a whole number"},
		{"POST", "/v1/generate", `{"size":4,"seed":3}`, 200, `"seed":3`},
		{"POST", "/v1/grade", `{"puzzle":5}`, 422, `"location":"body.puzzle"`},
		{"POST", "/v1/grade", `{"puzzle":`, 422, "the JSON ends where"},
		{"POST", "/v1/grade", `{]`, 422, "the JSON at byte 2"},
		{"POST", "/v1/grade", ``, 422, "the JSON ends where"},
		{"POST", "/v1/grade", "{\"puzzle\":\"\xff\"}", 422, "problem-malformed"},
		{"POST", "/v1/grade", strings.Repeat("[", 200_000), 422, "problem-request"},
		{"POST", "/v1/grade", `{"puzzle":"` + strings.Repeat("1", 2<<20) + `"}`, 413, "problem-too_large"},
		{"POST", "/try", strings.Repeat("x", 2<<20), 413, "problem-too_large"},
		{"POST", "/try", "puzzle=%zz", 400, "the form cannot be read"},
	}
	text, err := os.ReadFile(filepath.Join("..", "api", "testdata", "faults.json"))
	var faults []struct {
		Question, Code string
		Request        json.RawMessage
	}
	if err := errors.Join(err, json.Unmarshal(text, &faults)); err != nil {
		t.Fatal(err)
	}
	for _, f := range faults {
		calls = append(calls, call{"POST", "/v1/" + f.Question, string(f.Request), 422, `"code":"` + f.Code + `"`})
	}
	for _, c := range calls {
		var headers []string
		if c.method == "POST" && strings.HasPrefix(c.target, "/v1/") {
			headers = []string{"Content-Type", "application/json"}
		}
		if c.target == "/try" {
			headers = []string{"Content-Type", "application/x-www-form-urlencoded"}
		}
		res, body := ask(s, c.method, c.target, c.body, headers...)
		if res.StatusCode != c.status || !strings.Contains(body, c.has) {
			t.Errorf("%s %s %.60s: status %d, not %d, or without %q:\n%.600s", c.method, c.target, c.body, res.StatusCode, c.status, c.has, body)
		}
		if res.StatusCode >= 400 {
			checkProblem(t, c.target, res, body)
		}
		if res.Header.Get("Content-Security-Policy") == "" || res.Header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: headers of security are missing", c.target)
		}
	}
	if strings.Contains(log.String(), "level=ERROR") {
		t.Errorf("the log has faults of the server:\n%s", log)
	}
}

// checkProblem: an error is a problem as RFC 9457 has it, with a type that the
// documentation explains, and nothing of the server's inside.
func checkProblem(t *testing.T, target string, res *http.Response, body string) {
	t.Helper()
	var p struct {
		Type, Title, Detail, Code string
		Status                    int
	}
	if err := json.Unmarshal([]byte(body), &p); err != nil {
		t.Errorf("%s: %v: %.200s", target, err, body)
		return
	}
	if res.Header.Get("Content-Type") != "application/problem+json" || p.Status != res.StatusCode || p.Title == "" || p.Detail == "" ||
		p.Type != "/docs#problem-"+p.Code || (res.Header.Get("Allow") != "") != (p.Status == 405) {
		t.Errorf("%s: no problem of RFC 9457: %s %s", target, res.Header.Get("Content-Type"), body)
	}
	document, err := os.ReadFile(filepath.Join("..", "docs", "API.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, row, _ := strings.Cut(string(document), "| `"+p.Code+"` | ")
	if _, title, _ := strings.Cut(row, " | "); !strings.EqualFold(title[:min(len(title), len(p.Title)+2)], p.Title+" |") {
		t.Errorf("%s: docs/API.md has another title for %s than %q", target, p.Type, p.Title)
	}
	if len(body) > 8000 {
		t.Errorf("%s: a problem of %d bytes: %.200s", target, len(body), body)
	}
	for _, inside := range []string{"goroutine", ".go:", "puzzles.db", "sqlite"} {
		if strings.Contains(body, inside) {
			t.Errorf("%s: the problem tells %q: %s", target, inside, body)
		}
	}
}

// TestPages: each page comes, escapes what it shows and has all that it links to.
func TestPages(t *testing.T) {
	s, log := newServer(t, copyOf(t), nil)
	ask(s, "GET", "/v1/stats", "") // waits for the counts, which pages do not
	var list struct {
		Puzzles []struct{ Key, Puzzle string }
	}
	get(t, s, "/v1/puzzles?where=corpus+is+not+null", &list)
	ask(s, "GET", "/board.svg?step=1&puzzle="+list.Puzzles[0].Puzzle, "") // waits for the steps, which pages do not
	html := []string{"Accept", "text/html"}
	for _, c := range []struct {
		method, target, body string
		status               int
		has                  string
	}{
		{"GET", "/", "", 200, `<a class="start" href="/random?level=easy&amp;size=9&amp;any=true">Easy</a>`},
		{"GET", "/about", "", 200, "171 puzzles"},
		{"GET", "/browse", "", 200, "171 puzzles"},
		{"GET", "/browse?level=easy&order=rating", "", 200, `aria-sort="ascending"`},
		{"GET", "/browse?where=" + "rating+%3E%3E", "", 422, `role="alert"`},
		{"GET", "/browse?where=%3Cscript%3Ealert(1)%3C%2Fscript%3E", "", 422, "&lt;script&gt;"},
		{"GET", "/browse?size=x", "", 422, "is not a whole number"},
		{"GET", "/browse?rating=foo&clues=22-25", "", 422, `value="22-25"`},
		{"GET", "/browse?rating=foo", "", 422, `value="foo"`},
		{"GET", "/browse?rating=foo", "", 422, `rating: &#34;foo&#34; is not`},
		{"GET", "/browse?order=nonsense", "", 422, "cannot be in the order"},
		{"GET", "/puzzle/" + list.Puzzles[0].Key, "", 200, "&lt;script&gt;"},
		{"GET", "/puzzle/" + list.Puzzles[0].Key + "?technique_order=human&step=1", "", 200, `aria-current="step"`},
		{"GET", "/puzzle/nonsense", "", 404, "named by its key"},
		{"GET", "/try", "", 200, `role="grid"`},
		{"GET", "/try?puzzle=" + wikipedia, "", 200, "The puzzle has exactly one solution"},
		{"GET", "/try?puzzle=" + strings.Repeat(".", 81), "", 200, "everal solutions"},
		{"GET", "/try?puzzle=11" + strings.Repeat(".", 79), "", 200, "o solution"},
		{"GET", "/try?puzzle=%1B%E2%80%AE%3Cscript%3Ealert(1)%3C%2Fscript%3E", "", 422, `\x1b\u202e&lt;script&gt;`},
		{"POST", "/try", "puzzle=" + wikipedia, 303, ""},
		{"POST", "/try", "puzzle=" + wikipedia + "%0A" + wikipedia, 200, "The puzzle has exactly one solution"},
		{"POST", "/try", "puzzle=%22" + wikipedia + "%22", 303, ""},
		{"GET", "/techniques", "", 200, `id="x-wing"`},
		{"GET", "/puzzle/%3Cscript%3E", "", 404, "named by its key"},
		{"GET", "/docs", "", 200, "/v1/daily/{date}"},
		{"GET", "/nonsense", "", 404, "<h1>There is no such thing here</h1>"},
	} {
		headers := html
		if c.method == "POST" {
			headers = append(html[:2:2], "Content-Type", "application/x-www-form-urlencoded")
		}
		res, body := ask(s, c.method, c.target, c.body, headers...)
		if res.StatusCode != c.status || !strings.Contains(body, c.has) {
			t.Errorf("%s: status %d, not %d, or without %q:\n%.1500s", c.target, res.StatusCode, c.status, c.has, body)
		}
		if strings.Contains(body, "<script>alert") || strings.Contains(body, "<img src=x") || strings.Contains(body, "ZgotmplZ") || strings.ContainsAny(body, "\x1b\u202e") {
			t.Errorf("%s: something is not escaped", c.target)
		}
		if strings.Contains(body, " style=") || strings.Contains(body, "onclick=") {
			t.Errorf("%s: has inline styles or scripts, which the policy forbids", c.target)
		}
	}
	var daily struct{ Key, Date string }
	get(t, s, "/v1/daily/today", &daily)
	for target, to := range map[string]string{"/random?size=6": "/puzzle/", "/random?level=easy&size=16&any=true": "/puzzle/", "/daily/today": "/puzzle/" + daily.Key + "?day=" + daily.Date} {
		res, body := ask(s, "GET", target, "", html...)
		if got := res.Header.Get("Location"); res.StatusCode != 303 || !strings.HasPrefix(got, to) {
			t.Errorf("%s: %d, %q, %s", target, res.StatusCode, got, body)
		}
	}
	if strings.Contains(log.String(), "level=ERROR") {
		t.Errorf("the log has faults of the server:\n%s", log)
	}
}

// TestMetrics: each line of the metrics is one that Prometheus reads.
func TestMetrics(t *testing.T) {
	s, _ := newServer(t, copyOf(t), nil)
	ask(s, "GET", "/v1/puzzles/1", "")
	_, body := ask(s, "GET", "/metrics", "")
	line := regexp.MustCompile(`^[a-z_]+(\{([A-Za-z_]+="[^"\\]*"(, ?)?)+\})? [-+.0-9e]+$`)
	for l := range strings.Lines(body) {
		if !line.MatchString(strings.TrimSpace(l)) {
			t.Errorf("the line %q", l)
		}
	}
	for _, want := range []string{`gradoku_http_request_duration_seconds_bucket{route="GET /v1/puzzles/{key}",le="0.0005"} `, `gradoku_http_requests_total{route="GET /v1/puzzles/{key}",status="200"} 1`, "process_resident_memory_bytes "} {
		if !strings.Contains(body, want) {
			t.Errorf("without %s:\n%s", want, body)
		}
	}
}

// TestPacked: long answers are packed for clients that can unpack them.
func TestPacked(t *testing.T) {
	s, _ := newServer(t, copyOf(t), nil)
	res, _ := ask(s, "GET", "/v1/puzzles?limit=100", "", "Accept-Encoding", "gzip")
	if res.Header.Get("Content-Encoding") != "gzip" {
		t.Errorf("a long answer is not packed: %v", res.Header)
	}
	if res, _ := ask(s, "GET", "/v1/export.jsonl", "", "Accept-Encoding", "gzip"); res.Header.Get("Content-Encoding") != "gzip" {
		t.Errorf("lines of JSON are not packed: %v", res.Header)
	}
}

// TestDailyStays: days that are fixed keep their puzzle when others are added, and no
// two of them have the same one.
func TestDailyStays(t *testing.T) {
	path := copyOf(t)
	s, _ := newServer(t, path, nil)
	days := func() map[string]string {
		found := map[string]string{}
		for day := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC); len(found) < 200; day = day.AddDate(0, 0, 1) {
			date := day.Format(time.DateOnly)
			var d struct {
				Key   string
				Fixed bool
			}
			get(t, s, "/v1/daily/"+date+"?salt=mine", &d)
			found[date] = fmt.Sprint(d.Key, d.Fixed)
		}
		return found
	}
	before := days()
	if _, err := (&task.Generate{N: 60, Seed: new(int64(99))}).Run(t.Context(), task.Env{DB: path, Workers: 1}); err != nil {
		t.Fatal(err)
	}
	after, fixed, used := days(), 0, map[string]bool{}
	for date, key := range before {
		if !strings.HasSuffix(key, "true") {
			continue
		}
		fixed++
		if after[date] != key {
			t.Errorf("%s has changed from %s to %s", date, key, after[date])
		}
		if used[key] {
			t.Errorf("%s: %s comes twice", date, key)
		}
		used[key] = true
	}
	if fixed != 128 {
		t.Errorf("%d days are fixed, not 128", fixed)
	}
	if _, other := ask(s, "GET", "/v1/daily/2026-01-05?salt=other", ""); strings.Contains(other, strings.TrimSuffix(before["2026-01-05"], "true")) {
		t.Error("another salt has the same puzzle")
	}
}

// TestDailyDoors: the API, and an app file of the same database, have the same puzzle of a day,
// and a server that is given the file keeps to it when its database has more puzzles.
func TestDailyDoors(t *testing.T) {
	path := copyOf(t)
	s, _ := newServer(t, path, nil)
	file := filepath.Join(t.TempDir(), "app.sqlite")
	const weekdays = "mon=easy,sat=hard"
	export := task.Export{Output: file, Salt: "mine"}
	err := errors.Join(export.Daily.UnmarshalText([]byte("2026-01-01..2026-01-21")), export.Weekdays.UnmarshalText([]byte(weekdays)))
	if err == nil {
		_, err = export.Run(t.Context(), task.Env{DB: path})
	}
	days, bad := store.AppDays(t.Context(), file)
	if err := errors.Join(err, bad); err != nil || len(days) < 6*15 {
		t.Fatalf("%d days, %v", len(days), err)
	}
	keeps, _ := newServer(t, path, func(o *web.Options) { o.Days = days })
	others := 0
	for day, key := range days {
		target := fmt.Sprintf("/v1/daily/%s?size=%d&level=%s", day.Date, day.Size, day.Level)
		want := fmt.Sprintf(`"key":"%x"`, key)
		if _, body := ask(s, "GET", target+"&salt=mine", ""); !strings.Contains(body, want) {
			t.Fatalf("%s: %s, but the file has %s", target, body, want)
		}
		if _, body := ask(keeps, "GET", target, ""); !strings.Contains(body, want) || !strings.Contains(body, `"fixed":true`) {
			t.Fatalf("%s of the file: %s, not %s", target, body, want)
		}
		if _, body := ask(s, "GET", target, ""); !strings.Contains(body, want) {
			others++
		}
		if at, _ := time.Parse(time.DateOnly, day.Date); at.Weekday() != time.Monday && at.Weekday() != time.Saturday {
			continue
		}
		for server, q := range map[*web.Server]string{s: "&salt=mine&weekdays=" + weekdays, keeps: ""} {
			target := fmt.Sprintf("/daily/%s?size=%d%s", day.Date, day.Size, q)
			_, body := ask(server, "GET", "/v1"+target, "")
			res, _ := ask(server, "GET", target, "", "Accept", "text/html")
			if to := res.Header.Get("Location"); !strings.Contains(body, want) || to != fmt.Sprintf("/puzzle/%x?day=%s", key, day.Date) {
				t.Fatalf("%s: %s, and the page goes to %q, but the file has %s", target, body, to, want)
			}
		}
	}
	if others < len(days)/3 {
		t.Errorf("without the salt and without the file, only %d of %d days have another puzzle", others, len(days))
	}
}

// TestStreams: questions by the line are answered by the line, faults among them.
func TestStreams(t *testing.T) {
	s, _ := newServer(t, copyOf(t), nil)
	in := `{"puzzle":"` + wikipedia + `"}` + "\n\n" + `{"puzzle":"1"}` + "\n" + `{"puzzle":"` + wikipedia + `"}` // no line end
	res, body := ask(s, "POST", "/v1/grade", in, "Content-Type", "application/x-ndjson")
	lines := strings.Split(strings.TrimSpace(body), "\n")
	if res.StatusCode != 200 || len(lines) != 3 || !strings.Contains(lines[0], `"rating":1.2`) || !strings.Contains(lines[1], `"line":3`) ||
		!strings.Contains(lines[1], `"code":"malformed"`) || lines[0] != lines[2] {
		t.Errorf("%d: %s", res.StatusCode, body)
	}
	_, body = ask(s, "POST", "/v1/grade", strings.Repeat("x", 1<<20), "Content-Type", "application/x-ndjson")
	if !strings.Contains(body, "a line may have") {
		t.Errorf("a line of a megabyte: %.200s", body)
	}
}

// TestOtherSites: pages of other sites cannot make the server compute, unless --cors
// names them.
func TestOtherSites(t *testing.T) {
	s, _ := newServer(t, copyOf(t), func(o *web.Options) { o.Origins = []string{"https://friend.example"} })
	question := `{"puzzle":"` + wikipedia + `"}`
	for _, c := range []struct {
		headers []string
		status  int
		allowed string
	}{
		{nil, 200, ""}, // a program
		{[]string{"Origin", "https://friend.example", "Sec-Fetch-Site", "cross-site"}, 200, "https://friend.example"},
		{[]string{"Origin", "https://evil.example", "Sec-Fetch-Site", "cross-site"}, 403, ""},
		{[]string{"Origin", "https://evil.example"}, 403, ""},
		{[]string{"Origin", "null"}, 403, ""},
	} {
		res, body := ask(s, "POST", "http://localhost/v1/grade", question, append([]string{"Content-Type", "application/json"}, c.headers...)...)
		if res.StatusCode != c.status || res.Header.Get("Access-Control-Allow-Origin") != c.allowed {
			t.Errorf("%v: %d, %q: %s", c.headers, res.StatusCode, res.Header.Get("Access-Control-Allow-Origin"), body)
		}
	}
	// A form needs no leave of the browser to send plain text: the type is refused.
	if res, _ := ask(s, "POST", "/v1/grade", question, "Content-Type", "text/plain"); res.StatusCode != http.StatusUnsupportedMediaType {
		t.Errorf("plain text: %d", res.StatusCode)
	}
	res, _ := ask(s, "OPTIONS", "/v1/jobs/x", "", "Origin", "https://friend.example", "Access-Control-Request-Method", "DELETE")
	if res.StatusCode != 204 || res.Header.Get("Access-Control-Allow-Methods") != "GET, HEAD, POST, DELETE" || !strings.Contains(res.Header.Get("Access-Control-Allow-Headers"), "Authorization") {
		t.Errorf("the question before the question: %d %v", res.StatusCode, res.Header)
	}
}

// TestWorkBudget: a client that has used up its share is told when to come again, and
// what needs no computing goes on.
func TestWorkBudget(t *testing.T) {
	s, _ := newServer(t, copyOf(t), func(o *web.Options) { o.Work = time.Nanosecond })
	question := `{"puzzle":"` + wikipedia + `"}`
	if res, body := ask(s, "POST", "/v1/grade", question, "Content-Type", "application/json"); res.StatusCode != 200 {
		t.Fatalf("the first: %d %s", res.StatusCode, body)
	}
	res, body := ask(s, "POST", "/v1/grade", question, "Content-Type", "application/json")
	if res.StatusCode != 429 || res.Header.Get("Retry-After") == "" || !strings.Contains(body, "problem-work") {
		t.Errorf("the second: %d, %v: %s", res.StatusCode, res.Header, body)
	}
	if res, _ := ask(s, "GET", "/v1/puzzles/1", ""); res.StatusCode != 200 {
		t.Errorf("a puzzle by its number: %d", res.StatusCode)
	}
}

// TestCounts: requests for the same count share it, and one that is given up leaves it to
// the others. The counts of all puzzles are kept; the first page does not wait for them.
func TestCounts(t *testing.T) {
	s, _ := newServer(t, copyOf(t), nil)
	gone, cancel := context.WithCancel(t.Context())
	defer cancel()
	var asking sync.WaitGroup
	for i := range 8 {
		asking.Go(func() {
			r := httptest.NewRequest("GET", "/v1/stats?size=6", nil)
			if i%2 == 0 {
				r = r.WithContext(gone)
			}
			w := httptest.NewRecorder()
			if i == 0 {
				cancel()
			}
			s.ServeHTTP(w, r)
			if i%2 == 1 && !strings.Contains(w.Body.String(), `"puzzles":20,`) {
				t.Errorf("%d %s", w.Code, w.Body)
			}
		})
	}
	asking.Wait()
	if _, body := ask(s, "GET", "/v1/stats", ""); !strings.Contains(body, `"puzzles":171,`) {
		t.Errorf("all: %s", body)
	}
	if _, body := ask(s, "GET", "/about", ""); !strings.Contains(body, "<h2>171 puzzles</h2>") {
		t.Errorf("the first page: %s", body)
	}
}

// TestOutdated: the grade of another grader is shown nowhere, and the page of the puzzle says
// that there is one.
func TestOutdated(t *testing.T) {
	path := changed(t, "UPDATE puzzle SET grader = 1 WHERE id = 1")
	s, _ := newServer(t, path, nil)
	_, api := ask(s, "GET", "/v1/puzzles/1", "")
	res, _ := ask(s, "GET", "/puzzle/1", "")
	_, page := ask(s, "GET", res.Header.Get("Location"), "")
	if !strings.Contains(api, `"rating":null`) || !strings.Contains(page, "that of another grader: <code>gradoku regrade") {
		t.Errorf("%s\n%s", api, page)
	}
}

// TestInterruptedRun: a run of a process that was killed does not count as running.
func TestInterruptedRun(t *testing.T) {
	path := changed(t, "UPDATE run SET state = 'running', finished_at = NULL, beat_at = '2026-01-01T00:00:00.000Z' WHERE id = 1")
	s, _ := newServer(t, path, nil)
	for target, has := range map[string]string{"/v1/runs/1": `"state":"interrupted"`, "/about": `data-name="State">interrupted<`} {
		if _, body := ask(s, "GET", target, ""); !strings.Contains(body, has) {
			t.Errorf("%s: %s", target, body)
		}
	}
	db, err := store.Open(t.Context(), path, store.ReadWrite)
	if err := errors.Join(err, db.Beat(t.Context(), 1), db.Close()); err != nil {
		t.Fatal(err)
	}
	if _, body := ask(s, "GET", "/v1/runs/1", ""); !strings.Contains(body, `"state":"running"`) {
		t.Errorf("a run that shows a sign of life: %s", body)
	}
}

// TestDatabaseGoes: whatever becomes of the file, the answer is a problem with what to
// do, and the server is there when the file is again.
func TestDatabaseGoes(t *testing.T) {
	path := copyOf(t)
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	s, _ := newServer(t, path, nil)
	for _, c := range []struct {
		what   string
		change func() error
		status int
		has    string
	}{
		{"deleted", func() error { return os.Remove(path) }, 503, "is not there"},
		{"another program's", func() error { return os.WriteFile(path, []byte("SQLite format 3\x00"+strings.Repeat("x", 200)), 0o666) }, 503, "another program"},
		{"empty", func() error { return os.WriteFile(path, nil, 0o666) }, 503, "it is empty"},
		{"a text", func() error { return os.WriteFile(path, []byte(strings.Repeat("no database", 100)), 0o666) }, 503, "a file of another kind"},
		{"a folder", func() error {
			if err := os.Remove(path); err != nil {
				return err
			}
			return os.Mkdir(path, 0o777)
		}, 503, "a file of another kind"},
		{"put back", func() error {
			if err := os.Remove(path); err != nil {
				return err
			}
			return os.WriteFile(path, content, 0o666)
		}, 200, `"id":1,`},
		{"replaced", func() error {
			if err := os.WriteFile(path+".new", content, 0o666); err != nil {
				return err
			}
			return os.Rename(path+".new", path)
		}, 200, `"id":1,`},
		{"replaced by one that may not be written", func() error {
			if err := os.WriteFile(path+".new", content, 0o444); err != nil {
				return err
			}
			return os.Rename(path+".new", path)
		}, 200, `"id":1,`},
		{"which is written to", func() error {
			if err := os.Chmod(path, 0o644); err != nil {
				return err
			}
			return os.WriteFile(path, []byte(strings.Repeat("no database", 100)), 0o666)
		}, 503, "a file of another kind"},
	} {
		if err := c.change(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(300 * time.Millisecond) // a database that could not be opened is not tried again at once
		res, body := ask(s, "GET", "/v1/puzzles/1", "")
		if res.StatusCode != c.status || !strings.Contains(body, c.has) {
			t.Errorf("%s: %d, %s", c.what, res.StatusCode, body)
		}
		if res.StatusCode != 200 {
			checkProblem(t, c.what, res, body)
			page, text := ask(s, "GET", "/", "", "Accept", "text/html")
			if page.StatusCode != c.status || !strings.Contains(text, "<h1>The database ") {
				t.Errorf("%s: the page: %d, %s", c.what, page.StatusCode, text)
			}
		}
	}
}

// TestEmptyDatabase: the first page says what to do next.
func TestEmptyDatabase(t *testing.T) {
	s, log := newServer(t, emptyDB(t), nil)
	for target, has := range map[string]string{"/": "gradoku generate -n 1000", "/browse": "No puzzles match", "/random": "no puzzle in the database", "/v1/stats": `"puzzles":0`} {
		if _, body := ask(s, "GET", target, "", "Accept", "text/html"); !strings.Contains(body, has) {
			t.Errorf("%s: %s", target, body)
		}
	}
	if strings.Contains(log.String(), "level=ERROR") {
		t.Errorf("the log: %s", log)
	}
}

// TestOnlyVariants: pages say where the puzzles of variants are, which a selection leaves out.
func TestOnlyVariants(t *testing.T) {
	path := filepath.Join(t.TempDir(), "puzzles.db")
	var making task.Making
	if err := bind.Query(&making, url.Values{"size": {"4"}, "variant": {"x"}}); err != nil {
		t.Fatal(err)
	}
	if _, err := (&task.Generate{N: 2, Making: making}).Run(t.Context(), task.Env{DB: path}); err != nil {
		t.Fatal(err)
	}
	s, _ := newServer(t, path, nil)
	ask(s, "GET", "/v1/stats", "") // waits for the counts, which pages do not
	for target, has := range map[string]string{
		"/v1/stats": `"variants":[{"value":"x","puzzles":2}]`, "/about": `0 classical puzzles, 2 of variants`, "/about?a": `href="/browse?variant=x"`, "/about?b": `href="/random?variant=any"`, "/": `variant=x">X-Sudoku</a>`,
		"/random": "variant=any", "/browse": `href="/browse?variant=any"`, "/browse?variant=any": `<td data-name="Variant">X-Sudoku</td>`,
	} {
		if _, body := ask(s, "GET", target, "", "Accept", "text/html"); !strings.Contains(body, has) {
			t.Errorf("%s: without %s: %s", target, has, body)
		}
	}
}

// TestAssetsAreSmall: a page is quick to load, also over a slow line.
func TestAssetsAreSmall(t *testing.T) {
	bytes := int64(0)
	names, err := filepath.Glob("static/*.*s*")
	if err != nil || len(names) < 8 {
		t.Fatalf("%q, %v", names, err)
	}
	for _, name := range names {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		bytes += info.Size()
	}
	if bytes > 75<<10 {
		t.Errorf("styles and scripts have %d bytes, more than 75 KB", bytes)
	}
}
