package book

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"gradoku/grade"
)

// Orders are the ways to order a book's puzzles: in sections by level, from easy to
// hard; from easy to hard without sections; at random; in the order of a list.
var Orders = []string{"sections", "ramp", "shuffled", "given"}

// Arrange orders puzzles and divides them into sections: by size, then by variant in the order in
// which the variants first come, and with the order "sections" also by technique in such an
// order, or by level. Within a section they go from easy to hard, by the scan
// effort, which follows the times of people best. "given" keeps their order; then
// consecutive puzzles of one size and variant form a section.
func Arrange(puzzles []Puzzle, order string, seed uint64) []Section {
	sectioned := order == "sections" || order == ""
	technique := func(p *Puzzle) string {
		if !sectioned {
			return ""
		}
		return p.Technique
	}
	variantTurn, techniqueTurn := turns(puzzles, (*Puzzle).variant), turns(puzzles, technique)
	if order != "given" {
		slices.SortStableFunc(puzzles, func(a, b Puzzle) int {
			return cmp.Or(
				a.Givens.Geometry().Size-b.Givens.Geometry().Size,
				variantTurn[a.variant()]-variantTurn[b.variant()],
				techniqueTurn[technique(&a)]-techniqueTurn[technique(&b)],
				grade.CompareLevels(a.LevelID(), b.LevelID()),
				a.Grade.Scan-b.Grade.Scan,
				a.Grade.Rating-b.Grade.Rating,
				slices.Compare(a.Canon[:], b.Canon[:]))
		})
	}
	var sections []Section
	for _, p := range puzzles {
		key := Section{Size: p.Givens.Geometry().Size, Variant: p.variant(), Technique: technique(&p)}
		if sectioned && key.Technique == "" {
			key.Level = p.LevelID()
		}
		last := len(sections) - 1
		if last < 0 || sections[last].Size != key.Size || sections[last].Variant != key.Variant || sections[last].Level != key.Level || sections[last].Technique != key.Technique {
			sections = append(sections, key)
			last++
		}
		sections[last].Puzzles = append(sections[last].Puzzles, p)
	}
	if order == "shuffled" {
		r := rand.New(rand.NewPCG(seed, 0))
		for _, sec := range sections {
			r.Shuffle(len(sec.Puzzles), func(i, k int) { sec.Puzzles[i], sec.Puzzles[k] = sec.Puzzles[k], sec.Puzzles[i] })
		}
	}
	return sections
}

// turns numbers the values of puzzles in the order in which they first come.
func turns(puzzles []Puzzle, of func(*Puzzle) string) map[string]int {
	turn := map[string]int{}
	for i := range puzzles {
		if _, known := turn[of(&puzzles[i])]; !known {
			turn[of(&puzzles[i])] = len(turn)
		}
	}
	return turn
}
