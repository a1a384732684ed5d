package grade

import (
	"cmp"
	"slices"
)

// The rating of a chain is a base plus an increment for its length, in floating
// point and in exactly this way: tenths are added up one by one, their sum is
// added to the base, and steps are sorted by the result before it is rounded
// for display. So 6.6 with one increment (6.699999999999999) comes before 6.5
// with two (6.7), although both print as 6.7.

// lengthRating is what a chain of the given complexity, its number of distinct
// nodes, adds.
func lengthRating(complexity int) float64 {
	added := 0.0
	length := complexity - 2
	for ceiling, odd := 4, false; length > ceiling; odd = !odd { // 4, 6, 8, 12, 16, 24, ...
		added += 0.1
		if odd {
			ceiling = ceiling * 4 / 3
		} else {
			ceiling = ceiling * 3 / 2
		}
	}
	return added
}

// inTenths rounds a rating as the original prints it.
func inTenths(rating float64) int { return int((rating + 0.05) * 10) }

// The searches of producer 21 of the scale, one for each base and key.
const (
	cycleX = iota
	cycleY
	chainX
	mixed // cycles and chains: same base, same key
	unarySearches
)

// unaryEntry is one question in the order of producer 21: does this search have a
// chain of so many nodes?
type unaryEntry struct {
	search int
	nodes  int
	rating float64
}

// longestUnary is the longest chain that is looked for. Each pair of nodes takes
// a candidate of its own, and no 9x9 board has more than 729.
const longestUnary = 2 * 768

// unaryOrder lists all these questions, best rating first, then shortest, then
// in the order X, Y, mixed. unaryRank[search][nodes/2] is the place of a
// question in it.
var (
	unaryOrder = sortUnary()
	unaryRank  = rankUnary()
)

func sortUnary() []unaryEntry {
	base := [unarySearches]float64{cycleX: 6.5, cycleY: 6.5, chainX: 6.6, mixed: 7.0}
	key := [unarySearches]int{cycleX: 2, cycleY: 3, chainX: 2, mixed: 4}
	var list []unaryEntry
	for nodes := 4; nodes <= longestUnary; nodes += 2 {
		for search := range unarySearches {
			list = append(list, unaryEntry{search, nodes, base[search] + lengthRating(nodes)})
		}
	}
	slices.SortStableFunc(list, func(a, b unaryEntry) int {
		return cmp.Or(cmp.Compare(a.rating, b.rating), a.nodes-b.nodes, key[a.search]-key[b.search])
	})
	return list
}

func rankUnary() (rank [unarySearches][longestUnary/2 + 1]int32) {
	for i, e := range unaryOrder {
		rank[e.search][e.nodes/2] = int32(i)
	}
	return rank
}
