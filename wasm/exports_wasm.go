package main

import (
	"time"
	"unsafe"
)

var only host

//go:wasmexport room
func room(n int32) unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(only.room(int(n)))) }

//go:wasmexport ask
func askHost(n, m int32) int32 { return int32(len(only.ask(int(n), int(m)))) }

//go:wasmexport answer
func address() unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(only.out)) }

//go:wasmexport begin
func begin(n, m int32) { only.begin(int(n), int(m)) }

//go:wasmexport proceed
func proceed(ms int32) int32 {
	if !only.proceed(time.Duration(ms) * time.Millisecond) {
		return -1
	}
	return int32(len(only.out))
}

//go:wasmexport cancel
func cancel() { only.cancel() }
