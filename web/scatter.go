package web

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"html/template"
	"io"
	"math"
	"net/url"
	"slices"
	"strconv"

	"gradoku/study"
)

// scatterView is a scatter plot of two columns of a table, with the form that chooses them.
type scatterView struct {
	X, Y       string
	LogX, LogY bool
	XS, YS     []option
	N          int64 // puzzles drawn
	Left       int64 // puzzles without both numbers
	Drawing    template.HTML
	Fault      string
}

// scatterOf plots two columns of a study's measures. A log axis shows only values above 0.
func scatterOf(j *job, q url.Values) (*scatterView, error) {
	f, err := j.open(measuresFile)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	table := csv.NewReader(f)
	table.ReuseRecord = true
	header, err := table.Read()
	if errors.Is(err, io.EOF) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", measuresFile, err)
	}
	header = slices.Clone(header)
	v := &scatterView{
		X: cmp.Or(q.Get("x"), "er"), Y: cmp.Or(q.Get("y"), "scan"), LogX: q.Has("logx"), LogY: q.Has("logy"),
	}
	x, y := slices.Index(header, v.X), slices.Index(header, v.Y)
	for _, name := range header {
		if name == "puzzle" || name == "solution" {
			continue
		}
		v.XS = append(v.XS, option{Value: name, Text: name, On: name == v.X})
		v.YS = append(v.YS, option{Value: name, Text: name, On: name == v.Y})
	}
	if x < 0 || y < 0 {
		v.Fault = "there is no such column"
		return v, nil
	}
	var xs, ys []float64
	for {
		row, err := table.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("reading %s: %w", measuresFile, err)
		}
		a, okA := coordinate(row[x], v.LogX)
		b, okB := coordinate(row[y], v.LogY)
		if !okA || !okB {
			v.Left++
			continue
		}
		xs, ys = append(xs, a), append(ys, b)
	}
	if v.N = int64(len(xs)); v.N == 0 {
		v.Fault = "no puzzle has a number in both columns"
		return v, nil
	}
	v.Drawing, err = study.Scatter(v.X, v.Y, [2][]float64{xs, ys}, v.LogX, v.LogY)
	return v, err
}

// coordinate parses a number of the table. It refuses numbers whose square would be
// infinite.
func coordinate(cell string, log bool) (float64, bool) {
	n, err := strconv.ParseFloat(cell, 64)
	if err != nil || math.IsNaN(n) || math.Abs(n) > 1e100 || log && n <= 0 {
		return 0, false
	}
	if log {
		n = math.Log(n)
	}
	return n, true
}
