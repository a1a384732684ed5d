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
	label := font.Font{Typeface: "Liberation", Variant: "Sans", Size: 8.5}
	tick := label
	tick.Size = 7.5
	p.X.Label.TextStyle.Font, p.Y.Label.TextStyle.Font = label, label
	p.X.Tick.Label.Font, p.Y.Tick.Label.Font = tick, tick
	p.BackgroundColor = nil // that of the page
	p.X.Label.Text, p.Y.Label.Text = x, y
	p.X.Label.Padding, p.Y.Label.Padding = 3, 3
	p.X.Padding, p.Y.Padding = 4, 4
	p.Legend.Top, p.Legend.Left, p.Legend.TextStyle.Font, p.Legend.ThumbnailWidth = true, true, tick, 14
	return Figure{Caption: caption, plot: p, width: figureWidth, height: figureHeight}
}

// scale describes an axis: its name with the unit, and whether its values are logarithms,
// whose ticks are labelled with the original values.
type scale struct {
	name string
	logs bool
	plus float64 // added before the logarithm
}

// mark sets the marks of an axis with these values: where all are whole, at whole numbers.
func (s scale) mark(a *plot.Axis, values []float64) {
	switch {
	case s.logs:
		a.Tick.Marker = logTicks{s.plus}
	case unitOf(values) == 1:
		a.Tick.Marker = wholeTicks{}
	}
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

// wholeTicks marks whole numbers only: there are no halves of puzzles.
type wholeTicks struct{}

// Ticks returns the marks between two values.
func (wholeTicks) Ticks(low, high float64) (ticks []plot.Tick) {
	for _, t := range (plot.DefaultTicks{}).Ticks(low, high) {
		if t.Value != math.Round(t.Value) {
			continue
		}
		if !t.IsMinor() {
			t.Label = strconv.FormatFloat(t.Value, 'f', 0, 64)
		}
		ticks = append(ticks, t)
	}
	return ticks
}

// logTicks labels an axis of logarithms with the original values: exp(x) - minus.
type logTicks struct{ minus float64 }

// Ticks returns the marks between two logarithms: few of each power of ten when there are many
// powers.
func (l logTicks) Ticks(low, high float64) (ticks []plot.Tick) {
	digits := []float64{1, 1.5, 2, 3, 4, 6}
	switch {
	case high-low > 4*math.Ln10:
		digits = digits[:1]
	case high-low > 1.5*math.Ln10:
		digits = []float64{1, 3}
	}
	add := func(v float64) {
		if x := math.Log(v + l.minus); low <= x && x <= high {
			ticks = append(ticks, plot.Tick{Value: x, Label: strconv.FormatFloat(v, 'g', 7, 64)})
		}
	}
	first := math.Floor(low / math.Ln10)
	if l.minus > 0 {
		add(0)
		first = 0
	}
	for power := first; power <= math.Ceil(high/math.Ln10); power++ {
		for _, d := range digits {
			add(d * math.Pow(10, power))
		}
	}
	return ticks
}
