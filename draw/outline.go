package draw

import (
	"math"

	"golang.org/x/image/font/sfnt"
)

// point is a point of an outline; y grows downwards.
type point struct{ x, y float64 }

func (p point) placed(scale, dx, dy float64) point { return point{p.x*scale + dx, p.y*scale + dy} }

// cubic is a cubic Bézier curve: its beginning, two control points and its end.
type cubic [4]point

// at returns the point at t, from 0 to 1.
func (c *cubic) at(t float64) point {
	u := 1 - t
	f, g, h, i := u*u*u, 3*u*u*t, 3*u*t*t, t*t*t
	return point{f*c[0].x + g*c[1].x + h*c[2].x + i*c[3].x, f*c[0].y + g*c[1].y + h*c[2].y + i*c[3].y}
}

// curve is one piece of an outline: a move, a line, or a Bézier curve. It uses as many
// points of to as its op has arguments; the last one is the end point.
type curve struct {
	op sfnt.SegmentOp
	to [3]point
}

// points returns the points in use.
func (c *curve) points() []point {
	return c.to[:[...]int{
		sfnt.SegmentOpMoveTo: 1, sfnt.SegmentOpLineTo: 1, sfnt.SegmentOpQuadTo: 2, sfnt.SegmentOpCubeTo: 3,
	}[c.op]]
}

// outline is the edge of a shape: a list of closed contours.
type outline []curve

// bounds returns the corners of the bounding box of the control points. The digits of
// the Go fonts have points at their extremes, so for them it is also the bounding box
// of the ink.
func (o outline) bounds() (least, most point) {
	least, most = point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for i := range o {
		for _, p := range o[i].points() {
			least = point{min(least.x, p.x), min(least.y, p.y)}
			most = point{max(most.x, p.x), max(most.y, p.y)}
		}
	}
	return least, most
}

func (o outline) placed(scale, dx, dy float64) outline {
	out := make(outline, len(o))
	for i, c := range o {
		for k, p := range c.to {
			c.to[k] = p.placed(scale, dx, dy)
		}
		out[i] = c
	}
	return out
}

// turned returns the outline after a quarter turn clockwise about a point.
func (o outline) turned(x, y float64) outline {
	out := make(outline, len(o))
	for i, c := range o {
		for k, p := range c.to {
			c.to[k] = point{x - (p.y - y), y + (p.x - x)}
		}
		out[i] = c
	}
	return out
}

// closed makes an outline of the corners of a polygon.
func closed(points ...point) outline {
	o := outline{{sfnt.SegmentOpMoveTo, [3]point{points[0]}}}
	for _, p := range points[1:] {
		o = append(o, curve{sfnt.SegmentOpLineTo, [3]point{p}})
	}
	return o
}

// roundPolygon is the circle of radius 1 about (0,0), as a polygon with so many corners
// that they are invisible. The rasterizer would split a curve into fewer pieces.
func roundPolygon() outline {
	var corners [72]point
	for i := range corners {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(len(corners)))
		corners[i] = point{cos, sin}
	}
	return closed(corners[:]...)
}
