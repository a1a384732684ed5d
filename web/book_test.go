package web_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"html"
	"image/png"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"gradoku/book"
	"gradoku/internal/bind"
	"gradoku/store"
	"gradoku/web"
)

// shelfOf lists the puzzles of the page, in their order.
func shelfOf(page string) (ids []string) {
	for _, m := range regexp.MustCompile(`alt="Puzzle (\d+)"`).FindAllStringSubmatch(page, -1) {
		ids = append(ids, m[1])
	}
	return ids
}

// plain is a page without its tags.
func plain(page string) string {
	return html.UnescapeString(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(page, ""))
}

// keysOf lists the keys of the puzzles of the page, as the form sends them.
func keysOf(page string) (keys []string) {
	for _, m := range regexp.MustCompile(`name="(?:keys|list)" value="([0-9a-f]{32})"`).FindAllStringSubmatch(page, -1) {
		keys = append(keys, m[1])
	}
	return keys
}

// TestBook: the page shows the book that a quota gives, in pictures of its pages, without
// using a puzzle up; the list of its puzzles can be put in another order; and what is made
// is in order.
func TestBook(t *testing.T) {
	path := copyOf(t)
	s := newWriter(t, path)
	res, page := ask(s, "GET", "/book?quota=9x9:easy=4,6x6=2&title=Quiet", "", "Accept", "text/html")
	if res.StatusCode != 200 || !strings.Contains(page, "6 puzzles on ") || !strings.Contains(plain(page), `gradoku book --quota=9x9:easy=4,6x6=2 --title=Quiet -o quiet.pdf --db=puzzles.db`) {
		t.Fatalf("%d: %s", res.StatusCode, page)
	}
	sheet := regexp.MustCompile(`data:image/png;base64,([^"]+)`).FindStringSubmatch(page)
	if sheet == nil {
		t.Fatal("there is no picture of the pages")
	}
	image, err := base64.StdEncoding.DecodeString(strings.ReplaceAll(sheet[1], "&#43;", "+"))
	if err == nil {
		_, err = png.Decode(bytes.NewReader(image))
	}
	if err != nil {
		t.Error(err)
	}
	shown := shelfOf(page)
	if len(shown) != 6 || strings.Contains(page, "used</strong>") {
		t.Fatalf("it lists %q", shown)
	}

	// The second is moved to the front, the last one left out, two added.
	keys := keysOf(page)
	_, page = post(s, "/book", "title", "Quiet", "keys", strings.Join([]string{keys[1], keys[0], keys[2], keys[3], keys[4]}, ","), "add", "160\n161", "page", "1")
	want := []string{shown[1], shown[0], shown[2], shown[3], shown[4], "160", "161"}
	if got := shelfOf(page); strings.Join(got, " ") != strings.Join(want, " ") || !strings.Contains(page, "--keys=puzzles.txt") || !strings.Contains(page, `alt="Page 1"`) {
		t.Fatalf("by hand it lists %q, not %q", got, want)
	}

	// It is made, and what it has is used.
	res, body := post(s, "/book", "keys", strings.Join(keysOf(page), ","), "title", "Quiet", "action", "start", "token", token)
	if res.StatusCode != 303 {
		t.Fatalf("%d: %s", res.StatusCode, body)
	}
	id := strings.TrimPrefix(res.Header.Get("Location"), "/jobs/")
	j := watch(t, s, id, ended)
	if j.State != web.Done || strings.Join(j.Files, " ") != "puzzles.txt quiet.pdf" || j.Kind != "book" {
		t.Fatalf("the job: %+v", j)
	}
	file := "/v1/jobs/" + j.ID + "/files/quiet.pdf"
	res, part := ask(s, "GET", file, "", "Range", "bytes=0-3")
	if res.StatusCode != 206 || part != "%PDF" || !strings.HasPrefix(res.Header.Get("Content-Disposition"), "attachment") {
		t.Errorf("a part of a file: %d, %q, %v", res.StatusCode, part, res.Header)
	}
	if again, _ := ask(s, "GET", file, "", "If-Modified-Since", res.Header.Get("Last-Modified")); again.StatusCode != 304 {
		t.Errorf("a file that the client has: %d", again.StatusCode)
	}
	_, pdf := ask(s, "GET", "/v1/jobs/"+id+"/files/quiet.pdf", "")
	report, err := book.Check(strings.NewReader(pdf), int64(len(pdf)), nil, 0, "", nil)
	if err != nil || len(report.Problems) > 0 || len(report.Puzzles) != 7 {
		t.Errorf("the book: %+v, %v", report, err)
	}
	db, err := store.Open(t.Context(), path, store.ReadOnly)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	exports, err := db.Exports(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	items, err := db.ExportItems(t.Context(), exports[len(exports)-1].ID)
	if err != nil || strings.Trim(fmt.Sprint(items), "[]") != strings.Join(want, " ") {
		t.Errorf("recorded are %v (%v), not %q", items, err, want)
	}
	if _, body := post(s, "/book", "keys", keysOf(page)[0]+",149"); !strings.Contains(body, "2 puzzles listed, of which 1 is in books and exports") || !strings.Contains(body, ">used</strong>") || !strings.Contains(body, "is in quiet.pdf") {
		t.Errorf("of a used puzzle the page says %s", body)
	}
	if _, body := ask(s, "GET", "/book", "", "Accept", "text/html"); !regexp.MustCompile(`name="n.9x9" [^>]*> <span class="dim">\d+ free, \d+ used`).MatchString(body) {
		t.Errorf("the table: %s", body)
	}
}

// TestBookOrders: a book by the API, with what was asked for as flags of the command.
func TestBookOrders(t *testing.T) {
	s := newWriter(t, copyOf(t))
	j := order(t, s, `{"book":{"quota":"easy=3","where":"clues > 20","minimal":true,"draft":true,"order":"ramp","title":"Ünter's Buch!","lang":"de","trim":"A5","per-page":"2","preset":"large-print","without":["lessons","time"],"solutions":"separate","style":"box-tint = 10\n"}}`)
	want := `gradoku book --quota=easy=3 --minimal --where='clues > 20' --order=ramp --draft --preset=large-print --title='Ünter'\''s Buch!' --trim=A5 --per-page=2 --solutions=separate --without=lessons --without=time --lang=de --style=style.toml -o nter-s-buch.pdf --solutions-file=solutions.pdf --db=puzzles.db`
	if j.Command != want {
		t.Errorf("it runs %s\nand not %s", j.Command, want)
	}
	if j = watch(t, s, j.ID, ended); j.State != web.Done || strings.Join(j.Files, " ") != "nter-s-buch.pdf solutions.pdf style.toml" {
		t.Errorf("the job: %+v", j)
	}
}

// TestCover: the page of a book's job leads to the form of its cover, whose job makes it.
func TestCover(t *testing.T) {
	s := newWriter(t, copyOf(t))
	j := order(t, s, `{"book":{"quota":"easy=3","draft":true,"title":"Quiet","for":"home","without":["lessons"]}}`)
	if j = watch(t, s, j.ID, ended); j.State != web.Done {
		t.Fatalf("the book: %+v", j)
	}
	_, body := ask(s, "GET", "/jobs/"+j.ID, "", "Accept", "text/html")
	link := regexp.MustCompile(`href="(/cover\?book=[^"]+)"`).FindStringSubmatch(body)
	if link == nil {
		t.Fatalf("no link to a cover: %s", body)
	}
	if _, body = ask(s, "GET", html.UnescapeString(link[1]), "", "Accept", "text/html"); !strings.Contains(body, `name="book" value="`+j.ID+`/quiet.pdf"`) || !strings.Contains(body, `name="template"`) {
		t.Errorf("the form: %s", body)
	}
	res, body := post(s, "/cover", "book", j.ID+"/quiet.pdf", "colour", "7A1F2B", "blurb", "Quiet *hours*", "token", token, "action", "start")
	if res.StatusCode != 303 {
		t.Fatalf("%d %s", res.StatusCode, body)
	}
	cover := watch(t, s, strings.TrimPrefix(res.Header.Get("Location"), "/jobs/"), ended)
	want := "gradoku book cover --colour=7A1F2B --blurb=blurb.md -o cover.pdf ../" + j.ID + "/quiet.pdf"
	if cover.State != web.Done || strings.Join(cover.Files, " ") != "blurb.md cover.pdf" || !strings.HasPrefix(cover.Command, want) {
		t.Errorf("the cover: %+v", cover)
	}
	for _, book := range []string{"", "quiet.pdf", "../" + j.ID + "/quiet.pdf", j.ID + "/../../secret.pdf", j.ID + "/style.toml"} {
		if res, body := post(s, "/cover", "book", book, "token", token, "action", "start"); res.StatusCode != 422 {
			t.Errorf("%q: %d %s", book, res.StatusCode, body)
		}
	}
	if res, body := post(s, "/book", "action", "look"); res.StatusCode != 422 || !strings.Contains(body, "how many puzzles of each kind") {
		t.Errorf("a book of nothing: %d %s", res.StatusCode, body)
	}
}

// TestBookHostile: what a book cannot be made of is refused in a line, the form stays,
// and no file of the server is read.
func TestBookHostile(t *testing.T) {
	s := newWriter(t, copyOf(t))
	secret := filepath.Join(t.TempDir(), "secret.ttf")
	if err := os.WriteFile(secret, []byte("the secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, f := range bind.Fields(new(web.BookRequest)) {
		if f.Value == "FILE" {
			t.Errorf("%s would name a file of the server", f.Name)
		}
	}
	quota := []string{"n.9x9:easy", "3", "title", hostile}
	for _, c := range []struct {
		what   string
		fields []string
		status int
		has    string
	}{
		{"script in a title", quota, 200, "3 puzzles on "},
		{"a long title", append(quota, "title", strings.Repeat("x", 15_000)), 422, "title: it has "},
		{"a line in a title", []string{"n.9x9", "3", "title", "a\nb"}, 422, "title: it has a character that a text cannot have"},
		{"a zero byte in a page", append(quota, "page", "1\x002"), 422, "page: it has a character"},
		{"bad UTF-8", []string{"n.9x9", "3", "author", "\xff"}, 422, "author: it is not UTF-8"},
		{"a font by its path", append(quota, "style", "font = "+fmt.Sprintf("%q", secret)), 422, "style: a style file from a browser cannot have the key &#34;font&#34;"},
		{"the same, quoted", append(quota, "style", "\"f\\u006fnt\" = '/etc/passwd'"), 422, "style: a style file from a browser cannot have the key &#34;font&#34;"},
		{"another style file", append(quota, "style", "style = '/etc/passwd'"), 422, "cannot have the key &#34;style&#34;"},
		{"output elsewhere", append(quota, "style", "pictures = '/tmp/x'"), 422, "cannot have the key &#34;pictures&#34;"},
		{"no TOML", append(quota, "style", "a = = 3"), 422, "style: line 1: "},
		{"a deep style", append(quota, "style", "title = "+strings.Repeat("[", 9000)), 422, "style: "},
		{"deep keys", append(quota, "style", strings.Repeat("a.", 9000)+"a = 1"), 422, "style: line 1: more than 200 . or {"},
		{"deep tables", append(quota, "style", "a = "+strings.Repeat("{b=", 6000)), 422, "style: line 1: more than 200 . or {"},
		{"deep lists", append(quota, "style", "a = "+strings.Repeat("[", 15_000)), 422, "style: more than 10000 characters ["},
		{"a long style", append(quota, "style", strings.Repeat("#", 30_000)), 422, "style: it has more than 20000 characters"},
		{"too many pages", append(quota, "style", "notes = 828"), 422, "the book is too long: "},
		{"a size that is none", append(quota, "trim", "1x1"), 422, "trim: a page of 1x1 cannot be printed"},
		{"a page that is none", append(quota, "page", "--db=/etc/passwd"), 422, "there is no page &#34;--db=/etc/passwd&#34;"},
		{"a number that is none", []string{"n.9x9:easy", "many"}, 422, "quota: &#34;many&#34; is not a whole number"},
		{"a field that is none", []string{"n.<script>", "3"}, 422, "quota: &#34;&lt;script&gt;&#34; is neither a level"},
		{"a flag in a field", []string{"n.--db=x", "3"}, 422, "quota: "},
		{"more than a book has", []string{"n.9x9", "9999999"}, 422, "quota: 9999999 puzzles are too many"},
		{"too few", []string{"n.9x9:easy", "5000"}, 200, "The book needs 5000 Easy 9x9, but only "},
		{"a wrong condition", []string{"n.9x9", "3", "where", "rating >>"}, 422, "where: "},
		{"a wrong rating", []string{"n.9x9", "3", "rating", "x"}, 422, "rating: "},
		{"an order that is none", append(quota, "order", "upwards"), 422, "order: &#34;upwards&#34; is not possible; use sections, ramp, shuffled, given"},
		{"names that are none", []string{"add", "1 2 " + hostile}, 422, "add: line 3: "},
		{"names that are unknown", []string{"keys", "99999"}, 422, "keys: none of these puzzles is in the database"},
		{"a list of a megabyte", []string{"keys", strings.Repeat("1,", 1<<19)}, 413, "may have at most 1.0 MiB"},
		{"too many names", []string{"keys", strings.Repeat("1,", 10_000)}, 422, "the list has more than 9,936 puzzles"},
		{"no token", append(quota, "action", "start"), 401, "token: the token is missing"},
		{"another token", append(quota, "action", "draft", "token", "x"), 401, "token: this is not the token"},
	} {
		res, body := post(s, "/book", c.fields...)
		if res.StatusCode != c.status || !strings.Contains(body, c.has) {
			t.Errorf("%s: %d, not %d, or without %q: %.700s", c.what, res.StatusCode, c.status, c.has, body[max(0, strings.Index(body, "<main")):])
		}
		if strings.Contains(body, "<script>alert") || strings.Contains(body, "the secret") || strings.Contains(body, "root:") || strings.Contains(body, secret[:len(secret)-10]) && c.what != "a font by its path" {
			t.Errorf("%s: the page has what it must not: %s", c.what, body)
		}
	}
	for _, body := range []string{
		`{"book":{}}`, `{"book":{"quota":"easy=3","keys":""  ,"style":"font = '/etc/passwd'"}}`, `{"book":{"quota":"easy=3 --db=x"}}`,
		`{"book":{"keys":"/etc/passwd"}}`, `{"book":{"quota":"easy=3","order":"given"}}`, `{"book":{"quota":"easy=3","title":"a\u0000"}}`,
		`{"book":{"quota":"easy=3","output":"/tmp/x"}}`, `{"book":{"quota":"easy=3","run":-1}}`, `{"book":{"quota":"easy=3","title":"` + strings.Repeat("x", 201) + `"}}`,
	} {
		if res, text := send(s, "POST", "/v1/jobs", body); res.StatusCode != 422 {
			t.Errorf("%.80s: %d %s", body, res.StatusCode, text)
		}
	}
	if _, body := ask(s, "GET", "/v1/jobs", ""); body != `{"jobs":[]}`+"\n" {
		t.Errorf("something was started: %s", body)
	}
	// A server that only reads shows books, and makes none.
	reader, _ := newServer(t, copyOf(t), func(o *web.Options) { writing(o); o.Token = "" })
	if res, body := post(reader, "/book", quota...); res.StatusCode != 200 || !strings.Contains(body, "This server only reads") || !strings.Contains(body, "3 puzzles on ") || strings.Contains(body, `value="start"`) {
		t.Errorf("%d: %s", res.StatusCode, body)
	}
	if res, body := post(reader, "/book", append(quota, "action", "start", "token", token)...); res.StatusCode != 403 {
		t.Errorf("%d: %s", res.StatusCode, body)
	}
	none, _ := newServer(t, emptyDB(t), writing)
	if res, body := post(none, "/book", "n.9x9", "3"); res.StatusCode != 200 || !strings.Contains(body, "The book needs 3 9x9, but only 0 are available.") {
		t.Errorf("of nothing: %d: %s", res.StatusCode, body)
	}
}

// TestBookByPerson makes a book as a person would: a quota that is too large, the pages as
// they will be printed, the order changed by keys and by dragging, the PDF checked by the
// command; and another one of puzzles ticked in Browse.
func TestBookByPerson(t *testing.T) {
	if testing.Short() {
		t.Skip("it starts a browser")
	}
	s := newWriter(t, copyOf(t))
	b := newBrowser(t, s)
	b.open("/book")
	b.do(chromedp.Focus(`[name="n.9x9:easy"]`))
	b.keys("5", "0", "0", "0")
	b.until(`document.querySelector("#sum").textContent === "5,000 puzzles"`)
	b.keys(kb.Enter)
	b.until(`(document.querySelector(".warnings") || {}).textContent && document.querySelector(".warnings").textContent.includes("The book needs 5000 Easy 9x9, but only")`)
	b.do(chromedp.SetValue(`[name="n.9x9:easy"]`, "5"), chromedp.SetValue("#title", "Quiet "+hostile), chromedp.Click(`.actions button`))
	b.until(`document.querySelector("#result .lead") && document.querySelector("#result .lead").textContent.startsWith("5 puzzles on ") && document.querySelector(".sheet img").naturalWidth > 500`)

	order := func() string {
		return b.text(`[...document.querySelectorAll(".shelf img")].map((i) => i.alt.slice(7)).join(" ")`)
	}
	ids := strings.Fields(order())
	b.do(chromedp.Focus(`.shelf li:first-child [data-move=down]`))
	b.keys(kb.Enter, kb.Enter)
	b.until(`document.querySelector("#moved").textContent.includes("Puzzle ` + ids[0] + ` is number 3 of 5.")`)
	b.text(`(() => {
		const [from, to] = [4, 0].map((i) => document.querySelectorAll(".shelf li")[i]), box = to.getBoundingClientRect();
		const fire = (on, type) => on.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, clientX: box.left + 2, dataTransfer: new DataTransfer() }));
		fire(from, "dragstart"); fire(to, "dragover"); fire(to, "drop"); fire(from, "dragend");
	})()`)
	want := strings.Join([]string{ids[4], ids[1], ids[2], ids[0], ids[3]}, " ")
	if got := order(); got != want {
		t.Errorf("the order is %s, not %s", got, want)
	}
	b.do(chromedp.Click(`.actions button`))
	b.until(`document.querySelector(".command").textContent.includes("--keys=puzzles.txt") && document.querySelector(".sheet img").naturalWidth > 500`)
	if got := order(); got != want {
		t.Errorf("the order is %s, not %s", got, want)
	}
	b.do(chromedp.SendKeys("#token", token), chromedp.Click(`[value="start"]`))
	b.until(`location.pathname.startsWith("/jobs/") && document.querySelector(".job").dataset.state === "done" && document.querySelector('a[download][href$=".pdf"]')`)

	res, pdf := ask(s, "GET", b.text(`new URL(document.querySelector('a[download][href$=".pdf"]').href).pathname`), "")
	path := filepath.Join(t.TempDir(), "book.pdf")
	if err := os.WriteFile(path, []byte(pdf), 0o666); err != nil || res.StatusCode != 200 {
		t.Fatal(res.StatusCode, err)
	}
	o := &web.Options{}
	writing(o)
	check := o.Command(t.Context(), "book", "check", "--no-db", path)
	if said, err := check.CombinedOutput(); err != nil || !strings.Contains(string(said), "5 puzzles, each solved and equal to its printed solution") {
		t.Errorf("the check: %v: %s", err, said)
	}
	report, err := book.Check(strings.NewReader(pdf), int64(len(pdf)), nil, 0, "", nil)
	if err != nil || len(report.Puzzles) != 5 {
		t.Fatalf("%+v, %v", report, err)
	}
	for i, id := range strings.Fields(want) {
		if _, body := ask(s, "GET", "/v1/puzzles/"+id, ""); !strings.Contains(body, report.Puzzles[i].Givens.String()) {
			t.Errorf("number %d is not puzzle %s", i+1, id)
		}
	}

	b.open("/browse?size=9")
	b.do(chromedp.Click(`tr:nth-child(2) [name=pick]`), chromedp.Click(`tr:nth-child(1) [name=pick]`))
	b.until(`document.querySelector("#picked").textContent === "2 ticked"`)
	b.do(chromedp.Click("a[rel=next]"))
	b.until(`location.search.includes("cursor=") && document.querySelector("#picked").textContent === "2 ticked"`)
	b.do(chromedp.Click(`tr:nth-child(3) [name=pick]`))
	b.text(`history.back()`) // puzzles ticked on a later page stay ticked
	b.until(`!location.search.includes("cursor=") && document.querySelector("#picked").textContent === "3 ticked" && document.querySelectorAll(".puzzles :checked").length === 2`)
	b.text(`document.querySelector("[value=book]").click()`) // the driver cannot click on a page that was restored by going back
	b.until(`location.pathname === "/book" && document.querySelectorAll(".shelf li").length === 3`)
	if said := b.said(); said != "" {
		t.Errorf("the console says: %s", said)
	}
}

// TestPicks: ticked puzzles stay ticked from page to page, and become a book.
func TestPicks(t *testing.T) {
	s, _ := newServer(t, copyOf(t), nil)
	_, body := ask(s, "GET", "/browse?level=easy", "", "Accept", "text/html")
	here := shelfOf(body)[2]
	_, body = ask(s, "GET", "/browse?pick=999."+here+"&level=easy", "", "Accept", "text/html")
	for _, has := range []string{
		`name="pick" value="999"`, `name="pick" value="` + here + `" checked`, "2 ticked", `href="/book?level=easy"`, "pick=" + here + ".999", `href="/v1/export.csv?level=easy"`,
	} {
		if !strings.Contains(body, has) {
			t.Errorf("the page has no %s", has)
		}
	}
	res, _ := ask(s, "GET", "/browse?level=easy&order=rating&pick=99&pick=123&pick=3&pick=3&to=book", "", "Accept", "text/html")
	if to := res.Header.Get("Location"); res.StatusCode != 303 || to != "/book?pick=3.99.123" {
		t.Errorf("%d to %s", res.StatusCode, to)
	}
	many := url.Values{"pick": {strings.TrimSuffix(strings.Repeat("7.", 5), ".")}}
	for i := range 1001 {
		many.Add("pick", fmt.Sprint(i))
	}
	if res, body := ask(s, "GET", "/browse?"+many.Encode(), "", "Accept", "text/html"); res.StatusCode != 422 || !strings.Contains(body, "1001 puzzles are ticked; you can tick at most 1000") {
		t.Errorf("%d %s", res.StatusCode, body)
	}
	// From a listing the form begins with its selection.
	if _, body := ask(s, "GET", "/book?level=easy&size=9&where=clues+%3E+20", "", "Accept", "text/html"); !strings.Contains(body, `value="clues &gt; 20"`) {
		t.Errorf("it begins as %s", body)
	}
}

// FuzzBook: whatever is sent as the form of a book, the page shows it or says what is
// wrong. No command is run.
func FuzzBook(f *testing.F) {
	f.Add("n.9x9:easy", "3", "title", "x")
	f.Add("keys", "1,2,3", "order", "given")
	f.Add("style", "[words]\nlevels.easy.name = \"x\"", "quota", "4x4=4,9x9:2.0-3.0=2")
	f.Add("pick", "1.2.3", "add", "4 5")
	f.Add("level", "hard", "size", "9")
	s, _ := newServer(f, copyOf(f), nil)
	f.Fuzz(func(t *testing.T, a, b, c, d string) {
		form := url.Values{a: {b}, c: {d}}
		for _, method := range []string{"GET", "POST"} {
			target, body := "/book", form.Encode()
			if method == "GET" {
				target, body = "/book?"+body, ""
			}
			res, page := ask(s, method, target, body, "Content-Type", "application/x-www-form-urlencoded", "Accept", "text/html")
			if res.StatusCode != 200 && res.StatusCode != 401 && res.StatusCode != 403 && res.StatusCode != 422 {
				t.Errorf("%s %q: %d %s", method, form, res.StatusCode, page)
			}
		}
	})
}
