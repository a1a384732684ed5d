package draw

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/png"
	"strings"
	"testing"
)

// TestImage: an image becomes grey, on white, and each renderer has it where it should be.
func TestImage(t *testing.T) {
	source := image.NewNRGBA(image.Rect(0, 0, 20, 10))
	for x := range 10 { // the left half is red, the right half transparent
		for y := range 10 {
			source.Set(x, y, color.NRGBA{255, 0, 0, 255})
		}
	}
	var file bytes.Buffer
	if err := png.Encode(&file, source); err != nil {
		t.Fatal(err)
	}
	m, err := ReadImage(file.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if m.Wide != 20 || m.High != 10 || m.Pixels[0] != 76 || m.Pixels[19] != 255 {
		t.Fatalf("%d by %d, %d and %d", m.Wide, m.High, m.Pixels[0], m.Pixels[19])
	}
	m.X, m.Y, m.W, m.H = 20, 30, 40, 20
	p := Page{Right: 100, Bottom: 80, Fonts: BookFonts(), Images: []Image{*m, *m}}
	img := drawn(t, &p, 72)
	for _, test := range []struct {
		x, y int
		want uint8
	}{{30, 40, 76}, {50, 40, 255}, {10, 40, 255}, {30, 20, 255}, {30, 60, 255}} {
		if got := img.(*image.Gray).GrayAt(test.x, test.y).Y; got != test.want {
			t.Errorf("at %d, %d: %d, want %d", test.x, test.y, got, test.want)
		}
	}
	pdf := string(pdfOf(t, &Document{Title: "Image", Pages: []Page{p}}))
	if strings.Count(pdf, "/Subtype /Image") != 1 || !strings.Contains(pdf, "/DeviceGray") {
		t.Errorf("%d images", strings.Count(pdf, "/Subtype /Image"))
	}
	for _, text := range []string{"", "no picture", file.String()[:60]} {
		if _, err := ReadImage([]byte(text)); err == nil {
			t.Errorf("%q is an image", text)
		}
	}
}

// TestLargeImages: an image is refused by its size, before it is read.
func TestLargeImages(t *testing.T) {
	ihdr := []byte{'I', 'H', 'D', 'R', 0, 0, 0x27, 0x10, 0, 0, 0x27, 0x10, 8, 6, 0, 0, 0} // 10,000 by 10,000
	file := append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0d"), ihdr...)
	file = binary.BigEndian.AppendUint32(file, crc32.ChecksumIEEE(ihdr))
	if _, err := ReadImage(file); err == nil || !strings.Contains(err.Error(), "more than 50 million") {
		t.Error(err)
	}
}
