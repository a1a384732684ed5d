package web

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"strings"
	"time"

	"gradoku/board"
	"gradoku/grade"
	"gradoku/internal/bind"
	"gradoku/internal/text"
	"gradoku/store"
	"gradoku/task"
)

//go:embed templates static
var assets embed.FS

// pages renders the templates, which escape everything that they show.
type pages struct {
	base  string // before every address: see [Options]
	set   map[string]*template.Template
	files map[string]asset
}

// asset is a file of the folder static. Its address contains the hash of its content, so
// browsers may keep it forever.
type asset struct {
	mime, sum string
	content   []byte
}

// view is what the layout shows: the page, and the parts around it.
type view struct {
	Title  string
	Nav    string // the entry of the navigation that this page belongs to
	Script string // the page's script, in static
	Body   any
}

type problemView struct{ Title, Detail, Advice, Link string }

var mimes = map[string]string{".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".json": "application/manifest+json", ".png": "image/png", ".svg": "image/svg+xml"}

// scriptAddress is the start of an address of this server in a script, and pageAddress in a page.
var (
	scriptAddress = regexp.MustCompile("([\"'`])(/[a-z])")
	pageAddress   = regexp.MustCompile(`( (?:href|src|action|formaction|data-page|data-like|data-picture)=")(/)`)
)

// newPages panics if a template cannot be parsed: all files are part of the program.
func newPages(base string, writes bool) *pages {
	p := &pages{base: base, set: map[string]*template.Template{}, files: map[string]asset{}}
	names, _ := fs.Glob(assets, "static/*")
	for _, name := range names {
		content, _ := assets.ReadFile(name)
		if path.Ext(name) == ".js" {
			content = scriptAddress.ReplaceAll(content, []byte("${1}"+base+"${2}"))
		}
		sum := sha256.Sum256(content)
		p.files[path.Base(name)] = asset{mimes[path.Ext(name)], base64.RawURLEncoding.EncodeToString(sum[:9]), content}
	}
	functions := template.FuncMap{
		"asset":   func(name string) string { return "/static/" + name + "?v=" + p.files[name].sum },
		"count":   func(n int64, one, many string) string { return text.Count(n, one, many) },
		"grouped": func(n int64) string { return text.Grouped(n) },
		"date":    func(t time.Time) string { return t.UTC().Format("2 Jan 2006, 15:04") },
		"writes":  func() bool { return writes },
		"capital": capital,
		"odd":     func(n int) bool { return n%2 == 1 },
		"ticked":  func(doc string) []string { return strings.Split(doc, "`") },         // every second part was between backticks
		"words":   func(command string) []string { return strings.Split(command, " ") }, // a command breaks only between its words
	}
	layout := template.Must(template.New("layout.html").Funcs(functions).ParseFS(assets, "templates/layout.html"))
	names, _ = fs.Glob(assets, "templates/*.html")
	for _, name := range names {
		if page := strings.TrimSuffix(path.Base(name), ".html"); page != "layout" {
			p.set[page] = template.Must(template.Must(layout.Clone()).ParseFS(assets, name))
		}
	}
	return p
}

// show answers with a page. It renders the page before it sends anything, so that an error
// never gives half a page.
func (p *pages) show(w http.ResponseWriter, status int, name string, v view) {
	var b bytes.Buffer
	if err := p.set[name].Execute(&b, v); err != nil {
		panic(err) // the log gets the error, the client a fault
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	// A name with U+202E would be shown backwards, with all that follows it.
	page := []byte(text.Visible(b.String()))
	if p.base != "" {
		page = pageAddress.ReplaceAll(page, []byte("${1}"+p.base+"${2}"))
	}
	w.Write(page)
}

func (p *pages) static(w http.ResponseWriter, r *http.Request) error {
	a, ok := p.files[r.PathValue("name")]
	if !ok {
		return refuse("not_found", "path", "there is no such file")
	}
	if r.URL.RawQuery == "v="+a.sum {
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	w.Header().Set("Service-Worker-Allowed", "/")
	w.Header().Set("Content-Type", a.mime)
	w.Write(a.content)
	return nil
}

func (s *Server) pageRoutes(mux *http.ServeMux) {
	s.pages = newPages(s.opt.Base, s.opt.Token != "")
	mux.HandleFunc("GET /static/{name}", s.orProblem(s.pages.static))
	mux.HandleFunc("GET /favicon.ico", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/static/icon.svg", http.StatusMovedPermanently)
	})
	mux.HandleFunc("GET /{$}", s.orProblem(s.home))
	mux.HandleFunc("GET /about", s.orProblem(s.home))
	mux.HandleFunc("GET /browse", s.orProblem(s.browse))
	mux.HandleFunc("GET /puzzle/{key}", s.orProblem(s.puzzlePage))
	mux.HandleFunc("GET /puzzle/{key}/{file}", s.orProblem(s.puzzleFile))
	mux.HandleFunc("GET /random", s.orProblem(s.randomPage))
	mux.HandleFunc("GET /daily/{date}", s.orProblem(s.dailyPage))
	mux.HandleFunc("GET /try", s.orProblem(s.tryPage))
	mux.HandleFunc("POST /try", s.orProblem(s.tryPage))
	mux.HandleFunc("GET /board.svg", s.orProblem(s.boardFile))
	mux.HandleFunc("GET /board.png", s.orProblem(s.boardFile))
	mux.HandleFunc("GET /position.json", s.orProblem(s.boardFile))
	mux.HandleFunc("GET /techniques", s.orProblem(s.techniquesPage))
	for kind, form := range map[string]func() jobForm{
		"make": func() jobForm { return &makeForm{} }, "book": func() jobForm { return &bookForm{Browse: "/browse"} },
		"cover": func() jobForm { return &coverForm{} },
	} {
		page := s.orProblem(s.formPage(form))
		mux.HandleFunc("GET /"+kind, page)
		mux.HandleFunc("POST /"+kind, page)
	}
	mux.HandleFunc("GET /jobs", s.orProblem(s.jobsPage))
	mux.HandleFunc("GET /jobs/{id}", s.orProblem(s.jobPage))
	mux.HandleFunc("POST /jobs/{id}", s.orProblem(s.changeJob))
	mux.HandleFunc("GET /docs", s.orProblem(s.docsPage))
}

// orProblem shows the error of a page as the page of a problem.
func (s *Server) orProblem(f func(http.ResponseWriter, *http.Request) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := f(w, r); err != nil {
			s.refuseError(w, r, err)
		}
	}
}

// bar is a row in a list of counts, drawn as a bar.
type bar struct {
	Name    string
	Value   string
	Link    string // link to the puzzles that have the value
	Puzzles int64
	Width   int // in percent
	On      bool
}

// bars turns counts into bars. name returns the text for a value.
func bars[T any](counts []Tally[T], name func(T) string) []bar {
	most := int64(1)
	for _, c := range counts {
		most = max(most, c.Puzzles)
	}
	list := []bar{}
	for _, c := range counts {
		width := int((c.Puzzles*100 + most - 1) / most) // at least 1 if there is any
		list = append(list, bar{Name: name(c.Value), Value: fmt.Sprint(c.Value), Puzzles: c.Puzzles, Width: width})
	}
	return list
}

type homeView struct {
	Empty    bool
	Stats    *Stats // nil while they are being counted for the first time
	Age      string // of Stats; empty when they are recent
	Levels   []bar
	Sizes    []bar
	Variants []bar
	Varied   int64 // number of puzzles of variants
	Ratings  []bar
	Runs     []runView
	MoreRuns int64
	Corpora  []store.Corpus
	Exports  []store.ExportRow
	DB       string
	Today    string
}

type runView struct {
	task.RunRecord
	Percent int
}

func runViewOf(r store.Run) runView {
	v := runView{RunRecord: task.RecordOf(r), Percent: 100}
	if v.Target > 0 && v.State != store.Done {
		v.Percent = int(min(100, v.Puzzles*100/v.Target))
	}
	return v
}

// shown is how many entries of a list the home page shows.
const shown = 5

// countPatience is how long a page waits for the counts of a selection.
const countPatience = time.Second

// home shows what the database has: at / for players, at /about with all counts and lists.
func (s *Server) home(w http.ResponseWriter, r *http.Request) error {
	ctx := r.Context()
	v, about := homeView{DB: path.Base(s.opt.DB), Today: time.Now().UTC().Format("Monday, 2 January")}, r.URL.Path == "/about"
	err := s.lookUp(ctx, s.quick, func(ctx context.Context, db *store.DB) error {
		last, err := db.LastPuzzle(ctx)
		if v.Empty = last == 0; err != nil || !about {
			return err
		}
		return v.list(ctx, db)
	})
	if err != nil {
		return err
	}
	c, ok, err := s.all(ctx)
	if err != nil {
		return err
	}
	if ok {
		stats := s.statsOf(c)
		v.Stats = &stats
		if old := time.Since(c.at); old > 2*time.Minute {
			v.Age = text.Count(int64(old.Minutes()), "minute", "minutes")
		}
		all := newBrowseView()
		v.Levels = all.facet("level", bars(stats.Levels, levelName))
		v.Sizes = all.facet("size", bars(stats.Sizes, sizeName))
		v.Variants = all.facet("variant", bars(stats.Variants, variantLabel))
		for _, c := range stats.Variants {
			v.Varied += c.Puzzles
		}
		v.Ratings = all.facet("rating", bars(ratingSteps(c.Ratings), same[string]))
	}
	page := view{Title: "Sudoku", Nav: "home", Script: "home.js", Body: v}
	if about {
		page = view{Title: "About this server", Nav: "about", Body: v}
	}
	s.pages.show(w, http.StatusOK, page.Nav, page)
	return nil
}

// list reads the last runs, all corpora and the last exports.
func (v *homeView) list(ctx context.Context, db *store.DB) error {
	runs, noRuns := db.Runs(ctx)
	corpora, noCorpora := db.Corpora(ctx)
	exports, noExports := db.Exports(ctx)
	v.Corpora, v.Exports = corpora, exports[max(0, len(exports)-shown):]
	for i := len(runs) - 1; i >= 0; i-- {
		run := runViewOf(runs[i])
		if len(v.Runs) < shown || run.State == store.Running {
			v.Runs = append(v.Runs, run)
		}
	}
	v.MoreRuns = int64(len(runs) - len(v.Runs))
	return errors.Join(noRuns, noCorpora, noExports)
}

func levelName(id string) string { return cmp.Or(grade.LevelLabel(id), id, "not graded") }

// variantLabel returns what players call a variant of the database.
func variantLabel(name string) string {
	v, _ := board.ParseVariant(name)
	return v.Label()
}

func sizeName(n int) string { return fmt.Sprintf("%d×%d", n, n) }

// ratingSteps counts ratings in steps of half a unit.
func ratingSteps(ratings map[int]int64) []Tally[string] {
	counts := map[int]int64{}
	for rating, n := range ratings {
		counts[rating/5*5] += n
	}
	return tallies(counts, func(from int) string { return text.Rating(from) + "-" + text.Rating(from+4) })
}

// randomPage sends a player to a puzzle of a selection; with any, of another size if there is none.
func (s *Server) randomPage(w http.ResponseWriter, r *http.Request) error {
	ctx, q := r.Context(), r.URL.Query()
	sel, err := selectionOf(q)
	if err != nil {
		return err
	}
	out, err := s.random(ctx, &randomInput{Selection: sel, N: 1})
	if err == nil && len(out.Body.Puzzles) == 0 && q.Has("any") {
		sel.Size = 0
		out, err = s.random(ctx, &randomInput{Selection: sel, N: 1})
	}
	if err == nil && len(out.Body.Puzzles) == 0 {
		err = refuse("not_found", "query", "no puzzle in the database matches; variant=any includes puzzles of variants")
	}
	if err == nil {
		w.Header().Set("Cache-Control", "no-store")
		http.Redirect(w, r, "/puzzle/"+out.Body.Puzzles[0].Key, http.StatusSeeOther)
	}
	return err
}

// dailyPage sends a player to the puzzle of a day, which is that of the API.
func (s *Server) dailyPage(w http.ResponseWriter, r *http.Request) error {
	in := dailyInput{Date: r.PathValue("date")}
	err := badSelection(bind.Query(&in, r.URL.Query()))
	if err != nil {
		return err
	}
	return s.lookUp(r.Context(), s.slow, func(ctx context.Context, db *store.DB) error {
		out, err := s.daily(ctx, db, &in)
		if err == nil {
			http.Redirect(w, r, "/puzzle/"+out.Body.Key+"?day="+out.Body.Date, http.StatusSeeOther)
		}
		return err
	})
}

// writeJSON answers the script of a page.
func writeJSON(w http.ResponseWriter, v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	w.Write(text)
	return nil
}

func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// techniqueView is a row of the page of techniques.
type techniqueView struct {
	grade.Technique
	Rating  string // "" for a named pattern
	Hardest int64  // number of puzzles whose hardest step it is
}

// techniquesPage lists the techniques of the rating and the named patterns.
func (s *Server) techniquesPage(w http.ResponseWriter, r *http.Request) error {
	counts, _, err := s.all(r.Context())
	if err != nil {
		return err
	}
	var list []techniqueView
	for _, t := range append(grade.Techniques(), grade.Patterns()...) {
		if t.ID == "last-resort" { // it is not a technique
			continue
		}
		v := techniqueView{Technique: t, Hardest: counts.Hardest[t.ID]}
		if t.Rating > 0 {
			v.Rating = text.Rating(t.Rating)
		}
		list = append(list, v)
	}
	s.pages.show(w, http.StatusOK, "techniques", view{Title: "Techniques", Nav: "techniques", Body: list})
	return nil
}
