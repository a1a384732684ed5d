package study

import (
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// boxes draws the spread of values for each group, as wide as the root of how many
// they are (Robert McGill, John Tukey and Wayne Larsen, Variations of Box Plots,
// American Statistician 32, 1978).
func boxes(file, caption string, groups []string, values [][]float64, across string, up scale) (Figure, error) {
	p := newPlot("", across, up.name)
	up.mark(&p.Y)
	most := 0
	for _, v := range values {
		most = max(most, len(v))
	}
	for i, v := range values {
		if len(v) == 0 {
			continue
		}
		width := math.Min(18, 150/float64(len(groups))) * math.Max(0.3, math.Sqrt(float64(len(v))/float64(most)))
		b, err := plotter.NewBoxPlot(vg.Length(width), float64(i), plotter.Values(v))
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
	caption += " A box is as wide as the root of the number of its puzzles."
	return Figure{file, caption, p, figureWidth, figureHeight, false}, nil
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
	p := newPlot("", across.name, "puzzles")
	across.marked(&p.X, known)
	p.Y.Tick.Marker = roundTicks{true}
	if len(known) == 0 {
		return Figure{file, caption, p, figureWidth, figureHeight, false}, nil
	}
	bins := newBinning(known, histogramBins(known))
	h := &plotter.Histogram{Width: bins.step, FillColor: blue, LineStyle: draw.LineStyle{Color: color.White, Width: 0.4}}
	h.Bins = make([]plotter.HistogramBin, bins.n)
	for i := range h.Bins {
		h.Bins[i].Min, h.Bins[i].Max = bins.middle(i)-bins.step/2, bins.middle(i)+bins.step/2
	}
	for _, v := range known {
		h.Bins[bins.of(v)].Weight++
	}
	p.Add(h)
	p.Y.Min = 0
	p.Y.Max *= 1.04
	p.X.Padding = 2
	return Figure{file, caption, p, figureWidth, figureHeight, false}, nil
}

// histogramBins is how many bins at most suit the values.
func histogramBins(known []float64) int {
	if unitOf(known) == 0.1 && slices.Max(known)-slices.Min(known) < 20 {
		return 80 // ratings
	}
	return 40
}
