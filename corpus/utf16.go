package corpus

import (
	"bufio"
	"encoding/binary"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// wideOrder recognises UTF-16 by its byte order mark, or, since programs leave
// that out, by NUL bytes in every second place: puzzles are ASCII. It returns
// nil for anything else, and the number of bytes of the mark.
func wideOrder(head []byte) (order binary.ByteOrder, mark int) {
	if len(head) < 2 {
		return nil, 0
	}
	switch [2]byte{head[0], head[1]} {
	case [2]byte{0xff, 0xfe}:
		return binary.LittleEndian, 2
	case [2]byte{0xfe, 0xff}:
		return binary.BigEndian, 2
	}
	var zeros [2]int // in even and in odd places
	for i, c := range head {
		if c == 0 {
			zeros[i%2]++
		}
	}
	half := len(head) / 2
	switch {
	case len(head) < 8:
		return nil, 0
	case zeros[0] == 0 && zeros[1] >= half-half/8:
		return binary.LittleEndian, 0
	case zeros[1] == 0 && zeros[0] >= half-half/8:
		return binary.BigEndian, 0
	}
	return nil, 0
}

// narrow reads UTF-16 as UTF-8.
type narrow struct {
	r     *bufio.Reader
	order binary.ByteOrder
	rest  [utf8.UTFMax]byte // of a character that did not fit
	n     int
}

func (n *narrow) Read(p []byte) (int, error) {
	done := 0
	for done < len(p) {
		if n.n == 0 {
			if done > 0 && n.r.Buffered() < 4 {
				return done, nil // what is here is handed on before waiting for more
			}
			if err := n.character(); err != nil {
				return done, err
			}
		}
		k := copy(p[done:], n.rest[:n.n])
		n.n = copy(n.rest[:], n.rest[k:n.n])
		done += k
	}
	return done, nil
}

// character reads the next character; half of a pair becomes U+FFFD.
func (n *narrow) character() error {
	unit, err := n.unit()
	if err != nil {
		return err
	}
	r := rune(unit)
	if utf16.IsSurrogate(r) {
		low, err := n.r.Peek(2)
		if err != nil && err != io.EOF {
			return err
		}
		if r = utf8.RuneError; len(low) == 2 {
			if r = utf16.DecodeRune(rune(unit), rune(n.order.Uint16(low))); r != utf8.RuneError {
				n.r.Discard(2) // cannot fail: it has been peeked at
			}
		}
	}
	n.n = utf8.EncodeRune(n.rest[:], r)
	return nil
}

func (n *narrow) unit() (uint16, error) {
	var b [2]byte
	if _, err := io.ReadFull(n.r, b[:]); err != nil {
		return 0, err
	}
	return n.order.Uint16(b[:]), nil
}
