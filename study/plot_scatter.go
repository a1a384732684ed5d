package study

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// scatterLimit is where single marks become a cloud: more are counted in squares.
const scatterLimit = 1500

// scatter draws one value against another, each pair a mark, with the straight
// line of least squares. It keeps no more of many pairs than it draws.
func scatter(file, caption string, xy [2][]float64, across, up scale) (Figure, error) {
	p := newPlot("", across.name, up.name)
	xs, ys := xy[0], xy[1]
	across.marked(&p.X, xs)
	up.marked(&p.Y, ys)
	if len(xs) > scatterLimit {
		q := newSquares(xs, ys)
		caption += fmt.Sprintf(" The area of a square is the number of puzzles, of the largest %d.", q.most)
		p.Add(q)
	} else {
		points := make(plotter.XYs, len(xs))
		for i := range points {
			points[i] = plotter.XY{X: xs[i], Y: ys[i]}
		}
		s, err := plotter.NewScatter(points)
		if err != nil {
			return Figure{}, err
		}
		shade := blue
		shade.A = 0x73
		s.GlyphStyle = draw.GlyphStyle{Color: shade, Radius: 1.5, Shape: draw.CircleGlyph{}}
		p.Add(s)
	}
	if ends := leastSquares(xs, ys); ends != nil {
		line, err := plotter.NewLine(ends)
		if err != nil {
			return Figure{}, err
		}
		line.Color, line.Width = orange, 1.2
		p.Add(line)
	}
	widen(p)
	return Figure{file, caption, p, figureWidth, figureHeight, false}, nil
}

// leastSquares returns the ends of the straight line, as far as there are values on
// both axes; nil for none.
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

// squares counts points in a grid and draws each count as a square of that area.
type squares struct {
	axes    [2]binning
	counts  map[[2]int]int
	most    int
	ordered [][2]int
}

const (
	squareColumns = 40
	squareRows    = 30
)

func newSquares(xs, ys []float64) *squares {
	q := &squares{counts: map[[2]int]int{}, axes: [2]binning{newBinning(xs, squareColumns), newBinning(ys, squareRows)}}
	for i := range xs {
		at := [2]int{q.axes[0].of(xs[i]), q.axes[1].of(ys[i])}
		if q.counts[at]++; q.counts[at] == 1 {
			q.ordered = append(q.ordered, at)
		}
		q.most = max(q.most, q.counts[at])
	}
	return q
}

// Plot draws the squares.
func (q *squares) Plot(c draw.Canvas, p *plot.Plot) {
	trX, trY := p.Transforms(&c)
	x, y := &q.axes[0], &q.axes[1]
	room := math.Min(float64(trX(x.middle(1))-trX(x.middle(0))), float64(trY(y.middle(1))-trY(y.middle(0))))
	for _, at := range q.ordered {
		side := math.Sqrt(float64(q.counts[at]) / float64(q.most))
		half := vg.Length(math.Max(0.35, side*room/2))
		px, py := trX(x.middle(at[0])), trY(y.middle(at[1]))
		c.FillPolygon(blue, []vg.Point{{X: px - half, Y: py - half}, {X: px + half, Y: py - half}, {X: px + half, Y: py + half}, {X: px - half, Y: py + half}})
	}
}

// DataRange makes room for all points.
func (q *squares) DataRange() (xmin, xmax, ymin, ymax float64) {
	x, y := &q.axes[0], &q.axes[1]
	return x.low, x.high, y.low, y.high
}
