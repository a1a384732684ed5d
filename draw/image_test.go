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
	var svg bytes.Buffer
	if err := p.SVG(&svg, 0); err != nil || strings.Count(svg.String(), `<image x="20" y="30" width="40" height="20"`) != 2 {
		t.Errorf("%v: %.300s", err, &svg)
	}
	var pdf bytes.Buffer
	doc := Document{Title: "Image", Pages: []Page{p}}
	if err := doc.PDF(&pdf); err != nil || strings.Count(pdf.String(), "/Subtype /Image") != 1 || !strings.Contains(pdf.String(), "/DeviceGray") {
		t.Errorf("%v: %d images", err, strings.Count(pdf.String(), "/Subtype /Image"))
	}
	for _, text := range []string{"", "no picture", file.String()[:60]} {
		if _, err := ReadImage([]byte(text)); err == nil {
			t.Errorf("%q is an image", text)
		}
	}
}

// TestLargeImages: what an image takes to be read is bounded by its kind, before it is.
func TestLargeImages(t *testing.T) {
	header := func(depth, colours, interlaced byte) string {
		ihdr := []byte{'I', 'H', 'D', 'R', 0, 0, 0x1B, 0x58, 0, 0, 0x1B, 0x58, depth, colours, 0, 0, interlaced} // 7,000 by 7,000
		file := append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0d"), ihdr...)
		return string(binary.BigEndian.AppendUint32(file, crc32.ChecksumIEEE(ihdr)))
	}
	frame := func(kind byte, components int) string {
		file := []byte{0xFF, 0xD8, 0xFF, kind, 0, byte(8 + 3*components), 8, 0x1B, 0x58, 0x1B, 0x58, byte(components)}
		for i := range components {
			file = append(file, byte(i+1), 0x11, 0)
		}
		return string(file) + "\xff\xda\x00\x08" // where the picture begins
	}
	for _, c := range []struct{ file, want string }{
		{header(8, 6, 1), "it cannot be read"},
		{header(16, 0, 1), "it cannot be read"},
		{header(16, 6, 0), "it cannot be read"},
		{header(16, 2, 1), "more than 25 million, the limit for interlaced images with 16 bits"},
		{header(16, 6, 1), "more than 25 million, the limit for interlaced images with 16 bits"},
		{frame(0xC0, 4), "it cannot be read"},
		{"\xff\xd8\xff\xe2\x00\x05\xff\xc2\x00" + frame(0xC0, 4)[2:], "it cannot be read"}, // in a profile
		{"\xff\xd8?\xff\x00\xff\xd1\xff" + frame(0xC2, 3)[2:], "more than 25 million, the limit for a progressive JPEG"},
		{frame(0xC2, 3), "more than 25 million, the limit for a progressive JPEG"},
		{frame(0xC2, 4), "more than 16 million, the limit for a progressive JPEG with four colours"},
	} {
		if _, err := ReadImage([]byte(c.file)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%x: %v, want %s", c.file, err, c.want)
		}
	}
}
