package corpus

import (
	"fmt"
	"io"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// Packing splits off the extension that shows how a file is packed, ".gz" or
// ".zst", in lower case; "" if it is not packed.
func Packing(path string) (name, packing string) {
	for _, ext := range []string{".gz", ".zst"} {
		if len(path) > len(ext) && strings.EqualFold(path[len(path)-len(ext):], ext) {
			return path[:len(path)-len(ext)], ext
		}
	}
	return path, ""
}

// Pack returns a writer that packs its input as the path says. Closing it
// writes the rest and leaves w open. Equal contents give equal bytes.
func Pack(path string, w io.Writer) (io.WriteCloser, error) {
	switch _, packing := Packing(path); packing {
	case ".gz":
		return gzip.NewWriter(w), nil
	case ".zst":
		return zstd.NewWriter(w, zstd.WithEncoderConcurrency(1))
	}
	return unpacked{w}, nil
}

// unpacked is a writer with nothing to close.
type unpacked struct{ io.Writer }

func (unpacked) Close() error { return nil }

const (
	// freeUnpacked is how much any packed file may unpack to.
	freeUnpacked = 64 << 20
	// maxRatio is how many times its size a larger one may unpack to. Puzzles
	// shrink to a third; one line repeated, to less than a hundredth.
	maxRatio = 100
)

type counted struct {
	io.Reader
	n        int64
	unpacked int64 // bytes of text, if it is packed
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.n += int64(n)
	return n, err
}

// bounded reads unpacked data, and fails if a few bytes unpack to endlessly
// many, which would take hours though no memory.
type bounded struct {
	counted
	packed *counted
}

func (b *bounded) Read(p []byte) (int, error) {
	if b.n > freeUnpacked && b.n > maxRatio*b.packed.n {
		return 0, fmt.Errorf("%d packed bytes unpack to more than %d MiB: this is not a puzzle file", b.packed.n, b.n>>20)
	}
	// Pieces of a byte each would make readers look at their buffers again for each of them.
	n, err := 0, error(nil)
	for least := min(len(p), 4096); n < least && err == nil; {
		var m int
		m, err = b.counted.Read(p[n:])
		n += m
	}
	b.packed.unpacked = b.n
	return n, err
}
