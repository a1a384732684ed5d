package draw

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestEPS: Ghostscript draws the same picture as PNG, up to the edges of shapes.
func TestEPS(t *testing.T) {
	if _, err := exec.LookPath("gs"); err != nil {
		t.Skip("ghostscript is not installed")
	}
	p := everything(t)
	p.Texts = append(p.Texts, Text{X: 200, Y: 350, Size: 14, Style: Italic, Body: "gfß", Turned: true})
	var eps, ours bytes.Buffer
	if err := p.EPS(&eps); err != nil {
		t.Fatal(err)
	}
	const dpi = 144
	if err := p.PNG(&ours, dpi); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in.eps"), filepath.Join(dir, "out.png")
	if err := os.WriteFile(in, eps.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	if log, err := exec.Command("gs", "-q", "-dSAFER", "-dBATCH", "-dNOPAUSE", "-dEPSCrop", "-sDEVICE=pnggray", "-r144", "-dGraphicsAlphaBits=4",
		"-dTextAlphaBits=4", "-o", out, in).CombinedOutput(); err != nil || len(log) > 0 {
		t.Fatalf("ghostscript: %v %s", err, log)
	}
	theirs, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	a, err := png.Decode(&ours)
	if err != nil {
		t.Fatal(err)
	}
	b, err := png.Decode(bytes.NewReader(theirs))
	if err != nil {
		t.Fatal(err)
	}
	if a.Bounds() != b.Bounds() || a.Bounds() != image.Rect(0, 0, 600, 800) {
		t.Fatalf("the pictures have %v and %v", a.Bounds(), b.Bounds())
	}
	grey := func(img image.Image, x, y int) float64 {
		return float64(color.GrayModel.Convert(img.At(x, y)).(color.Gray).Y)
	}
	// Rows of pixels may be off by a part of one; means of small squares are not.
	const side = 5
	for y := 0; y+side <= 800; y += side {
		for x := 0; x+side <= 600; x += side {
			sum := 0.0
			for i := range side * side {
				sum += grey(a, x+i%side, y+i/side) - grey(b, x+i%side, y+i/side)
			}
			if mean := math.Abs(sum / (side * side)); mean > 40 {
				t.Fatalf("at %d,%d they differ by %.0f of 255", x, y, mean)
			}
		}
	}
	if text := eps.String(); !strings.HasPrefix(text, "%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 300 400\n") || strings.Contains(text, "showpage") || strings.Contains(text, "findfont") {
		t.Errorf("it begins with %.80q", text)
	}
}

// TestEPSOfPicture: a picture for a screen has fonts of the viewer's, so it is refused.
func TestEPSOfPicture(t *testing.T) {
	if err := New(parse(t, royle), Options{}).EPS(&bytes.Buffer{}); err == nil {
		t.Error("no error")
	}
}
