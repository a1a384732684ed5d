package generate

import "gradoku/board"

// Morpher makes disguised copies of puzzles: images under random relabelling,
// reordering and transposing, each as likely as any other. A copy is as hard as
// its original and has the same canonical form.
type Morpher struct{ rng *stream }

// NewMorpher returns a Morpher, for puzzles of any size and one goroutine.
func NewMorpher() *Morpher { return &Morpher{rng: newStream()} }

// morphTries bounds the search for another copy: of a puzzle with few images, as a
// 4x4 can be, there may be none. The last of 64 images is missed in so many tries one
// time in six million.
const morphTries = 1000

// Morphs returns k copies of the puzzle with the given index, unlike it and each
// other, as the transforms that make them. They depend on seed and index alone,
// and the first copies are the same for every k. There are fewer than k only
// when the puzzle has no more images.
func (m *Morpher) Morphs(puzzle *board.Grid, k int, seed, index uint64) []board.Transform {
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
