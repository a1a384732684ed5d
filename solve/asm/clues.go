package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// clues writes state.load for 81 bytes, read 32 at a time: the first and second
// band from their first cell on, the third up to its last. Bits of another band
// that are read along are shifted out at one end.
func clues() {
	TEXT("loadAVX2", attr.NOSPLIT, "func(s, digits *byte)")
	Doc("loadAVX2 does what state.load does with the candidates, and leaves the rest of the state.")
	s := Load(Param("s"), GP64())
	digits := Load(Param("digits"), GP64())
	zero := YMM()
	VPXOR(zero, zero, zero)
	var cells, blank [3]reg.VecVirtual
	for b, from := range []int{0, 27, 81 - 32} {
		cells[b], blank[b] = YMM(), YMM()
		VMOVDQU(Mem{Base: digits, Disp: from}, cells[b])
		VPCMPEQB(zero, cells[b], blank[b])
	}
	for d := range 9 {
		var band [3]reg.GPVirtual
		for b := range band {
			can := YMM()
			VPCMPEQB(eachByte(d+1), cells[b], can)
			VPOR(blank[b], can, can)
			band[b] = GP64()
			VPMOVMSKB(can, band[b].As32())
		}
		ANDL(I32(all), band[0].As32())
		ANDL(I32(all), band[1].As32())
		SHLQ(U8(32), band[1])
		ORQ(band[1], band[0])
		SHRL(U8(32-27), band[2].As32())
		MOVQ(band[0], Mem{Base: s, Disp: 16 * d})
		MOVQ(band[2], Mem{Base: s, Disp: 16*d + 8})
	}
	VZEROUPPER()
	RET()
}

// eachByte is a vector with d in every byte.
func eachByte(d int) Mem {
	lane := uint32(d) * 0x01010101
	return constant(fmt.Sprintf("digit%d", d), lane, lane, lane, lane, lane, lane, lane, lane)
}
