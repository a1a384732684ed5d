package main

import (
	"time"
	"unsafe"
)

var (
	only  host
	begun long
)

//go:wasmexport room
func room(n int32) unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(only.room(int(n)))) }

//go:wasmexport ask
func askHost(n, m int32) int32 { return int32(len(only.ask(int(n), int(m)))) }

//go:wasmexport answer
func address() unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(only.out)) }

//go:wasmexport begin
func begin(n, m int32) { begun.begin(only.in, int(n), int(m)) }

//go:wasmexport proceed
func proceed(ms int32) int32 {
	out, ok := begun.proceed(time.Duration(ms) * time.Millisecond)
	if !ok {
		return -1
	}
	only.out = out
	return int32(len(out))
}

//go:wasmexport cancel
func cancel() { begun.cancel() }
