package grade

import (
	"strings"
	"testing"

	"gradoku/board"
)

// samples are puzzles of every kind the limits tell apart.
func samples(t *testing.T) []board.Grid {
	t.Helper()
	var all []board.Grid
	for _, s := range []string{
		"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
		"..9..7..3.5......86.4..9...9.3.7.....6.....9.....8.5.2...4..8.71......5.4..1..2..",
		".6..4...52..1..3..7.......8..2...5..9.17............62......41......6.......97...",
		"....1...6..2....483.....5.....3..8...9.2.4...768......6.9....34......6....48.3..5",
		".5....4...7.5......1.79.36.....6.7.....2.19..8.......25....9.....9.8.12.36.......",
		"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
	} {
		all = append(all, parse(t, s))
	}
	return all
}

// TestGradeWithin: within the limits the grade is the full one, and outside is
// exactly what the full grade shows to be so.
func TestGradeWithin(t *testing.T) {
	gr := NewGrader(board.Nine())
	gr.Budget = 2_000_000
	var singles Rows
	for _, id := range []string{"full-house", "hidden-single-box", "hidden-single-line", "naked-single"} {
		singles[rowOf(t, id)] = true
	}
	inside, outside := 0, 0
	for i, p := range samples(t) {
		if i == 5 && !*long { // it takes longer than all others together
			continue
		}
		full := gr.Grade(&p)
		limits := []Limits{{}, {Only: &singles}, {Ceiling: 20, Only: &singles}}
		for top := 10; top < 120; top++ { // by default some, and those around its own rating
			if *long || top%24 == 0 || max(top-full.Rating, full.Rating-top) <= 1 {
				limits = append(limits, Limits{Ceiling: top})
			}
		}
		for _, l := range limits {
			want := l.Ceiling == 0 || full.Rating <= l.Ceiling
			for row, n := range full.Uses {
				want = want && (n == 0 || l.Only == nil || l.Only[row])
			}
			got, ok := gr.GradeWithin(&p, l)
			// What the budget left open may turn out too hard before it ends.
			if ok != want && !full.AtLeast {
				t.Errorf("%v within %+v: %v, rated %d", p, l, ok, full.Rating)
			}
			if ok {
				inside++
				if got != full {
					t.Errorf("%v within %+v: %+v, full %+v", p, l, got, full)
				}
				l.RatingOnly = true
				rated, _ := gr.GradeWithin(&p, l)
				if rated.Scan != 0 || rated.Level != "" {
					t.Errorf("%v: a rating alone has scan effort %d and level %s", p, rated.Scan, rated.Level)
				}
				if gr.AddScan(&rated, &p); rated != full {
					t.Errorf("%v within %+v: %+v, full %+v", p, l, rated, full)
				}
			} else {
				outside++
			}
		}
		if again := gr.Grade(&p); again != full {
			t.Errorf("%v: the limits outlived their puzzle", p)
		}
	}
	if inside == 0 || outside == 0 {
		t.Errorf("%d inside, %d outside", inside, outside)
	}
}

func TestRangeText(t *testing.T) {
	for _, s := range []string{"4.0-4.6", "7.5-", "10.0-11.9", "1.0-1.0"} {
		var r RatingSet
		if err := r.UnmarshalText([]byte(s)); err != nil || len(r.Ranges) != 1 || r.Ranges[0].String() != s {
			t.Errorf("%q became %v, %v", s, r, err)
		}
	}
	for _, s := range []string{"-", "4.6-4.0", "a.b-c.d", "4.05-5.0"} {
		var r RatingSet
		if r.UnmarshalText([]byte(s)) == nil {
			t.Errorf("%q was read as %v", s, r)
		}
	}
}

func TestJudge(t *testing.T) {
	swordfish, pair := rowOf(t, "swordfish"), rowOf(t, "naked-pair")
	g := Grade{Rating: 38, Scan: 5000, Level: "hard"}
	g.Uses[swordfish], g.Uses[pair], g.Uses[0] = 1, 2, 5
	unknown := g
	unknown.AtLeast, unknown.Rating, unknown.Level = true, 75, "extreme"
	long := Grade{Rating: 15, Scan: 7000, Level: "hard"}
	for _, tt := range []struct {
		name  string
		wish  Selection
		grade Grade
		want  bool
	}{
		{"no wish", Selection{}, g, true},
		{"no wish, unknown rating", Selection{}, unknown, true},
		{"in range", Selection{Rating: RatingSet{Ranges: []Range{{38, 38}}}}, g, true},
		{"in the second range", Selection{Rating: RatingSet{Ranges: []Range{{10, 12}, {30, 40}}}}, g, true},
		{"below", Selection{Rating: RatingSet{Ranges: []Range{{39, 50}}}}, g, false},
		{"above", Selection{Rating: RatingSet{Ranges: []Range{{10, 37}}}}, g, false},
		{"unknown rating", Selection{Rating: RatingSet{Ranges: []Range{{30, NoCeiling}}}}, unknown, false},
		{"of the level", Selection{Level: LevelSet{IDs: []string{"easy", "hard"}}}, g, true},
		{"above the level", Selection{Level: LevelSet{IDs: []string{"gentle", "medium"}}}, g, false},
		{"below the level", Selection{Level: LevelSet{IDs: []string{"expert"}}}, g, false},
		{"of the level by its effort", Selection{Level: LevelSet{IDs: []string{"hard"}}}, long, true},
		{"above the level by its effort", Selection{Level: LevelSet{IDs: []string{"easy"}}}, long, false},
		{"extreme, unknown rating", Selection{Level: LevelSet{IDs: []string{"extreme"}}}, unknown, true},
		{"level and range", Selection{Level: LevelSet{IDs: []string{"hard"}}, Rating: RatingSet{Ranges: []Range{{12, 15}}}}, long, true},
		{"level, other range", Selection{Level: LevelSet{IDs: []string{"hard"}}, Rating: RatingSet{Ranges: []Range{{29, 44}}}}, long, false},
		{"used", Selection{Technique: TechniqueSet{IDs: []string{"swordfish", "naked-pair"}}}, g, true},
		{"not used", Selection{Technique: TechniqueSet{IDs: []string{"swordfish", "jellyfish"}}}, g, false},
		{"only these", Selection{OnlyTechniques: TechniqueSet{IDs: []string{"swordfish", "naked-pair", "x-wing"}}}, g, true},
		{"others too", Selection{OnlyTechniques: TechniqueSet{IDs: []string{"swordfish"}}}, g, false},
		{"only these, path unknown", Selection{OnlyTechniques: TechniqueSet{IDs: []string{"swordfish", "naked-pair"}}}, unknown, false},
		{"both", Selection{Rating: RatingSet{Ranges: []Range{{36, 40}}}, Technique: TechniqueSet{IDs: []string{"swordfish"}}}, g, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			j, err := NewMatcher(board.Nine(), tt.wish)
			if err != nil {
				t.Fatal(err)
			}
			if got := j.Matches(&tt.grade); got != tt.want {
				t.Errorf("takes: %v", got)
			}
			if away := j.Distance(&tt.grade); (away == 0) != tt.want {
				t.Errorf("away: %d", away)
			}
		})
	}
}

// TestLevelDistance: away from a level, a rating and a scan effort too high both count, and
// below it the shorter way.
func TestLevelDistance(t *testing.T) {
	for _, tt := range []struct {
		level        string
		size         int
		rating, scan int
		want         int
	}{
		{"gentle", 9, 15, 2500, 3},
		{"gentle", 9, 12, 2900, 2},
		{"gentle", 9, 15, 2900, 5},
		{"hard", 9, 20, 5800, 2},
		{"hard", 9, 26, 3000, 3},
		{"expert", 9, 12, 8800, 2},
		{"extreme", 9, 70, 20000, 5},
		{"easy", 6, 20, 4000*36/81 + 179, 3},
	} {
		geo := geometry(t, tt.size)
		m, err := NewMatcher(geo, Selection{Level: LevelSet{IDs: []string{tt.level}}})
		if err != nil {
			t.Fatal(err)
		}
		g := Grade{Rating: tt.rating, Scan: tt.scan, Level: LevelOf(tt.size, tt.rating, tt.scan)}
		if got := m.Distance(&g); got != tt.want {
			t.Errorf("%d and %d are %d from %s, want %d", tt.rating, tt.scan, got, tt.level, tt.want)
		}
	}
}

func TestJudgeLetters(t *testing.T) {
	for _, p := range samples(t) {
		blanks, freedom := Metrics(&p)
		for _, letters := range []string{"A", "DEF", "GHI", "ABCDEFGHI"} {
			j, err := NewMatcher(p.Geometry(), Selection{Letter: LetterSet{Letters: letters}})
			if err != nil {
				t.Fatal(err)
			}
			want := strings.ContainsRune(letters, rune(Printed.Letter(p.Geometry(), blanks, freedom)))
			if got := j.MatchesClues(&p); got != want {
				t.Errorf("%s: %v", letters, got)
			}
		}
	}
}

func TestContradictions(t *testing.T) {
	for _, tt := range []struct {
		wish Selection
		want string
	}{
		{Selection{Technique: TechniqueSet{IDs: []string{"fishing"}}}, `there is no technique "fishing"`},
		{Selection{OnlyTechniques: TechniqueSet{IDs: []string{"fishing"}}}, `there is no technique "fishing"`},
		{Selection{Technique: TechniqueSet{IDs: []string{"swordfish"}}, OnlyTechniques: TechniqueSet{IDs: []string{"x-wing"}}}, "technique swordfish is asked for but is not among the allowed ones"},
		{Selection{Technique: TechniqueSet{IDs: []string{"swordfish"}}, Rating: RatingSet{Ranges: []Range{{20, 37}}}}, "technique swordfish is rated at least 3.8, above the highest rating asked for, 3.7"},
		{Selection{Level: LevelSet{IDs: []string{"Hard"}}}, `there is no level "Hard": use gentle, easy, medium, hard, expert, extreme`},
		{Selection{Level: LevelSet{IDs: []string{"gentle", "easy"}}, Rating: RatingSet{Ranges: []Range{{21, 40}}}}, "no puzzle of level gentle,easy is rated 2.1-4.0"},
		{Selection{Level: LevelSet{IDs: []string{"extreme"}}, Rating: RatingSet{Ranges: []Range{{10, 74}}}}, "no puzzle of level extreme is rated 1.0-7.4"},
		{Selection{Level: LevelSet{IDs: []string{"medium"}}, Technique: TechniqueSet{IDs: []string{"swordfish"}}}, "technique swordfish is rated at least 3.8, above the highest rating asked for, 2.8"},
		{Selection{Rating: RatingSet{Ranges: []Range{{0, 3}, {1, 9}}}}, "no puzzle is rated up to 0.9: the scale begins at 1.0"},
	} {
		if _, err := NewMatcher(board.Nine(), tt.wish); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%+v: got %v, want %s", tt.wish, err, tt.want)
		}
	}
}
