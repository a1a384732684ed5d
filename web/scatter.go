package web

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"gradoku/internal/text"
)

// scatterView is a picture of two columns of a table, and the form that chooses them.
type scatterView struct {
	X, Y         string
	LogX, LogY   bool
	XS, YS       []option
	N            int64 // puzzles drawn
	Left         int64 // that have not both numbers
	Layers       []string
	TicksX       []axisTick
	TicksY       []axisTick
	Fault        string
	Wide, High   int
	Left0, Base0 int
}

// axisTick is a number beside an axis.
type axisTick struct {
	At   int
	Text string
}

// The picture, in units: the axes leave room for numbers.
const (
	scatterWide, scatterHigh = 640, 420
	scatterLeft, scatterBase = 62, 44
	scatterEdge              = 8 // free at the ends of an axis
)

// scatterOf draws two columns of the measures of a study. A log axis has only what is
// above 0.
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
		Wide: scatterWide, High: scatterHigh, Left0: scatterLeft, Base0: scatterHigh - scatterBase,
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
	v.draw(xs, ys)
	return v, nil
}

// draw makes the ticks and the points. Puzzles that fall on one point are drawn once,
// stronger the more they are: a layer for each strength.
func (v *scatterView) draw(xs, ys []float64) {
	across := newAxis(xs, v.LogX, scatterLeft+scatterEdge, scatterWide-scatterEdge)
	up := newAxis(ys, v.LogY, scatterHigh-scatterBase-scatterEdge, scatterEdge)
	v.TicksX, v.TicksY = across.ticks(), up.ticks()
	counts := map[[2]int]int{}
	for i := range xs {
		counts[[2]int{across.at(xs[i]), up.at(ys[i])}]++
	}
	points := slices.SortedFunc(maps.Keys(counts), func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	layers := make([]strings.Builder, 3)
	for _, p := range points {
		layer := 0
		switch n := counts[p]; {
		case n > 9:
			layer = 2
		case n > 2:
			layer = 1
		}
		fmt.Fprintf(&layers[layer], "M%d %dh0", p[0], p[1])
	}
	for i := range layers {
		v.Layers = append(v.Layers, layers[i].String())
	}
}

// coordinate reads a number of the table.
func coordinate(cell string, log bool) (float64, bool) {
	n, err := strconv.ParseFloat(cell, 64)
	if err != nil || math.IsInf(n, 0) || math.IsNaN(n) || log && n <= 0 {
		return 0, false
	}
	if log {
		n = math.Log10(n)
	}
	return n, true
}

// axis maps numbers to places in the picture.
type axis struct {
	low, high float64
	from, to  int
	log       bool
}

func newAxis(values []float64, log bool, from, to int) axis {
	a := axis{slices.Min(values), slices.Max(values), from, to, log}
	if a.low == a.high {
		a.low, a.high = a.low-0.5, a.high+0.5
	}
	return a
}

func (a axis) at(v float64) int {
	// Halved first, so that the difference of the largest numbers is one.
	part := (v/2 - a.low/2) / (a.high/2 - a.low/2)
	return a.from + int(math.Round(part*float64(a.to-a.from)))
}

// ticks are round numbers, some five of them: 1, 2 or 5 times a power of ten.
func (a axis) ticks() []axisTick {
	var list []axisTick
	add := func(v float64) {
		shown := v
		if a.log {
			shown = math.Pow(10, v)
		}
		if v >= a.low && v <= a.high {
			list = append(list, axisTick{a.at(v), axisNumber(shown)})
		}
	}
	if a.log && a.high-a.low < 5 {
		digits := []float64{1, 2, 5}
		if a.high-a.low > 2 {
			digits = digits[:1]
		}
		for power := math.Floor(a.low); power <= a.high; power++ {
			for _, d := range digits {
				add(power + math.Log10(d))
			}
		}
		return list
	}
	step := math.Pow(10, math.Floor(math.Log10(a.high/5-a.low/5)))
	for _, times := range []float64{2, 2.5, 2} { // to 2, 5 and 10 of them
		if a.high/step-a.low/step > 6 {
			step *= times
		}
	}
	if a.log {
		step = max(1, math.Round(step))
	}
	first := math.Ceil(a.low / step)
	for i := range 12 {
		add((first + float64(i)) * step)
	}
	return list
}

// axisNumber writes a number shortly: 0.25, 1,500, 1e+09.
func axisNumber(v float64) string {
	if size := math.Abs(v); size >= 1000 && size < 1e7 {
		return text.Grouped(int64(math.Round(v)))
	}
	return strconv.FormatFloat(v, 'g', 4, 64)
}
