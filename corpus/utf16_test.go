package corpus

import (
	"bytes"
	"encoding/binary"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"
)

// wide writes a text as UTF-16.
func wide(text string, order binary.AppendByteOrder) []byte {
	var b []byte
	for _, u := range utf16.Encode([]rune(text)) {
		b = order.AppendUint16(b, u)
	}
	return b
}

// UTF-16 of either order, with a mark or without, reads like UTF-8.
func TestUTF16(t *testing.T) {
	text := strings.Repeat(inkala+" # é €\r\n"+moler+" # 𝄞\r\n", 100)
	want := dump(Read("x", strings.NewReader(text)))
	for name, b := range map[string][]byte{
		"little, mark": wide("\ufeff"+text, binary.LittleEndian),
		"big, mark":    wide("\ufeff"+text, binary.BigEndian),
		"little":       wide(text, binary.LittleEndian),
		"big":          wide(text, binary.BigEndian),
	} {
		for _, r := range []io.Reader{bytes.NewReader(b), iotest.OneByteReader(bytes.NewReader(b)), bytes.NewReader(gzipped(t, string(b)))} {
			if diff := cmp.Diff(want, dump(Read("x", r))); diff != "" {
				t.Errorf("%s: %s", name, diff)
			}
		}
	}
}

// Half of a pair is a broken character, not the end of the text.
func TestUTF16Broken(t *testing.T) {
	b := wide("\ufeff"+inkala+" # ", binary.LittleEndian)
	b = append(b, 0x34, 0xd8, 'x', 0, 0x34, 0xd8)
	if diff := cmp.Diff([]string{"1:1 8...~.4../21 label=\ufffdx\ufffd"}, dump(Read("x", bytes.NewReader(b)))); diff != "" {
		t.Error(diff)
	}
}
