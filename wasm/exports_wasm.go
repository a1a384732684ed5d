package main

import "unsafe"

var only host

//go:wasmexport room
func room(n int32) unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(only.room(int(n)))) }

//go:wasmexport ask
func askHost(n, m int32) int32 { return int32(len(only.ask(int(n), int(m)))) }

//go:wasmexport answer
func answer() unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(only.out)) }
