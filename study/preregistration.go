package study

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gradoku/grade"
	"gradoku/internal/text"
	"gradoku/predict"
)

// Preregistration is the plan of a report, fixed before the data are examined: the
// questions, how they are answered, and every choice that could bias a result. Hash is
// the hash of all other fields, so that a change is detected.
type Preregistration struct {
	Format    string        `json:"format"` // always PlanFormat
	Title     string        `json:"title"`
	Label     string        `json:"label"`
	Logs      []string      `json:"logs"` // labels to be studied by their logarithm, besides times
	Questions []string      `json:"questions"`
	Metrics   []string      `json:"metrics"` // keys of the only metrics that are examined
	Files     []PlannedFile `json:"files"`   // none if the data are not yet available
	By        string        `json:"by"`
	Limit     int           `json:"limit"` // the first so many puzzles; 0 for all
	Split     PlannedSplit  `json:"split"`
	Solves    int           `json:"solves"` // random solves for each puzzle
	Seed      uint64        `json:"seed"`   // of solves, resamples and folds
	Resamples int           `json:"resamples"`
	Grader    int           `json:"grader"`
	Version   int           `json:"metrics_version"`
	Hash      string        `json:"sha256"`
}

// PlanFormat names the format of the file.
const PlanFormat = "gradoku plan 1"

// PlannedFile is a file that the plan is to study.
type PlannedFile struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256"`
}

// PlannedSplit says how a model is evaluated. With the seed and the puzzles it determines
// every split.
type PlannedSplit struct {
	Scheme  string `json:"scheme"`
	Folds   int    `json:"folds"`
	Repeats int    `json:"repeats"`
	Halves  int    `json:"halves"`
}

// regression is the name of the fitted model in questions.
const regression = "model"

// Question asks about a correlation with the label, or which of two is larger.
type Question struct {
	Text      string
	Statistic string // "r" or "rho"
	A, B      string // keys of metrics, or "model" for the out-of-fold regression; B is "" for a comparison with Border
	Below     bool   // at most the border, not at least
	Border    float64
}

var (
	borderQuestion = regexp.MustCompile(`^(r|rho)\((\w+)\) *(>=|<=) *(-?[0-9]*\.?[0-9]+)$`)
	largerQuestion = regexp.MustCompile(`^(r|rho)\((\w+)\) *> *(r|rho)\((\w+)\)$`)
)

// ParseQuestion reads "rho(scan) >= 0.6", "r(dependency) <= -0.5" or "rho(person) >
// rho(scan)", which compares absolute values.
func ParseQuestion(s string) (Question, error) {
	q := Question{Text: s}
	if m := borderQuestion.FindStringSubmatch(s); m != nil {
		q.Statistic, q.A, q.Below = m[1], m[2], m[3] == "<="
		q.Border, _ = strconv.ParseFloat(m[4], 64) // as the pattern says
		if math.Abs(q.Border) > 1 {
			return q, fmt.Errorf("%s: a correlation is between -1 and 1", s)
		}
	} else if m := largerQuestion.FindStringSubmatch(s); m != nil && m[1] == m[3] {
		q.Statistic, q.A, q.B = m[1], m[2], m[4]
	} else {
		return q, fmt.Errorf("%s is no question: ask like rho(scan) >= 0.6, r(dependency) <= -0.5 or rho(person) > rho(scan)", s)
	}
	for _, key := range q.metrics() {
		if !IsMetric(key) {
			return q, fmt.Errorf("%s: there is no metric %s", s, key)
		}
	}
	return q, nil
}

// metrics lists the keys of the metrics that a question names.
func (q *Question) metrics() []string {
	return slices.DeleteFunc([]string{q.A, q.B}, func(key string) bool { return key == "" || key == regression })
}

// Freeze checks a plan, adds the metrics that its questions name, and fills in the
// program's own fields and the hash.
func (p *Preregistration) Freeze() error {
	if len(p.Questions) == 0 {
		return errors.New("a plan without a question promises nothing")
	}
	for _, s := range p.Questions {
		q, err := ParseQuestion(s)
		if err != nil {
			return err
		}
		for _, key := range q.metrics() {
			if !slices.Contains(p.Metrics, key) {
				p.Metrics = append(p.Metrics, key)
			}
		}
	}
	for _, key := range p.Metrics {
		if !IsMetric(key) {
			return fmt.Errorf("there is no metric %s", key)
		}
	}
	p.Format, p.Grader, p.Version, p.Split.Scheme = PlanFormat, grade.Version, predict.MetricsVersion, foldScheme
	p.Hash = p.hash()
	return nil
}

func (p *Preregistration) hash() string {
	rest := *p
	rest.Hash = ""
	text, _ := json.Marshal(rest) // plain values
	return fmt.Sprintf("%x", sha256.Sum256(text))
}

// ReadPreregistration reads a plan and checks that it is unchanged and that this program
// can carry it out.
func ReadPreregistration(file []byte) (*Preregistration, error) {
	var head struct{ Format string }
	if err := json.Unmarshal(file, &head); err != nil {
		return nil, fmt.Errorf("reading a plan: %w", text.JSONFault(err))
	}
	if head.Format != PlanFormat {
		return nil, fmt.Errorf("reading a plan: its format is %q, not %q", head.Format, PlanFormat)
	}
	var p Preregistration
	d := json.NewDecoder(bytes.NewReader(file))
	d.DisallowUnknownFields()
	if err := d.Decode(&p); err != nil {
		return nil, fmt.Errorf("reading a plan: %w", text.JSONFault(err))
	}
	switch {
	case p.Hash != p.hash():
		return nil, errors.New("reading a plan: it was changed after it was made: its hash is another")
	case p.Grader != grade.Version:
		return nil, fmt.Errorf("reading a plan: it was made for grader %d, this is grader %d", p.Grader, grade.Version)
	case p.Version != predict.MetricsVersion:
		return nil, fmt.Errorf("reading a plan: it was made for version %d of the metrics, this is version %d", p.Version, predict.MetricsVersion)
	case p.Split.Scheme != foldScheme:
		return nil, errors.New("reading a plan: this program makes folds in another way")
	}
	again := p
	if err := again.Freeze(); err != nil {
		return nil, fmt.Errorf("reading a plan: %w", err)
	}
	return &again, nil
}

// wantsModel reports whether a question is about the regression.
func (p *Preregistration) wantsModel() bool {
	return slices.ContainsFunc(p.Questions, func(s string) bool { return strings.Contains(s, "("+regression+")") })
}

type answer struct {
	Question string           `json:"question"`
	Found    predict.Estimate `json:"found"` // the correlation, or by how much the first is larger
	N        int              `json:"n"`
	Verdict  string           `json:"verdict"` // "met", "not met" or "open"
}

// verdict compares an estimate with a border. It is "open" unless the whole interval is
// on one side.
func verdict(e Estimate, border float64, below bool) string {
	if below {
		e, border = e.negative(), -border
	}
	switch {
	case math.IsNaN(e.Low) || math.IsNaN(e.Value):
		return "open"
	case e.Low >= border:
		return "met"
	case e.High < border:
		return "not met"
	}
	return "open"
}

// planPart answers the questions of a plan, before everything else.
func (r *reporter) planPart() error {
	p, l := r.opt.Plan, &r.c.Labels[0]
	if l.values == nil {
		return fmt.Errorf("the label %s has text values: no question of the plan can be answered", l.Name)
	}
	of := func(key string) *column {
		if key == regression {
			return r.predicted // nil when nothing could be fitted
		}
		return r.c.metric(key)
	}
	t := ReportTable{
		File: "plan", Title: "What was asked, and what came out", Words: 1,
		Note:    "Met: the whole 95 % interval is on the side that was asked for. Not met: all of it is on the other side. Open: it holds the border. Of two metrics the sizes are compared, resample by resample.",
		Columns: []string{"question", "found", "n", "answer"},
	}
	counts := map[string]int{}
	for _, s := range p.Questions {
		q, err := ParseQuestion(s)
		if err != nil {
			return err
		}
		a := answer{Question: s, Verdict: "open"}
		found := Estimate{math.NaN(), math.NaN(), math.NaN()}
		if both := [2]*column{of(q.A), of(cmp.Or(q.B, q.A))}; both[0] != nil && both[1] != nil {
			e, n := r.c.pairwise(both, l.values, r.resampling(), q.B != "")
			k := slices.Index([]string{"r", "rho"}, q.Statistic)
			if found = e[k]; q.B != "" {
				found = e[4+k]
			}
			a.N, a.Verdict = n, verdict(found, q.Border, q.Below)
		}
		if !math.IsNaN(found.Value) {
			a.Found = found.model()
		}
		counts[a.Verdict]++
		r.report.answers = append(r.report.answers, a)
		t.Rows = append(t.Rows, cells(s, found, a.N, a.Verdict))
	}
	said := fmt.Sprintf("Of %s of the plan %s, %d met, %d not met and %d open.", text.Count(len(p.Questions), "question", "questions"), p.Hash[:12], counts["met"], counts["not met"], counts["open"])
	if len(p.Files) == 0 {
		said += " The plan named no file: it does not show that it is older than the data."
	}
	r.report.Lead = slices.Insert(r.report.Lead, 0, said)
	r.report.Sections = slices.Insert(r.report.Sections, 0, Section{ID: "plan", Title: "What was planned", Text: []string{
		"The questions, the metrics, the folds and the analysis were written down before, in the plan with the hash " + p.Hash + ". Metrics that it does not name were not looked at.",
	}, Tables: []ReportTable{t}})
	return nil
}
