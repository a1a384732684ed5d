//go:build !wasm

package draw

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"image"
	_ "image/jpeg" // for ReadImage
	"image/png"
	"slices"

	scale "golang.org/x/image/draw"
)

// mostImage is the largest number of pixels of an image: a page of A4 at 600 dots per
// inch has 35 million.
const mostImage = 50_000_000

// ReadImage reads a PNG or JPEG and converts it to grey, with white behind transparent
// parts.
func ReadImage(data []byte) (*Image, error) {
	picture, err := decode(data)
	if err != nil {
		return nil, err
	}
	return onPaper(picture, picture.Bounds(), false), nil
}

// onPaper returns a part of a picture in grey or in colour, with white behind transparent parts.
func onPaper(picture image.Image, part image.Rectangle, colour bool) *Image {
	m, depth := &Image{Wide: part.Dx(), High: part.Dy(), Colour: colour}, 1
	if colour {
		depth = 4
	}
	m.Pixels = make([]byte, m.Wide*m.High*depth)
	flat := m.picture()
	scale.Draw(flat, flat.Bounds(), image.White, image.Point{}, scale.Src)
	scale.Draw(flat, flat.Bounds(), picture, part.Min, scale.Over)
	return m
}

// key returns a key that images with the same pixels share.
func (m *Image) key() string {
	if m.sum == "" {
		m.sum = fmt.Sprintf("%x", sha256.Sum256(m.Pixels))
	}
	return m.sum
}

// hued reports whether a picture has any pixel that is not grey.
func (m *Image) hued() bool {
	for p := range slices.Chunk(m.Pixels, 4) {
		if p[0] != p[1] || p[1] != p[2] {
			return true
		}
	}
	return false
}

// turned returns the image turned upside down.
func (m *Image) turned() *Image {
	pixels := slices.Collect(slices.Chunk(m.Pixels, len(m.Pixels)/(m.Wide*m.High)))
	slices.Reverse(pixels)
	return &Image{Wide: m.Wide, High: m.High, Colour: m.Colour, Pixels: slices.Concat(pixels...)}
}

// ReadArt reads a PNG or JPEG in colour, with white in place of transparency, and crops the
// sides, or the top and bottom, to a rectangle's width by its height: of a front or of a whole
// cover, whichever the picture is nearer to. It reports whether it was the whole.
func ReadArt(data []byte, front, cover float64) (m *Image, whole bool, err error) {
	picture, err := decode(data)
	if err != nil {
		return nil, false, err
	}
	b := picture.Bounds()
	w, h := b.Dx(), b.Dy()
	proportion := float64(w) / float64(h)
	if whole = proportion*proportion > front*cover; whole {
		proportion = cover
	} else {
		proportion = front
	}
	w, h = max(1, min(w, int(proportion*float64(h)))), max(1, min(h, int(float64(w)/proportion)))
	from := b.Min.Add(image.Pt((b.Dx()-w)/2, (b.Dy()-h)/2))
	return onPaper(picture, image.Rectangle{from, from.Add(image.Pt(w, h))}, true), whole, nil
}

// decode reads a PNG or JPEG of a size that fits into memory.
func decode(data []byte) (image.Image, error) {
	size, _, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("it is neither a PNG nor a JPEG: %w", err)
	}
	if size.Width < 1 || size.Height < 1 || size.Width > mostImage/size.Height {
		return nil, fmt.Errorf("it has %d by %d pixels, more than %d million", size.Width, size.Height, mostImage/1_000_000)
	}
	picture, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("it cannot be read: %w", err)
	}
	return picture, nil
}

// picture is the image as the standard library has it.
func (m *Image) picture() scale.Image {
	if m.Colour {
		return &image.RGBA{Pix: m.Pixels, Stride: 4 * m.Wide, Rect: image.Rect(0, 0, m.Wide, m.High)}
	}
	return &image.Gray{Pix: m.Pixels, Stride: m.Wide, Rect: image.Rect(0, 0, m.Wide, m.High)}
}

func (m *Image) png() ([]byte, error) {
	var file bytes.Buffer
	err := png.Encode(&file, m.picture())
	return file.Bytes(), err
}
