package web

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"gradoku/api"
	"gradoku/board"
	"gradoku/corpus"
	"gradoku/draw"
	"gradoku/grade"
	"gradoku/hint"
	"gradoku/internal/text"
	"gradoku/store"
	"gradoku/task"
)

type puzzleView struct {
	Row
	Graded     bool
	Outdated   bool // its grade is that of another grader
	Letters    string
	Techniques []used
	Pearl      string
	Diamond    string
	Measured   string // the time that people took; "" if unknown
	Plays      string // the games that this time is based on
	walkView
	Board       player
	Run         int64
	Seq         int64
	Entries     []store.CorpusEntry
	Exports     []store.Member
	Elsewhere   []outlink
	Downloads   []outlink
	HumanScore  int64
	HumanSolved bool
}

// player is the board for playing a puzzle.
type player struct {
	Variant          string // the variant with which the text of the puzzle begins; "" if it is classical
	Rules            string // of the variant
	Puzzle, Solution string // the cells; the solution is "" if it is unknown or not unique
	Page             string // the address of the page
	Side             int
	Level            string
	Grid             [][]gridCell
	Minutes          string // the expected median
	Half             string // the range of half of such puzzles
	Beyond           bool   // the prediction is an extrapolation
	Like             string // link to a similar puzzle
	Set              bool   // its givens can be changed
}

func newPlayer(p *board.Grid, solution, page string) player {
	variant, cells := board.CutVariant(p.String())
	_, solution = board.CutVariant(solution)
	v := player{Puzzle: cells, Solution: solution, Page: page, Side: p.Geometry().Size, Grid: gridOf(p), Rules: variant.Rules()}
	v.Variant = strings.TrimSuffix(p.String(), cells)
	if solution != "" {
		v.Minutes, v.Half, v.Beyond = minutesOf(p)
	}
	return v
}

// walkView is the part of a page that shows a solution step by step.
type walkView struct {
	Page, Still string // the addresses of the page and of the picture without any step
	Ladders     []ladderView
	Ladder      string // the ladder whose step is shown
	Step        int
	Steps       int
	Picture     string // of the step
	Words       string // the step in words
	Technique   string // the technique's id
	Prev, Next  string
}

// walk fills in the view with the step that the query names.
func (v *walkView) walk(way *way, page string, q url.Values) (err error) {
	picture := query("/board.svg", url.Values{"puzzle": {way.Puzzle.String()}})
	var path []grade.Step
	if v.Ladder, path, v.Step, err = way.asked(q); err != nil {
		return err
	}
	v.Steps = len(path)
	v.Ladders = laddersOf(way, page, v.Ladder, v.Step)
	v.Page, v.Still, v.Picture, v.Words = page, picture, picture, "The puzzle"
	if v.Step > 0 {
		v.Technique = path[v.Step-1].Technique
		v.Words = hint.Sentence(way.Puzzle.Geometry(), &path[v.Step-1])
		v.Picture = atStep(picture, v.Ladder, v.Step)
		v.Prev = atStep(page, v.Ladder, v.Step-1) + "#position"
	}
	if v.Step < v.Steps {
		v.Next = atStep(page, v.Ladder, v.Step+1) + "#position"
	}
	return nil
}

// atStep returns the address of a puzzle with a step of its solution.
func atStep(address, ladder string, step int) string {
	return query(address, url.Values{"technique_order": {ladder}, "step": {strconv.Itoa(step)}})
}

type used struct {
	ID, Name string
	Uses     int
}

// ladderView is a path with links to its steps.
type ladderView struct {
	ID, Name, Note string
	Steps          []stepView
}

type stepView struct {
	N     int
	Link  string
	ID    string // id of the technique
	Worth string // its rating, or its score
	Words string
	Now   bool
}

type outlink struct{ Name, Link string }

type gridCell struct {
	Digit string
	Place string // the cell's place in words
	Label string // the place and the content of the cell
	Class string
	Index int

	Houses string // the names of its houses, each followed by ~ if the board does not show it; two cells that share a house hold different digits
}

func gridOf(p *board.Grid) [][]gridCell {
	geo := p.Geometry()
	shaded := geo.Shaded()
	rows := make([][]gridCell, geo.Size)
	for i, d := range p.Digits() {
		c := board.Cell(i)
		row, col := geo.Row(c), geo.Col(c)
		cell := gridCell{Index: i, Place: fmt.Sprintf("row %d, column %d", row+1, col+1)}
		cell.Label = cell.Place + ", blank"
		var class []string
		if d != 0 {
			cell.Digit, cell.Label = d.String(), fmt.Sprintf("%s, %s, given", cell.Place, d)
			class = append(class, "given")
		}
		if row == 0 || geo.Box(c) != geo.Box(geo.CellAt(row-1, col)) {
			class = append(class, "top")
		}
		if col == 0 || geo.Box(c) != geo.Box(geo.CellAt(row, col-1)) {
			class = append(class, "left")
		}
		if shaded.Has(c) {
			class = append(class, "shaded")
		}
		var houses []string
		for _, h := range geo.HousesOf(c) {
			name := geo.HouseName(h)
			if geo.Unseen(h) {
				name += "~"
			}
			houses = append(houses, name)
		}
		cell.Houses = strings.Join(houses, " ")
		cell.Class = strings.Join(class, " ")
		rows[row] = append(rows[row], cell)
	}
	return rows
}

// asked returns the ladder and the step that a query names, and the path of the ladder. Step 0 is
// the beginning.
func (p *way) asked(q url.Values) (ladder string, path []grade.Step, step int, err error) {
	l, err := grade.LadderByName(cmp.Or(q.Get("technique_order"), grade.RatingLadder))
	if err != nil {
		return "", nil, 0, refuse(api.CodeRequest, "query.technique_order", err.Error())
	}
	path = p.steps(l.Name)
	text := cmp.Or(q.Get("step"), "0")
	if step, err = strconv.Atoi(text); err != nil || step < 0 || step > len(path) {
		return "", nil, 0, refuse(api.CodeRequest, "query.step", fmt.Sprintf("there is no step %q: they are 0 to %d", text, len(path)))
	}
	return l.Name, path, step, nil
}

func (s *Server) puzzlePage(w http.ResponseWriter, r *http.Request) error {
	ctx, q := r.Context(), r.URL.Query()
	v := puzzleView{}
	var p store.Puzzle
	err := s.lookUp(ctx, s.quick, func(ctx context.Context, db *store.DB) (err error) {
		if p, err = find(ctx, db, r.PathValue("key")); err != nil {
			return err
		}
		if v.Entries, err = db.CorpusEntries(ctx, p.ID); err != nil {
			return err
		}
		v.Exports, err = db.ExportsOf(ctx, p.ID)
		return err
	})
	if err != nil {
		return err
	}
	if name := strings.TrimPrefix(link(&p), "/puzzle/"); name != r.PathValue("key") {
		http.Redirect(w, r, query(link(&p), q), http.StatusSeeOther)
		return nil
	}
	puzzle, err := board.Parse(p.Givens)
	if err != nil {
		return err
	}
	v.Row, v.Run, v.Seq = rowOf(&p), p.RunID, p.Seq
	v.Outdated = p.Outdated()
	if v.Graded = p.Graded(); v.Graded {
		if puzzle.Geometry().Classical() {
			v.Letters = fmt.Sprintf("%c as printed, %c as fitted", p.Grade.LetterPrinted, p.Grade.LetterFitted)
		}
		v.Pearl, v.Diamond = text.Rating(p.Grade.Pearl), text.Rating(p.Grade.Diamond)
		for i, t := range grade.Techniques() {
			if n := p.Grade.Uses[i]; n > 0 {
				v.Techniques = append(v.Techniques, used{t.ID, t.Name, int(n)})
			}
		}
	}
	if m := &p.Measured; m.Plays > 0 {
		at := func(tenths int) string { return timeOf(float64(tenths) / 10) }
		v.Measured, v.Plays = at(m.Minutes), fmt.Sprintf("%s, 95%% interval %s to %s", text.Count(m.Plays, "game", "games"), at(m.Low), at(m.High))
	}
	if err := s.solved(ctx, &v, puzzle, q); err != nil {
		return err
	}
	v.Board = newPlayer(&puzzle, p.Solution, v.Link)
	v.Board.Level = v.Level
	var like store.Selection
	like.Size, like.Variant.Text, like.Where.Text = p.Size, puzzle.Geometry().Variant.Title(), fmt.Sprintf("id != %d", p.ID)
	if v.Graded && p.Grade.Level != "" {
		like.Where.Text += " and level = " + p.Grade.Level
	}
	v.Board.Like = query("/random", valuesOf(&like))
	v.others(&p)
	s.pages.show(w, http.StatusOK, "puzzle", view{Title: v.Level + ", " + v.Rating, Nav: "browse", Script: "play.js", Body: v})
	return nil
}

// solved adds the paths and the selected step to the view, unless finding them takes long.
func (s *Server) solved(ctx context.Context, v *puzzleView, puzzle board.Grid, q url.Values) error {
	way, err := s.wayWithin(ctx, puzzle, pathPatience)
	if way == nil {
		return err
	}
	if err := v.walk(way, v.Link, q); err != nil {
		return err
	}
	v.HumanScore, v.HumanSolved = int64(way.Human.Score), way.Human.Solved
	return nil
}

// pathPatience is how long the page of a puzzle waits for the steps of the solution.
const pathPatience = time.Second

// laddersOf lists both paths, with links to their steps on a page.
func laddersOf(way *way, page, shown string, at int) []ladderView {
	var list []ladderView
	for _, l := range grade.Ladders() {
		steps := way.steps(l.Name)
		ladder := ladderView{ID: l.Name, Name: "By rating", Note: "the steps that set the rating, easiest first"}
		worthOf := func(s *grade.Step) string { return text.Rating(s.Rating) }
		if l.Name == "human" {
			ladder.Name, ladder.Note = "For people", "named patterns before chains, as HoDoKu orders them"
			worthOf = func(s *grade.Step) string { return strconv.Itoa(s.Score) }
		}
		for i, s := range steps {
			ladder.Steps = append(ladder.Steps, stepView{
				N: i + 1, Link: atStep(page, l.Name, i+1) + "#position", ID: s.Technique, Worth: worthOf(&s),
				Words: hint.Sentence(way.Puzzle.Geometry(), &s), Now: l.Name == shown && i+1 == at,
			})
		}
		list = append(list, ladder)
	}
	return list
}

// others adds the downloads of a puzzle.
func (v *puzzleView) others(p *store.Puzzle) {
	named := url.Values{"puzzle": {p.Givens}}
	v.Downloads = append(v.Downloads, outlink{"SVG", query("/board.svg", named)}, outlink{"PNG", query("/board.png", named)})
	for _, f := range corpus.Formats() {
		if f.Holds(p.Givens) != nil {
			continue
		}
		switch f.Name {
		case "sudokupad", "sudokuwiki", "fpuzzles", "iss":
			var b bytes.Buffer
			err := f.Write(&b, func(yield func(corpus.Row, error) bool) { yield(corpus.Row{Puzzle: p.Givens}, nil) })
			if address := strings.TrimSpace(b.String()); err == nil && strings.HasPrefix(address, "https://") {
				v.Elsewhere = append(v.Elsewhere, outlink{map[string]string{"sudokupad": "SudokuPad", "sudokuwiki": "SudokuWiki", "fpuzzles": "f-puzzles", "iss": "Interactive Sudoku Solver"}[f.Name], address})
			}
		default:
			v.Downloads = append(v.Downloads, outlink{f.Name, v.Link + "/puzzle." + f.Name})
		}
	}
}

// puzzleFile sends a puzzle in a format.
func (s *Server) puzzleFile(w http.ResponseWriter, r *http.Request) error {
	var p store.Puzzle
	err := s.lookUp(r.Context(), s.quick, func(ctx context.Context, db *store.DB) (err error) {
		p, err = find(ctx, db, r.PathValue("key"))
		return err
	})
	if err != nil {
		return err
	}
	format, ok := strings.CutPrefix(r.PathValue("file"), "puzzle.")
	f, err := corpus.ByName(format)
	if !ok || err != nil || f.Holds(p.Givens) != nil {
		return refuse("not_found", "path.file", "a puzzle has no such file")
	}
	var b bytes.Buffer
	if err := f.Write(&b, func(yield func(corpus.Row, error) bool) { yield(task.StoredRow(&p, p.Measured.Plays > 0), nil) }); err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set("Content-Disposition", fmt.Sprintf(`attachment; filename="puzzle-%d%s"`, p.ID, f.Extensions[0]))
	w.Write(b.Bytes())
	return nil
}

// boardFile sends a picture of the puzzle in the query or of a step of its solution, or the
// position after that step. It needs no database.
func (s *Server) boardFile(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	puzzle, err := board.Parse(q.Get("puzzle"))
	if err != nil {
		return refuse(api.CodeMalformed, "query.puzzle", err.Error())
	}
	var path []grade.Step
	if q.Get("step") != "" {
		way, err := s.properWay(r.Context(), puzzle)
		if err != nil {
			return err
		}
		_, steps, n, err := way.asked(q)
		if err != nil {
			return err
		}
		path = steps[:n]
	}
	w.Header().Set("Cache-Control", "public, max-age=86400")
	if r.URL.Path == "/position.json" {
		b := board.NewBoard(&puzzle)
		for _, step := range path {
			step.Apply(&b)
		}
		return writeJSON(w, positionText(&b))
	}
	page := draw.New(&puzzle, draw.Options{Coordinates: q.Get("plain") != "true", Path: path})
	if len(path) > 0 { // the words are next to the picture, where there is room for them
		page.Bottom = draw.New(&puzzle, draw.Options{}).Bottom
	}
	var b bytes.Buffer
	if r.URL.Path == "/board.png" {
		w.Header().Set("Content-Type", "image/png")
		err = page.PNG(&b, 0)
	} else {
		w.Header().Set("Content-Type", "image/svg+xml")
		err = page.SVG(&b, 0)
	}
	if err != nil {
		return err
	}
	w.Write(b.Bytes())
	return nil
}

// positionText writes a position in the form that play.js reads, with all candidates as
// centre marks.
func positionText(b *board.Board) string {
	var cells []string
	for i, d := range b.Grid.Digits() {
		cell := "-"
		if d != 0 {
			cell = d.String()
		}
		for c := range b.Candidates(board.Cell(i)).All() {
			cell += c.String()
		}
		cells = append(cells, cell)
	}
	return strings.Join(cells, ",")
}

// way holds the paths that solve a puzzle, one for each ladder.
type way struct {
	Puzzle board.Grid
	Grade  grade.Grade
	Rating []grade.Step // the path by the rating's ladder
	Human  grade.HumanPath
}

// steps returns the path of a ladder by its name, the first of grade.Ladders when it
// is unknown.
func (p *way) steps(ladder string) []grade.Step {
	if ladder == grade.HumanLadder {
		return p.Human.Steps
	}
	return p.Rating
}

// paths caches the ways of recently viewed puzzles, since each step on the page is a separate request.
// Each way can have several hundred steps with their chains.
type paths struct {
	mu      sync.Mutex
	known   map[board.Grid]*way
	solving singleflight.Group // of wayWithin
}

const pathsKept = 100

// wayOf returns the way of a proper puzzle, from the cache or by solving it. The client's
// work budget pays for solving.
func (s *Server) wayOf(ctx context.Context, puzzle board.Grid) (*way, error) {
	s.paths.mu.Lock()
	p := s.paths.known[puzzle]
	s.paths.mu.Unlock()
	if p != nil {
		return p, nil
	}
	err := s.work.do(ctx, func(ctx context.Context) error {
		gr := grade.NewGrader(puzzle.Geometry())
		gr.Stop = func() bool { return ctx.Err() != nil }
		p = &way{Puzzle: puzzle}
		p.Grade, p.Rating = gr.Path(&puzzle)
		p.Human = gr.Human(&puzzle)
		return ctx.Err() // a path that Stop has cut short is not cached
	})
	if err != nil {
		return nil, err
	}
	s.paths.mu.Lock()
	defer s.paths.mu.Unlock()
	if len(s.paths.known) >= pathsKept || s.paths.known == nil {
		s.paths.known = map[board.Grid]*way{}
	}
	s.paths.known[puzzle] = p
	return p, nil
}

// wayWithin is wayOf for a page that can be shown without the way: it returns nil if solving
// takes longer than patience. Solving continues, charged to the client's budget, so that the way is
// ready when the client asks again.
func (s *Server) wayWithin(ctx context.Context, puzzle board.Grid, patience time.Duration) (*way, error) {
	paid := false
	done := s.paths.solving.DoChan(puzzle.String(), func() (_ any, err error) {
		paid = true
		defer func() {
			if r := recover(); r != nil {
				s.log.Error("solving a puzzle panicked", "puzzle", puzzle.String(), "panic", r)
				err = errors.New("the grader panicked")
			}
		}()
		return s.wayOf(context.WithoutCancel(ctx), puzzle)
	})
	select {
	case out := <-done:
		if out.Err != nil && !paid { // another client's budget paid for the failed work
			return s.wayOf(ctx, puzzle)
		}
		p, _ := out.Val.(*way)
		return p, out.Err
	case <-time.After(patience):
		return nil, nil
	}
}
