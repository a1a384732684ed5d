package board

// Canonical returns the one agreed representative of all puzzles isomorphic to
// a proper one, given its solution. Two proper puzzles are the same puzzle
// exactly when their canonical forms are equal.
//
// It is defined in two steps. The canonical grid is the smallest image of the
// solution under all Transforms, read row by row; its first row is 1 to N. If
// the solution has automorphisms, several Transforms reach it. Each of them
// takes the puzzle to some choice of the canonical grid's cells: the canonical
// form is the smallest of these as text, where a blank sorts before every
// digit, as "." does in ASCII. For a variant the Transforms are those that keep its
// houses, and the canonical form of a jigsaw has the layout of [Transform.Image].
//
// The puzzle must be part of the solution and the solution a full grid without
// conflicts, see [Grid.Solves]; otherwise the result is meaningless, and the
// call may panic. The puzzle need not be proper, but a puzzle with several
// solutions has a form for each of them.
func Canonical(puzzle, solution *Grid) Grid {
	return new(Canonicalizer).Canonical(puzzle, solution)
}

// Key returns a short name of the canonical form, suitable for an index: the first
// 16 bytes of the SHA-256 of its one-line text, see [Grid.String]; the text's length
// distinguishes the sizes. Among a billion different puzzles the chance that any two
// share a key is below 2e-21.
func Key(puzzle, solution *Grid) [16]byte {
	return new(Canonicalizer).Key(puzzle, solution)
}

// Canonicalizer computes canonical forms without allocating, and remembers the last. The zero value is
// ready; one Canonicalizer serves one goroutine, for any mix of sizes. It takes
// a few microseconds a puzzle on 9x9, see BenchmarkCanonical, and a few times
// that on 16x16, where the most regular grids, with thousands of equal images,
// can take some hundredths of a second.
type Canonicalizer struct {
	search search
	text   []byte

	puzzle, solution Grid // of the last call of Transform
	form             Transform
}

// Canonical does what the function [Canonical] does, in this workspace.
func (c *Canonicalizer) Canonical(puzzle, solution *Grid) Grid {
	t := c.Transform(puzzle, solution)
	return t.Apply(puzzle)
}

// Key does what the function [Key] does, in this workspace.
func (c *Canonicalizer) Key(puzzle, solution *Grid) [16]byte {
	if puzzle.geo == nil || solution.geo == nil {
		return [16]byte{}
	}
	form := c.Canonical(puzzle, solution)
	return c.KeyOf(&form)
}

// KeyOf is the key of a puzzle whose canonical form is known.
func (c *Canonicalizer) KeyOf(form *Grid) [16]byte {
	c.text = c.text[:0]
	c.text = append(c.text, form.geo.prefix()...)
	for _, d := range form.Digits() {
		c.text = append(c.text, d.char())
	}
	sum := sum256(c.text)
	return [16]byte(sum[:16])
}

// Transform returns the Transform that takes a puzzle to its canonical form, given
// its solution. If several do, because the puzzle is an image of itself, it always
// returns the same one.
func (c *Canonicalizer) Transform(puzzle, solution *Grid) Transform {
	switch {
	case *puzzle == c.puzzle && *solution == c.solution:
		return c.form
	case puzzle.geo == nil || solution.geo == nil:
		return Transform{}
	case solution.geo.Classical():
		c.form = c.search.run(puzzle, solution)
	default:
		c.form = leastImage(puzzle, solution)
	}
	c.puzzle, c.solution = *puzzle, *solution
	return c.form
}
