//go:build !wasm

package draw

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/image/font/sfnt"
)

// The symbols that come with the program, a folder for each set. Each is an SVG in one colour
// and made of paths, so that it is as sharp as a digit and clear in grey.
//
//go:embed animals shapes
var symbolFiles embed.FS

// SymbolSets are the names of these sets.
var SymbolSets = []string{"animals", "shapes", "colours"}

// disc is the shape of each colour.
const disc = `<svg viewBox="0 0 20 20"><path d="M20 10C20 15.523 15.523 20 10 20C4.477 20 0 15.523 0 10C0 4.477 4.477 0 10 0C15.523 0 20 4.477 20 10Z"/></svg>`

// ownPicture is the first character of a user's own pictures.
var ownPicture = firstPicture + rune(len(SymbolSets)*setRoom)

// Pictured reports whether symbols are pictures, and whether these are a user's own.
func Pictured(symbols []string) (pictured, own bool) {
	if len(symbols) == 0 {
		return false, false
	}
	first := []rune(symbols[0])[0]
	return first >= firstPicture && first <= ownPicture, first == ownPicture
}

// builtIn are the pictures of the sets that come with the program.
var builtIn = sync.OnceValue(func() map[rune]outline {
	pictures := map[rune]outline{}
	for i := range colours {
		pictures[firstColour+rune(i)] = must(svgOutline(disc))
	}
	for i, set := range SymbolSets[:2] {
		for k, entry := range must(symbolFiles.ReadDir(set)) {
			file := must(symbolFiles.ReadFile(set + "/" + entry.Name()))
			pictures[firstPicture+rune(i*setRoom+k)] = must(svgOutline(string(file)))
		}
	}
	return pictures
})

// SymbolSet returns the symbols of a set that comes with the program.
func SymbolSet(name string) (symbols []string) {
	first := firstPicture + rune(slices.Index(SymbolSets, name)*setRoom)
	for r := first; builtIn()[r] != nil; r++ {
		symbols = append(symbols, string(r))
	}
	return symbols
}

// AddSymbols adds a user's pictures, the contents of SVG files, to each face, and returns the
// symbols.
func (f *Fonts) AddSymbols(files [][]byte) (symbols []string, err error) {
	pictures := map[rune]outline{}
	for i, file := range files {
		if pictures[ownPicture+rune(i)], err = svgOutline(string(file)); err != nil {
			return nil, fmt.Errorf("picture %d: %w", i+1, err)
		}
		symbols = append(symbols, string(ownPicture+rune(i)))
	}
	f.symbols = fmt.Sprintf("%x ", sha256.Sum256(bytes.Join(files, nil)))
	for _, face := range f.faces {
		face.pictures = pictures
	}
	return symbols, nil
}

// picture returns the picture that a character stands for, nil for none. A PDF then gets a font
// with its outline.
func (f *Face) picture(r rune) outline {
	if r < firstPicture || r >= ownPicture+setRoom {
		return nil
	}
	o := f.pictures[r]
	if r < ownPicture {
		o = builtIn()[r]
	}
	f.rewritten = f.rewritten || o != nil
	return o
}

const mostSVG = 1 << 16 // bytes

var (
	svgPath   = regexp.MustCompile(`<path\b[^>]*?\sd="([^"]*)"`)
	svgBox    = regexp.MustCompile(`\bviewBox="0 0 ([0-9.]+) ([0-9.]+)"`)
	svgOther  = regexp.MustCompile(`<(circle|ellipse|rect|line|polyline|polygon|text|image|use|g\b[^>]*transform|path\b[^>]*transform)|\bfill\s*[=:]\s*"?none|evenodd`)
	svgTokens = regexp.MustCompile(`[A-Za-z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?`)
)

// svgOutline reads an SVG of filled paths with the commands M, L, H, V, C, Q and Z. It is
// centred about the middle of a digit, and larger.
func svgOutline(file string) (o outline, err error) {
	const size, middle, left = 1.05, 0.33, 0.1
	box := svgBox.FindStringSubmatch(file)
	switch other := svgOther.FindString(file); {
	case len(file) > mostSVG:
		return nil, fmt.Errorf("it has more than %d bytes", mostSVG)
	case box == nil:
		return nil, fmt.Errorf("it has no viewBox that begins with 0 0")
	case other != "":
		return nil, fmt.Errorf("it has %s; draw it with filled paths that are not transformed, holes in the other direction", strings.TrimPrefix(other, "<"))
	}
	w, _ := strconv.ParseFloat(box[1], 64)
	h, _ := strconv.ParseFloat(box[2], 64)
	scale := size / max(w, h, 1)
	place := func(p point) point {
		return point{left + (size-w*scale)/2 + p.x*scale, -middle - size/2 + (size-h*scale)/2 + p.y*scale}
	}
	for _, path := range svgPath.FindAllStringSubmatch(file, -1) {
		tokens := svgTokens.FindAllString(path[1], -1)
		var at, start point // the start of the part that Z closes
		for command := ""; len(tokens) > 0; {
			if tokens[0] >= "A" { // a letter
				command, tokens = tokens[0], tokens[1:]
			}
			op, points := sfnt.SegmentOpLineTo, 1
			switch strings.ToUpper(command) {
			case "Z":
				if at, command = start, ""; len(tokens) > 0 && tokens[0] < "A" {
					return nil, fmt.Errorf("its path has %q after Z", tokens[0])
				}
				continue
			case "M":
				op = sfnt.SegmentOpMoveTo
			case "Q":
				op, points = sfnt.SegmentOpQuadTo, 2
			case "C":
				op, points = sfnt.SegmentOpCubeTo, 3
			case "L", "H", "V":
			default:
				return nil, fmt.Errorf("its path has the command %q; use M, L, H, V, C, Q and Z", command)
			}
			c, relative := curve{op: op}, command >= "a"
			to := at
			for k := range points {
				p := at
				for _, v := range []*float64{&p.x, &p.y} {
					if up := strings.ToUpper(command); up == "H" && v == &p.y || up == "V" && v == &p.x {
						continue
					}
					if len(tokens) == 0 {
						return nil, fmt.Errorf("its path ends too early")
					}
					x, err := strconv.ParseFloat(tokens[0], 64)
					if err != nil {
						return nil, fmt.Errorf("its path has %q where a number should be", tokens[0])
					}
					if tokens = tokens[1:]; relative {
						x += *v
					}
					*v = x
				}
				c.to[k], to = place(p), p
			}
			at, o = to, append(o, c)
			if op == sfnt.SegmentOpMoveTo { // more points are lines
				start = at
				command = string(command[0] - 'M' + 'L')
			}
		}
	}
	if len(o) == 0 || o[0].op != sfnt.SegmentOpMoveTo {
		return nil, fmt.Errorf("it has no path")
	}
	return slices.Clip(o), nil
}
