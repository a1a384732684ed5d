package grade

import (
	"fmt"
	"hash/fnv"
	"slices"
	"sync"

	"gradoku/board"
)

// The human ladder. The scale says "forcing chain" where a player says
// "skyscraper"; it ranks what a program finds, in the order of 2006. The second
// ladder is for explanations: the techniques of the scale and, before its chains,
// the patterns that players know by name. It is ordered, and every step is scored,
// as Bernhard Hobiger's HoDoKu 2.2 does by default (2008-2012; the tables of its
// Options.java), with these differences:
//
//   - HoDoKu looks for chains before almost locked sets. Here chains come after all
//     named patterns.
//   - The scale's direct techniques are left out: a person is shown the pattern
//     and then the single. Techniques that HoDoKu does not have are kept, see Technique.Own.
//   - Chains are the scale's; HoDoKu's longer fish, grouped chains, and chains of almost
//     locked sets are missing, and in place of its brute force there are the scale's nested
//     chains.
//
// None of this affects the rating, and the named patterns are not stored. Of 1,000 puzzles
// 980 have HoDoKu's level and 704 a score within 10% of its score; docs/bench/studies.md has
// the causes, and what came of chains before almost locked sets.

// humanOrder is the ladder: the IDs of the rows that have a finder, in the order in
// which they are tried. If several rows share a finder, the first one's ID is
// listed.
var humanOrder = [...]string{
	"full-house", "naked-single", "hidden-single-box", "hidden-single-line",
	"locked-pair", "locked-triplet", "pointing", "claiming",
	"naked-pair", "naked-triplet", "hidden-pair", "hidden-triplet", "naked-quad", "hidden-quad",
	"x-wing", "swordfish", "jellyfish",
	"remote-pair", "bug-1",
	"skyscraper", "two-string-kite", "turbot-fish", "empty-rectangle",
	"w-wing", "xy-wing", "xyz-wing", "unique-rectangle-1", "hidden-rectangle",
	"finned-x-wing", "sashimi-x-wing", "finned-swordfish", "sashimi-swordfish", "finned-jellyfish", "sashimi-jellyfish",
	"sue-de-coq", "simple-colouring-trap", "multi-colouring-1", "als-xz", "aligned-pair-exclusion",
	"x-cycle", "aligned-triplet-exclusion",
	"nishio", "cell-forcing-chain", "dynamic-contradiction", "dynamic-plus", "nested-2", "nested-3", "nested-4", "nested-5",
}

// humanRows are the numbers of these rows and of the rows with After.
var humanRows = func() []int {
	order := slices.Clone(humanOrder[:])
	for row := range len(techniques) + len(patterns) {
		if t := technique(row); t.After != "" {
			order = slices.Insert(order, slices.Index(order, t.After)+1, t.ID)
		}
	}
	var rows []int
	for _, id := range order {
		row, err := rowByID(id)
		if err != nil {
			panic(err) // an error in the table; the first test finds it
		}
		rows = append(rows, row)
	}
	return rows
}()

// PeopleVersion changes with [Version], and with the techniques that a path for people may
// use and their scores.
var PeopleVersion = func() int {
	hash := fnv.New32a()
	fmt.Fprint(hash, Version)
	for _, t := range humanTechniques() {
		fmt.Fprint(hash, " ", t.ID, t.Score)
	}
	return int(hash.Sum32() >> 1) // databases have 31 bits for it
}()

// Patterns returns the named patterns, in the order of the technique order for people.
func Patterns() []Technique { return slices.Clone(patterns[:]) }

// humanTechniques returns every row that the technique order for people can reach: those with
// a finder, each followed by those that share it, and the last resort.
func humanTechniques() []Technique {
	var list []Technique
	for _, row := range humanRows {
		for _, shared := range sharing(row) {
			list = append(list, *technique(shared))
		}
	}
	return append(list, techniques[lastResort])
}

// peopleHardness has the techniques of the order for people: see [PeopleHardness].
var peopleHardness = sync.OnceValue(func() map[string]int {
	hardness := map[string]int{}
	for i, t := range humanTechniques() {
		hardness[t.ID] = t.Score<<8 + i + 1
	}
	return hardness
})

// PeopleHardness compares techniques: one that is harder for people has a higher score or, of the
// same score, comes later in the order. It is 0 for one that the order does not have.
func PeopleHardness(id string) int { return peopleHardness()[id] }

// HarderForPeople returns the techniques that are harder for people than one, in the order.
func HarderForPeople(id string) (harder []string) {
	for _, t := range humanTechniques() {
		if PeopleHardness(t.ID) > PeopleHardness(id) {
			harder = append(harder, t.ID)
		}
	}
	return harder
}

// HumanPath is the solution path that is shown to people.
type HumanPath struct {
	Steps   []Step
	Score   int        // of all steps together
	Level   HumanLevel // see HumanLevelOf
	Hardest string     // ID of the technique with the highest score, of several the last of the order; "" without a step

	Solved  bool // the steps reach the solution
	AtLeast bool // the budget ended: there would be more steps

	hardest HumanLevel // of any step
}

// Human solves a puzzle of the grader's size by the technique order for people; another size
// panics.
func (gr *Grader) Human(p *board.Grid) (path HumanPath) {
	gr.mustFit(p)
	if p.Check() != nil {
		gr.found.reset()
		gr.found.rating = techniques[lastResort].Rating
		path.add(lastResort, gr.step(lastResort))
		return path
	}
	return gr.HumanOn(new(board.NewBoard(p)))
}

// HumanOn is Human for a board, as [Grader.PathOn] is Path.
func (gr *Grader) HumanOn(b *board.Board) (path HumanPath) {
	s := &gr.state
	gr.mustFit(&b.Grid)
	s.loadBoard(b)
	s.limit(gr.Budget, gr.Stop)
	for s.blanks > 0 {
		row, ok := gr.find(humanRows)
		if !ok {
			path.AtLeast = true
			return path
		}
		path.add(row, gr.step(row))
		if row == lastResort {
			return path
		}
		gr.apply()
	}
	path.Solved = true
	return path
}

// add appends a step and brings the score and the level up to date.
func (h *HumanPath) add(row int, s Step) {
	t := technique(row)
	h.Steps = append(h.Steps, s)
	h.Score += t.Score
	if PeopleHardness(t.ID) > PeopleHardness(h.Hardest) {
		h.Hardest = t.ID
	}
	h.hardest = max(h.hardest, t.Level)
	h.Level = HumanLevelOf(h.hardest, h.Score)
}

// HumanLevel says how hard a technique, or a path, is for people.
type HumanLevel uint8

// The levels, and no level, in ascending order.
const (
	NoLevel HumanLevel = iota
	LevelEasy
	LevelMedium
	LevelHard
	LevelUnfair
	LevelExtreme
)

// String names the level: "Easy"; "" for NoLevel.
func (l HumanLevel) String() string {
	return [...]string{"", "Easy", "Medium", "Hard", "Unfair", "Extreme"}[l]
}

// humanLimits are the scores up to which a path keeps a level; beyond, it has the
// next, however easy its steps are.
var humanLimits = [...]int{LevelEasy: 800, LevelMedium: 1000, LevelHard: 1600, LevelUnfair: 1800}

// HumanLevelOf returns the level of a path: that of its hardest step, raised while
// its score exceeds the level's limit.
func HumanLevelOf(hardest HumanLevel, score int) HumanLevel {
	for hardest > NoLevel && hardest < LevelExtreme && score > humanLimits[hardest] {
		hardest++
	}
	return hardest
}
