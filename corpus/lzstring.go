package corpus

import (
	"errors"
	"math/bits"
	"strings"
	"unicode/utf16"
)

// LZ-string, the packing of puzzle links (pieroxy, "lz-string", 2013): LZ78 over
// UTF-16 units, codes of as many bits as the size of the dictionary, written as base 64. Codes 0
// and 1 announce a new unit of 8 and 16 bits, 2 is the end. Numbers are written
// with their lowest bit first.

const lzAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

var errLZ = errors.New("the packed part is truncated or altered")

// unpackLink reads base 64 of LZ-string.
func unpackLink(text string) (string, error) {
	r := lzReader{text: strings.TrimRight(text, "=")}
	// Entries of the dictionary are places in the output, which has them all.
	type phrase struct{ at, n int }
	dict := make([]phrase, 3, 256)
	var out []uint16
	last := phrase{}
	for first := true; ; first = false {
		code, ok := r.read(bits.Len(uint(len(dict))))
		if !ok || len(out) > maxLine { // phrases double, so a short text may unpack to a very long one
			return "", errLZ
		}
		at := len(out)
		switch {
		case code == 2:
			return string(utf16.Decode(out)), nil
		case code < 2:
			unit, ok := r.read(8 << code)
			if !ok {
				return "", errLZ
			}
			out = append(out, uint16(unit))
			dict = append(dict, phrase{at, 1})
		case first || code > len(dict):
			return "", errLZ
		case code == len(dict): // the last phrase with its first unit again
			out = append(append(out, out[last.at:last.at+last.n]...), out[last.at])
		default:
			p := dict[code]
			out = append(out, out[p.at:p.at+p.n]...)
		}
		if !first {
			dict = append(dict, phrase{last.at, last.n + 1})
		}
		last = phrase{at, len(out) - at}
	}
}

type lzReader struct {
	text string
	at   int // in bits
}

func (r *lzReader) read(width int) (n int, ok bool) {
	for i := range width {
		if r.at/6 >= len(r.text) {
			return 0, false
		}
		six := strings.IndexByte(lzAlphabet, r.text[r.at/6])
		if six < 0 {
			return 0, false
		}
		n |= six >> (5 - r.at%6) & 1 << i
		r.at++
	}
	return n, true
}

// packLink writes base 64 of LZ-string.
func packLink(text string) string {
	w := lzWriter{known: 2, codes: map[string]int{}, fresh: map[string]bool{}}
	phrase := ""
	for _, c := range utf16.Encode([]rune(text)) {
		unit := string([]byte{byte(c >> 8), byte(c)})
		if w.codes[unit] == 0 {
			w.add(unit)
			w.fresh[unit] = true
		}
		if w.codes[phrase+unit] > 0 {
			phrase += unit
			continue
		}
		w.phrase(phrase)
		w.add(phrase + unit)
		phrase = unit
	}
	if phrase != "" {
		w.phrase(phrase)
	}
	w.code(2)
	w.write(0, 6-w.n) // the original always writes the last character, even when it is empty
	for len(w.out)%4 != 0 {
		w.out = append(w.out, '=')
	}
	return string(w.out)
}

type lzWriter struct {
	out   []byte
	six   int             // bits that do not fill a character yet
	n     int             // how many bits
	known int             // size of the reader's dictionary; from 2, since the first phrase adds only its unit
	codes map[string]int  // of phrases, two bytes a unit
	fresh map[string]bool // units that have not been announced
}

func (w *lzWriter) add(phrase string) { w.codes[phrase] = len(w.codes) + 3 }

// phrase writes a code, or announces a single unit that is new.
func (w *lzWriter) phrase(phrase string) {
	if w.fresh[phrase] {
		delete(w.fresh, phrase)
		wide := min(int(phrase[0]), 1)
		w.code(wide)
		w.write(int(phrase[0])<<8|int(phrase[1]), 8<<wide)
		w.known++
	} else {
		w.code(w.codes[phrase])
	}
	w.known++
}

// code writes a code with the number of bits that the reader takes from the size of its dictionary.
func (w *lzWriter) code(n int) { w.write(n, bits.Len(uint(w.known))) }

func (w *lzWriter) write(n, width int) {
	for range width {
		w.six = w.six<<1 | n&1
		n >>= 1
		if w.n++; w.n == 6 {
			w.out = append(w.out, lzAlphabet[w.six])
			w.six, w.n = 0, 0
		}
	}
}
