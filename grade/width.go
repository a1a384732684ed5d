//go:build !wasm

package grade

const medium, wide = 8, 12
