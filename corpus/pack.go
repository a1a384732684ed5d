package corpus

import (
	"io"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// Packing splits off the extension that says how a file is packed, ".gz" or
// ".zst", in small letters; "" when it is not.
func Packing(path string) (name, packing string) {
	for _, ext := range []string{".gz", ".zst"} {
		if len(path) > len(ext) && strings.EqualFold(path[len(path)-len(ext):], ext) {
			return path[:len(path)-len(ext)], ext
		}
	}
	return path, ""
}

// Pack returns a writer that packs what is written to it the way the path says;
// closing it writes the rest and leaves w open. Equal contents give equal bytes.
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
