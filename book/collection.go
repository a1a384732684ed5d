package book

import (
	"encoding/binary"
	"errors"
)

// errCollection is about a collection that breaks off or contradicts itself.
var errCollection = errors.New("it is a broken collection of fonts")

// firstOf takes the first font out of a TrueType collection, as a file of its
// own. Most Chinese and Japanese fonts of operating systems come as collections,
// which fpdf does not read. (ISO/IEC 14496-22, Open Font Format, chapter 4:
// a collection is a list of table directories over shared tables.)
//
//	"ttcf" version(4) count(4) offset(4)...    directory: sfnt(4) tables(2) ...(6)
//	                                           each table: tag(4) sum(4) offset(4) length(4)
func firstOf(ttc []byte) ([]byte, error) {
	const header, entry = 12, 16
	if len(ttc) < 16 {
		return nil, errCollection
	}
	at := int64(binary.BigEndian.Uint32(ttc[12:]))
	if at+header > int64(len(ttc)) {
		return nil, errCollection
	}
	n := int64(binary.BigEndian.Uint16(ttc[at+4:]))
	end := header + entry*n
	if at+end > int64(len(ttc)) {
		return nil, errCollection
	}
	font := append([]byte(nil), ttc[at:at+end]...)
	for i := range n {
		e := font[header+entry*i:]
		from, size := int64(binary.BigEndian.Uint32(e[8:])), int64(binary.BigEndian.Uint32(e[12:]))
		if from+size > int64(len(ttc)) {
			return nil, errCollection
		}
		binary.BigEndian.PutUint32(e[8:], uint32(len(font)))
		font = append(font, ttc[from:from+size]...)
		for len(font)%4 != 0 {
			font = append(font, 0)
		}
	}
	return font, nil
}
