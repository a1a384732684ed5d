package study

import (
	"bytes"
	"fmt"
	"image/color"
	"math"
	"regexp"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
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
	Caption string

	plot          *plot.Plot
	width, height vg.Length
	err           error // why it cannot be drawn
}

// size of a figure: two fit side by side on a printed page.
const (
	figureWidth  = 9 * vg.Centimeter
	figureHeight = 7 * vg.Centimeter
)

// newFigure returns a figure of the usual size with labelled axes and nothing else.
func newFigure(caption, x, y string) Figure {
	p := plot.New()
	sans := font.Font{Typeface: "Liberation", Variant: "Sans"}
	for _, s := range []struct {
		to   *font.Font
		size vg.Length
	}{
		{&p.X.Label.TextStyle.Font, 8.5},
		{&p.Y.Label.TextStyle.Font, 8.5},
		{&p.X.Tick.Label.Font, 7.5},
		{&p.Y.Tick.Label.Font, 7.5},
	} {
		*s.to = sans
		s.to.Size = s.size
	}
	p.BackgroundColor = nil // that of the page
	p.X.Label.Text, p.Y.Label.Text = x, y
	p.X.Label.Padding, p.Y.Label.Padding = 3, 3
	p.X.Padding, p.Y.Padding = 4, 4
	p.X.Tick.Marker, p.Y.Tick.Marker = roundTicks{false}, roundTicks{false}
	return Figure{Caption: caption, plot: p, width: figureWidth, height: figureHeight}
}

// scale describes an axis: its name with the unit, and whether its values are logarithms,
// whose ticks are labelled with the original values.
type scale struct {
	name string
	logs bool
	plus float64 // added before the logarithm
}

func (s scale) mark(a *plot.Axis) {
	if s.logs {
		a.Tick.Marker = logTicks{s.plus}
	}
}

// marked is mark, with marks at whole numbers where all values are whole.
func (s scale) marked(a *plot.Axis, values []float64) {
	a.Tick.Marker = roundTicks{unitOf(values) == 1}
	s.mark(a)
}

// widen extends an axis by a share of its length, so that no mark is cut off at the edge.
func widen(a *plot.Axis, share float64) {
	room := (a.Max - a.Min) * share
	if room == 0 {
		room = 0.5
	}
	a.Min, a.Max = a.Min-room, a.Max+room
}

// margin is left free around a figure, so that no letter touches its edge.
const margin = 3

// SVG draws the figure.
func (f *Figure) SVG() ([]byte, error) {
	if f.err != nil {
		return nil, fmt.Errorf("drawing a figure: %w", f.err)
	}
	c := vgsvg.New(f.width, f.height)
	f.plot.Draw(draw.Crop(draw.New(c), margin, -margin, margin, -margin))
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		return nil, fmt.Errorf("drawing a figure: %w", err)
	}
	// The fallback fonts have the same widths.
	return bytes.ReplaceAll(b.Bytes(), []byte("Liberation Sans"), []byte("Liberation Sans, Arial, Helvetica, sans-serif")), nil
}

var styles = regexp.MustCompile(` ?style="([^"]*)"`)

// themed gives an SVG the text colour of the page, so that it is readable on a dark one,
// and lets it shrink with the window. Styles become attributes, since the content policy
// of a page may forbid them. Blue is too dark on a dark page.
func (f *Figure) themed(svg []byte) string {
	// The second is what rounding makes of transparent blue.
	text := strings.NewReplacer("#0072B2", "var(--mark)", "#0071B1", "var(--mark)").Replace(string(svg))
	if i := strings.Index(text, "<svg"); i >= 0 {
		text = text[i:]
	}
	text = strings.ReplaceAll(text, "#000000", "currentColor")
	return styles.ReplaceAllStringFunc(text, func(style string) string {
		list := strings.ReplaceAll(styles.FindStringSubmatch(style)[1], ";", `" `)
		return " " + strings.ReplaceAll(list, ":", `="`) + `"`
	})
}

// roundTicks labels some five to eight round numbers along an axis, whole ones
// where others make no sense: there are no halves of puzzles.
type roundTicks struct{ whole bool }

// Ticks returns the marks between two values.
func (r roundTicks) Ticks(low, high float64) []plot.Tick {
	span := high - low
	if span <= 0 || math.IsInf(span, 0) || math.IsNaN(span) {
		return []plot.Tick{{Value: low, Label: strconv.FormatFloat(low, 'g', 4, 64)}}
	}
	step := math.Pow(10, math.Floor(math.Log10(span/5)))
	for _, m := range []float64{2, 2.5, 2} { // 1, 2, 5, 10
		if span/step > 8 {
			step *= m
		}
	}
	if r.whole {
		step = math.Max(step, 1)
	}
	digits := max(0, -int(math.Floor(math.Log10(step)+1e-9)))
	var ticks []plot.Tick
	first := math.Ceil(low/step - 1e-9)
	for i := 0.0; i < 12 && (first+i)*step <= high+step*1e-9; i++ { // first+1 may be first, for large numbers
		v := (first + i) * step
		ticks = append(ticks, plot.Tick{Value: v, Label: minus(number(v+0, digits))})
	}
	return ticks
}

// logTicks labels an axis of logarithms with the original values: exp(x) - minus.
type logTicks struct{ minus float64 }

// Ticks returns the marks between two logarithms: the densest of some sets of round
// numbers that still fits.
func (l logTicks) Ticks(low, high float64) []plot.Tick {
	var best []plot.Tick
	for _, digits := range [][]float64{{1}, {1, 3}, {1, 2, 5}, {1, 1.5, 2, 3, 4, 6}, {1, 1.2, 1.4, 1.6, 1.8, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 9}} {
		var ticks []plot.Tick
		if l.minus > 0 && low <= 0 {
			ticks = append(ticks, plot.Tick{Value: 0, Label: "0"})
		}
		first, last := math.Floor(low/math.Ln10), math.Ceil(high/math.Ln10)
		if l.minus > 0 {
			first = 0
		}
		stride := max(1, math.Ceil((last-first)/9))
		for power := first; power <= last; power += stride {
			for _, d := range digits {
				v := d * math.Pow(10, power)
				x := math.Log(v + l.minus)
				if x < low || x > high || l.minus > 0 && v < 1 {
					continue
				}
				ticks = append(ticks, plot.Tick{Value: x, Label: number(v, -1)})
			}
		}
		if len(ticks) > 9 && len(best) > 1 {
			break
		}
		best = ticks
		if stride > 1 { // many powers of ten
			break
		}
	}
	return best
}

// number writes a number with the given decimals, -1 for as many as it needs, or in short
// form if it is very large or very small.
func number(v float64, digits int) string {
	if size := math.Abs(v); size >= 1e7 || digits > 6 || v != 0 && size < 1e-4 {
		return strconv.FormatFloat(v, 'g', 4, 64)
	}
	return strconv.FormatFloat(math.Round(1e6*v)/1e6, 'f', digits, 64) // 0.6, not 0.6000000000000001
}

// minus writes a number with a true minus sign, as wide as a plus.
func minus(number string) string { return strings.Replace(number, "-", "\u2212", 1) }
