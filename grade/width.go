//go:build !wasm

package grade

const medium = 12
