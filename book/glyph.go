package book

import (
	"golang.org/x/image/font/sfnt"
)

// stroke is one piece of a glyph's edge, in em, y downwards: a move, a line or a
// Bézier curve with the points it takes.
type stroke struct {
	op sfnt.SegmentOp
	to [3][2]float64
}

// points is how many points an op takes.
func (s *stroke) points() int {
	return [...]int{
		sfnt.SegmentOpMoveTo: 1, sfnt.SegmentOpLineTo: 1, sfnt.SegmentOpQuadTo: 2, sfnt.SegmentOpCubeTo: 3,
	}[s.op]
}

// outline returns the edge of a character; a blank has none.
func (f *face) outline(r rune) ([]stroke, error) {
	segments, err := f.font.LoadGlyph(&f.buf, f.glyph(r).index, f.ppem, nil)
	if err != nil {
		return nil, err
	}
	strokes := make([]stroke, len(segments))
	for i, s := range segments {
		strokes[i].op = s.Op
		for k, a := range s.Args {
			strokes[i].to[k] = [2]float64{float64(a.X) / f.em, float64(a.Y) / f.em}
		}
	}
	return strokes, nil
}
