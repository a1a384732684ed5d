package web_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"gradoku/web"
)

// corpusText is a table of puzzles of the library with a rating, some of them another
// than ours, seconds, and lines that hold no puzzle, one of them hostile.
func corpusText(t testing.TB, s http.Handler) string {
	t.Helper()
	_, body := ask(s, "GET", "/v1/puzzles?size=9&limit=20", "")
	var list struct {
		Puzzles []struct {
			Puzzle string
			Rating float64
		}
	}
	if err := json.Unmarshal([]byte(body), &list); err != nil || len(list.Puzzles) != 20 {
		t.Fatalf("%v: %s", err, body)
	}
	var b strings.Builder
	b.WriteString("puzzle\tER\tseconds\n")
	for i, p := range list.Puzzles {
		rating := p.Rating
		if i%20 == 3 {
			rating += 1.5
		}
		fmt.Fprintf(&b, "%s\t%.1f\t%d\n", p.Puzzle, rating, 100+i*i)
	}
	b.WriteString(hostile + "\t1.2\t1\n123\t1.2\t1\n")
	return b.String()
}

// uploadForm writes a form with a file. The fields stand before it.
func uploadForm(name, content string, fields ...string) (body, contentType string) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for i := 0; i < len(fields); i += 2 {
		_ = w.WriteField(fields[i], fields[i+1]) // into memory
	}
	part, _ := w.CreateFormFile("text", name)
	_, _ = part.Write([]byte(content))
	w.Close()
	return b.String(), w.FormDataContentType()
}

// TestStudy: a file that is uploaded is measured, reported on and compared; lines that
// hold no puzzle are linked; any two columns are drawn.
func TestStudy(t *testing.T) {
	s := newWriter(t, copyOf(t))
	body, kind := uploadForm(`C:\data\--db=<script>.tsv`, corpusText(t, s), "token", token, "label", "seconds", "rating", "ER", "title", hostile)
	res, text := ask(s, "POST", "/study", body, "Accept", "text/html", "Content-Type", kind)
	to := res.Header.Get("Location")
	if res.StatusCode != 303 || !strings.HasPrefix(to, "/jobs/") {
		t.Fatalf("%d: %s", res.StatusCode, text)
	}
	j := watch(t, s, strings.TrimPrefix(to, "/jobs/"), ended)
	if j.State != web.Done || len(j.Commands) != 3 || j.Commands[0] != "gradoku study measure --o=measures.csv --dictionary=columns.csv db__script_.tsv" ||
		!strings.HasPrefix(j.Commands[1], "gradoku study report --label=seconds --o=report --title='<script>") || !strings.HasSuffix(j.Commands[2], " > agreement.jsonl") {
		t.Errorf("it ends as %+v", j)
	}
	if len(j.Rejected) != 2 || j.Rejected[0].Line != 22 || j.Rejected[1].Line != 23 || j.Rejected[0].File != "db__script_.tsv" {
		t.Errorf("it rejects %+v", j.Rejected)
	}
	for _, c := range []struct {
		target string
		status int
		has    []string
	}{
		{to, 200, []string{`<a href="?line=22#L22">line 22</a>`, "19 of 20 ratings (ER) are the same", `<iframe src="/v1/jobs/`, "puzzle\tER\tseconds", `fill="var(--mark)" fill-opacity="0.`, `role="img" aria-label="scan against er, 20 puzzles"`, `<option selected>er`}},
		{to + "?line=22", 200, []string{`id="L22" class="bad"`, "&lt;script&gt;alert(1)", "Lines before"}},
		{to + "?line=100000", 200, []string{"no lines to show"}},
		{to + "?x=label_seconds&y=freedom&logx=1", 200, []string{`aria-label="freedom against label_seconds, 20 puzzles"`}},
		{to + "?x=nonsense", 200, []string{"there is no such column"}},
		{to + "?x=label_ER&y=solution", 200, []string{"no puzzle has a number"}},
		{to + "?line=x", 422, []string{"is no number of a line"}},
		{"/v1" + to + "/files/report/report.html", 200, []string{"Difficulty", "&lt;script&gt;"}[1:]},
		{"/v1" + to + "/files/report/report.json", 200, []string{"gradoku report 1"}},
		{"/v1" + to + "/files/measures.csv?download", 200, []string{"puzzle,solution,label_ER"}},
		{"/v1" + to + "/files/report", 404, nil},
		{"/v1" + to + "/files/../../../etc/passwd", 307, nil},
		{"/v1" + to + "/files/..%2f..%2fetc%2fpasswd", 404, nil},
		{"/v1" + to + "/files/%00", 404, nil},
	} {
		res, text := ask(s, "GET", c.target, "", "Accept", "text/html")
		for _, has := range c.has {
			if !strings.Contains(text, has) {
				t.Errorf("%s is without %q:\n%.6000s", c.target, has, text)
			}
		}
		if res.StatusCode != c.status {
			t.Errorf("%s: %d, not %d", c.target, res.StatusCode, c.status)
		}
		if strings.Contains(text, "<script>alert") && !strings.HasSuffix(c.target, ".json") || strings.Contains(text, "<img src=x") {
			t.Errorf("%s: something is not escaped", c.target)
		}
	}
	res, _ = ask(s, "GET", "/v1"+to+"/files/report/report.html", "")
	if policy := res.Header.Get("Content-Security-Policy"); !strings.HasPrefix(policy, "sandbox;") || strings.Contains(policy, "script-src") {
		t.Errorf("a report may do what %q says", policy)
	}
	if _, body := ask(s, "GET", "/v1/stats", ""); !strings.Contains(body, `"puzzles":171,`) {
		t.Errorf("a study has changed the database: %s", body)
	}
}

// TestStudyRefused: what cannot be studied is told in its place, and the file of who has
// no token is not kept.
func TestStudyRefused(t *testing.T) {
	s := newWriter(t, copyOf(t))
	for _, c := range []struct {
		what, content string
		fields        []string
		status        int
		has           string
	}{
		{"no token", wikipedia, nil, 401, "the token is missing"},
		{"another token", wikipedia, []string{"token", "x"}, 401, "this is not the token"},
		{"the token after the text", " ", []string{"text", wikipedia, "token", token}, 422, "choose a file"},
		{"no file", " \n", []string{"token", token}, 422, "choose a file"},
		{"no format", wikipedia, []string{"token", token, "from", "nonsense"}, 422, "there is no format"},
		{"a huge file", strings.Repeat("x", 16<<20+1), []string{"token", token}, 413, "an upload may have at most 16 MiB"},
		{"a file beyond all", strings.Repeat("x", 18<<20), []string{"token", token}, 413, "may have"},
		{"many fields", wikipedia, slices.Repeat([]string{"x", "y"}, 20), 413, "a form may have 20 fields"},
		{"a line in a label", wikipedia, []string{"token", token, "label", "a\n--db=x"}, 422, "is none of a text"},
		{"a zero byte in a title", wikipedia, []string{"token", token, "title", "a\x00"}, 422, "is none of a text"},
		{"bad UTF-8", wikipedia, []string{"token", token, "title", "a\xff"}, 422, "it is not UTF-8"},
	} {
		body, kind := uploadForm("a.txt", c.content, c.fields...)
		res, text := ask(s, "POST", "/study", body, "Accept", "text/html", "Content-Type", kind)
		if res.StatusCode != c.status || !strings.Contains(text, c.has) {
			t.Errorf("%s: %d, not %d, or without %q: %.3000s", c.what, res.StatusCode, c.status, c.has, text)
		}
	}
	if res, _ := ask(s, "POST", "/study", "token="+token, "Accept", "text/html", "Content-Type", "application/x-www-form-urlencoded"); res.StatusCode != 415 {
		t.Errorf("a form without a file: %d", res.StatusCode)
	}

	// What the command refuses is the fault of the job.
	j := order(t, s, `{"study":{"text":"this is no puzzle\n"}}`)
	j = watch(t, s, j.ID, ended)
	if j.State != web.Failed || j.Fault == "" {
		t.Errorf("a file without a puzzle: %+v", j)
	}
	j = order(t, s, `{"study":{"text":"`+wikipedia+`","label":"nonsense"}}`)
	if j = watch(t, s, j.ID, ended); j.State != web.Failed || !strings.Contains(j.Fault, "nonsense") {
		t.Errorf("a column that is not there: %+v", j)
	}
}

// TestDiskFull: where there is no room, the page says so, and the server lives.
func TestDiskFull(t *testing.T) {
	dir := tinyDisk(t)
	path := copyOf(t)
	if err := os.Symlink(dir, path+".jobs"); err != nil {
		t.Fatal(err)
	}
	s := newWriter(t, path)
	body, kind := uploadForm("a.txt", strings.Repeat(wikipedia+"\n", 40_000), "token", token)
	res, text := ask(s, "POST", "/study", body, "Accept", "text/html", "Content-Type", kind)
	if res.StatusCode != 507 || !strings.Contains(text, "Make room on the server") {
		t.Errorf("%d: %s", res.StatusCode, text)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) > 0 {
		t.Errorf("it leaves %q", left)
	}
	// What fits is begun, and fails where its command finds no room.
	j := order(t, s, `{"study":{"text":"`+strings.Repeat("# "+strings.Repeat("x", 500)+`\n`, 1900)+strings.Repeat(wikipedia+`\n`, 300)+`"}}`)
	if j = watch(t, s, j.ID, ended); j.State != web.Failed || !strings.Contains(j.Fault, "no space left") {
		t.Errorf("a job without room: %+v", j)
	}
	if res, _ := ask(s, "GET", "/v1/puzzles/1", ""); res.StatusCode != 200 {
		t.Errorf("afterwards: %d", res.StatusCode)
	}
}

// TestBrowserStudies uploads a file as a person would, watches it and looks at what
// came of it.
func TestBrowserStudies(t *testing.T) {
	if testing.Short() {
		t.Skip("it starts a browser")
	}
	s := newWriter(t, copyOf(t))
	path := filepath.Join(t.TempDir(), "times.tsv")
	if err := os.WriteFile(path, []byte(corpusText(t, s)), 0o666); err != nil {
		t.Fatal(err)
	}
	b := newBrowser(t, s)
	b.open("/study")
	b.do(chromedp.SendKeys("#token", token), chromedp.SetUploadFiles("#file", []string{path}), chromedp.SetValue("#label", "seconds"), chromedp.SetValue("#rating", "ER"), chromedp.Click(".study p button"))
	b.until(`location.pathname.startsWith("/jobs/") && document.querySelector(".state").textContent === "done" && document.querySelector("iframe")`)
	b.until(`document.querySelectorAll(".rejected a").length === 2 && document.querySelector('.scatter path[fill="var(--mark)"]')`)
	// From here on by keys: a click goes by what was last drawn, and can meet the report, which
	// lay there before the page scrolled.
	b.do(chromedp.SetValue("#x", "label_seconds"), chromedp.Focus("input[name=logx]"))
	b.keys(" ")
	b.do(chromedp.Focus(".axes button"))
	b.keys(kb.Enter)
	b.until(`location.search === "?x=label_seconds&y=scan&logx=1" && document.querySelector(".scatter").getAttribute("aria-label") === "scan against label_seconds, 20 puzzles"`)
	b.do(chromedp.Focus(`.rejected a[href$="L22"]`))
	b.keys(kb.Enter)
	b.until(`location.hash === "#L22" && document.querySelector("#L22").matches(":target") && document.querySelector("#L22 .fault")`)
	if said := b.said(); said != "" {
		t.Errorf("the console says: %s", said)
	}
}
