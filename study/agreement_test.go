package study

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gradoku/corpus"
	"gradoku/literature"
)

func agreementOf(t *testing.T, label string, where map[string]string, text string) Agreement {
	t.Helper()
	a := NewAgreement(label, RatingOf(label), where)
	for rec, err := range corpus.Read("x", strings.NewReader(text)) {
		must(t, err)
		a.Add(&rec)
	}
	if err := a.Finish(); err != nil {
		t.Error(err)
	}
	return a.Result
}

func TestAgreement(t *testing.T) {
	inkala := literature.Puzzles()[6].Puzzle.String()
	easy := literature.Puzzles()[1].Puzzle.String()
	got := agreementOf(t, "ER", map[string]string{"rater": "SE"}, "puzzle\tER\trater\n"+
		easy+"\t1.2\tSE\n"+
		easy+"\t1.5\tSE\n"+ // wrong on purpose
		inkala+"\t10.7\tSE\n"+
		easy+"\t1.2\tother\n"+
		easy+"\tnone\tSE\n"+
		"1"+strings.Repeat(".", 80)+"\t1.2\tSE\n"+
		"..3..4...21.....\t1.2\tSE\n")
	if got.Compared != 3 || got.Same != 2 || got.Table[0][0] != 1 || got.Table[1][0] != 1 || got.Table[9][9] != 1 {
		t.Errorf("%+v", got)
	}
	if got.Kappa == nil || math.Abs(*got.Kappa-0.5) > 1e-12 || math.Abs(got.Mean+0.1) > 1e-12 || math.Abs(got.SD-0.1*math.Sqrt2) > 1e-12 { // (2/3 − 1/3) / (1 − 1/3)
		t.Errorf("%+v", got)
	}
	if diff := cmp.Diff([]Difference{{easy, 3, 1.5, 1.2, false}}, got.Differences); diff != "" {
		t.Error(diff)
	}
	want := LeftOut{"rater is not SE": 1, "field ER is not a rating": 1, "not proper": 1, "not 9x9": 1}
	if diff := cmp.Diff(want, got.Skipped); diff != "" {
		t.Error(diff)
	}
	if got := agreementOf(t, "se", nil, "puzzle\tER\n"+easy+"\t1.2\n"); got.Compared != 0 || got.Skipped["no field se"] != 1 {
		t.Errorf("%+v", got)
	}
}

// TestAgreementOfPearls: a column named EP is compared with pearls, one named ED
// with diamonds.
func TestAgreementOfPearls(t *testing.T) {
	inkala := literature.Puzzles()[6].Puzzle.String()
	text := "puzzle\tER\tSE_EP\tdiamond\n" + inkala + "\t10.7\t10.7\t9.7\n"
	for _, label := range []string{"ER", "SE_EP", "diamond"} {
		if got := agreementOf(t, label, nil, text); got.Same != 1 {
			t.Errorf("%s: %+v", label, got)
		}
	}
	for column, want := range map[string]string{"se": "er", "steps": "er", "sukaku_EP": "ep", "Pearl": "ep", "skfr ED": "ed", "seed": "er"} {
		if got := RatingOf(column); got != want {
			t.Errorf("%s is %s, want %s", column, got, want)
		}
	}
}

func TestBands(t *testing.T) {
	last := 0
	for i, b := range Bands() {
		if i > 0 && b.From != last+1 || bandOf(b.From) != i || bandOf(b.To) != i {
			t.Errorf("band %v does not follow on %d", b, last)
		}
		last = b.To
	}
}
