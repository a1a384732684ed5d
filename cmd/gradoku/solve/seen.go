package solve

import (
	"gradoku/cmd/gradoku/cli"
	"gradoku/corpus"
)

// seen remembers the puzzles of an input by their keys, in 24 bytes each plus the
// overhead of a map. The zero value is empty.
type seen struct {
	names []string
	at    map[[16]byte]spot
}

// spot is a line of one of the named files.
type spot struct{ name, line int32 }

// first notes a puzzle, or returns the name and line of the earlier one that it
// equals. The puzzles of a file must come in one run.
func (s *seen) first(key [16]byte, src *cli.Source) (earlier cli.Source, known bool) {
	if at, ok := s.at[key]; ok {
		return cli.Source{Name: s.names[at.name], Record: corpus.Record{Line: int(at.line)}}, true
	}
	if n := len(s.names); n == 0 || s.names[n-1] != src.Name {
		s.names = append(s.names, src.Name)
	}
	if s.at == nil {
		s.at = map[[16]byte]spot{}
	}
	s.at[key] = spot{int32(len(s.names) - 1), int32(src.Record.Line)}
	return cli.Source{}, false
}
