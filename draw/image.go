//go:build !wasm

package draw

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	_ "image/jpeg" // for ReadImage
	"image/png"

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
	grey := image.NewGray(image.Rect(0, 0, picture.Bounds().Dx(), picture.Bounds().Dy()))
	scale.Draw(grey, grey.Bounds(), image.White, image.Point{}, scale.Src)
	scale.Draw(grey, grey.Bounds(), picture, picture.Bounds().Min, scale.Over)
	return &Image{Wide: grey.Rect.Dx(), High: grey.Rect.Dy(), Pixels: grey.Pix}, nil
}

// ReadArt reads a PNG or JPEG in its colours, on white where it is transparent. It cuts off the
// sides, or the top and the bottom, that a proportion of width to height leaves no room for.
func ReadArt(data []byte, proportion float64) (*Image, error) {
	picture, err := decode(data)
	if err != nil {
		return nil, err
	}
	b := picture.Bounds()
	w, h := b.Dx(), b.Dy()
	w, h = max(1, min(w, int(proportion*float64(h)))), max(1, min(h, int(float64(w)/proportion)))
	colour := image.NewRGBA(image.Rect(0, 0, w, h))
	scale.Draw(colour, colour.Bounds(), image.White, image.Point{}, scale.Src)
	scale.Draw(colour, colour.Bounds(), picture, b.Min.Add(image.Pt((b.Dx()-w)/2, (b.Dy()-h)/2)), scale.Over)
	return &Image{Wide: w, High: h, Pixels: colour.Pix, Colour: true}, nil
}

// decode reads a PNG or JPEG of a size that fits into memory.
func decode(data []byte) (image.Image, error) {
	size, format, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("it is neither a PNG nor a JPEG: %w", err)
	}
	most, kind := mostPixels(data, format, size.ColorModel)
	if size.Width < 1 || size.Height < 1 || size.Width > most/size.Height {
		return nil, fmt.Errorf("it has %d by %d pixels, more than %d million%s", size.Width, size.Height, most/1_000_000, kind)
	}
	picture, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("it cannot be read: %w", err)
	}
	return picture, nil
}

// mostPixels is [mostImage], which takes eight bytes per pixel, or less for a kind of
// image that takes more memory to read.
func mostPixels(data []byte, format string, model color.Model) (most int, kind string) {
	switch {
	case format == "png" && data[28] == 1 && (model == color.RGBA64Model || model == color.NRGBA64Model): // each interlacing pass is an image as well: 16 bytes
		return mostImage / 2, ", the limit for interlaced images with 16 bits"
	case format == "jpeg" && progressive(data): // all coefficients stay in memory: 15 bytes, 24 with a fourth colour
		if model == color.CMYKModel {
			return mostImage / 3, ", the limit for a progressive JPEG with four colours"
		}
		return mostImage / 2, ", the limit for a progressive JPEG"
	}
	return mostImage, ""
}

// progressive reports whether a JPEG is progressive, by its frame marker;
// [image.DecodeConfig] has already accepted the file. Like image/jpeg it skips bytes
// between segments.
func progressive(data []byte) bool {
	for i := 2; i+3 < len(data); {
		switch marker := data[i+1]; {
		case data[i] != 0xFF, marker == 0xFF:
			i++
		case marker == 0, marker >= 0xD0 && marker <= 0xD7: // fill bytes, and markers without a segment
			i += 2
		case marker >= 0xC0 && marker <= 0xC2:
			return marker == 0xC2
		default:
			i += 2 + int(data[i+2])<<8 + int(data[i+3])
		}
	}
	return false
}

// picture is the image as the standard library has it.
func (m *Image) picture() image.Image {
	if m.Colour {
		return &image.RGBA{Pix: m.Pixels, Stride: 4 * m.Wide, Rect: image.Rect(0, 0, m.Wide, m.High)}
	}
	return &image.Gray{Pix: m.Pixels, Stride: m.Wide, Rect: image.Rect(0, 0, m.Wide, m.High)}
}

// png returns the image as a PNG file.
func (m *Image) png() ([]byte, error) {
	var file bytes.Buffer
	err := png.Encode(&file, m.picture())
	return file.Bytes(), err
}
