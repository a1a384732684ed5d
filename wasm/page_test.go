package main

import (
	"context"
	"flag"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

var shots = flag.String("shots", "", "write pictures of the example page into this folder")

// browser returns a headless Chromium, or skips where there is none.
func browser(t *testing.T) context.Context {
	t.Helper()
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		t.Skip("there is no Chromium here to show the page")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.Flag("disable-dev-shm-usage", true),
		// Neither drawn by a process of its own nor compiled a second time, it takes a tenth less processor time.
		chromedp.DisableGPU, chromedp.Flag("disable-software-rasterizer", true), chromedp.Flag("in-process-gpu", true), chromedp.Flag("js-flags", "--liftoff-only"))
	ctx, cancel := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	// The first action starts the browser, and must have no time limit of its own.
	if err := chromedp.Do(ctx, chromedp.Navigate("about:blank")); err != nil {
		t.Fatal(err)
	}
	ctx, cancel = context.WithTimeout(ctx, 10*time.Minute) // a page that hangs must end somehow
	t.Cleanup(cancel)
	return ctx
}

// built is a folder with what npm/build.sh makes.
func built(t *testing.T) string {
	t.Helper()
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("there is no node here to build the package")
	}
	folder := t.TempDir()
	if out, err := exec.Command("sh", filepath.Join("..", "npm", "build.sh"), folder).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return folder
}

// site serves the example page with the package beside it, as its build.sh lays them.
func site(t *testing.T, folder string) *httptest.Server {
	t.Helper()
	mux := http.NewServeMux()
	mux.Handle("/", http.FileServer(http.Dir(filepath.Join("..", "examples", "board"))))
	mux.Handle("/gradoku/", http.StripPrefix("/gradoku/", http.FileServer(http.Dir(filepath.Join("..", "npm")))))
	mux.HandleFunc("/gradoku/gradoku.wasm", func(w http.ResponseWriter, r *http.Request) {
		http.ServeFile(w, r, filepath.Join(folder, "gradoku.wasm"))
	})
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return s
}

// TestPages tries the two pages in one browser, with one build of the package.
func TestPages(t *testing.T) {
	folder, tab := built(t), browser(t)
	t.Run("WebView", func(t *testing.T) { testWebView(&page{tab, t}, folder) })
	t.Run("Board", func(t *testing.T) { testBoard(&page{tab, t}, folder) })
}

// testWebView loads the page for WebViews from a file, and asks it over a bridge like an app's.
func testWebView(p *page, folder string) {
	file := filepath.Join(folder, "webview.html")
	p.do("the page", chromedp.Navigate("file://"+file))
	answers := p.js(`new Promise((resolve) => {
		const answers = [];
		window.ReactNativeWebView = { postMessage: (text) => answers.push(text) === 3 && resolve(answers.sort().join(" ")) };
		for (const [id, question, ...args] of [[1, "solve", "1...........2.4."], [2, "generate", { level: "no" }], [3, "generate", { seed: 1, size: 4 }]]) {
			window.postMessage(JSON.stringify({ id, question, args }));
		}
	})`)
	for _, want := range []string{`"id":1,"answer":{"puzzle":"1...........2.4."`, `"id":2,"error":{"code":"request"`, `"id":3,"answer":{"puzzle":"`} {
		if !strings.Contains(answers, want) {
			p.t.Errorf("%s\nlacks %s", answers, want)
		}
	}
}

// page is the example page in a browser.
type page struct {
	context.Context
	t *testing.T
}

func (b *page) do(what string, actions ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	if err := chromedp.Do(b, actions...); err != nil {
		b.t.Fatalf("%s: %v; the page says %q", what, err, b.js("document.getElementById('say')?.textContent ?? ''"))
	}
}

// js returns the value of an expression, which is a text or a promise of one.
func (b *page) js(expression string) string {
	b.t.Helper()
	text, err := chromedp.Run(b, chromedp.Evaluate[string](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		b.t.Fatalf("%s: %v", expression, err)
	}
	return text
}

// until waits for an expression to be true.
func (b *page) until(expression string) {
	b.t.Helper()
	if _, err := chromedp.Run(b, chromedp.Poll[bool](expression, chromedp.WithPollingTimeout(time.Minute))); err != nil {
		b.t.Fatalf("waiting for %s: %v; the page says %q", expression, err, b.js("document.getElementById('say').textContent"))
	}
}

// says waits until the page says a word.
func (b *page) says(word string) {
	b.t.Helper()
	b.until("document.getElementById('say').textContent.includes('" + word + "')")
}

// cell wants a word in what a cell is called.
func (b *page) cell(name, word string) {
	b.t.Helper()
	if label := b.js("document.getElementById('" + name + "').ariaLabel"); !strings.HasSuffix(label, word) {
		b.t.Errorf("%s: %q, want %q at its end", name, label, word)
	}
}

// screen sets the size of the screen and the colours.
func (b *page) screen(wide, high int64, scheme string, options ...chromedp.EmulateViewportOption) {
	b.t.Helper()
	b.do("the screen", chromedp.EmulateViewport(wide, high, options...), chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
		})
		return err
	}))
	if out := b.js("String(document.documentElement.scrollWidth > innerWidth)"); out == "true" {
		b.t.Errorf("the page is wider than %d", wide)
	}
}

func (b *page) shot(name string) {
	b.t.Helper()
	if *shots == "" {
		return
	}
	png, err := chromedp.Run(b, chromedp.FullScreenshot(100))
	if err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(*shots, name+".png"), png, 0o666); err != nil {
		b.t.Fatal(err)
	}
}

// testBoard plays on the example page: by keys and by touch, with a hint of each depth,
// notes and undo, and then without a network, to the end by hints alone.
func testBoard(b *page, folder string) {
	server := site(b.t, folder)
	const puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	b.screen(1100, 800, "light")
	b.do("opening the page", chromedp.Navigate(server.URL+"/?puzzle="+puzzle), chromedp.WaitVisible("#r1c1.given"))

	// Hints of each depth; the last can be carried out, and undone.
	b.do("a nudge", chromedp.Click("[data-depth=nudge]"))
	b.says("look at")
	b.until("document.querySelector('.region') && !document.querySelector('.hinted')")
	b.shot("nudge")
	b.do("where", chromedp.Click("[data-depth=where]"), chromedp.WaitVisible(".hinted"))
	b.do("show", chromedp.Click("[data-depth=full]"), chromedp.WaitVisible(".gained"))
	b.shot("full")
	b.do("do it", chromedp.Click("#do"), chromedp.WaitEnabled("#undo"), chromedp.WaitNotPresent(".gained"))
	b.do("undo", chromedp.Click("#undo"), chromedp.WaitReady("#undo:disabled"))

	// Keys: a slip is found out and erased, notes are made and undone, the cursor moves.
	b.do("a digit by key", chromedp.Focus("#r1c3"), chromedp.KeyEvent("2"))
	b.cell("r1c3", "2")
	b.do("a hint", chromedp.KeyEvent("h"))
	b.says("wrong")
	b.do("a deeper hint", chromedp.KeyEvent("h"))
	b.says("in box 1 is wrong")
	b.do("a hint of full depth", chromedp.KeyEvent("h"))
	b.says("r1c3 is wrong")
	b.cell("r1c3", "2, wrong")
	b.shot("wrong")
	b.do("erase", chromedp.KeyEvent(kb.Backspace))
	b.cell("r1c3", "blank")
	b.do("notes", chromedp.KeyEvent("n"), chromedp.KeyEvent("1"), chromedp.KeyEvent("4"))
	b.cell("r1c3", "notes 1 4")
	b.do("undo", chromedp.KeyEvent("u"))
	b.cell("r1c3", "notes 1")
	b.do("a hint", chromedp.KeyEvent("h"))
	b.says("look at") // 4 is the digit there, but notes are not said to be complete
	b.do("undo", chromedp.KeyEvent("u"))
	b.do("arrows", chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.ArrowLeft))
	if at := b.js("document.activeElement.id"); at != "r2c2" {
		b.t.Errorf("the cursor is at %s, not r2c2", at)
	}
	b.do("no more notes", chromedp.KeyEvent("n"), chromedp.KeyEvent("h"))
	b.says("look at")

	// A phone in the dark, by touch.
	b.screen(390, 844, "dark", chromedp.EmulateMobile, chromedp.EmulateTouch)
	b.do("where", chromedp.Tap("[data-depth=where]"), chromedp.WaitVisible(".hinted"))
	b.shot("phone-dark")
	b.do("a digit by touch", chromedp.Tap("#r9c1"), chromedp.Tap("#pad button:nth-child(3)"))
	b.cell("r9c1", "3")
	b.screen(390, 844, "light", chromedp.EmulateMobile, chromedp.EmulateTouch)
	b.shot("phone-light")

	// Without a network: the page opens with the game that was left.
	b.js("navigator.serviceWorker.ready.then(() => 'ready')")
	server.CloseClientConnections()
	server.Close()
	b.screen(1100, 800, "dark")
	b.do("offline", chromedp.Navigate(server.URL+"/"), chromedp.WaitVisible("#pad"))
	b.says("your game")
	b.cell("r9c1", "3")
	b.do("the level", chromedp.SetValue("#level", "medium"))
	// A digit that is entered while a game is made does not end the making.
	b.js(`(() => { document.querySelector("#new button").click(); const c = document.getElementById("r9c1"); c.focus(); c.dispatchEvent(new KeyboardEvent("keydown", { key: "5", bubbles: true })); return "" })()`)
	b.says("Medium, rated")
	for range 300 {
		b.do("a hint", chromedp.Click("[data-depth=full]"))
		b.until("!document.getElementById('do').disabled || document.getElementById('say').textContent.length > 0")
		if b.js("String(!!document.querySelector('.removed'))") == "true" {
			b.shot("removes")
		}
		b.until("!document.getElementById('do').disabled")
		b.do("do it", chromedp.Click("#do"))
		if b.js("String(document.querySelectorAll('.marks').length + ' ' + [...document.querySelectorAll('.cell')].every(c => /\\d/.test(c.textContent) && !c.querySelector('.marks')))") == "0 true" {
			break
		}
	}
	b.says("Solved")
	b.shot("solved")
}
