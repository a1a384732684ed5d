package study

import (
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gradoku/internal/text"
	"gradoku/predict"
)

// scatterLimit is the most points drawn.
const scatterLimit = 1500

// scatter draws one value against another, each pair a mark, with the least-squares line.
// If there are too many pairs, it draws only every second, third and so on.
func scatter(caption string, xy [2][]float64, across, up scale) Figure {
	f := newFigure(caption, across.name, up.name)
	p, xs, ys := f.plot, xy[0], xy[1]
	across.mark(&p.X, xs)
	up.mark(&p.Y, ys)
	step := 1 + (len(xs)-1)/scatterLimit
	if step > 1 {
		f.Caption += fmt.Sprintf(" Of %s points one in %d is drawn.", text.Grouped(len(xs)), step)
	}
	points := plotter.XYs{}
	for i := 0; i < len(xs); i += step {
		points = append(points, plotter.XY{X: xs[i], Y: ys[i]})
	}
	shade := blue
	shade.A = 0x73
	f.points(points, shade, 1.5)
	if ends := leastSquares(xs, ys); ends != nil {
		f.line("least squares", ends, orange, 1.2)
	}
	widen(&p.X, 0.04)
	widen(&p.Y, 0.04)
	p.Y.Max += 0.12 * (p.Y.Max - p.Y.Min) // for the legend
	return f
}

// diagonal adds the line on which the points of a perfect prediction lie.
func (f Figure) diagonal() Figure {
	x, y := &f.plot.X, &f.plot.Y
	if low, high := math.Max(x.Min, y.Min), math.Min(x.Max, y.Max); low < high {
		f.line("y = x", plotter.XYs{{X: low, Y: low}, {X: high, Y: high}}, grey, 1, 3, 2)
	}
	return f
}

// points adds discs. An error stays with the figure, as in line.
func (f *Figure) points(at plotter.XYs, fill color.Color, radius vg.Length) {
	s, err := plotter.NewScatter(at)
	if err != nil {
		f.err = err
		return
	}
	s.GlyphStyle = draw.GlyphStyle{Color: fill, Radius: radius, Shape: draw.CircleGlyph{}}
	f.plot.Add(s)
}

// line adds a line, and its name to the legend, "" for none.
func (f *Figure) line(name string, ends plotter.XYs, stroke color.Color, width vg.Length, dashes ...vg.Length) {
	l, err := plotter.NewLine(ends)
	if err != nil {
		f.err = err
		return
	}
	l.Color, l.Width, l.Dashes = stroke, width, dashes
	f.plot.Add(l)
	if name != "" {
		f.plot.Legend.Add(name, l)
	}
}

// leastSquares returns the ends of the least-squares line, within the range of the values
// on both axes; nil for none.
func leastSquares(xs, ys []float64) plotter.XYs {
	intercept, slope := stat.LinearRegression(xs, ys, nil, false)
	if math.IsNaN(slope) || math.IsInf(slope, 0) {
		return nil
	}
	low, high := slices.Min(ys), slices.Max(ys)
	ends := plotter.XYs{{X: slices.Min(xs)}, {X: slices.Max(xs)}}
	for i := range ends {
		y := intercept + slope*ends[i].X
		ends[i].Y = math.Min(math.Max(y, low), high)
		if y != ends[i].Y {
			ends[i].X = (ends[i].Y - intercept) / slope
		}
	}
	return ends
}

// unitOf is 1 when all values are whole numbers, 0.1 when all are tenths, as
// ratings are, else 0.
func unitOf(values []float64) float64 {
	unit := 1.0
	for _, v := range values {
		if unit == 1 && v != math.Trunc(v) {
			unit = 0.1
		}
		if unit == 0.1 && math.Abs(10*v-math.Round(10*v)) > 1e-9 {
			return 0
		}
	}
	return unit
}

// forest draws an interval for each name, the first on top, with a line at 0.
func forest(caption string, names []string, e []predict.Estimate, xName string) Figure {
	f, n := newFigure(caption, xName, ""), len(names)
	p := f.plot
	f.width, f.height = 14*vg.Centimeter, vg.Length(n)*11+46
	labels := make([]string, n)
	points := plotter.XYs{}
	for i := range names {
		k := n - 1 - i
		labels[k] = names[i]
		if math.IsNaN(e[i].Value) {
			continue
		}
		points = append(points, plotter.XY{X: e[i].Value, Y: float64(k)})
		if !math.IsNaN(e[i].Low) {
			f.line("", plotter.XYs{{X: e[i].Low, Y: float64(k)}, {X: e[i].High, Y: float64(k)}}, blue, 1.2)
		}
	}
	f.line("", plotter.XYs{{X: 0, Y: -0.6}, {X: 0, Y: float64(n) - 0.4}}, grey, 0.7, 2, 2)
	f.points(points, blue, 2)
	p.NominalY(labels...)
	p.Y.Min, p.Y.Max = -0.6, float64(n)-0.4
	p.X.Min, p.X.Max = math.Min(p.X.Min, -0.1)-0.08, math.Max(p.X.Max, 0.1)+0.03 // names reach beyond the axis
	return f
}
