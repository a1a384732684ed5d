// Command asm writes the AVX2 kernel of the 9x9 solver, solve/kernel_amd64.s:
//
//	go -C solve/asm run . -out ../kernel_amd64.s
//
// It is a module of its own so that the assembler library is needed only by
// those who change the kernel.
//
// # The layout
//
// A vector has a lane of 32 bits for each of the digits 1 to 8; digit 9 is in two
// ordinary registers, which would otherwise be idle. Three vectors are the state, one
// for each band: 27 bits a lane, as in plane.go. Two more are derived from it: the
// triads of triads.go, nine bits for each of three groups:
//
//	minirows h   9*row + 3*stack + band      minicolumns v   9*band + column
//
// # A round
//
// A round counts the digits of all cells, strikes naked singles from their rows and
// columns, keeps the minirows and then the minicolumns that are part of a
// permutation, and gives hidden singles their cell. Rounds repeat until one changes
// nothing. Only the part for digit 9 branches on the puzzle, so the processor has
// almost nothing to predict.
package main

import (
	"github.com/mmcloughlin/avo/attr"
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// The results of propagateAVX2: the constants of type outcome.
const (
	dead   = 0
	solved = 1
	open   = 2
	pair   = 3
)

// pairBlanks is the constant of that name.
const pairBlanks = 6

// Masks of 27 bits.
const (
	all    = 1<<27 - 1
	starts = 0o111111111 // the first cell of each minirow
	row    = 1<<9 - 1    // the first row of a band, or the first of three groups of nine
)

func main() {
	ConstraintExpr("amd64,!purego")
	TEXT("propagateAVX2", attr.NOSPLIT, "func(s, t, tables *byte) uint8")
	Doc("propagateAVX2 does what propagate does, triads included; those of digit 9 are left to the caller.")
	k := newKernel()
	k.load()
	Label("round")
	k.save()
	k.count()
	k.ninth()
	k.nakedSingles()
	k.filters()
	k.hiddenSingles()
	k.again("round")
	k.finish()
	branch()
	clues()
	Generate()
}

// kernel is the state kept from one round to the next.
type kernel struct {
	s, t, tables reg.Register
	band         [3]reg.VecVirtual // the candidates
	h, v         reg.VecVirtual    // the triads they are in
	fh, fv       reg.VecVirtual    // the triads forced, in this round
	naked        [3]reg.VecVirtual
	hidden       [3]reg.VecVirtual

	lo, hi reg.GPVirtual // digit 9
	old    [3]Mem        // band when the round began
	two    [3]Mem        // the cells with more than one digit
	oldLo  Mem           // digit 9 when the round began
	oldHi  Mem
	othLo  Mem // the cells that can hold another digit than 9
	othHi  Mem
	seenLo Mem // digit 9 when it was last propagated
	seenHi Mem
	donLo  Mem // its naked singles at that time
	donHi  Mem
	hidLo  Mem // its hidden singles
	hidHi  Mem
}

func newKernel() *kernel {
	k := new(kernel)
	local := AllocLocal(6*32 + 10*8)
	for b := range 3 {
		k.old[b] = local.Offset(32 * b)
		k.two[b] = local.Offset(96 + 32*b)
	}
	for i, m := range []*Mem{&k.oldLo, &k.oldHi, &k.othLo, &k.othHi, &k.seenLo, &k.seenHi, &k.donLo, &k.donHi, &k.hidLo, &k.hidHi} {
		*m = local.Offset(192 + 8*i)
	}
	k.s = Load(Param("s"), GP64())
	k.t = Load(Param("t"), GP64())
	k.tables = Load(Param("tables"), GP64())
	return k
}

func (k *kernel) plane(d int) Mem { return Mem{Base: k.s, Disp: 16 * d} }

// load transposes the planes of digits 1 to 8, four words each, into a vector
// for each band.
func (k *kernel) load() {
	var pair [4]reg.VecVirtual // digits d+1 and d+5
	for d := range pair {
		pair[d] = YMM()
		VMOVDQU(k.plane(d), pair[d].AsX())
		VINSERTI128(U8(1), k.plane(d+4), pair[d], pair[d])
	}
	a, b := both(VPUNPCKLDQ, pair[0], pair[1]), both(VPUNPCKLDQ, pair[2], pair[3])
	k.band[0] = both(VPUNPCKLQDQ, a, b)
	k.band[1] = both(VPUNPCKHQDQ, a, b)
	a, b = both(VPUNPCKHDQ, pair[0], pair[1]), both(VPUNPCKHDQ, pair[2], pair[3])
	k.band[2] = both(VPUNPCKLQDQ, a, b)

	k.lo, k.hi = GP64(), GP64()
	MOVQ(k.plane(8), k.lo)
	MOVQ(k.plane(8).Offset(8), k.hi)
	zero := GP64()
	XORQ(zero, zero)
	for _, m := range []Mem{k.seenLo, k.seenHi, k.donLo, k.donHi, k.hidLo, k.hidHi} {
		MOVQ(zero, m)
	}
}

func (k *kernel) save() {
	for b := range 3 {
		VMOVDQU(k.band[b], k.old[b])
	}
	MOVQ(k.lo, k.oldLo)
	MOVQ(k.hi, k.oldHi)
}

// count finds the cells with one or more digits and with two or more, by
// halving: the digits of one half of a vector are added to those of the other,
// and so on, until every lane has the count of all.
func (k *kernel) count() {
	var one, two [3]reg.VecVirtual
	for b, x := range k.band {
		y := quarter(0x4E, x)
		one[b], two[b] = or(x, y), and(x, y)
		for _, order := range []uint8{0x4E, 0xB1} {
			one2, two2 := shuffle(order, one[b]), shuffle(order, two[b])
			two[b] = or(or(two[b], two2), and(one[b], one2))
			one[b] = or(one[b], one2)
		}
	}
	lo, hi := lowWords(one)
	MOVQ(lo, k.othLo)
	MOVQ(hi, k.othHi)

	nine := everywhere(k.oldLo, k.oldHi)
	for b := range 3 {
		two[b] = or(two[b], and(one[b], nine[b]))
		one[b] = or(one[b], nine[b])
		k.naked[b] = andNot(k.band[b], two[b])
		VMOVDQU(two[b], k.two[b])
	}
	check := and(and(one[0], one[1]), one[2])
	VPCMPEQD(mask(all), check, check)
	bits := GP32()
	VPMOVMSKB(check, bits)
	CMPL(bits, I8(-1))
	JNE(LabelRef("dead"))
}

// lowWords returns the first lanes as a plane.
func lowWords(band [3]reg.VecVirtual) (lo, hi reg.GPVirtual) {
	x := XMM()
	VPUNPCKLDQ(band[1].AsX(), band[0].AsX(), x)
	lo, hi = GP64(), GP64()
	VMOVQ(x, lo)
	VMOVD(band[2].AsX(), hi.As32())
	return lo, hi
}

// everywhere copies each band of a plane to all lanes.
func everywhere(lo, hi Mem) (band [3]reg.VecVirtual) {
	for b, m := range []Mem{lo, lo.Offset(4), hi} {
		band[b] = YMM()
		VPBROADCASTD(m, band[b])
	}
	return band
}

// nakedSingles computes the triads that naked singles exclude in the rest of
// their rows and columns. The filters handle their boxes.
func (k *kernel) nakedSingles() {
	k.fh = rowMates(minirows(k.naked))
	k.fv = colMates(minicols(k.naked))
}

// filters keeps for each digit the minirows that are part of a permutation of a band,
// and then likewise minicolumns for stacks. A digit that no longer fits in a band has
// no permutation left in any stack.
func (k *kernel) filters() {
	k.h = filterRows(andNot(minirows(k.band), k.fh))
	for b := range 3 {
		VPAND(minirowCells(k.h, b), k.band[b], k.band[b])
	}
	k.v = filterCols(andNot(minicols(k.band), k.fv))
	zero := YMM()
	VPXOR(zero, zero, zero)
	VPCMPEQD(zero, k.v, zero)
	VPTEST(zero, zero)
	JNZ(LabelRef("dead"))
	for b := range 3 {
		VPAND(minicolCells(k.v, b), k.band[b], k.band[b])
	}
}

// hiddenSingles finds the cells where a minirow alone in its row meets a
// minicolumn alone in its column, and removes all other digits from them. If
// two digits claim one cell, both keep it; finish detects that.
func (k *kernel) hiddenSingles() {
	k.fh = andNot(k.h, rowMates(k.h))
	k.fv = andNot(k.v, colMates(k.v))
	for b := range 3 {
		k.hidden[b] = and(and(k.band[b], minirowCells(k.fh, b)), minicolCells(k.fv, b))
	}
	var any [3]reg.VecVirtual
	for b, x := range k.hidden {
		any[b] = or(x, quarter(0x4E, x))
		any[b] = or(any[b], shuffle(0x4E, any[b]))
		any[b] = or(any[b], shuffle(0xB1, any[b]))
	}
	lo, hi := lowWords(any)
	ANDNQ(k.lo, lo, k.lo)
	ANDNQ(k.hi, hi, k.hi)
	nine := everywhere(k.hidLo, k.hidHi)
	for b := range 3 {
		out := xor(or(any[b], nine[b]), k.hidden[b]) // hidden is part of any
		VPANDN(k.band[b], out, k.band[b])
	}
}

// again starts another round if this one changed anything.
func (k *kernel) again(label string) {
	change := xor(k.band[0], k.old[0])
	change = or(change, xor(k.band[1], k.old[1]))
	change = or(change, xor(k.band[2], k.old[2]))
	VPTEST(change, change)
	JNZ(LabelRef(label))
	CMPQ(k.lo, k.oldLo)
	JNE(LabelRef(label))
	CMPQ(k.hi, k.oldHi)
	JNE(LabelRef(label))
}

// finish writes the state and its triads back. A hidden single in a cell that still
// has several digits is claimed by two of them.
func (k *kernel) finish() {
	clash := or(or(and(k.hidden[0], k.two[0]), and(k.hidden[1], k.two[1])), and(k.hidden[2], k.two[2]))
	VPTEST(clash, clash)
	JNZ(LabelRef("dead"))
	lo, hi := GP64(), GP64()
	MOVQ(k.hidLo, lo)
	ANDQ(k.othLo, lo)
	MOVQ(k.hidHi, hi)
	ANDQ(k.othHi, hi)
	ORQ(lo, hi)
	JNZ(LabelRef("dead"))

	k.store()
	two := YMM()
	VMOVDQU(k.two[0], two)
	two = or(or(two, k.two[1]), k.two[2])
	VPTEST(two, two)
	JZ(LabelRef("solved"))
	for i, pair := range [2][2]reg.VecVirtual{{k.h, k.v}, {k.fh, k.fv}} {
		a, b := both(VPUNPCKLDQ, pair[0], pair[1]), both(VPUNPCKHDQ, pair[0], pair[1])
		to := Mem{Base: k.t, Disp: 72 * i}
		VMOVDQU(a.AsX(), to)
		VMOVDQU(b.AsX(), to.Offset(16))
		VEXTRACTI128(U8(1), a, to.Offset(32))
		VEXTRACTI128(U8(1), b, to.Offset(48))
	}
	blanks, n := GP32(), GP32()
	POPCNTL(k.two[0], blanks)
	for _, m := range k.two[1:] {
		POPCNTL(m, n)
		ADDL(n, blanks)
	}
	CMPL(blanks, U8(pairBlanks))
	JLS(LabelRef("pair"))
	end(open)
	Label("pair")
	end(pair)
	Label("solved")
	end(solved)
	Label("dead")
	end(dead)
}

func end(outcome uint8) {
	result := GP8()
	MOVB(U8(outcome), result)
	VZEROUPPER()
	Store(result, ReturnIndex(0))
	RET()
}

// store is the reverse of load.
func (k *kernel) store() {
	zero := YMM()
	VPXOR(zero, zero, zero)
	low, high := both(VPUNPCKLDQ, k.band[0], k.band[1]), both(VPUNPCKHDQ, k.band[0], k.band[1])
	low3, high3 := both(VPUNPCKLDQ, k.band[2], zero), both(VPUNPCKHDQ, k.band[2], zero)
	for d, pair := range [4]reg.VecVirtual{
		both(VPUNPCKLQDQ, low, low3), both(VPUNPCKHQDQ, low, low3),
		both(VPUNPCKLQDQ, high, high3), both(VPUNPCKHQDQ, high, high3),
	} {
		VMOVDQU(pair.AsX(), k.plane(d))
		VEXTRACTI128(U8(1), pair, k.plane(d+4))
	}
	MOVQ(k.lo, k.plane(8))
	MOVQ(k.hi, k.plane(8).Offset(8))
}
