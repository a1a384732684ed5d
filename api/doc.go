// Package api is the interface for programs: the questions that can be asked about a
// puzzle, and the types of the answers. The command line prints these types with
// --json, a server sends them, and JavaScript gets them from WebAssembly, so that all
// three give the same JSON.
//
// A question is a method of an [Engine] that takes a struct and returns a struct:
//
//	var e api.Engine
//	answer, err := e.Grade(ctx, api.GradeRequest{Puzzle: "8..........36......7.."})
//	json.NewEncoder(w).Encode(answer)
//
// or a row of [Questions], for a program that knows the name of the question and how
// to decode a request:
//
//	q, err := api.QuestionByName(name)
//	answer, err := q.Ask(ctx, &e, func(request any) error { return decoder.Decode(request) })
//
// An error becomes an [Error] by [ErrorOf]: a code for programs and a sentence for
// people. Requests may come from anywhere: whatever they contain, the answer is a
// value or an error.
//
// # The types
//
// The tag json of a field is its name in JSON, and the tag jsonschema is its
// description in docs/schemas. A pointer is null if there is no such value. The package
// does not import encoding/json, which a browser would have to load.
//
// # Size
//
// The package is designed to be small in WebAssembly (docs/bench/wasm.md): it supports
// neither file formats, which are in package corpus, nor predictions of solving times.
package api
