// Command wasm is the engine for hosts of WebAssembly: browsers, Node, and any other
// host of WASI. It answers the questions of package api, in JSON.
//
//	GOOS=wasip1 GOARCH=wasm go build -trimpath -ldflags "-s -w" -buildmode=c-shared -o gradoku.wasm ./wasm
//
// builds a module that the JavaScript package in npm runs everywhere; a dozen lines
// replace WASI.
//
// # The exports
//
//	room(n) -> address     makes room for a request of n bytes
//	ask(n, m) -> length    answers what is there: a name of n bytes, then a request
//	                       of m bytes in JSON
//	answer() -> address    the address of the answer, until the next call
//	begin(n, m)            begins to answer what is there, as ask would
//	proceed(ms) -> length  goes on with it for about so many milliseconds, until there is
//	                       an answer; -1 if there is none yet
//	cancel()               gives it up: proceed soon gives an error
//
// A host that must not be blocked, such as a page without a worker, begins and proceeds. It
// may ask meanwhile, and begins the next question after the answer.
//
// An answer is {"answer":...} or {"error":{"code":...,"text":...}}. A host calls
// _initialize once before everything else, and makes one call at a time.
package main
