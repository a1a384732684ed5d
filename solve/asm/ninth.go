package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Offsets in bandTables.
const (
	allowed = 0
	forced  = 4 * 512
	turned  = 8 * 512
)

// Masks of a plane's first word: two bands of 27 bits.
const (
	edges    = 1<<18 | 1<<9 | 1
	everyRow = 1<<18 | 1<<9 | 1
)

func twoBands(m uint64) uint64 { return m<<32 | m }

// ninth propagates digit 9 if it or its naked singles have changed, with the
// tables, much as visit in propagate.go does.
func (k *kernel) ninth() {
	nakedLo, nakedHi := GP64(), GP64()
	MOVQ(k.othLo, nakedLo)
	ANDNQ(k.lo, nakedLo, nakedLo)
	MOVQ(k.othHi, nakedHi)
	ANDNQ(k.hi, nakedHi, nakedHi)

	news, x := GP64(), GP64()
	MOVQ(k.donLo, news)
	ANDNQ(nakedLo, news, news)
	MOVQ(k.donHi, x)
	ANDNQ(nakedHi, x, x)
	ORQ(x, news)
	JNZ(LabelRef("struck"))
	MOVQ(k.seenLo, news)
	XORQ(k.lo, news)
	MOVQ(k.seenHi, x)
	XORQ(k.hi, x)
	ORQ(x, news)
	JZ(LabelRef("ninthDone"))
	JMP(LabelRef("ninthFilters"))

	Label("struck")
	MOVQ(nakedLo, k.donLo)
	MOVQ(nakedHi, k.donHi)
	k.strike(nakedLo, nakedHi)
	Label("ninthFilters")
	MOVQ(k.oldLo, x)
	MOVQ(x, k.seenLo)
	MOVQ(k.oldHi, x)
	MOVQ(x, k.seenHi)
	forcedLo, forcedHi := k.ninthBands()
	k.ninthStacks(forcedLo, forcedHi)
	Label("ninthDone")
}

// strike takes digit 9 from the rows and columns of its naked singles.
func (k *kernel) strike(lo, hi reg.GPVirtual) {
	rowsLo := k.wholeRows(lo)
	rowsHi := k.wholeRows(hi)
	y := fold(lo, 9)
	z := fold(hi, 9)
	ORQ(z, y)
	RORXQ(U8(32), y, z)
	ORQ(z, y)
	ANDQ(U32(row), y)
	IMUL3Q(U32(everyRow), y, y)
	ORQ(y, rowsHi)
	ORQ(y, rowsLo)
	SHLQ(U8(32), y)
	ORQ(y, rowsLo)
	ANDNQ(rowsLo, lo, rowsLo)
	ANDNQ(rowsHi, hi, rowsHi)
	ANDNQ(k.lo, rowsLo, k.lo)
	ANDNQ(k.hi, rowsHi, k.hi)
}

func (k *kernel) wholeRows(p reg.GPVirtual) reg.GPVirtual {
	x := fold(p, 1)
	x = fold(x, 3)
	ANDQ(word(twoBands(edges)), x)
	y := GP64()
	RORXQ(U8(55), x, y)
	SUBQ(x, y)
	return y
}

// fold returns p | p>>n | p>>2n, with the bits shifted out at the upper end.
func fold(p reg.GPVirtual, n uint8) reg.GPVirtual {
	x, y := GP64(), GP64()
	RORXQ(U8(n), p, x)
	RORXQ(U8(2*n), p, y)
	ORQ(p, x)
	ORQ(y, x)
	return x
}

// ninthBands keeps the minirows that are part of a permutation and returns the
// cells of those alone in their row.
func (k *kernel) ninthBands() (forcedLo, forcedHi reg.GPVirtual) {
	x := fold(k.lo, 1)
	ANDQ(word(twoBands(starts)), x)
	x = fold(x, 8)
	i1, i2 := GP64(), GP64()
	MOVQ(x, i1)
	ANDQ(U32(row), i1)
	RORXQ(U8(32), x, i2)
	ANDQ(U32(row), i2)
	y := fold(k.hi, 1)
	ANDQ(U32(starts), y)
	i3 := fold(y, 8)
	ANDQ(U32(row), i3)

	a1, a2, a3 := k.look(allowed, i1), k.look(allowed, i2), k.look(allowed, i3)
	for _, a := range []reg.GPVirtual{a1, a2, a3} {
		TESTQ(a, a)
		JZ(LabelRef("dead"))
	}
	SHLQ(U8(32), a2)
	ORQ(a2, a1)
	ANDQ(a1, k.lo)
	ANDQ(a3, k.hi)
	forcedLo, forcedHi = k.look(forced, i2), k.look(forced, i3)
	SHLQ(U8(32), forcedLo)
	ORQ(k.look(forced, i1), forcedLo)
	return forcedLo, forcedHi
}

// ninthStacks keeps the minicolumns that are part of a permutation and
// remembers the hidden singles.
func (k *kernel) ninthStacks(forcedLo, forcedHi reg.GPVirtual) {
	x := fold(k.lo, 9)
	y2 := GP64()
	RORXQ(U8(32), x, y2)
	ANDQ(U32(row), x)
	ANDQ(U32(row), y2)
	y3 := fold(k.hi, 9)
	ANDQ(U32(row), y3)
	IMUL3Q(U32(0x10001), x, x)
	ways := k.look(turned, y3)
	RORXL(U8(16), ways.As32(), ways.As32())
	ANDL(x.As32(), ways.As32())
	ANDL(k.look(turned, y2).As32(), ways.As32())
	JZ(LabelRef("dead"))

	w2 := GP64()
	RORXL(U8(16), ways.As32(), w2.As32())
	w1 := GP64()
	MOVQ(ways, w1)
	ANDQ(U32(row), w1)
	ANDQ(U32(row), w2)
	y1 := GP64()
	MOVQ(w1, y1)
	ORQ(w2, y1)
	back := k.look(turned, w2)
	RORXL(U8(16), back.As32(), back.As32())
	ORL(k.look(turned, w1).As32(), back.As32())
	b2, b3 := GP64(), GP64()
	RORXL(U8(16), back.As32(), b2.As32())
	ANDL(U32(row), b2.As32())
	MOVL(back.As32(), b3.As32())
	ANDL(U32(row), b3.As32())

	// Columns alone: in exactly one of the three bands.
	settled, more := GP64(), GP64()
	MOVQ(y1, settled)
	ORQ(b2, settled)
	ANDQ(b3, settled)
	MOVQ(y1, more)
	ANDQ(b2, more)
	ORQ(more, settled)
	XORQ(U32(row), settled)
	IMUL3Q(U32(everyRow), settled, settled)

	SHLQ(U8(32), b2)
	ORQ(b2, y1)
	IMUL3Q(U32(everyRow), y1, y1)
	ANDQ(y1, k.lo)
	IMUL3Q(U32(everyRow), b3, b3)
	ANDQ(b3, k.hi)

	ANDQ(settled, forcedHi)
	ANDQ(k.hi, forcedHi)
	MOVQ(forcedHi, k.hidHi)
	MOVQ(settled, more)
	SHLQ(U8(32), more)
	ORQ(more, settled)
	ANDQ(settled, forcedLo)
	ANDQ(k.lo, forcedLo)
	MOVQ(forcedLo, k.hidLo)
}

// look reads an entry of one of the tables.
func (k *kernel) look(table int, i reg.GPVirtual) reg.GPVirtual {
	x := GP64()
	MOVL(Mem{Base: k.tables, Disp: table, Index: i, Scale: 4}, x.As32())
	return x
}
