package web

import (
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"gradoku/api"
	"gradoku/board"
	"gradoku/generate"
	"gradoku/grade"
	"gradoku/internal/bind"
	"gradoku/store"
	"gradoku/task"
)

// Puzzle is a saved puzzle, with the names that gradoku export --format jsonl uses.
type Puzzle struct {
	Key      string `json:"key" doc:"Identifies the puzzle permanently: the key of its canonical form, the same for all isomorphic puzzles" example:"0f0e7c3a5c7f5b1f6a0f7a2d6f1c2b3a"`
	ID       int64  `json:"id" doc:"Its number in this database"`
	Puzzle   string `json:"puzzle" doc:"Row by row; . is a blank, A to G are 10 to 16; begins with the variant and a colon unless it is classical"`
	Solution string `json:"solution" doc:"The same without blanks"`
	Size     int    `json:"size" doc:"Digits in a row"`
	Symmetry string `json:"symmetry" doc:"Of the places of the clues"`
	Minimal  bool   `json:"minimal" doc:"Whether it is known that no clue can be removed"`
	api.Grade
	Measured *Measured `json:"measured,omitempty" doc:"The time that people took, if it was measured"`
}

// Measured is a time measured from games.
type Measured struct {
	Minutes     float64 `json:"minutes" doc:"Minutes that the typical player took in the tenth game"`
	Low         float64 `json:"low" doc:"Lower end of the 95% interval of these minutes"`
	High        float64 `json:"high" doc:"Upper end of the 95% interval"`
	Reliability float64 `json:"reliability" doc:"Share of the predicted time's uncertainty that the games remove"`
	Plays       int     `json:"plays" doc:"Number of games that the time is based on"`
}

func puzzleOf(p *store.Puzzle, measures bool) Puzzle {
	g := &p.Grade
	if !p.Graded() {
		g = nil
	}
	puzzle, _ := board.Parse(p.Givens) // the database checks what it reads
	var measured *Measured
	if m := &p.Measured; m.Plays > 0 {
		measured = &Measured{float64(m.Minutes) / 10, float64(m.Low) / 10, float64(m.High) / 10, float64(m.Reliability) / 100, m.Plays}
	}
	return Puzzle{
		Measured: measured,
		Key:      hex.EncodeToString(p.Canon[:]), ID: p.ID, Puzzle: p.Givens, Solution: p.Solution, Size: p.Size,
		Symmetry: p.Symmetry, Minimal: p.Minimal, Grade: api.GradeOf(&puzzle, g, measures),
	}
}

func puzzlesOf(list []store.Puzzle, measures bool) []Puzzle {
	out := make([]Puzzle, len(list))
	for i := range list {
		out[i] = puzzleOf(&list[i], measures)
	}
	return out
}

// find returns a puzzle by its key or by its number, which is shorter.
func find(ctx context.Context, db *store.DB, name string) (store.Puzzle, error) {
	if len(name) == 32 {
		if raw, err := hex.DecodeString(name); err == nil {
			return db.PuzzleByCanon(ctx, [16]byte(raw))
		}
	}
	if id, err := strconv.ParseInt(name, 10, 64); err == nil && id > 0 && len(name) < 20 {
		return db.PuzzleByID(ctx, id)
	}
	return store.Puzzle{}, refuse("not_found", "path.key", "a puzzle is named by its key of 32 hexadecimal digits, or by its number in this database")
}

type (
	puzzleInput struct {
		api.MeasuresWish
		Key string `path:"key" maxLength:"40" doc:"The key, or the number in this database"`
	}
	puzzleOutput struct {
		CacheControl string `header:"Cache-Control"`
		Body         Puzzle
	}
	pageInput struct {
		store.Selection
		api.MeasuresWish
		Order string `query:"order" enum:"id,rating,clues,freedom,scan,random" default:"id" doc:"What to sort by. Puzzles without a value come last. random is a fixed shuffled order; /v1/puzzles/random draws other puzzles each time"`
		Desc  bool   `query:"desc" doc:"Reverse the order"`
		Limit int    `query:"limit" minimum:"1" maximum:"500" default:"25" doc:"Puzzles on a page"`
		After string `query:"cursor" maxLength:"120" doc:"Where the page begins: the value next of the previous page"`
	}
	pageOutput struct {
		Link string `header:"Link" doc:"The next page, as rel=next"`
		Body struct {
			Puzzles []Puzzle `json:"puzzles" nullable:"false"`
			Next    *string  `json:"next" doc:"The cursor of the next page; null on the last"`
		}
	}
	randomInput struct {
		store.Selection
		api.MeasuresWish
		Seed int64 `query:"seed" doc:"The same seed gives the same puzzles; chosen at random, and returned, when left out or 0"`
		N    int   `query:"n" minimum:"1" maximum:"100" default:"1" doc:"Puzzles wanted"`
	}
	randomOutput struct {
		CacheControl string `header:"Cache-Control"`
		Body         struct {
			Seed    int64    `json:"seed" doc:"The seed of the draw"`
			Puzzles []Puzzle `json:"puzzles" nullable:"false"`
		}
	}
	dailyInput struct {
		store.Selection
		api.MeasuresWish
		Date string `path:"date" maxLength:"10" doc:"A day, or today in UTC" example:"2026-12-24"`
		Salt string `query:"salt" maxLength:"200" doc:"Any text; each text gives another order of the puzzles"`
		// Weekdays gives the level where the selection has none.
		Weekdays task.Weekdays `query:"weekdays" doc:"The level of the puzzle on these days of the week, when the conditions name none" example:"mon=easy,sun=expert"`
	}
	dailyOutput struct {
		CacheControl string `header:"Cache-Control"`
		Body         Daily
	}
)

// fresh lets clients cache answers that change only with the grader.
const fresh = "public, max-age=300"

func (s *Server) puzzleRoutes() {
	read(s, s.quick, "/v1/puzzles/{key}", "get-puzzle", "One puzzle", "The puzzle with its solution and grade.",
		func(ctx context.Context, db *store.DB, in *puzzleInput) (*puzzleOutput, error) {
			p, err := find(ctx, db, in.Key)
			if err != nil {
				return nil, err
			}
			return &puzzleOutput{CacheControl: fresh, Body: puzzleOf(&p, in.Measures)}, nil
		})
	read(s, s.slow, "/v1/puzzles", "list-puzzles", "Puzzles, page by page",
		"The puzzles of a selection, sorted. A page begins after the last puzzle of the page before, so puzzles that are added meanwhile shift nothing.",
		s.page)
	answer(s, reading("/v1/puzzles/random", "random-puzzles", "Random puzzles",
		"Different puzzles of a selection, each equally likely to be the first. With the same seed, a larger n gives the same puzzles and more; puzzles that are added later rarely change which. To go through a selection in a shuffled order, list it with order=random."),
		s.random)
	read(s, s.slow, "/v1/daily/{date}", "daily-puzzle", "The puzzle of a day", dailyDoc, s.daily)
}

func (s *Server) page(ctx context.Context, db *store.DB, in *pageInput) (*pageOutput, error) {
	f, err := s.filterOf(ctx, &in.Selection)
	if err != nil {
		return nil, err
	}
	f.Order, f.Limit = ordered(in.Order, in.Desc), in.Limit
	list, next, err := db.Page(ctx, f, in.After)
	if err != nil {
		return nil, atCondition(err, in.Where.Text)
	}
	out := &pageOutput{}
	out.Body.Puzzles = puzzlesOf(list, in.Measures)
	if next != "" {
		out.Body.Next = &next
		q := valuesOf(&in.Selection)
		q.Set("order", in.Order)
		q.Set("limit", strconv.Itoa(in.Limit))
		q.Set("cursor", next)
		if in.Desc {
			q.Set("desc", "true")
		}
		if in.Measures {
			q.Set("measures", "true")
		}
		out.Link = "</v1/puzzles?" + q.Encode() + `>; rel="next"`
	}
	return out, nil
}

// ordered writes an order as a filter expects it.
func ordered(order string, desc bool) string {
	if desc {
		return "-" + order
	}
	return order
}

// atCondition sets the place of an error about a selection: its condition, or the cursor if
// it has no condition. The other parameters were checked before.
func atCondition(err error, where string) error {
	p, _ := problemOf(err)
	if errors.Is(err, store.ErrFilter) && p.place == "" {
		p.place = "query.cursor"
		if where != "" {
			p.place = "query.where"
		}
		return p
	}
	return err
}

func (s *Server) random(ctx context.Context, in *randomInput) (*randomOutput, error) {
	f, err := s.filterOf(ctx, &in.Selection)
	if err != nil {
		return nil, err
	}
	out := &randomOutput{CacheControl: fresh}
	if out.Body.Seed = in.Seed; in.Seed == 0 {
		out.Body.Seed, out.CacheControl = generate.NewSeed(), "no-store"
	}
	lane := s.slow
	if len(bind.Args(&in.Selection)) == 0 {
		lane = s.quick
	}
	err = s.lookUp(ctx, lane, func(ctx context.Context, db *store.DB) error {
		list, err := db.Random(ctx, f, in.N, out.Body.Seed)
		out.Body.Puzzles = puzzlesOf(list, in.Measures)
		return atCondition(err, in.Where.Text)
	})
	return out, err
}

// Daily is the puzzle of a day.
type Daily struct {
	Date  string `json:"date" example:"2026-12-24"`
	Fixed bool   `json:"fixed" doc:"Whether the day keeps this puzzle however many are added; false while the selection has too few"`
	Needs int    `json:"needs" doc:"How many puzzles the selection must have for that; 0 if the day comes from a file"`
	Puzzle
}

const dailyDoc = "The same puzzle for the same date, selection and salt, for everybody. Each 64 days have 64 puzzles of their own, the oldest first, in an order that the salt gives. " +
	"A day keeps its puzzle however many are added, and no two days share one, provided that no puzzle leaves the selection, none in it gets another level later " +
	"(gradoku regrade with another grader does that), and there are enough of them: `needs` says how many, and `fixed` whether there are. With fewer, the puzzles are used again " +
	"from the first, and a day may change when there are more. Days begin with 2026-01-01; without a size, puzzles are 9x9. gradoku export --daily, also with --weekdays, and the page /daily/{date} " +
	"give the same puzzles. A server with gradoku serve --days FILE gives the days of such a file when only a size and level are asked for; a day with one level in the file needs no level."

func (s *Server) daily(ctx context.Context, db *store.DB, in *dailyInput) (*dailyOutput, error) {
	day, err := time.Parse(time.DateOnly, in.Date)
	switch {
	case in.Date == "today":
		day = time.Now().UTC().Truncate(24 * time.Hour)
	case err != nil:
		return nil, refuse(api.CodeRequest, "path.date", fmt.Sprintf("%q is not a day such as 2026-12-24", in.Date))
	case day.Before(store.FirstDay):
		return nil, refuse(api.CodeRequest, "path.date", "the first day is "+store.FirstDay.Format(time.DateOnly))
	}
	date := day.Format(time.DateOnly)
	if level := in.Weekdays.Levels[day.Weekday()]; in.Level.String() == "" {
		if err := in.Level.UnmarshalText([]byte(level)); err != nil {
			return nil, err
		}
	}
	kind := store.Kind{Size: cmp.Or(in.Size, 9), Level: in.Level.String()}
	rest := in.Selection
	rest.Size, rest.Level = 0, grade.LevelSet{}
	if key, ok := s.opt.Days.Key(store.DailyKind{Date: date, Kind: kind}); ok && in.Salt == "" && len(bind.Args(&rest)) == 0 {
		p, err := db.PuzzleByCanon(ctx, key)
		return &dailyOutput{fresh, Daily{date, true, 0, puzzleOf(&p, in.Measures)}}, err
	}
	if _, err := s.filterOf(ctx, &in.Selection); err != nil {
		return nil, err
	}
	found, err := db.Daily(ctx, in.Selection, day, in.Salt)
	if err != nil {
		return nil, atCondition(err, in.Where.Text)
	}
	return &dailyOutput{fresh, Daily{date, found.Fixed, found.Needs, puzzleOf(&found.Puzzle, in.Measures)}}, nil
}

// answer registers an endpoint. An error becomes a problem.
func answer[I, O any](s *Server, op huma.Operation, f func(context.Context, *I) (*O, error)) {
	huma.Register(s.api, op, func(ctx context.Context, in *I) (*O, error) {
		out, err := f(ctx, in)
		if err != nil {
			return nil, s.failure(ctx, err)
		}
		return out, nil
	})
}

// read registers an endpoint that reads the database in a place of a lane.
func read[I, O any](s *Server, lane *work, path, id, summary, doc string, f func(context.Context, *store.DB, *I) (*O, error)) {
	answer(s, reading(path, id, summary, doc), func(ctx context.Context, in *I) (out *O, err error) {
		err = s.lookUp(ctx, lane, func(ctx context.Context, db *store.DB) (err error) { out, err = f(ctx, db, in); return err })
		return out, err
	})
}

// reading returns the description of an endpoint that reads the database.
func reading(path, id, summary, doc string) huma.Operation {
	return huma.Operation{
		Method: http.MethodGet, Path: path, OperationID: id, Summary: summary, Description: doc, Tags: []string{"read"},
		Errors: []int{http.StatusNotFound, http.StatusUnprocessableEntity, http.StatusTooManyRequests, http.StatusServiceUnavailable, http.StatusInsufficientStorage},
	}
}

// lookUp runs f with the database, in a place of s.quick or s.slow.
func (s *Server) lookUp(ctx context.Context, lane *work, f func(context.Context, *store.DB) error) error {
	return lane.do(ctx, func(ctx context.Context) error { return s.db.use(ctx, func(db *store.DB) error { return f(ctx, db) }) })
}

func link(p *store.Puzzle) string { return "/puzzle/" + hex.EncodeToString(p.Canon[:]) }

// query adds a query to an address, which may have one already.
func query(address string, q url.Values) string {
	switch {
	case len(q) == 0:
		return address
	case strings.Contains(address, "?"):
		return address + "&" + q.Encode()
	}
	return address + "?" + q.Encode()
}
