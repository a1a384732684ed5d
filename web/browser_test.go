package web_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"gradoku/internal/boardtest"
	"gradoku/task"
	"gradoku/web"
)

// patience is how long a test waits for something that always comes, even on a busy machine. Then
// the test reports what did not come, before Go ends the package after ten minutes.
const patience = 3 * time.Minute

var (
	shots   = flag.String("shots", "", "write screenshots of all pages to this folder")
	shotsDB = flag.String("shots-db", "", "of a copy of this database instead of the test's own")
)

// axeVersion is the version of axe-core, which judges the accessibility of pages. It is
// fetched for the test and is no part of the project.
const axeVersion = "4.14.1"

// browser is the tab of a Chromium without a window. What goes wrong in its console is in
// faults.
type browser struct {
	context.Context
	t      *testing.T
	url    string
	mu     sync.Mutex
	faults []string
}

// chromium is the one tab of all tests in the one Chromium: starting either takes as long as some
// of them. It is nil where there is none.
var chromium = sync.OnceValues(func() (context.Context, error) {
	path, err := exec.LookPath("chromium")
	if err != nil {
		return nil, nil
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.Flag("disable-software-rasterizer", true), chromedp.Flag("in-process-gpu", true),
		// A new frame for every page of the same site takes a fifth of Chromium's processor time.
		chromedp.Flag("disable-features", "Translate,BlinkGenPropertyTrees,RenderDocument"),
		chromedp.Flag("incognito", true)) // writing no history saves a tenth of its time
	ctx, _ := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, _ = chromedp.NewContext(ctx)
	endChromium = func() { _ = chromedp.Cancel(ctx) } // it has done its work
	// The first action starts the browser, and must have no time limit of its own.
	return ctx, chromedp.Do(ctx, chromedp.Navigate("about:blank"))
})

// endChromium is called by TestMain.
var endChromium = func() {}

// newBrowser opens a new server in the tab, so tests share no data kept by pages. It skips the
// test where there is no Chromium.
func newBrowser(t *testing.T, h http.Handler) *browser {
	shared, err := chromium()
	if err != nil {
		t.Fatal(err)
	}
	if shared == nil {
		t.Skip("there is no chromium to drive")
	}
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	ctx, cancel := context.WithCancel(shared)
	b := &browser{Context: ctx, t: t, url: server.URL}
	t.Cleanup(func() { b.do(chromedp.Navigate("about:blank")); cancel() })
	if err := chromedp.Listen(ctx, b.listen); err != nil {
		t.Fatal(err)
	}
	b.do(chromedp.EmulateViewport(1440, 900), look("light"))
	return b
}

// listen notes what the console says.
func (b *browser) listen(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		text, _ := json.Marshal(e.ExceptionDetails)
		b.faults = append(b.faults, string(text))
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError || e.Type == runtime.ConsoleAPICalledTypeWarning {
			text, _ := json.Marshal(e.Args)
			b.faults = append(b.faults, string(text))
		}
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError || e.Entry.Level == log.EntryLevelWarning {
			b.faults = append(b.faults, e.Entry.Text+" "+e.Entry.URL)
		}
	}
}

// said returns what the console has said since it was last asked.
func (b *browser) said() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	text := strings.Join(b.faults, "\n")
	b.faults = nil
	return text
}

// do runs actions, each of which waits for what it is about. While a page gives way to the
// next one, an action can still find what was in the old one: then it is done again.
func (b *browser) do(actions ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b, patience)
	defer cancel()
	for _, a := range actions {
		err := chromedp.Do(ctx, a)
		for err != nil && strings.Contains(err.Error(), "No node with given id") && ctx.Err() == nil {
			err = chromedp.Do(ctx, a)
		}
		if err != nil {
			b.t.Fatal(err)
		}
	}
}

func (b *browser) open(path string) {
	b.t.Helper()
	b.do(chromedp.Navigate(b.url+path), chromedp.WaitReady("main"))
}

// evaluate is what an expression, or the promise that it gives, is as a text.
func (b *browser) evaluate(expression string) (string, error) {
	ctx, cancel := context.WithTimeout(b, patience)
	defer cancel()
	return chromedp.Run(ctx, chromedp.Evaluate[string]("(async () => String(await ("+expression+")))()", chromedp.EvalAwaitPromise))
}

func (b *browser) text(expression string) string {
	b.t.Helper()
	s, err := b.evaluate(expression)
	if err != nil {
		b.t.Fatal(err)
	}
	return s
}

// until waits until an expression is true, in this page or the one that it leads to.
func (b *browser) until(expression string) {
	b.t.Helper()
	var err error
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(30 * time.Millisecond) {
		var now string
		// A page is looked at once it was read to its end: what has arrived of it may be half a list.
		if now, err = b.evaluate(`document.readyState !== "loading" && !!(` + expression + ")"); now == "true" {
			return
		}
	}
	now, _ := b.evaluate("location.href + ' | ' + document.title + ' | ' + (document.activeElement || {}).outerHTML")
	status, _ := b.evaluate("[...document.querySelectorAll('[role=status]')].map((e) => e.textContent)")
	b.t.Fatalf("never true: %s (%v); %.300s; the page says %q, the console %q", expression, err, now, status, b.said())
}

func (b *browser) keys(keys ...string) {
	b.t.Helper()
	for _, k := range keys {
		b.do(chromedp.KeyEvent(k))
	}
}

// fromMore uses a button behind More.
func (b *browser) fromMore(use func(button string), button string) {
	b.t.Helper()
	use("[popovertarget=more]")
	use(button)
}

func (b *browser) click(button string) {
	b.t.Helper()
	b.do(chromedp.Click(button))
}

// tap touches the middle of an element.
func (b *browser) tap(element string) {
	b.t.Helper()
	p := &input.TouchPoint{}
	at := b.text(`(({ x, y, width, height }) => x + width / 2 + " " + (y + height / 2))(document.querySelector('` + element + `').getBoundingClientRect())`)
	if _, err := fmt.Sscan(at, &p.X, &p.Y); err != nil {
		b.t.Fatal(err)
	}
	for _, e := range []input.DispatchTouchEventParams{{Type: input.DispatchTouchEventTypeTouchStart, TouchPoints: []*input.TouchPoint{p}}, {Type: input.DispatchTouchEventTypeTouchEnd, TouchPoints: []*input.TouchPoint{}}} {
		b.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
			_, err := cdp.Call(ctx, t, input.DispatchTouchEvent, e)
			return err
		}))
	}
}

// focus moves the focus to an element, as the Tab key or a screen reader does.
func (b *browser) focus(element string) {
	b.t.Helper()
	b.text(`document.querySelector('` + element + `').focus()`)
}

// look chooses light or dark, and has pages jump to a place: where one scrolls there
// slowly, a click misses what moves.
func look(scheme string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: "reduce"}},
		})
		return err
	})
}

// TestBrowser does the main job of each page as a person would.
func TestBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("it starts a browser")
	}
	s, _ := newServer(t, copyOf(t), nil)
	b := newBrowser(t, s)

	// About this server: what there is; a level is one click from its puzzles.
	b.open("/about")
	b.do(chromedp.Click(`.bars a[href*="level=easy"]`))
	b.until(`location.search === "?level=easy" && document.querySelector(".bars [aria-current]").textContent.includes("Easy")`)

	// Browse: a condition, in place when it is wrong; sort; turn the page; open.
	b.open("/browse")
	b.do(chromedp.Focus("#where"), chromedp.SendKeys("#where", "rating >>"))
	b.keys(kb.Enter)
	b.until(`document.querySelector("#fault") && document.querySelector("#where").value === "rating >>"`)
	b.said() // that the page is a 422 is in the console, and meant
	b.do(chromedp.SetValue("#where", "rating >= 1.5"), chromedp.Click(".search button"))
	b.until(`new URLSearchParams(location.search).get("where") === "rating >= 1.5" && document.querySelectorAll(".puzzles tbody tr").length === 25`)
	b.do(chromedp.Click(`th a[href*="order=rating"]`))
	b.until(`document.querySelector("th[aria-sort=ascending]").textContent === "Rating"`)
	first := b.text(`document.querySelector("td[data-name='No.']").textContent`)
	b.do(chromedp.Click(`a[rel=next]`))
	b.until(`location.search.includes("cursor=") && document.querySelector("td[data-name='No.']").textContent !== "` + first + `"`)
	b.do(chromedp.Click(`.thumb a`))
	b.until(`location.pathname.startsWith("/puzzle/") && !document.querySelector(".controls").hidden`)

	// Puzzle: the solution by the arrow keys; a step by a click; play from there; a hint that
	// leads to the page of its technique.
	b.do(chromedp.Click("#steps-tab"), chromedp.Focus("#next"))
	b.keys(kb.ArrowRight, kb.ArrowRight, kb.ArrowRight, kb.ArrowLeft)
	b.until(`document.querySelector("#at").textContent.startsWith("step 2 of") && document.querySelector("#picture").complete && document.querySelector("#picture").naturalWidth > 0`)
	b.do(chromedp.Click(`[data-ladder=human] a[data-step="3"]`))
	b.until(`location.search === "?technique_order=human&step=3"`)
	b.do(chromedp.Click("#from"))
	b.until(`document.querySelector("#said").textContent.trim() === "From step 3 on."`)
	b.keys("h")
	b.until(`said.textContent.includes("look at")`)
	b.do(chromedp.Click(`#said a[href^="/techniques#"]`))
	b.until(`location.pathname === "/techniques" && document.querySelector(":target strong")`)

	// A hint shows the pattern, what it crosses out and, later, the links of a chain; Apply makes the step.
	b.open("/try?puzzle=81...4..2.....1.86.6.8..71...3916...581472963496...271.381......4....1.5159......")
	b.fromMore(b.click, "#candidates")
	lost := `document.querySelector('td[data-cell="66"]')`
	for step, shown := range []string{`document.querySelectorAll("td.told").length === 2 && document.querySelector("td.area") && ` + lost + `.matches(".losing") && ` + lost + `.querySelector(".loses").textContent === "7 "`, `true`, `true`, `document.querySelectorAll(".link").length === 3`} {
		b.keys("h", "h", "h")
		b.until(`!document.querySelector("#apply").hidden`)
		b.until(shown)
		b.keys("a")
		b.until(`!document.querySelector("td.told")`)
		if notes := b.text(lost + `.getAttribute("aria-label")`); strings.HasSuffix(notes, "7") {
			t.Errorf("after step %d: %s", step+1, notes)
		}
	}

	// Try: setting on the board with a live verdict; then a pasted grid, as spreadsheets have it.
	b.open("/try")
	b.do(chromedp.Click(`td[data-cell="0"]`))
	b.keys("1", kb.ArrowRight, "1")
	b.until(`said.textContent.includes("o solution") && document.querySelectorAll(".clash").length === 2`)
	b.keys(kb.Backspace)
	b.until(`said.textContent.includes("everal solutions")`)
	var rows []string
	for i := 0; i < len(wikipedia); i += 9 {
		rows = append(rows, strings.ReplaceAll(strings.Join(strings.Split(wikipedia[i:i+9], ""), "\\t"), ".", ""))
	}
	b.text(`(() => { const d = new DataTransfer(); d.setData("text", "` + strings.Join(rows, "\\n") + `"); document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: d, bubbles: true })); })()`)
	b.until(`new URLSearchParams(location.search).get("puzzle") === "` + wikipedia + `" && document.querySelector("#about").textContent.includes("The puzzle has exactly one solution")`)
	b.do(chromedp.Click("#steps-tab"), chromedp.Click(`.ladder a[data-step="4"]`))
	b.until(`document.querySelector(".ladder a[aria-current=step]").dataset.step === "4"`)

	if said := b.said(); said != "" {
		t.Errorf("the console says: %s", said)
	}
}

// TestPlay plays whole games as people do: by keys, by touch or by focus, on a wide screen or
// phones, with slips, marks, undo, and a reload in the middle. The puzzles are one of the
// database and one with diagonals; with -long there are ten, on all screens.
func TestPlay(t *testing.T) {
	if testing.Short() {
		t.Skip("it starts a browser")
	}
	path := copyOf(t)
	s, _ := newServer(t, path, nil)
	var away atomic.Bool
	b := newBrowser(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if away.Load() {
			panic(http.ErrAbortHandler)
		}
		s.ServeHTTP(w, r)
	}))
	games := []string{"/puzzle/10"}
	if *boardtest.Long {
		games = append(games, "/puzzle/11")
	}
	for _, geo := range boardtest.Variants(t) {
		puzzle, _ := boardtest.Proper(t, geo)
		if geo.Size == 9 && (*boardtest.Long || geo.Variant.Title() == "x") {
			games = append(games, "/try?puzzle="+url.QueryEscape(puzzle.String()))
		}
	}
	screens := [][2]int64{{1440, 844}, {390, 664}, {320, 568}, {664, 390}, {360, 640}, {640, 400}}
	for game, page := range games {
		said := func(text string) { b.t.Helper(); b.until(`said.textContent.includes("` + text + `")`) }
		way := []string{"keys", "touch", "focus"}[(game+game/len(screens))%3]
		t.Logf("game %d by %s at %d: %s", game, way, screens[game%len(screens)], page)
		b.open(page)
		// The board, the digits and what a hint says are in sight on every screen; the last one is where the game is played.
		for _, screen := range append(screens, screens[game%len(screens)]) {
			b.do(chromedp.EmulateViewport(screen[0], screen[1], func(_ *emulation.SetDeviceMetricsOverrideParams, t *emulation.SetTouchEmulationEnabledParams) {
				t.Enabled = way == "touch"
			}))
			if out := b.text(`[...document.querySelectorAll(".board, .says, .keys button")].map((e) => e.getBoundingClientRect()).filter((r) => r.bottom > innerHeight || r.right > innerWidth || Math.min(r.width, r.height) < 44).map((r) => JSON.stringify(r))`); out != "" {
				t.Errorf("at %d, out of sight or too small: %s", screen, out)
			}
		}
		puzzle, solution := b.text(`document.querySelector("#play").dataset.puzzle`), b.text(`document.querySelector("#play").dataset.solution`)
		places := func() string {
			return b.text(`[...document.querySelectorAll(".board, .keys button")].map((e) => JSON.stringify(e.getBoundingClientRect()))`)
		}
		still, at := places(), 0
		use := map[string]func(string){"keys": b.click, "touch": b.tap, "focus": func(button string) { b.focus(button); b.keys(" ") }}[way]
		enter := func(i int, digit string) {
			cell := fmt.Sprintf(`td[data-cell="%d"]`, i)
			switch way {
			case "touch":
				b.tap(cell)
				b.tap(`.pad [data-digit="` + digit + `"]`)
				return
			case "focus":
				b.focus(cell)
				b.keys(digit)
				return
			}
			for ; at < i; at++ {
				b.keys(kb.ArrowRight)
			}
			for ; at > i; at-- {
				b.keys(kb.ArrowLeft)
			}
			b.keys(digit)
		}
		// Without -long, a script enters all digits but the first two.
		fill := func(cells []int) {
			if !*boardtest.Long {
				at = cells[0]
				keys := fmt.Sprintf(`document.querySelector('td[data-cell="%d"]').focus()`, at)
				for _, i := range cells[2:] {
					keys = fmt.Sprintf(`document.querySelector('td[data-cell="%d"]').focus(), document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "%c", bubbles: true })), `, i, solution[i]) + keys
				}
				b.text(keys)
				cells = cells[:2]
			}
			for _, i := range cells {
				enter(i, solution[i:i+1])
			}
		}
		press := func(key, button string) {
			if way == "keys" {
				b.keys(key)
			} else {
				use(button)
			}
		}
		blank := strings.IndexByte(puzzle, '.')
		cell := fmt.Sprintf(`document.querySelector('td[data-cell="%d"]')`, blank)
		wrong := string(solution[blank]%9 + '1' - '0' + '0')
		// A slip that Check tells, undo, redo, undo; marks of both kinds; restart, and back.
		enter(blank, wrong)
		press("k", "#check")
		said("One digit is wrong.")
		press("u", "#undo")
		b.until(cell + `.textContent === ""`)
		press("y", "#redo")
		b.until(cell + `.textContent === "` + wrong + `"`)
		press("u", "#undo")
		press("n", "[data-mode=centre]")
		enter(blank, wrong)
		press("n", "[data-mode=corner]")
		enter(blank, wrong)
		press("n", "[data-mode=colour]")
		enter(blank, "3")
		b.until(cell + `.dataset.colour === "3"`)
		b.until(cell + `.getAttribute("aria-label").includes("corner marks ` + wrong + `, notes ` + wrong + `")`)
		press("n", "[data-mode=colour]")
		b.fromMore(use, "#again")
		b.until(cell + `.textContent === ""`)
		press("u", "#undo")
		b.until(cell + `.textContent === "` + wrong + " " + wrong + ` "`)
		// The right candidate is removed from complete notes: Check says it, and a hint in steps.
		b.fromMore(use, "#candidates")
		press("n", "[data-mode=centre]")
		enter(blank, solution[blank:blank+1])
		press("k", "#check")
		said("The notes of one cell lack the right digit.")
		for _, told := range []string{"A candidate is missing in the notes.", "a candidate is missing.", "In r"} {
			press("h", "#hint")
			said(told)
			if now := places(); now != still {
				t.Errorf("a hint moves the board or the keys: %s, before %s", now, still)
			}
		}
		press("u", "#undo")
		press("u", "#undo")
		use("[data-mode=centre]")
		// Half of the game, a pause, which hides the board and keeps its digits, and a reload; then the rest, with the last digit wrong at first.
		var blanks []int
		for i := range puzzle {
			if puzzle[i] == '.' {
				blanks = append(blanks, i)
			}
		}
		half, last := blanks[:len(blanks)/2], blanks[len(blanks)-1]
		fill(half)
		press("p", "#pause")
		said("Paused.")
		b.fromMore(use, "#again")
		spent := b.text(`clock.textContent`)
		b.do(chromedp.Reload())
		b.until(`document.querySelectorAll("td[data-cell]").length === 81 && !document.querySelector(".controls").hidden && document.querySelector('td[data-cell="` + fmt.Sprint(half[len(half)-1]) + `"]').textContent`)
		if now := b.text(`clock.textContent`); now < spent || len(now) != len(spent) {
			t.Errorf("the clock went back from %s to %s", spent, now)
		}
		at = 0
		fill(blanks[len(half) : len(blanks)-1])
		enter(last, string(solution[last]%9+'1'-'0'+'0'))
		said("The board is full, but not all of it is right.")
		enter(last, solution[last:last+1])
		said("Solved in ")
		said(" with 1 hint.")
		if strings.HasPrefix(page, "/puzzle") {
			said("The prediction is about ")
			b.until(`said.querySelector("a").textContent === "Next like this"`)
		}
	}
	// The log of the games is one that gradoku import --plays reads. A digit goes where the focus is.
	// Without a network, the browser continues its game, and has one of each level.
	playing := `location.pathname.startsWith("/puzzle/") && !document.querySelector(".controls").hidden`
	ask(s, "GET", "/v1/stats", "") // waits for the counts, which pages do not
	b.open("/")
	b.until(fmt.Sprintf(`navigator.serviceWorker.controller && localStorage.getItem("gradoku-ahead") && streak.textContent === "%d solved." && [...document.querySelectorAll("#results tbody tr td:nth-child(2)")].reduce((n, e) => n + +e.textContent, 0) === %[1]d`, len(games)))
	b.do(chromedp.Click(`#levels a`))
	b.until(playing)
	b.text(`document.querySelector("td.given ~ td:not(.given)").focus()`)
	b.keys("4")
	b.until(`document.querySelector("td.given ~ td:not(.given)").textContent === "4"`)
	away.Store(true)
	for _, link := range []string{"#continue a", "#levels a:last-child"} {
		b.open("/")
		b.do(chromedp.Click(link))
		b.until(playing + fmt.Sprintf(` && !!document.querySelector("td:not(.given) span:not(:empty)") === %t`, link == "#continue a"))
	}
	b.open("/")
	b.do(chromedp.Click(`#continue button`))
	b.until(`document.querySelector("#continue").hidden`)
	log := filepath.Join(t.TempDir(), "games.csv")
	if err := os.WriteFile(log, []byte(b.text(`games.csv()`)), 0o666); err != nil {
		t.Fatal(err)
	}
	out, err := (&task.Import{Files: []string{log}, Plays: true, KeepNames: true, Strict: true}).Run(t.Context(), task.Env{DB: path})
	if err != nil || out.Files[0].Read != int64(len(games)+1) {
		t.Errorf("the log of the page: %+v, %v", out, err)
	}
	away.Store(false)
	b.said() // that the server is away is in the console, and meant
	b.open(games[len(games)-1])
	// Several cells at once by the keys; a link that holds the position.
	b.fromMore(b.click, "#again")
	b.do(chromedp.Click(`td[data-cell="0"]`))
	before := b.text(`document.querySelectorAll(".chosen").length`)
	b.do(chromedp.KeyEvent(kb.ArrowRight, chromedp.KeyModifiers(chromedp.ModifierShift)), chromedp.KeyEvent(kb.ArrowDown, chromedp.KeyModifiers(chromedp.ModifierShift)))
	if after := b.text(`document.querySelectorAll(".chosen").length`); before != "1" || after != "3" {
		t.Errorf("Shift and the arrows choose %s cells after %s", after, before)
	}
	b.do(chromedp.Click("[data-mode=centre]"))
	b.keys("4")
	b.until(`[...document.querySelectorAll(".chosen:not(.given) .notes")].every((i) => i.textContent === "4 ")`)
	b.text(`(() => { window.copied = ""; navigator.clipboard.writeText = async (t) => { window.copied = t; }; })()`)
	b.fromMore(b.click, "#share")
	b.until(`window.copied.includes("#p=")`)
	link := strings.TrimPrefix(b.text(`(localStorage.clear(), window.copied)`), b.url)
	b.open("/")
	b.open(link)
	b.until(`[...document.querySelectorAll(".notes")].some((i) => i.textContent === "4 ")`)
	if said := b.said(); said != "" {
		t.Errorf("the console says: %s", said)
	}
}

// TestLooks: every page, light and dark, on a phone and on a wide screen, has no fault
// of accessibility that axe-core finds, nothing in the console, and nothing wider than
// the screen. Without -long it looks at one page of each kind, some light on a phone and the rest
// dark on a wide screen, and axe-core sees those with most on them. With -shots it takes pictures
// of all pages.
func TestLooks(t *testing.T) {
	if testing.Short() {
		t.Skip("it starts a browser")
	}
	path := copyOf(t)
	if *shotsDB != "" {
		content, err := os.ReadFile(*shotsDB)
		if err == nil {
			err = os.WriteFile(path, content, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	s := newWriter(t, path)
	b := newBrowser(t, s)
	axe := fetchAxe(t)
	job := order(t, s, `{"make":{"n":30,"symmetry":"rotate180","seed":8}}`)
	watch(t, s, job.ID, ended)
	watch(t, s, order(t, s, `{"make":{"n":1,"seed":8,"size":4}}`).ID, ended)
	first := func(query string) string {
		_, text := ask(s, "GET", "/v1/puzzles?limit=1&"+query, "")
		var list struct{ Puzzles []struct{ Key string } }
		if err := json.Unmarshal([]byte(text), &list); err != nil || len(list.Puzzles) == 0 {
			t.Fatalf("%s: %v, %s", query, err, text)
		}
		return "/puzzle/" + list.Puzzles[0].Key
	}
	empty, _ := newServer(t, emptyDB(t), nil)
	away := copyOf(t)
	gone, _ := newServer(t, away, nil)
	if err := os.Remove(away); err != nil {
		t.Fatal(err)
	}
	all := *boardtest.Long || *shots != ""
	var failed, endless web.Job
	if all {
		failed = order(t, s, `{"book":{"quota":"16x16:gentle=500","title":"Too Much"}}`)
		watch(t, s, failed.ID, ended)
		endless = order(t, s, `{"make":{"n":1000000,"minimal":true}}`)
	}
	here := b.url
	for i, page := range []struct {
		name, path string
		server     http.Handler // another one than s
		brief      string       // what is done without -long too: it is seen, or judged by axe-core
		before     func()
		after      func() // what is done on the page
	}{
		{name: "job-running", path: "/jobs/" + endless.ID, before: func() {
			watch(t, s, endless.ID, func(j web.Job) bool { return j.Run != 0 })
		}},
		{name: "job-stopped", path: "/jobs/" + endless.ID, before: func() {
			b.do(chromedp.Navigate("about:blank")) // the page of a job loads anew when it ends
			send(s, "POST", "/v1/jobs/"+endless.ID+"/stop", "")
			watch(t, s, endless.ID, ended)
		}},
		{name: "job-failed", path: "/jobs/" + failed.ID},
		{name: "home", path: "/"},
		{name: "about", brief: "seen", path: "/about"},
		{name: "home-empty", path: "/", server: empty},
		{name: "browse", brief: "judged", path: "/browse?where=rating+%3E%3D+1.5&minimal=true"},
		{name: "browse-fault", brief: "seen", path: "/browse?where=rating+%3E%3E"},
		{name: "puzzle", brief: "judged", path: first("order=rating&desc=true&size=9") + "?step=5"},
		{name: "puzzle-hint", brief: "seen", path: first("order=rating&desc=true&size=9"), after: func() {
			b.fromMore(b.click, "#candidates")
			b.click("[data-mode=colour]")
			b.keys("3", kb.ArrowRight, "7", "h", "h", "h")
			b.until(`!apply.hidden`)
		}},
		{name: "puzzle-paused", path: first("order=rating&size=9"), after: func() { b.keys("p") }},
		{name: "puzzle-more", path: first("order=rating&size=9"), after: func() { b.click("[popovertarget=more]") }},
		{name: "home-games", brief: "judged", path: "/", after: func() {
			b.text(`games.end({ puzzle: "x:1", spent: 61000, finished: true, errors: 0, hints: 1, level: "Easy" })`)
			b.do(chromedp.Reload())
			b.until(`!results.hidden && !document.querySelector("#continue").hidden`)
		}},
		{name: "puzzle-4x4", path: first("size=4")},
		{name: "try", brief: "seen", path: "/try?puzzle=" + wikipedia},
		{name: "try-several", path: "/try?puzzle=" + strings.Repeat(".", 81)},
		{name: "try-fault", path: "/try?puzzle=" + url.QueryEscape(hostile)},
		{name: "techniques", brief: "seen", path: "/techniques"},
		{name: "make", brief: "judged", path: "/make?level=medium&rating=2.1-2.8&symmetry=rotate180&pattern=" + wikipedia},
		{name: "make-fault", path: "/make?n=many"},
		{name: "make-readonly", path: "/make", server: gone},
		{name: "book", brief: "judged", path: "/book?quota=9x9:easy=12,6x6=6,9x9:hard=500&title=Quiet+Sudoku&page=1&where=clues+%3C+40"},
		{name: "book-new", path: "/book"},
		{name: "book-hand", path: "/book?pick=3.9.27.81.153&reuse=true&lang=de"},
		{name: "book-fault", path: "/book?quota=9x9=3&trim=1x1&style=%3D"},
		{name: "job", brief: "seen", path: "/jobs/" + job.ID},
		{name: "jobs", brief: "seen", path: "/jobs"},
		{name: "docs", brief: "seen", path: "/docs"},
		{name: "problem", brief: "seen", path: "/nonsense"},
		{name: "problem-away", path: "/", server: gone},
	} {
		if page.brief == "" && !all {
			continue
		}
		if page.before != nil {
			page.before()
		}
		b.url = here
		if page.server != nil {
			other := httptest.NewServer(page.server)
			t.Cleanup(other.Close)
			b.url = other.URL
		}
		for _, l := range []struct {
			scheme string
			width  int64
		}{{"light", 390}, {"dark", 1440}, {"light", 1440}, {"dark", 390}} {
			if l.scheme == "light" == (l.width == 1440) && *shots == "" {
				continue // each colour and each width has been seen
			}
			if !all && (l.scheme == "light") != (i%2 == 0) {
				continue
			}
			name := fmt.Sprintf("%s-%s-%d", page.name, l.scheme, l.width)
			b.said()
			b.do(chromedp.EmulateViewport(l.width, 900), look(l.scheme))
			b.open(page.path)
			b.until(`[...document.images].every((i) => i.complete || i.loading === "lazy")`)
			if page.after != nil {
				page.after()
			}
			if wide := b.text("document.documentElement.scrollWidth"); wide != fmt.Sprint(l.width) {
				t.Errorf("%s: the page is %s wide", name, wide)
			}
			if said := b.said(); said != "" && page.name != "problem" && page.server == nil && !strings.HasSuffix(page.name, "-fault") {
				t.Errorf("%s: the console says: %s", name, said)
			}
			if axe != "" && (*boardtest.Long || page.brief == "judged") {
				if _, err := chromedp.Run(b, chromedp.Evaluate[string](axe+`;"ready"`)); err != nil {
					t.Fatal(err)
				}
				faults := b.text(`axe.run({ resultTypes: ["violations"] }).then((r) => r.violations.map((v) => v.id + ": " + v.nodes.map((n) => n.target + " " + n.failureSummary).join("; ")).join("\n"))`)
				if faults != "" {
					t.Errorf("%s: axe-core finds: %.2000s", name, faults)
				}
			}
			if *shots != "" {
				b.text(`document.querySelectorAll("img[loading]").forEach((i) => { i.loading = "eager"; })`)
				b.until(`[...document.images].every((i) => i.complete)`)
				b.do(chromedp.Sleep(300 * time.Millisecond))
				png, err := chromedp.Run(b, chromedp.FullScreenshot(100))
				if err == nil {
					err = os.WriteFile(filepath.Join(*shots, name+".png"), png, 0o666)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// fetchAxe returns the script of axe-core, or "" if npm cannot get it. It is fetched once per
// machine, because npm takes longer to find it in its cache than axe-core takes to check a page.
func fetchAxe(t *testing.T) string {
	dir, err := os.UserCacheDir()
	if err != nil {
		dir = t.TempDir()
	}
	dir = filepath.Join(dir, "gradoku-test", "axe-core-"+axeVersion)
	file := filepath.Join(dir, "node_modules", "axe-core", "axe.min.js")
	script, err := os.ReadFile(file)
	if err != nil {
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		defer cancel()
		out, failed := exec.CommandContext(ctx, "npm", "install", "--prefix", dir, "--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "axe-core@"+axeVersion).CombinedOutput()
		if script, err = os.ReadFile(file); err != nil {
			t.Logf("axe-core cannot be fetched: accessibility is not judged: %v\n%s", failed, out)
		}
	}
	return string(script)
}
