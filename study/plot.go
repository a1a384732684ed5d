package study

import (
	"bytes"
	"fmt"
	"image/color"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// The colours can be told apart by colour-blind people and in grey: Masataka
// Okabe and Kei Ito, Color Universal Design (2008).
var (
	blue   = color.NRGBA{0x00, 0x72, 0xb2, 0xff}
	orange = color.NRGBA{0xd5, 0x5e, 0x00, 0xff}
	grey   = color.NRGBA{0x99, 0x99, 0x99, 0xff}
)

// Figure is a drawing of a report.
type Figure struct {
	File    string // without extension
	Caption string
	plot    *plot.Plot
	width   vg.Length
	height  vg.Length
}

// size of a figure: two fit beside each other on a printed page.
const (
	figureWidth  = 9 * vg.Centimeter
	figureHeight = 7 * vg.Centimeter
)

// newPlot returns an empty plot with labelled axes.
func newPlot(title, x, y string) *plot.Plot {
	p := plot.New()
	sans := font.Font{Typeface: "Liberation", Variant: "Sans"}
	for _, s := range []struct {
		to   *font.Font
		size vg.Length
	}{
		{&p.Title.TextStyle.Font, 9},
		{&p.X.Label.TextStyle.Font, 8.5},
		{&p.Y.Label.TextStyle.Font, 8.5},
		{&p.X.Tick.Label.Font, 7.5},
		{&p.Y.Tick.Label.Font, 7.5},
		{&p.Legend.TextStyle.Font, 7.5},
	} {
		*s.to = sans
		s.to.Size = s.size
	}
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = title, x, y
	p.Title.Padding = 4
	p.X.Label.Padding, p.Y.Label.Padding = 3, 3
	p.X.Padding, p.Y.Padding = 4, 4
	p.X.Tick.Marker, p.Y.Tick.Marker = roundTicks{}, roundTicks{}
	return p
}

// scale is what an axis shows: its name with the unit, and whether its values are
// logarithms, to be marked with what they stand for.
type scale struct {
	name string
	logs bool
	plus float64 // logarithms of this much more
}

func (s scale) mark(a *plot.Axis) {
	if s.logs {
		a.Tick.Marker = logTicks{s.plus}
	}
}

// shown is the value that a number on the scale stands for.
func (s scale) shown(v float64) float64 {
	if s.logs {
		return math.Exp(v) - s.plus
	}
	return v
}

// widen gives the axes some room, so that no mark is cut at the edge.
func widen(p *plot.Plot) {
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		room := (a.Max - a.Min) * 0.04
		if room == 0 {
			room = 0.5
		}
		a.Min, a.Max = a.Min-room, a.Max+room
	}
}

// SVG draws the figure for screens and print.
func (f *Figure) SVG() ([]byte, error) {
	c := vgsvg.New(f.width, f.height)
	f.plot.Draw(draw.New(c))
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		return nil, fmt.Errorf("drawing %s: %w", f.File, err)
	}
	return b.Bytes(), nil
}

// PNG draws the figure with so many dots an inch.
func (f *Figure) PNG(dots int) ([]byte, error) {
	c := vgimg.NewWith(vgimg.UseWH(f.width, f.height), vgimg.UseDPI(dots), vgimg.UseBackgroundColor(color.White))
	f.plot.Draw(draw.New(c))
	var b bytes.Buffer
	if _, err := (vgimg.PngCanvas{Canvas: c}).WriteTo(&b); err != nil {
		return nil, fmt.Errorf("drawing %s: %w", f.File, err)
	}
	return b.Bytes(), nil
}

// scatterLimit is where single marks become a cloud: more are counted in squares.
const scatterLimit = 1500

// scatter draws one value against another, each pair a mark, with the straight
// line of least squares. It keeps no more of many pairs than it draws.
func scatter(file, caption string, xy [2][]float64, across, up scale) (Figure, error) {
	p := newPlot("", across.name, up.name)
	across.mark(&p.X)
	up.mark(&p.Y)
	xs, ys := xy[0], xy[1]
	if len(xs) > scatterLimit {
		p.Add(newSquares(xs, ys))
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
	if intercept, slope := stat.LinearRegression(xs, ys, nil, false); !math.IsNaN(slope) && !math.IsInf(slope, 0) {
		ends := plotter.XYs{{X: slices.Min(xs)}, {X: slices.Max(xs)}}
		low, high := slices.Min(ys), slices.Max(ys)
		for i := range ends {
			ends[i].Y = intercept + slope*ends[i].X
		}
		if ends[0].Y >= low && ends[0].Y <= high && ends[1].Y >= low && ends[1].Y <= high {
			line, err := plotter.NewLine(ends)
			if err != nil {
				return Figure{}, err
			}
			line.Color, line.Width = orange, 1.2
			p.Add(line)
		}
	}
	widen(p)
	return Figure{file, caption, p, figureWidth, figureHeight}, nil
}

// squares counts points in a grid and draws each count as a square of that area.
type squares struct {
	counts   map[[2]int]int
	most     int
	min, max [2]float64
	step     [2]float64
	ordered  [][2]int
}

const (
	squareColumns = 40
	squareRows    = 30
)

func newSquares(xs, ys []float64) *squares {
	q := &squares{counts: map[[2]int]int{}}
	q.min, q.max = [2]float64{slices.Min(xs), slices.Min(ys)}, [2]float64{slices.Max(xs), slices.Max(ys)}
	q.step = [2]float64{(q.max[0] - q.min[0]) / squareColumns, (q.max[1] - q.min[1]) / squareRows}
	for i := range xs {
		at := [2]int{cellOf(xs[i]-q.min[0], q.step[0], squareColumns), cellOf(ys[i]-q.min[1], q.step[1], squareRows)}
		if q.counts[at]++; q.counts[at] == 1 {
			q.ordered = append(q.ordered, at)
		}
		q.most = max(q.most, q.counts[at])
	}
	return q
}

func cellOf(from, step float64, n int) int {
	if step == 0 {
		return 0
	}
	return min(int(from/step), n-1)
}

// Plot draws the squares.
func (q *squares) Plot(c draw.Canvas, p *plot.Plot) {
	trX, trY := p.Transforms(&c)
	for _, at := range q.ordered {
		side := math.Sqrt(float64(q.counts[at]) / float64(q.most))
		x, y := q.min[0]+(float64(at[0])+0.5)*q.step[0], q.min[1]+(float64(at[1])+0.5)*q.step[1]
		halfX := trX(q.min[0]+q.step[0]) - trX(q.min[0])
		halfY := trY(q.min[1]+q.step[1]) - trY(q.min[1])
		half := vg.Length(math.Max(0.35, side*float64(min(halfX, halfY))/2))
		if half < 0 || math.IsNaN(float64(half)) {
			half = 1
		}
		px, py := trX(x), trY(y)
		c.FillPolygon(blue, []vg.Point{{X: px - half, Y: py - half}, {X: px + half, Y: py - half}, {X: px + half, Y: py + half}, {X: px - half, Y: py + half}})
	}
}

// DataRange makes room for all points.
func (q *squares) DataRange() (xmin, xmax, ymin, ymax float64) {
	return q.min[0], q.max[0], q.min[1], q.max[1]
}

// boxes draws the spread of values for each group.
func boxes(file, caption string, groups []string, values [][]float64, across string, up scale) (Figure, error) {
	p := newPlot("", across, up.name)
	up.mark(&p.Y)
	width := vg.Length(math.Min(18, 150/float64(len(groups))))
	for i, v := range values {
		if len(v) == 0 {
			continue
		}
		b, err := plotter.NewBoxPlot(width, float64(i), plotter.Values(v))
		if err != nil {
			return Figure{}, err
		}
		fill := blue
		fill.A = 0x40
		b.FillColor = fill
		b.BoxStyle.Color, b.WhiskerStyle.Color = blue, blue
		b.MedianStyle.Color, b.MedianStyle.Width = orange, 1.5
		b.WhiskerStyle.Dashes = nil
		b.GlyphStyle = draw.GlyphStyle{Color: grey, Radius: 1.2, Shape: draw.RingGlyph{}}
		onlyOutside(b)
		p.Add(b)
	}
	p.NominalX(groups...)
	p.X.Min, p.X.Max = -0.6, float64(len(groups))-0.4
	room := (p.Y.Max - p.Y.Min) * 0.05
	if room == 0 {
		room = 0.5
	}
	p.Y.Min, p.Y.Max = p.Y.Min-room, p.Y.Max+room
	return Figure{file, caption, p, figureWidth, figureHeight}, nil
}

// outsideMarks is how many marks can be told apart along an axis.
const outsideMarks = 500

// onlyOutside drops the values that are not drawn one by one and, where those are
// many, all but one of those that would be drawn on top of each other.
func onlyOutside(b *plotter.BoxPlot) {
	step, seen := (b.Max-b.Min)/outsideMarks, map[int]bool{}
	var values plotter.Values
	for _, i := range b.Outside {
		if at := cellOf(b.Values[i]-b.Min, step, outsideMarks); !seen[at] || len(b.Outside) <= outsideMarks {
			seen[at] = true
			values = append(values, b.Values[i])
		}
	}
	b.Values, b.Outside = values, b.Outside[:0:0]
	for i := range values {
		b.Outside = append(b.Outside, i)
	}
}

// histogram counts values in bins of a width that suits them; whole numbers get
// a bin each while there are few.
func histogram(file, caption string, known []float64, across scale) (Figure, error) {
	whole, tenths := true, true
	for _, v := range known {
		whole = whole && v == math.Trunc(v)
		tenths = tenths && math.Abs(10*v-math.Round(10*v)) < 1e-9
	}
	p := newPlot("", across.name, "puzzles")
	across.mark(&p.X)
	if len(known) == 0 {
		return Figure{file, caption, p, figureWidth, figureHeight}, nil
	}
	low, high := slices.Min(known), slices.Max(known)
	bins, from, step := 30, low, (high-low)/30
	switch {
	case whole && high-low < 40:
		bins, from, step = int(high-low)+1, low-0.5, 1
	case high == low:
		bins, from, step = 1, low-0.5, 1
	case tenths && high-low < 20: // ratings: bins of whole tenths, or some look empty
		step = math.Ceil((high-low)*10/80) / 10
		from = low - 0.05
		bins = int((high-from)/step) + 1
	}
	h := &plotter.Histogram{Width: step, FillColor: blue, LineStyle: draw.LineStyle{Color: color.White, Width: 0.4}}
	h.Bins = make([]plotter.HistogramBin, bins)
	for i := range h.Bins {
		h.Bins[i].Min, h.Bins[i].Max = from+float64(i)*step, from+float64(i+1)*step
	}
	for _, v := range known {
		h.Bins[cellOf(v-from, step, bins)].Weight++
	}
	p.Add(h)
	p.Y.Min = 0
	p.Y.Max *= 1.04
	p.X.Padding = 2
	return Figure{file, caption, p, figureWidth, figureHeight}, nil
}

// bars draws a horizontal bar for each name, the first on top.
func bars(file, caption string, names []string, values []float64, xName string) (Figure, error) {
	p := newPlot("", xName, "")
	flipped, labels := make(plotter.Values, len(values)), make([]string, len(values))
	for i := range values {
		k := len(values) - 1 - i
		flipped[k], labels[k] = values[i], names[i]
	}
	b, err := plotter.NewBarChart(flipped, 6)
	if err != nil {
		return Figure{}, err
	}
	b.Horizontal = true
	b.Color = blue
	b.LineStyle.Width = 0
	p.Add(b)
	p.NominalY(labels...)
	p.X.Min = math.Min(0, p.X.Min)
	p.X.Max = math.Max(0, p.X.Max) * 1.04
	height := vg.Length(len(values))*9.5 + 40
	return Figure{file, caption, p, 12 * vg.Centimeter, height}, nil
}

// forest draws an interval for each name, the first on top, with a line at 0.
func forest(file, caption string, names []string, e []Estimate, xName string) (Figure, error) {
	p := newPlot("", xName, "")
	n := len(names)
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
			l, err := plotter.NewLine(plotter.XYs{{X: e[i].Low, Y: float64(k)}, {X: e[i].High, Y: float64(k)}})
			if err != nil {
				return Figure{}, err
			}
			l.Color, l.Width = blue, 1.2
			p.Add(l)
		}
	}
	zero, err := plotter.NewLine(plotter.XYs{{X: 0, Y: -0.6}, {X: 0, Y: float64(n) - 0.4}})
	if err != nil {
		return Figure{}, err
	}
	zero.Color, zero.Width, zero.Dashes = grey, 0.7, []vg.Length{2, 2}
	p.Add(zero)
	s, err := plotter.NewScatter(points)
	if err != nil {
		return Figure{}, err
	}
	s.GlyphStyle = draw.GlyphStyle{Color: blue, Radius: 2, Shape: draw.CircleGlyph{}}
	p.Add(s)
	p.NominalY(labels...)
	p.Y.Min, p.Y.Max = -0.6, float64(n)-0.4
	p.X.Min, p.X.Max = math.Min(p.X.Min, -0.1)-0.03, math.Max(p.X.Max, 0.1)+0.03
	return Figure{file, caption, p, 14 * vg.Centimeter, vg.Length(n)*11 + 40}, nil
}

// heat draws a matrix of coefficients from -1 to 1, orange to white to blue, each
// with its number of hundredths.
func heat(file, caption string, names []string, value func(i, j int) float64) (Figure, error) {
	p := newPlot("", "", "")
	n := len(names)
	h := &heatmap{n: n, value: value, font: p.X.Tick.Label}
	h.font.Font.Size = 6
	p.Add(h)
	p.NominalX(names...)
	flipped := slices.Clone(names)
	slices.Reverse(flipped)
	p.NominalY(flipped...)
	p.X.Tick.Label.Rotation = math.Pi / 2
	p.X.Tick.Label.XAlign, p.X.Tick.Label.YAlign = draw.XRight, draw.YCenter
	p.X.Tick.Label.Font.Size, p.Y.Tick.Label.Font.Size = 6.5, 6.5
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = -0.5, float64(n)-0.5, -0.5, float64(n)-0.5
	p.X.Padding, p.Y.Padding = 6, 3
	return Figure{file, caption, p, 17 * vg.Centimeter, 16 * vg.Centimeter}, nil
}

type heatmap struct {
	n     int
	value func(i, j int) float64
	font  draw.TextStyle
}

// Plot draws the cells.
func (h *heatmap) Plot(c draw.Canvas, p *plot.Plot) {
	trX, trY := p.Transforms(&c)
	style := h.font
	style.XAlign, style.YAlign, style.Rotation = draw.XCenter, draw.YCenter, 0
	for i := range h.n {
		for j := range h.n {
			v := h.value(i, j)
			if math.IsNaN(v) {
				continue
			}
			x, y := float64(j), float64(h.n-1-i)
			c.FillPolygon(shade(v), []vg.Point{
				{X: trX(x - 0.5), Y: trY(y - 0.5)},
				{X: trX(x + 0.5), Y: trY(y - 0.5)},
				{X: trX(x + 0.5), Y: trY(y + 0.5)},
				{X: trX(x - 0.5), Y: trY(y + 0.5)},
			})
			style.Color = color.Gray{0x11}
			if math.Abs(v) > 0.7 {
				style.Color = color.Gray{0xfe}
			}
			c.FillText(style, vg.Point{X: trX(x), Y: trY(y)}, strconv.Itoa(int(math.Round(100*v))))
		}
	}
}

// shade goes from orange over white to blue.
func shade(v float64) color.Color {
	end := blue
	if v < 0 {
		end = orange
	}
	t := math.Min(math.Abs(v), 1)
	mix := func(to uint8) uint8 { return uint8(math.Round(250 + t*(float64(to)-250))) }
	return color.NRGBA{mix(end.R), mix(end.G), mix(end.B), 0xff}
}

// themed makes the ink of an SVG that of the page, so that it can be read on a
// dark one, and lets it shrink with the window.
func themed(svg []byte) string {
	text := string(svg)
	if i := strings.Index(text, "<svg"); i >= 0 {
		text = text[i:]
	}
	text = strings.Replace(text, "fill:#FFFFFF", "fill:none", 1) // the background
	return strings.NewReplacer(
		"#000000", "currentColor",
		"Liberation Sans", "Liberation Sans, Arial, Helvetica, sans-serif",
	).Replace(text)
}
