package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// The operations on vectors. Each returns a new vector. The second operand may
// be in memory.

type instruction = func(...Op)

func three(op func(mx, x, x1 Op)) instruction {
	return func(ops ...Op) { op(ops[0], ops[1], ops[2]) }
}

func both(op instruction, a, b Op) reg.VecVirtual {
	x := YMM()
	op(b, a, x)
	return x
}

func and(a, b Op) reg.VecVirtual    { return both(three(VPAND), a, b) }
func or(a, b Op) reg.VecVirtual     { return both(three(VPOR), a, b) }
func xor(a, b Op) reg.VecVirtual    { return both(three(VPXOR), a, b) }
func sub(a, b Op) reg.VecVirtual    { return both(VPSUBD, a, b) }
func andNot(a, b Op) reg.VecVirtual { return both(three(VPANDN), b, a) } // a &^ b; here a may be in memory

// immediate is for shifts and shuffles by a constant.
func immediate(op instruction, n uint8, a Op) reg.VecVirtual {
	x := YMM()
	op(U8(n), a, x)
	return x
}

func shl(a Op, n int) reg.VecVirtual {
	if n == 1 {
		return both(VPADDD, a, a) // more ports can do this than a shift
	}
	return immediate(VPSLLD, uint8(n), a)
}
func shr(a Op, n int) reg.VecVirtual           { return immediate(VPSRLD, uint8(n), a) }
func shuffle(order uint8, a Op) reg.VecVirtual { return immediate(VPSHUFD, order, a) } // of lanes within each half
func quarter(order uint8, a Op) reg.VecVirtual { return immediate(VPERMQ, order, a) }  // of pairs of lanes

// Constants are in memory, each once, under a name with its value.
var constants = map[string]Mem{}

// mask is a vector with m in every lane.
func mask(m uint32) Mem {
	return constant(fmt.Sprintf("mask%o", m), m, m, m, m, m, m, m, m)
}

// word is a constant too long for an instruction.
func word(w uint64) Mem {
	return constant(fmt.Sprintf("word%x", w), uint32(w), uint32(w>>32))
}

func constant(name string, lanes ...uint32) Mem {
	m, ok := constants[name]
	if !ok {
		m = GLOBL(name, attr.RODATA|attr.NOPTR)
		for i, x := range lanes {
			DATA(4*i, U32(x))
		}
		constants[name] = m
	}
	return m
}
