package grade

import "gradoku/board"

// Sentence says a step in English. The tests compare findings by their sentences; those in
// this package cannot import hint, which imports it, so TestMain of grade_test sets it.
var Sentence func(g *board.Geometry, s *Step) string

// Lacks are the IDs of techniques that a language has no words for, by language; TestMain
// sets it too.
var Lacks = map[string][]string{}
