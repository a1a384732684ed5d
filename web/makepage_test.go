package web_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"gradoku/internal/bind"
	"gradoku/store"
	"gradoku/web"
)

// TestMakePage: the form comes back as it was filled, with what is wrong in its place;
// a pattern is cells.
func TestMakePage(t *testing.T) {
	s := newWriter(t, copyOf(t))
	hostileForm := []string{"level", hostile, "rating", hostile, "technique", hostile, "clues", hostile, "quota", hostile, "seed", hostile, "size", hostile, "symmetry", hostile}
	for _, c := range []struct {
		what   string
		fields []string
		status int
		has    []string
	}{
		{"no token", []string{"n", "5"}, 401, []string{"the token is missing", `value="5"`}},
		{"another token", []string{"n", "5", "token", "x"}, 401, []string{"this is not the token of the server"}},
		{"a word for a number", []string{"n", "five", "rating", "4.0", "token", token}, 422, []string{"is not a whole number", `value="five"`, `value="4.0"`}},
		{"no rating", []string{"rating", "high", "token", token}, 422, []string{`id="rating" name="rating" value="high"`, `<span class="fault" role="alert">`}},
		{"no technique", []string{"technique", "xy-wig", "token", token}, 422, []string{`value="xy-wig"`, `role="alert"`}},
		{"a quota with a number", []string{"quota", "easy=5", "n", "3", "token", token}, 422, []string{"does not go with n", "<details open>"}},
		{"a cell off the board", []string{"cell", "81", "drawn", "9", "token", token}, 422, []string{"has no cell"}},
		{"too few givens", []string{"cell", "1", "cell", "2", "drawn", "9", "token", token}, 422, []string{"no puzzle has exactly these clues", "checked"}},
		{"cells of another board", []string{"cell", "80", "drawn", "9", "size", "4", "action", "draw"}, 200, []string{`data-side="4"`}},
		{"hostile", hostileForm, 422, []string{"is not a whole number", "&lt;script&gt;"}},
		{"several levels", []string{"n", "7", "level", "easy", "level", "medium", "action", "draw"}, 200, []string{"<span>--n=7</span> <span>--size=9</span> <span>--level=easy,medium</span>"}},
		{"what cannot be", []string{"rating", "12.5-", "token", token}, 422, []string{"is known with a rating above"}},
	} {
		if !slices.Contains(c.fields, "size") {
			c.fields = append(c.fields, "size", "9")
		}
		if !slices.Contains(c.fields, "action") {
			c.fields = append(c.fields, "action", "start")
		}
		res, body := post(s, "/make", c.fields...)
		for _, has := range c.has {
			if res.StatusCode != c.status || !strings.Contains(body, has) {
				t.Errorf("%s: %d, not %d, or without %q:\n%s", c.what, res.StatusCode, c.status, has, body)
			}
		}
		if strings.Contains(body, "<script>alert") || strings.Contains(body, " style=") {
			t.Errorf("%s: not escaped, or with inline styles", c.what)
		}
	}
	if _, body := ask(s, "GET", "/make?level=hard&symmetry=diagonal&pattern="+wikipedia, "", "Accept", "text/html"); strings.Count(body, " checked>") != 31 || !strings.Contains(body, `value="diagonal"`) {
		t.Errorf("the form of an address: %s", body)
	}
	reader, _ := newServer(t, copyOf(t), nil)
	if res, body := ask(reader, "GET", "/make", "", "Accept", "text/html"); res.StatusCode != 200 || !strings.Contains(body, "gradoku serve --token FILE") || strings.Contains(body, "Make them") {
		t.Errorf("without --write: %d %s", res.StatusCode, body)
	}
	if res, _ := post(reader, "/make", "token", token, "action", "start"); res.StatusCode != 403 {
		t.Errorf("an order without --write: %d", res.StatusCode)
	}
	if _, body := ask(s, "GET", "/v1/jobs", ""); body != `{"jobs":[]}`+"\n" {
		t.Errorf("something was started: %s", body)
	}
}

// TestFormsHaveFields: what can be asked for stands in the forms, whoever adds it.
func TestFormsHaveFields(t *testing.T) {
	s := newWriter(t, copyOf(t))
	for _, c := range []struct {
		page    string
		options any
		without []string
	}{
		{"/make", &web.MakeRequest{}, []string{"pattern"}}, // cells
		{"/cover", &web.CoverRequest{}, nil},
		{"/browse", &store.Selection{}, nil},
		{"/book", &store.Selection{}, []string{"size", "level"}}, // its quotas
	} {
		_, body := ask(s, "GET", c.page, "", "Accept", "text/html")
		for _, f := range bind.Fields(c.options) {
			if !slices.Contains(c.without, f.Name) && strings.Count(body, ` name="`+f.Name+`"`) == 0 {
				t.Errorf("%s has no field %s", c.page, f.Name)
			}
		}
	}
}

// TestBrowserMakes orders puzzles as a person would: with the mouse a pattern,
// its run, a stop and the same run again; then with the keyboard alone a level.
func TestBrowserMakes(t *testing.T) {
	if testing.Short() {
		t.Skip("it starts a browser")
	}
	s := newWriter(t, copyOf(t))
	b := newBrowser(t, s)

	// A pattern of 28 cells in symmetry: each click ticks two. It has many puzzles.
	b.open("/make")
	b.do(chromedp.SetValue("#symmetry", "rotate180"), chromedp.SetValue("#n", "1000000"))
	for i, c := range wikipedia[:40] {
		if c != '.' {
			b.text(`document.querySelectorAll(".ticked input")[` + strconv.Itoa(i) + `].click()`)
		}
	}
	b.until(`document.querySelectorAll(".ticked input:checked").length === 30 && document.querySelector("#drawn").textContent === "(30 are)"`)
	b.do(chromedp.SendKeys("#token", token))
	b.do(chromedp.Click("button[value=start]"))
	b.until(`location.pathname.startsWith("/jobs/") && document.querySelector("progress") && +document.querySelector(".puzzles").textContent.replaceAll(",", "") > 0`)
	b.do(chromedp.Click("button[value=stop]"))
	b.until(`document.querySelector(".state").textContent === "stopped" && document.querySelector(".job [role=alert]").textContent.includes("interrupted at attempt")`)
	made := b.text(`document.querySelector(".puzzles").textContent.replaceAll(",", "")`)
	b.do(chromedp.Click("button[value=resume]"))
	b.until(`+document.querySelector(".puzzles").textContent.replaceAll(",", "") > ` + made)
	b.do(chromedp.Click("button[value=stop]"))
	b.until(`document.querySelector(".state").textContent === "stopped"`)
	b.do(chromedp.Click(`.made a`))
	b.until(`location.pathname === "/browse" && location.search === "?run=3" && document.querySelectorAll(".puzzles tbody tr").length === 25`)

	// With the keyboard alone: the number, a level, the token, Enter.
	b.open("/make")
	tabTo := func(selector string) {
		t.Helper()
		for i := 0; b.text(`document.activeElement.matches(`+"`"+selector+"`"+`)`) != "true"; i++ {
			if i > 60 {
				t.Fatalf("%s cannot be reached by Tab", selector)
			}
			b.keys(kb.Tab)
		}
	}
	tabTo("#n")
	b.keys("3")
	tabTo("input[name=level][value=easy]")
	b.keys(" ")
	tabTo(".ticked input")
	b.keys(kb.ArrowDown, kb.ArrowRight, " ")
	b.until(`document.querySelectorAll(".ticked input")[10].checked`)
	b.keys(" ")
	tabTo("button[value=start]")
	b.keys(kb.Enter)
	b.until(`location.pathname.startsWith("/jobs/") && document.querySelector(".state").textContent === "done" && document.querySelector(".puzzles").textContent === "3"`)
	if state := b.text(`document.querySelector(".command code").textContent`); !strings.HasPrefix(state, "gradoku generate --n=3 --symmetry=none --level=easy --seed=") {
		t.Errorf("it ran %q", state)
	}
	if said := b.said(); said != "" {
		t.Errorf("the console says: %s", said)
	}
	if _, body := ask(s, "GET", "/v1/jobs", ""); strings.Count(body, `"state":"`+web.Running) != 0 {
		t.Errorf("something runs on: %s", body)
	}
}
