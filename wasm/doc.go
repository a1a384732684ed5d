// Command wasm is the engine for hosts of WebAssembly: browsers, Node, and any other
// that WASI serves. It answers the questions of package api, in JSON.
//
//	GOOS=wasip1 GOARCH=wasm go build -trimpath -ldflags "-s -w" -buildmode=c-shared -o gradoku.wasm ./wasm
//
// makes a module that the JavaScript package in npm runs everywhere, with a dozen lines
// in the place of WASI. With GOOS=js, and no -buildmode, the same exports are there for
// hosts that have Go's own wasm_exec.js.
//
// # The exports
//
//	room(n) -> address     makes room for a request of n bytes
//	ask(n, m) -> length    answers what stands there: a name of n bytes, then a request
//	                       of m bytes in JSON
//	answer() -> address    where the answer stands, until the next call
//
// An answer is {"answer":...} or {"error":{"code":...,"text":...}}. A host calls
// _initialize once before all else (GOOS=js: runs main), and one at a time.
package main
