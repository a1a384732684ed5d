package study

import (
	"encoding/json"
	"math"
	"slices"

	"gradoku/predict"
)

// tested is what report.json holds about a label: every correlation at full precision.
type tested struct {
	Label     string       `json:"label"` // as studied
	Known     int          `json:"known"`
	LeftOut   string       `json:"left_out"` // which values, and why
	Resamples int          `json:"resamples"`
	Best      string       `json:"best"` // key of the metric with the largest |ρ|, "" without a ranking
	Metrics   []testedWith `json:"metrics"`
}

type testedWith struct {
	Metric   string           `json:"metric"` // its key
	SameAs   string           `json:"same_as,omitempty"`
	N        int              `json:"n"`
	Pearson  predict.Estimate `json:"pearson"`
	Spearman predict.Estimate `json:"spearman"`
	Tau      predict.Estimate `json:"kendall_tau_b"`
	Won      *float64         `json:"won"`           // share of the resamples; null without an interval
	Behind   predict.Estimate `json:"behind_in_rho"` // simultaneous intervals
}

// test returns the correlations of a label for report.json.
func (r *reporter) test(l *Label, res *correlations) tested {
	t := tested{Label: l.Title(), Known: l.Known, LeftOut: l.LeftOut(), Resamples: res.Resamples}
	if res.Best >= 0 {
		t.Best = r.metrics[res.Best].Key
	}
	for k, e := range res.Each {
		if math.IsNaN(e.Spearman.Value) {
			continue
		}
		with := testedWith{Metric: r.metrics[k].Key, N: e.N, Pearson: e.Pearson.model(), Spearman: e.Spearman.model(), Tau: e.Tau.model()}
		if of := r.alias[k]; of >= 0 {
			with.SameAs = r.metrics[of].Key
		} else if !math.IsNaN(res.Wins[k]) {
			with.Won = &res.Wins[k]
			if !math.IsNaN(res.Behind[k].Value) {
				with.Behind = res.Behind[k].model()
			}
		}
		t.Metrics = append(t.Metrics, with)
	}
	return t
}

// JSON returns report.json: what the report was made of, its correlations and models at
// full precision, and its sentences. The tables are files of their own.
func (r *Report) JSON() ([]byte, error) {
	type section struct {
		ID     string   `json:"id"`
		Title  string   `json:"title"`
		Text   []string `json:"text"`
		Tables []string `json:"tables"` // files
	}
	report := struct {
		Format     string            `json:"format"`
		Title      string            `json:"title"`
		Provenance map[string]string `json:"provenance"`
		Lead       []string          `json:"lead"`
		Labels     []tested          `json:"labels"`
		Models     []*predict.Model  `json:"models"`
		Sections   []section         `json:"sections"`
	}{"gradoku report 1", r.Title, map[string]string{}, r.Lead, r.tests, r.Models, nil}
	for _, p := range r.provenance {
		report.Provenance[p[0]] = p[1]
	}
	for _, s := range r.Sections {
		one := section{ID: s.ID, Title: s.Title, Text: s.Text}
		for _, tables := range [][]ReportTable{s.Tables, s.Folded} {
			for _, t := range tables {
				if file := t.File + ".csv"; t.File != "" && !slices.Contains(one.Tables, file) {
					one.Tables = append(one.Tables, file)
				}
			}
		}
		report.Sections = append(report.Sections, one)
	}
	text, err := json.MarshalIndent(report, "", " ")
	return append(text, '\n'), err
}
