package main

import (
	"github.com/mmcloughlin/avo/attr"
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Offsets in triads.
const (
	triadCand = 0
	triadSum  = 144
)

// bandTriads is the table of that name in branch.go.
var bandTriads = [6]uint64{
	starts, starts << 1, starts << 2,
	0o007007007 << 32, 0o070070070 << 32, 0o700700700 << 32,
}

// branch writes narrowBand and narrowDigit as one function. They count bits 42 times.
// Each count is one instruction here and six in Go, which must check every time
// whether the processor has it.
func branch() {
	TEXT("narrowCount", attr.NOSPLIT, "func(t *byte) (band, digit uint32)")
	Doc("narrowCount does what narrowBand and narrowDigit do, and returns the number of the band.")
	t := Load(Param("t"), GP64())
	best := GP32()
	MOVL(I32(-1), best)
	for i, m := range bandTriads {
		total := GP64()
		for plane := range 4 {
			n := GP64()
			MOVQ(word(m), n)
			ANDQ(Mem{Base: t, Disp: triadSum + 8*plane}, n)
			POPCNTQ(n, n)
			if plane == 0 {
				total = n
			} else {
				LEAQ(Mem{Base: total, Index: n, Scale: 1 << plane}, total)
			}
		}
		SHLL(U8(3), total.As32())
		ADDL(I32(i-28*8), total.As32()) // 27 wraps round to the end
		least(total.As32(), best)
	}
	ANDL(U8(7), best)
	Store(best, ReturnIndex(0))

	masks, mask := GP64(), GP64()
	LEAQ(bandTable(), masks)
	MOVQ(Mem{Base: masks, Index: best.As64(), Scale: 8}, mask)
	digit := GP32()
	MOVL(I32(-1), digit)
	six := GP32()
	MOVL(U32(6), six)
	for d := range 9 {
		n, all := GP64(), GP64()
		MOVQ(Mem{Base: t, Disp: triadCand + 8*d}, all)
		MOVQ(mask, n)
		ANDQ(all, n)
		POPCNTQ(n, n)
		POPCNTQ(all, all)
		key := GP32()
		LEAL(Mem{Base: n, Disp: -4}, key) // negative if settled
		ANDL(I32(-1<<31), key)
		CMPL(n.As32(), six)
		CMOVLCS(six, n.As32())
		SHLL(U8(8), n.As32())
		SUBL(all.As32(), n.As32())
		SHLL(U8(8), n.As32())
		ADDL(I32(64<<8+d), n.As32())
		ORL(key, n.As32())
		least(n.As32(), digit)
	}
	ANDL(U8(15), digit)
	Store(digit, ReturnIndex(1))
	RET()
}

// least sets best to x if that is less, both unsigned.
func least(x, best reg.Register) {
	CMPL(x, best)
	CMOVLCS(x, best)
}

func bandTable() Mem {
	var lanes []uint32
	for _, m := range bandTriads {
		lanes = append(lanes, uint32(m), uint32(m>>32))
	}
	return constant("bandTriads", append(lanes, 0, 0, 0, 0)...)
}
