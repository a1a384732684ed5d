package study

import (
	"image/color"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// bars draws a horizontal bar for each name, the first on top, with its number: the
// shortest could not be read off.
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
	p.Add(b, &barNumbers{flipped, p.X.Tick.Label})
	p.NominalY(labels...)
	p.X.Min = math.Min(0, p.X.Min)
	p.X.Max = math.Max(0, p.X.Max) * 1.09
	height := vg.Length(len(values))*10 + 46
	return Figure{file, caption, p, 12 * vg.Centimeter, height, false}, nil
}

// barNumbers writes the value of each bar behind it.
type barNumbers struct {
	values plotter.Values
	font   draw.TextStyle
}

// Plot writes the numbers.
func (b *barNumbers) Plot(c draw.Canvas, p *plot.Plot) {
	trX, trY := p.Transforms(&c)
	style := b.font
	style.Font.Size = 6.5
	style.XAlign, style.YAlign = draw.XLeft, draw.YCenter
	for i, v := range b.values {
		text := strconv.FormatFloat(v, 'f', 1, 64)
		if v > 0 && v < 0.05 {
			text = "< 0.1"
		}
		c.FillText(style, vg.Point{X: trX(v) + 3, Y: trY(float64(i)) + 0.8}, text)
	}
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
	return Figure{file, caption, p, 14 * vg.Centimeter, vg.Length(n)*11 + 46, false}, nil
}

// heat draws a matrix of coefficients from -1 to 1, orange to white to blue, each
// with its number of hundredths.
func heat(file, caption string, names []string, value func(i, j int) float64) (Figure, error) {
	p := newPlot("", "", "")
	n := len(names)
	h := &heatmap{n: n, value: value, font: p.X.Tick.Label}
	h.font.Font.Size = 6.5
	p.Add(h)
	p.NominalX(names...)
	flipped := slices.Clone(names)
	slices.Reverse(flipped)
	p.NominalY(flipped...)
	p.X.Tick.Label.Rotation = math.Pi / 2
	p.X.Tick.Label.XAlign, p.X.Tick.Label.YAlign = draw.XRight, draw.YCenter
	p.X.Tick.Label.Font.Size, p.Y.Tick.Label.Font.Size = 7, 7
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = -0.5, float64(n)-0.5, -0.5, float64(n)-0.5
	p.X.Padding, p.Y.Padding = 6, 3
	return Figure{file, caption, p, 17 * vg.Centimeter, 16 * vg.Centimeter, true}, nil
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
			c.FillText(style, vg.Point{X: trX(x), Y: trY(y)}, minus(strconv.Itoa(int(math.Round(100*v)))))
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
