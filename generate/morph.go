package generate

import "gradoku/board"

// Morpher makes isomorphic copies of puzzles: images under random relabelling,
// reordering and transposing, all equally likely. A copy is as hard as its
// original and has the same canonical form.
type Morpher struct{ rng *stream }

// NewMorpher returns a Morpher, for puzzles of any size and one goroutine.
func NewMorpher() *Morpher { return &Morpher{rng: newStream()} }

// morphTries limits the search for another copy: a puzzle with few images, such as
// some 4x4, may have none. With this many tries the last of 64 images is missed one
// time in six million.
const morphTries = 1000

// Morphs returns k copies of the puzzle with the given index, as the transforms
// that make them. The copies differ from the puzzle and from each other. They
// depend only on seed and index, and the first copies are the same for every k.
// There are fewer than k only if the puzzle has no more images.
func (m *Morpher) Morphs(puzzle *board.Grid, k int, seed, index uint64) []board.Transform {
	if puzzle.Geometry() == nil {
		return nil
	}
	m.rng.rekey(seed, index)
	seen := map[board.Grid]bool{*puzzle: true}
	var made []board.Transform
	for misses := 0; len(made) < k && misses < morphTries; {
		t := board.RandomTransform(puzzle.Geometry(), m.rng.Rand)
		if image := t.Apply(puzzle); seen[image] {
			misses++
		} else {
			misses = 0
			seen[image] = true
			made = append(made, t)
		}
	}
	return made
}
