package study

import (
	"encoding/xml"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot"

	"gradoku/predict"
)

// reportOf makes a report and returns its page and its numbers.
func reportOf(t *testing.T, c *Collection, opt ReportOptions) (page, numbers string) {
	t.Helper()
	r, err := NewReport(t.Context(), c, opt)
	must(t, err)
	html, err := r.Page()
	must(t, err)
	for _, f := range r.DataFiles() {
		for _, row := range f.Rows {
			numbers += f.Name + "," + strings.Join(row, ",") + "\n"
		}
	}
	return string(html), numbers
}

func literatureCollection(t *testing.T) *Collection {
	t.Helper()
	c, err := Collect(t.Context(), list(testItems()), CollectOptions{Labels: []string{"stars", "seconds"}, Runs: 2, Seed: 1})
	must(t, err)
	return c
}

// TestReportPage: drawings that can be read; a page on its own.
func TestReportPage(t *testing.T) {
	page, _ := reportOf(t, literatureCollection(t), ReportOptions{Title: "The <document>"})
	for rest := page; ; {
		_, svg, more := strings.Cut(rest, "<svg")
		if !more {
			break
		}
		svg, rest, _ = strings.Cut(svg, "</svg>")
		wellFormed(t, "<svg"+svg+"</svg>")
	}
	for _, part := range []string{"The &lt;document&gt;", "<svg", "prefers-color-scheme", "@media print", "resamples of 5"} {
		if !strings.Contains(page, part) {
			t.Errorf("the page lacks %q", part)
		}
	}
	for _, part := range []string{"src=", "@import", "url(", "<link"} {
		if strings.Contains(page, part) {
			t.Errorf("the page is not self-contained: %s", part)
		}
	}
}

func wellFormed(t *testing.T, text string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		if _, err := d.Token(); err == io.EOF {
			return
		} else if err != nil {
			t.Errorf("%v: %s", err, text)
			return
		}
	}
}

// TestReportIsTheSameEachTime, byte for byte.
func TestReportIsTheSameEachTime(t *testing.T) {
	opt := ReportOptions{Title: "twice"}
	page, numbers := reportOf(t, literatureCollection(t), opt)
	if again, same := reportOf(t, literatureCollection(t), opt); again != page || same != numbers {
		t.Error("another run gives other bytes")
	}
}

// TestOddReports: no label, one puzzle, a label in words, one that is the same for
// all. Each gives a page that says what it can.
func TestOddReports(t *testing.T) {
	whole, words, nan := literatureCollection(t), []string{"easy", "hard", "", "easy", "hard"}, math.NaN()
	for _, c := range []struct {
		name string
		odd  func(c *Collection)
		says string
	}{
		{"no label", func(c *Collection) { c.Labels = nil }, "Distributions"},
		{"words", func(c *Collection) { c.Labels = []Label{{Name: "stars", Known: 5, words: words}} }, "counted in tables, not correlated"},
		{"constant", func(c *Collection) {
			c.Labels = []Label{{Name: "stars", Known: 5, values: column([]float64{2, 2, 2, 2, 2})}}
		}, "The label stars is the same for all 5 puzzles that have it: nothing can be correlated"},
		{"unknown", func(c *Collection) {
			c.Labels = []Label{{Name: "stars", values: column([]float64{nan, nan, nan, nan, nan})}}
		}, "0 puzzles have a value of stars: nothing can be correlated"},
		{"unknown times", func(c *Collection) {
			c.Labels = []Label{{Name: "seconds", Log: true, values: column([]float64{nan, nan, nan, nan, nan})}}
		}, "0 puzzles have a value of seconds: nothing can be correlated"},
		{"known once", func(c *Collection) {
			c.Labels = []Label{{Name: "stars", Known: 1, values: column([]float64{nan, 3, nan, nan, nan})}}
		}, "1 puzzle has a value of stars: nothing can be correlated"},
		{"alike puzzles", func(c *Collection) {
			c.values = slices.Clone(c.values)
			for k := range c.values {
				c.values[k] = column([]float64{2, 2, 2, 2, 2})
			}
		}, "No metric differs among the 5 puzzles with seconds: nothing can be correlated"},
		{"words that look like numbers", func(c *Collection) {
			c.Labels = []Label{{Name: "stars", Known: 5, words: words, Examples: []string{`"1,204"`}}}
		}, "such as &#34;1,204&#34;: it is counted in tables"},
		{"far off", func(c *Collection) {
			c.Labels = []Label{{Name: "seconds", Log: true, Known: 5, values: column{5, 5.2, 5.4, 5.6, -690}}}
		}, "Far from all others: 1 value of seconds, such as 2.172e-300, by more"},
		{"few", func(c *Collection) {}, "in some resamples its 5 values, or those of the metric, are all the same"},
		{"few, in the note", func(c *Collection) {}, "1000 resamples of 5 puzzles; puzzles that are the same"},
		{"few, in the picture", func(c *Collection) {}, "Rank correlations with seconds.</figcaption>"},
	} {
		odd := *whole
		c.odd(&odd)
		says(t, &odd, c.name, c.says)
	}
	one, err := Collect(t.Context(), list(testItems()[:1]), CollectOptions{Labels: []string{"stars", "seconds"}, Runs: 2})
	must(t, err)
	says(t, one, "one puzzle", "1 puzzle has a value of stars: nothing can be correlated")
}

// TestGroupsOfLabels: quarters of values that are all known, each with a name of its own,
// and no more words than a table can show, the rest counted.
func TestGroupsOfLabels(t *testing.T) {
	for _, c := range []struct {
		values []float64
		want   string
	}{
		{[]float64{1, 2, 3, 4, 5, 6, 7, 8}, "up to 2|2 to 4|4 to 6|above 6"},
		{[]float64{300, 300, 300, 300, 420, 420, 510, 700}, "up to 300|300 to 420|above 420"},
		{[]float64{1, 5, 5, 5, 5, 5, 5, 5, 5}, "up to 5"},
		{[]float64{7, 7}, "up to 7"},
	} {
		l := Label{Log: true, values: column(nil)}
		for _, v := range c.values {
			l.values = append(l.values, math.Log(v))
		}
		names, of := l.bins()
		if got := strings.Join(names, "|"); got != c.want {
			t.Errorf("%v: %s, want %s", c.values, got, c.want)
		}
		for k := range names {
			if !slices.Contains(of, int16(k)) {
				t.Errorf("%v: nothing is in %s", c.values, names[k])
			}
		}
	}
	c, words := literatureCollection(t), []string(nil)
	for i := range c.N {
		words = append(words, string(rune('a'+i)))
	}
	c.Labels = []Label{{Name: "author", Known: c.N + 2, words: words}} // two of them beyond the table
	says(t, c, "words", "These are the first 5 groups in alphabetical order; 2 puzzles are in others.")
}

// says checks that the page of a report has a text.
func says(t *testing.T, c *Collection, title, text string) {
	t.Helper()
	if page, _ := reportOf(t, c, ReportOptions{Title: title}); !strings.Contains(page, text) {
		t.Errorf("%s: the page does not say %q", title, text)
	}
}

// TestTicks are inside, at whole numbers or, on logarithmic axes, at round ones.
func TestTicks(t *testing.T) {
	for _, c := range []struct {
		ticks     plot.Ticker
		low, high float64
		want      string
	}{
		{wholeTicks{}, 0, 1.2, "0 1"},
		{wholeTicks{}, 23, 33, "24 28 32"},
		{logTicks{}, math.Log(120), math.Log(900), "150 200 300 400 600"},
		{logTicks{}, math.Log(0.55), math.Log(2.3), "0.6 1 1.5 2"},
		{logTicks{}, math.Log(4), math.Log(700), "10 30 100 300"},
		{logTicks{1}, -0.1, 11, "0 1 10 100 1000 10000"},
	} {
		var got []string
		for _, tick := range c.ticks.Ticks(c.low, c.high) {
			if tick.Label != "" {
				got = append(got, tick.Label)
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%T, %v to %v: %q, want %q", c.ticks, c.low, c.high, got, c.want)
		}
	}
}

// TestThemed: on the page an SVG has the ink of the page, and no blue.
func TestThemed(t *testing.T) {
	x := []float64{1, 2, 3, 4}
	f := scatter("", [2][]float64{x, x}, scale{name: "x"}, scale{name: "y"})
	svg, err := f.SVG()
	must(t, err)
	text := f.themed(svg)
	if !strings.Contains(string(svg), "font-family:Liberation Sans, Arial") {
		t.Error("a drawing alone names one font")
	}
	for _, ink := range []string{"#FFFFFF", "#000000", "#0072B2", "#0071B1"} {
		if strings.Contains(text, ink) {
			t.Errorf("%s is left", ink)
		}
	}
	if strings.Count(text, "var(--mark)") != len(x) {
		t.Errorf("%d marks, want %d", strings.Count(text, "var(--mark)"), len(x))
	}
}

// TestLineStaysAmongThePoints: where the straight line would leave the range of the
// values, it is cut there.
func TestLineStaysAmongThePoints(t *testing.T) {
	xs, ys := []float64{0, 1, 2, 3, 10}, []float64{0, 5, 5, 5, 6}
	ends := leastSquares(xs, ys)
	if len(ends) != 2 || ends[0].X != 0 || ends[1].Y != 6 || ends[1].X >= 10 || ends[1].X <= 3 {
		t.Errorf("%v", ends)
	}
	if ends := leastSquares([]float64{1, 1}, []float64{1, 2}); ends != nil {
		t.Errorf("one x alone: %v", ends)
	}
}

// TestAxisNamesFit: the name of an axis is no longer than a small figure is wide.
func TestAxisNamesFit(t *testing.T) {
	for _, m := range Metrics() {
		if name := metricScale(&m).name; len(name) > 45 {
			t.Errorf("%q has %d letters", name, len(name))
		}
	}
}

func TestTypeset(t *testing.T) {
	for in, want := range map[string]string{
		"r = -0.5 [-0.61, -0.48]": "r\u00a0=\u00a0\u22120.5 [\u22120.61, \u22120.48]",
		"10-fold, T6-1, 1.0-1.2":  "10-fold, T6-1, 1.0-1.2",
		"-0.03":                   "\u22120.03",
	} {
		if got := typeset(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

// TestDisclosuresStandWhereFiguresDo: a sentence that names scan effort S or the simulated
// person says where their constants come from, and no other does.
func TestDisclosuresStandWhereFiguresDo(t *testing.T) {
	c := literatureCollection(t)
	r := newReporter(t.Context(), c, ReportOptions{})
	if _, err := r.correlate(0); err != nil {
		t.Fatal(err)
	}
	at := func(key string) int {
		return slices.IndexFunc(r.metrics, func(m predict.Metric) bool { return m.Key == key })
	}
	for _, best := range []string{"scan", "person", "clues"} {
		res := correlations{Each: make([]Correlation, len(r.metrics)), Behind: make([]predict.Estimate, len(r.metrics)), Best: at(best)}
		for k := range r.metrics {
			res.Each[k], res.Behind[k] = Correlation{N: 5, Pearson: noEstimate, Spearman: noEstimate}, noEstimate
		}
		res.Each[res.Best].Spearman = interval(0.5, 0.4, 0.6)
		res.Largest = interval(0.5, 0.4, 0.6)
		said := r.verdict(&c.Labels[0], &res)[0]
		if strings.Contains(said, predict.ScanDisclosure) != (best == "scan") || strings.Contains(said, personDisclosure) != (best == "person") {
			t.Errorf("%s: %s", best, said)
		}
		// What is not told apart is named only where something is shown.
		res.Each[at("steps")].Spearman, res.Behind[at("steps")] = interval(0.3, 0.1, 0.4), interval(0.2, 0.1, 0.3)
		res.Each[at("scan_fills")].Spearman, res.Behind[at("scan_fills")] = interval(0.4, 0.3, 0.5), interval(0.1, -0.1, 0.2)
		if best == "clues" {
			res.Each[at("scan")].Spearman, res.Behind[at("scan")] = interval(0.4, 0.3, 0.5), interval(0.1, -0.1, 0.2)
			for _, low := range []float64{-0.1, 0.1} {
				res.Largest.Low = low
				if said := r.verdict(&c.Labels[0], &res)[0]; strings.Contains(said, predict.ScanDisclosure) != (low > 0) || strings.Contains(said, "distinguish it from") != (low > 0) {
					t.Errorf("%v: %s", low, said)
				}
			}
		}
	}
}
