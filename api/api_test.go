package api

import (
	"context"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"gradoku/board"
	"gradoku/generate"
	"gradoku/grade"
	"gradoku/hint"
)

const (
	easy   = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
	inkala = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
	four   = "1...........2.4."
)

// asked answers a question whose request is JSON, as a server does.
func asked(t *testing.T, e *Engine, name, request string) (string, error) {
	t.Helper()
	q, err := QuestionByName(name)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := q.Ask(t.Context(), e, func(r any) error {
		d := json.NewDecoder(strings.NewReader(request))
		d.DisallowUnknownFields()
		if err := d.Decode(r); err != nil {
			return &Error{CodeRequest, err.Error()}
		}
		return nil
	})
	if err != nil {
		return "", err
	}
	text, err := json.Marshal(answer)
	if err != nil {
		t.Fatal(err)
	}
	return string(text), nil
}

// fault is a row of testdata/faults.json.
type fault struct {
	Question string
	Request  json.RawMessage
	Code     Code
}

// TestFaults: what cannot be answered has the code that says why. The tests of web, npm and
// python read the same table.
func TestFaults(t *testing.T) {
	var e Engine
	text, err := os.ReadFile(filepath.Join("testdata", "faults.json"))
	if err != nil {
		t.Fatal(err)
	}
	var table []fault
	if err := json.Unmarshal(text, &table); err != nil {
		t.Fatal(err)
	}
	for _, long := range []struct{ question, request string }{
		{"parse", `{"text":"` + strings.Repeat(".", longest+1) + `"}`},
		{"hint", `{"puzzle":"` + easy + `","candidates":"` + strings.Repeat(".", longest) + `"}`},
	} {
		table = append(table, fault{long.question, json.RawMessage(long.request), CodeMalformed})
	}
	for _, tt := range table {
		_, err := asked(t, &e, tt.Question, string(tt.Request))
		if err == nil || CodeOf(err) != tt.Code || ErrorOf(err).Code != tt.Code || ErrorOf(err).Text != err.Error() {
			t.Errorf("%s %s: %v (%s), want %s", tt.Question, tt.Request, err, CodeOf(err), tt.Code)
		}
	}
	if _, err := QuestionByName("x"); CodeOf(err) != CodeRequest {
		t.Errorf("a question that does not exist: %v", err)
	}
}

func TestCheck(t *testing.T) {
	for _, tt := range []struct{ name, puzzle, want string }{
		{"proper and minimal", easy, `"proper":true,"fault":null,"text":"the puzzle has exactly one solution","duplicates":[],`},
		{"a clue too many", "1234341221434321", `"minimal":false,"needless":["r1c1=1",`},
		{"a digit twice", "11..............", `"fault":"none","text":"no solution: digit 1 appears twice in box 1: at r1c1 and r1c2","duplicates":[{"house":"box 1","digit":"1","cells":["r1c1","r1c2"]},{"house":"row 1",`},
		{"no solution", "12....34........", `"fault":"none","text":"no solution","duplicates":[],"solution":null`},
		{"several", "1234............", `"fault":"several","text":"several solutions","duplicates":[],"solution":"`},
	} {
		got, err := asked(t, new(Engine), "check", `{"puzzle":"`+tt.puzzle+`"}`)
		if err != nil || !strings.Contains(got, tt.want) {
			t.Errorf("%s: %v\n got %s\nwant %s", tt.name, err, got, tt.want)
		}
	}
	several, err := new(Engine).Check(t.Context(), CheckRequest{Puzzle: "1234............"})
	if err != nil || len(several.Differ) == 0 {
		t.Errorf("two solutions that do not differ: %v, %v", several, err)
	}
}

// One puzzle after another from an engine is what a stream yields.
func TestGenerateIsTheStream(t *testing.T) {
	sym, err := board.SymmetryByName("rotate180")
	if err != nil {
		t.Fatal(err)
	}
	var target generate.Target
	target.Symmetry, target.Rating.Ranges = sym, []grade.Range{{From: 20, To: 42}}
	var e Engine
	from, n := int64(0), 0
	for want, err := range generate.Stream(t.Context(), target, 42, 1) {
		if err != nil {
			t.Fatal(err)
		}
		got, err := e.Generate(t.Context(), asking(t, `{"rating": "2.0-4.2", "symmetry": "rotate180", "seed": 42, "from": %d}`, from))
		if err != nil {
			t.Fatal(err)
		}
		if got.Puzzle != want.Grid.String() || got.Index != int64(want.Index) || got.Solution != want.Solution.String() {
			t.Fatalf("puzzle %d is %v, the stream has %v at %d", n, got, want.Grid, want.Index)
		}
		if from, n = got.Index+1, n+1; n == 5 {
			break
		}
	}
}

// An ended context ends every question with its cause.
func TestCanceled(t *testing.T) {
	cause := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(cause)
	var e Engine
	for name, err := range map[string]error{
		"grade": func() error { _, err := e.Grade(ctx, GradeRequest{Puzzle: inkala}); return err }(),
		"draw":  func() error { _, err := e.Draw(ctx, DrawRequest{Puzzle: inkala, Step: 3}); return err }(),
		"tries without a puzzle": func() error {
			_, err := e.Generate(ctx, asking(t, `{"clues": "17", "seed": 1, "attempts": 3}`))
			return err
		}(),
	} {
		if !errors.Is(err, cause) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The types of the responses encode themselves, as JSON or as text, or are of plain kinds. So an
// encoder that knows only these kinds has the same output as encoding/json.
func TestAnswersAreKnownKinds(t *testing.T) {
	word := reflect.TypeFor[encoding.TextMarshaler]()
	marshaler := reflect.TypeFor[json.Marshaler]()
	var walk func(reflect.Type)
	walk = func(typ reflect.Type) {
		if typ.Implements(marshaler) || typ.Implements(word) {
			return
		}
		switch typ.Kind() {
		case reflect.Pointer, reflect.Slice:
			walk(typ.Elem())
		case reflect.Struct:
			for _, f := range reflect.VisibleFields(typ) {
				if tag := f.Tag.Get("json"); tag != "-" && f.IsExported() {
					walk(f.Type)
				}
			}
		case reflect.Map, reflect.Interface, reflect.Func, reflect.Chan, reflect.Array:
			t.Errorf("%v is of a kind that encoders need not know", typ)
		}
	}
	for _, q := range Questions() {
		walk(reflect.TypeOf(q.Request))
		for _, a := range q.Answers {
			walk(reflect.TypeOf(a))
		}
	}
}

// FuzzQuestions: whatever a puzzle is said to be, there is an answer or an error.
func FuzzQuestions(f *testing.F) {
	for _, s := range []string{easy, four, "1234341221434321", "11..............", "B = [1,2,2;", "\xff", ""} {
		f.Add(s, 1, "zeros")
	}
	f.Fuzz(func(t *testing.T, text string, n int, word string) {
		if p, err := board.Parse(text); err == nil && p.Geometry().Size > 9 {
			t.Skip("a proof may take long")
		}
		var e Engine
		ctx := t.Context()
		e.Parse(ctx, ParseRequest{text, word})
		e.Check(ctx, CheckRequest{Puzzle: text})
		e.Solve(ctx, SolveRequest{text, n, 1000})
		e.Grade(ctx, GradeRequest{text, "human", true, 1000, MeasuresWish{true}})
		e.Canonical(ctx, PuzzleRequest{text})
		e.Minimal(ctx, MinimalRequest{text, new(int64(n))})
		e.Morph(ctx, MorphRequest{text, n % 3, int64(n)})
		e.Hint(ctx, HintRequest{Query: hint.Query{Puzzle: text, State: word, Wanted: hint.Wanted{Ladder: "se", UpTo: "4.4"}}, SVG: true})
		e.Draw(ctx, DrawRequest{Puzzle: text, Candidates: true, Width: n})
		four := GenerateRequest{Seed: new(int64(0)), Tries: 1}
		four.Size = 4
		if four.Level.UnmarshalText([]byte(word)) == nil && four.Rating.UnmarshalText([]byte(text)) == nil {
			e.Generate(ctx, four)
		}
	})
}

// asking reads a request to generate.
func asking(t *testing.T, request string, values ...any) (r GenerateRequest) {
	t.Helper()
	if err := json.Unmarshal(fmt.Appendf(nil, request, values...), &r); err != nil {
		t.Fatal(err)
	}
	return r
}
