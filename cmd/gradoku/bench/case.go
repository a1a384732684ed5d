package bench

import (
	"context"
	"fmt"

	"gradoku/board"
	"gradoku/generate"
	"gradoku/grade"
	"gradoku/solve"
)

// benchmark is one case: a thing to measure.
type benchmark struct {
	name string // as in Go's benchmarks: what/size/on what
	unit string // what is counted: puzzles, grids
	// prepare does everything that is not to be measured. Its error is [errAbsent] if
	// a file of the data folder is missing.
	prepare func(ctx context.Context, e *env) (work, error)
}

// work is done repeatedly; it returns how many units it has done.
type work func() (int, error)

// sets are the files of puzzles, with the number of solutions that a count to 2
// finds for each.
var sets = []struct {
	name      string
	solutions int
}{
	{"sudoku-easy50", 1}, {"17clue", 1}, {"sudoku-top95", 1}, {"top1465", 1}, {"forum11", 1}, {"multi", 2},
}

// bands are the parts of the rating scale that are measured separately, in tenths.
var bands = []struct{ from, to int }{
	{10, 15}, {17, 25}, {26, 44}, {45, 62}, {65, 75}, {76, 84}, {85, 90}, {91, 94}, {95, 105},
}

// benchmarks returns the table of all cases, in the order of the report.
func benchmarks() []benchmark {
	var all []benchmark
	add := func(name, unit string, prepare func(context.Context, *env) (work, error)) {
		all = append(all, benchmark{name, unit, prepare})
	}
	// To count to 2 is the question of every generator and importer.
	for _, s := range sets {
		add("Solve/9/"+s.name, "puzzles", func(_ context.Context, e *env) (work, error) {
			puzzles, err := e.file("bench/" + s.name + ".txt")
			return counting(puzzles, s.solutions), err
		})
	}
	for _, m := range []struct{ size, puzzles int }{{9, 5000}, {12, 100}, {16, 10}} {
		add(fmt.Sprintf("Solve/%d/minimal", m.size), "puzzles", func(_ context.Context, e *env) (work, error) {
			puzzles, err := e.minimal(m.size, m.puzzles)
			return counting(puzzles, 1), err
		})
	}
	add("Canonical/9/minimal", "puzzles", canonical)
	for _, m := range []struct{ size, tries int }{{4, 2000}, {6, 1000}, {9, 500}, {12, 2}} {
		add(fmt.Sprintf("Generate/%d/minimal", m.size), "puzzles", func(context.Context, *env) (work, error) {
			return generating(m.size, m.tries)
		})
	}
	add("Generate/9/uniform-grids", "grids", uniformGrids)
	// Puzzles must all come out in the band that they are of; the minimal ones are the
	// random mix that a generator meets.
	for _, b := range bands {
		name := fmt.Sprintf("Grade/9/%d.%d-%d.%d", b.from/10, b.from%10, b.to/10, b.to%10)
		add(name, "puzzles", func(_ context.Context, e *env) (work, error) {
			puzzles, err := e.band(b.from, b.to)
			return grading(puzzles, b.from, b.to), err
		})
	}
	add("Grade/9/minimal", "puzzles", func(_ context.Context, e *env) (work, error) {
		puzzles, err := e.minimal(9, 500)
		return grading(puzzles, 0, 200), err
	})
	add("Save/9/minimal", "puzzles", saveAll)
	add("Run/9/minimal", "puzzles", wholeRun)
	return all
}

// counting counts the solutions of puzzles.
func counting(puzzles []board.Grid, solutions int) work {
	var s *solve.Searcher
	return func() (int, error) {
		if s == nil {
			s = solve.NewSearcher(puzzles[0].Geometry())
		}
		for i := range puzzles {
			if n := s.Count(&puzzles[i], 2); n != solutions {
				return 0, fmt.Errorf("%v has %d solutions, want %d", puzzles[i], n, solutions)
			}
		}
		return len(puzzles), nil
	}
}

// canonical finds the canonical forms of puzzles whose solutions are known.
func canonical(_ context.Context, e *env) (work, error) {
	puzzles, err := e.minimal(9, 5000)
	if err != nil {
		return nil, err
	}
	s := solve.NewSearcher(board.Nine())
	solutions := make([]board.Grid, len(puzzles))
	for i := range puzzles {
		solutions[i], _ = s.Solve(&puzzles[i])
	}
	var z board.Canonicalizer
	return func() (int, error) {
		for i := range puzzles {
			z.Key(&puzzles[i], &solutions[i])
		}
		return len(puzzles), nil
	}, nil
}

// uniformGrids draws full grids, all with the same probability.
func uniformGrids(context.Context, *env) (work, error) {
	u, err := generate.NewUniform(board.Nine())
	if err != nil {
		return nil, err
	}
	rng := newRand()
	return func() (int, error) {
		const grids = 20_000
		for range grids {
			u.Fill(rng)
		}
		return grids, nil
	}, nil
}

// generating goes on from try to try, so that no round repeats another's work.
func generating(size, tries int) (work, error) {
	g, err := plainGenerator(size)
	if err != nil {
		return nil, err
	}
	index := uint64(0)
	return func() (int, error) {
		for range tries {
			if _, err := g.Try(seed, index); err != nil {
				return 0, err
			}
			index++
		}
		return tries, nil
	}, nil
}

// grading rates puzzles.
func grading(puzzles []board.Grid, from, to int) work {
	var gr *grade.Grader
	return func() (int, error) {
		if gr == nil {
			gr = grade.NewGrader(puzzles[0].Geometry())
		}
		for i := range puzzles {
			if r := gr.Grade(&puzzles[i]).Rating; r < from || r > to {
				return 0, fmt.Errorf("%v is rated %d tenths, not %d to %d", puzzles[i], r, from, to)
			}
		}
		return len(puzzles), nil
	}
}

// plainOptions are the options of gradoku generate without flags.
func plainOptions(size int) (generate.Options, error) {
	geo, err := board.ForSize(size)
	if err != nil {
		return generate.Options{}, err
	}
	none, err := board.SymmetryByName("none")
	return generate.Options{Geometry: geo, Symmetry: none, Minimal: true}, err
}

func plainGenerator(size int) (*generate.Generator, error) {
	opt, err := plainOptions(size)
	if err != nil {
		return nil, err
	}
	return generate.New(opt)
}
