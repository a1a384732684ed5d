package grade

import (
	"fmt"
	"slices"
	"strings"
)

// Technique is one row of the table: a way of reasoning that a person can learn.
type Technique struct {
	Number int    // stable: databases store it, so it is never given to another technique; 0 in the named patterns
	ID     string // stable: used in files, in answers and on the command line
	Name   string // for people
	Rating int    // tenths; the lowest where it varies, see Doc; 0 in the named patterns

	// HoDoKu's level and score, which the human ladder uses (see human.go). Score is
	// 0 if that ladder leaves the technique out. Own says that HoDoKu has no such
	// technique: level and score are then those of its nearest relative. Nested chains do
	// what forcing nets (700) and guesses (10000) do there: with 2000 the scores of 28
	// puzzles that need them come nearest to HoDoKu's.
	Level HumanLevel
	Score int
	Own   bool

	// After is the ID of the technique that this one follows on the human ladder. It is
	// "" for a technique that is in HoDoKu's order, humanOrder, for one that shares the
	// search of the row before, and if Score is 0.
	After string

	Lesson string // which lesson of a book teaches it, of the families in package book; "" for none

	Doc string // what it sees and why it is sound

	// find is nil in rows that share the search of a row before. For example,
	// unique-rectangle-2 and after share that of unique-rectangle-1: of all
	// loops the lowest rated counts, not the lowest type.
	find finder
}

// Version is the version of the grader and part of every stored grade. It is
// raised whenever a number in a Grade can change, so with every new row here.
const Version = 5

// techniques is the table. Its order is the order in which techniques are tried
// after every step, and so part of the scale. Each row is searched completely
// before the next.
var techniques = [...]Technique{
	{
		Number: 1, ID: "full-house", Name: "Full house", Rating: 10,
		Lesson: "full-house", Level: LevelEasy, Score: 4,
		Doc:  "A house has one blank left. It takes the one digit the house still lacks.",
		find: lastCell,
	},
	{
		Number: 2, ID: "hidden-single-box", Name: "Hidden single in box", Rating: 12,
		Lesson: "hidden-single", Level: LevelEasy, Score: 14,
		Doc:  "A digit has one place left in a box, since it stands already in the rows and columns of the other blanks. It must go there.",
		find: hiddenInBox,
	},
	{
		Number: 3, ID: "hidden-single-line", Name: "Hidden single in line", Rating: 15,
		Lesson: "hidden-single", Level: LevelEasy, Score: 14,
		Doc:  "The same in a row or a column, where it is harder to see: the places closed to the digit are spread over several boxes.",
		find: hiddenInLine,
	},
	{
		Number: 4, ID: "direct-pointing", Name: "Direct pointing", Rating: 17,
		Lesson: "locked",
		Doc: "In one box a digit must lie in a certain row or column, so the rest of that line is closed to it, and that leaves " +
			"another box of the same band or stack a single place for the digit.",
		find: directPointing,
	},
	{
		Number: 5, ID: "direct-claiming", Name: "Direct claiming", Rating: 19,
		Lesson: "locked",
		Doc: "In one row or column a digit must lie in a certain box, so the rest of that box is closed to it, and that leaves " +
			"a parallel line through the box a single place for the digit. Where a band has three boxes, as on 9x9, a direct " +
			"pointing is always there first; on 12x12 and 16x16 it occurs.",
		find: directClaiming,
	},
	{
		Number: 6, ID: "direct-hidden-pair", Name: "Direct hidden pair", Rating: 20,
		Lesson: "hidden-set",
		Doc: "Two digits of a house fit only into the same two cells and so fill them. That takes away places from " +
			"a third digit of the house and leaves it one.",
		find: directHiddenSet(2),
	},
	{
		Number: 7, ID: "naked-single", Name: "Naked single", Rating: 23,
		Lesson: "naked-single", Level: LevelEasy, Score: 4,
		Doc: "A cell has one candidate left, because its peers hold all other digits or because they were eliminated. " +
			"Rated above hidden singles: one has to count digits over three houses instead of looking for one.",
		find: nakedSingle,
	},
	{
		Number: 8, ID: "direct-hidden-triplet", Name: "Direct hidden triplet", Rating: 25,
		Lesson: "hidden-set",
		Doc:    "As the direct hidden pair, with three digits that fit only into the same three cells.",
		find:   directHiddenSet(3),
	},
	{
		Number: 9, ID: "pointing", Name: "Pointing", Rating: 26,
		Lesson: "locked", Level: LevelMedium, Score: 50,
		Doc:  "All places of a digit in a box lie in one row or column. The digit is in one of them, so it is nowhere else in that line.",
		find: pointing,
	},
	{
		Number: 10, ID: "claiming", Name: "Claiming", Rating: 28,
		Lesson: "locked", Level: LevelMedium, Score: 50,
		Doc:  "All places of a digit in a row or column lie in one box. The digit is in one of them, so it is nowhere else in that box.",
		find: claiming,
	},
	{
		Number: 11, ID: "naked-pair", Name: "Naked pair", Rating: 30,
		Lesson: "naked-set", Level: LevelMedium, Score: 60,
		Doc:  "Two cells of a house have the same two candidates and nothing else. They use both digits up, so the rest of the house loses them.",
		find: nakedSet(2),
	},
	{
		Number: 12, ID: "x-wing", Name: "X-Wing", Rating: 32,
		Lesson: "fish", Level: LevelHard, Score: 140,
		Doc: "In two columns a digit fits only into the same two rows. Each column takes the digit in another of the rows, " +
			"so both rows have it there and nowhere else. Likewise with rows and columns exchanged.",
		find: fish(2),
	},
	{
		Number: 13, ID: "hidden-pair", Name: "Hidden pair", Rating: 34,
		Lesson: "hidden-set", Level: LevelMedium, Score: 70,
		Doc:  "Two digits of a house fit only into the same two cells. They fill them, so these cells lose every other candidate.",
		find: hiddenSet(2),
	},
	{
		Number: 14, ID: "naked-triplet", Name: "Naked triplet", Rating: 36,
		Lesson: "naked-set", Level: LevelMedium, Score: 80,
		Doc:  "Three cells of a house have only three digits among them, not necessarily all three each. The rest of the house loses the three digits.",
		find: nakedSet(3),
	},
	{
		Number: 15, ID: "swordfish", Name: "Swordfish", Rating: 38,
		Lesson: "fish", Level: LevelHard, Score: 150,
		Doc:  "The X-Wing with three lines: in three columns a digit fits only into three rows, so these rows have it nowhere else.",
		find: fish(3),
	},
	{
		Number: 16, ID: "hidden-triplet", Name: "Hidden triplet", Rating: 40,
		Lesson: "hidden-set", Level: LevelMedium, Score: 100,
		Doc:  "Three digits of a house fit only into the same three cells, which lose every other candidate.",
		find: hiddenSet(3),
	},
	{
		Number: 17, ID: "xy-wing", Name: "XY-Wing", Rating: 42,
		Lesson: "wing", Level: LevelHard, Score: 160,
		Doc: "A cell with candidates x and y sees one with x and z and another with y and z. Whichever digit the first cell is, " +
			"one of the other two is z, so a cell that sees both of them is not z.",
		find: wing(2),
	},
	{
		Number: 18, ID: "xyz-wing", Name: "XYZ-Wing", Rating: 44,
		Lesson: "wing", Level: LevelHard, Score: 180,
		Doc:  "As the XY-Wing, with a pivot that has z too. One of the three cells is z, so a cell that sees all three is not z.",
		find: wing(3),
	},
	{
		Number: 19, ID: "unique-rectangle-1", Name: "Unique rectangle type 1", Rating: 45,
		Lesson: "unique", Level: LevelHard, Score: 100,
		Doc: "Four cells in two rows, two columns and two boxes have the candidates a and b, three of them nothing else. Were the fourth " +
			"a or b, the four could be filled in two ways. A proper puzzle has one solution, so the fourth cell is neither.",
		find: uniqueLoop,
	},
	{
		Number: 20, ID: "unique-rectangle-2", Name: "Unique rectangle type 2", Rating: 45,
		Lesson: "unique", Level: LevelHard, Score: 100,
		Doc: "Two cells of the rectangle have the same one extra digit. It must be in one of them, so a cell that sees both loses it.",
	},
	{
		Number: 21, ID: "unique-rectangle-3", Name: "Unique rectangle type 3", Rating: 45,
		Lesson: "unique", Level: LevelHard, Score: 100,
		Doc: "Two cells of the rectangle that share a house have several extra digits. One of them is an extra digit, so together " +
			"they act as a cell with just these, and with other cells of the house can make a naked or a hidden set. A naked set of n adds n-1 " +
			"tenths to the rating, a hidden one n-2.",
	},
	{
		Number: 22, ID: "unique-rectangle-4", Name: "Unique rectangle type 4", Rating: 45,
		Lesson: "unique", Level: LevelHard, Score: 100,
		Doc: "Two cells of the rectangle share a house that has no other place for a, so one of them is a. Were the other b, the rectangle could be " +
			"filled in two ways; both cells lose b.",
	},
	{
		Number: 23, ID: "unique-loop-1", Name: "Unique loop type 1", Rating: 46,
		Lesson: "unique", Level: LevelHard, Score: 100, Own: true,
		Doc: "The unique rectangle with six cells or more: a closed path of cells with a and b that touches every house twice or not at all. " +
			"Six cells are rated 4.6, eight 4.7, more 5.0. Type 1: one cell has extra digits and loses a and b.",
	},
	{
		Number: 24, ID: "unique-loop-2", Name: "Unique loop type 2", Rating: 46,
		Lesson: "unique", Level: LevelHard, Score: 100, Own: true,
		Doc: "All cells of the loop that have extra digits have the same one. It must be in one of them, so a cell that sees them all loses it.",
	},
	{
		Number: 25, ID: "unique-loop-3", Name: "Unique loop type 3", Rating: 46,
		Lesson: "unique", Level: LevelHard, Score: 100, Own: true,
		Doc: "As the unique rectangle type 3, on a longer loop; the set adds as much to the rating.",
	},
	{
		Number: 26, ID: "unique-loop-4", Name: "Unique loop type 4", Rating: 46,
		Lesson: "unique", Level: LevelHard, Score: 100, Own: true,
		Doc: "As the unique rectangle type 4, on a longer loop.",
	},
	{
		Number: 27, ID: "naked-quad", Name: "Naked quad", Rating: 50,
		Lesson: "naked-set", Level: LevelHard, Score: 120,
		Doc:  "Four cells of a house have only four digits among them; the rest of the house loses these.",
		find: nakedSet(4),
	},
	{
		Number: 28, ID: "jellyfish", Name: "Jellyfish", Rating: 52,
		Lesson: "fish", Level: LevelHard, Score: 160,
		Doc:  "The X-Wing with four lines.",
		find: fish(4),
	},
	{
		Number: 29, ID: "hidden-quad", Name: "Hidden quad", Rating: 54,
		Lesson: "hidden-set", Level: LevelHard, Score: 150,
		Doc:  "Four digits of a house fit only into the same four cells, which lose every other candidate.",
		find: hiddenSet(4),
	},
	{
		Number: 30, ID: "bug-1", Name: "BUG type 1", Rating: 56,
		Lesson: "bug", Level: LevelHard, Score: 100,
		Doc: "A bivalue universal grave is a position in which every blank has two candidates and every digit two places, or none, in each " +
			"house. It never has exactly one solution, so in a proper puzzle it cannot arise. Type 1: a single cell keeps it from arising, " +
			"with a candidate more; the cell is that digit.",
		find: bug,
	},
	{
		Number: 31, ID: "bug-2", Name: "BUG type 2", Rating: 57,
		Lesson: "bug", Level: LevelHard, Score: 100, Own: true,
		Doc: "Several cells keep the grave from arising, all with the same digit more. One of them is that digit, so a cell that sees them all is not.",
	},
	{
		Number: 32, ID: "bug-4", Name: "BUG type 4", Rating: 57,
		Lesson: "bug", Level: LevelHard, Score: 100, Own: true,
		Doc: "Two cells of a house keep the grave from arising, and have one other candidate v in common. One of them is its extra digit, " +
			"and v is in the other: since without the extra digits the house has just these two places for v. So both lose what is neither.",
	},
	{
		Number: 33, ID: "bug-3", Name: "BUG type 3", Rating: 58,
		Lesson: "bug", Level: LevelHard, Score: 100, Own: true,
		Doc: "The cells that keep the grave from arising lie in one house and have different extra digits. One of them is an extra digit, so together they act " +
			"as a cell with just these, and can complete a naked set. A set of n adds n-1 tenths to 5.7.",
	},
	{
		Number: 34, ID: "aligned-pair-exclusion", Name: "Aligned pair exclusion", Rating: 62,
		Lesson: "aligned", Level: LevelUnfair, Score: 300, Own: true,
		Doc: "Go through all combinations of candidates of two cells. One is impossible if it puts a digit twice in a house, or both candidates of a cell " +
			"with two that sees both cells into these. A candidate that occurs in no possible combination can go.",
		find: alignedExclusion(2),
	},
	{
		Number: 35, ID: "x-cycle", Name: "Bidirectional X-cycle", Rating: 65,
		Lesson: "chain", Level: LevelUnfair, Score: 260,
		Doc: "A closed chain of places of one digit, in which every second link joins the last two places in a house. It can be run " +
			"through in both directions, so every second place holds the digit, these or those. Whatever sees a place of either kind loses it. Longer cycles are rated higher.",
		find: chainFinder(unaryChains),
	},
	{
		Number: 36, ID: "y-cycle", Name: "Bidirectional Y-cycle", Rating: 65,
		Lesson: "chain", Level: LevelUnfair, Score: 260,
		Doc: "A closed chain of cells with two candidates, each of which shares one with the next. In either direction every cell takes the " +
			"other of its two digits, so each digit that links two cells is in one of them. A cell that sees both loses it.",
	},
	{
		Number: 37, ID: "forcing-x-chain", Name: "Forcing X-chain", Rating: 66,
		Lesson: "chain", Level: LevelUnfair, Score: 260,
		Doc: "Assume that a digit is in a cell and follow it through houses with two places left for it. If the chain ends with the digit not in that cell, it is not there. " +
			"Likewise, if assuming that the digit is not there leads to its being there, it is there. The shortest, with six nodes, is called a turbot fish. Longer ones are rated higher.",
	},
	{
		Number: 38, ID: "cycle", Name: "Bidirectional cycle", Rating: 70,
		Lesson: "chain", Level: LevelUnfair, Score: 280,
		Doc: "A cycle that mixes the links of both kinds: the last two places of a digit in a house, and the two candidates of a cell.",
	},
	{
		Number: 39, ID: "forcing-chain", Name: "Forcing chain", Rating: 70,
		Lesson: "chain", Level: LevelUnfair, Score: 280,
		Doc: "A chain that runs through houses with two places for a digit and through cells with two candidates, from an assumption to its opposite. So the assumption is wrong.",
	},
	{
		Number: 40, ID: "aligned-triplet-exclusion", Name: "Aligned triplet exclusion", Rating: 75,
		Lesson: "aligned", Level: LevelUnfair, Score: 340, Own: true,
		Doc: "The aligned pair exclusion with three cells: a combination is also impossible if it uses up all two or three candidates of a cell that sees all of them. " +
			"At least two such cells are required.",
		find: alignedExclusion(3),
	},
	{
		Number: 41, ID: "nishio", Name: "Nishio forcing chain", Rating: 75,
		Lesson: "chain", Level: LevelExtreme, Score: 500,
		Doc: "Assume that a digit stands in a cell, or does not, and follow that digit alone, striking it out wherever it cannot be any more. " +
			"If it has to be and not to be in some cell, the assumption is wrong. Longer nets are rated higher.",
		find: chainFinder(nishioChains),
	},
	{
		Number: 42, ID: "cell-forcing-chain", Name: "Cell forcing chain", Rating: 80,
		Lesson: "net", Level: LevelExtreme, Score: 500,
		Doc:  "Chains lead from every candidate of a cell to the same conclusion, so it holds. The rating grows with the candidates in all chains together.",
		find: chainFinder(staticChains),
	},
	{
		Number: 43, ID: "region-forcing-chain", Name: "Region forcing chain", Rating: 80,
		Lesson: "net", Level: LevelExtreme, Score: 500,
		Doc: "Chains lead from every place of a digit in a house to the same conclusion, so it holds.",
	},
	{
		Number: 44, ID: "dynamic-contradiction", Name: "Dynamic contradiction", Rating: 85,
		Lesson: "net", Level: LevelExtreme, Score: 700,
		Doc: "Assume that a candidate is true, or false, and follow everything, striking out what turns false: cells and houses that had many candidates " +
			"come down to one. If something turns out both true and false, the assumption is wrong.",
		find: chainFinder(dynamicChains),
	},
	{
		Number: 45, ID: "dynamic-double", Name: "Dynamic double chain", Rating: 85,
		Lesson: "net", Level: LevelExtreme, Score: 700,
		Doc: "The same follows from a candidate being true and from its being false, so it holds. Candidates that turn false are struck out on the way.",
	},
	{
		Number: 46, ID: "dynamic-cell", Name: "Dynamic cell chain", Rating: 85,
		Lesson: "net", Level: LevelExtreme, Score: 700,
		Doc: "A cell forcing chain in which candidates that turn false are struck out on the way.",
	},
	{
		Number: 47, ID: "dynamic-region", Name: "Dynamic region chain", Rating: 85,
		Lesson: "net", Level: LevelExtreme, Score: 700,
		Doc: "A region forcing chain in which candidates that turn false are struck out on the way.",
	},
	{
		Number: 48, ID: "dynamic-plus", Name: "Dynamic chain with rules", Rating: 90,
		Lesson: "net", Level: LevelExtreme, Score: 700,
		Doc: "Dynamic chains of any of the four forms that, where they get stuck, go on with locked candidates, hidden and naked pairs and X-Wings, as they " +
			"appear among the candidates that are left.",
		find: chainFinder(dynamicChains + 1),
	},
	{
		Number: 49, ID: "nested-2", Name: "Nested chains, level 2", Rating: 95,
		Lesson: "net", Level: LevelExtreme, Score: 2000, Own: true,
		Doc:  "As before, and where that gets stuck too, cycles and single forcing chains among the candidates that are left. The candidates of these chains count for the rating.",
		find: chainFinder(dynamicChains + 2),
	},
	{
		Number: 50, ID: "nested-3", Name: "Nested chains, level 3", Rating: 100,
		Lesson: "net", Level: LevelExtreme, Score: 2000, Own: true,
		Doc:  "As before, with cell and region forcing chains inside as well.",
		find: chainFinder(dynamicChains + 3),
	},
	{
		Number: 51, ID: "nested-4", Name: "Nested chains, level 4", Rating: 105,
		Lesson: "net", Level: LevelExtreme, Score: 2000, Own: true,
		Doc:  "As before, with dynamic instead of static chains inside the chain.",
		find: chainFinder(dynamicChains + 4),
	},
	{
		Number: 52, ID: "nested-5", Name: "Nested chains, level 5", Rating: 110,
		Lesson: "net", Level: LevelExtreme, Score: 2000, Own: true,
		Doc:  "As before, and the dynamic chains inside may contain further chains.",
		find: chainFinder(dynamicChains + 5),
	},
	{
		Number: 53, ID: "last-resort", Name: "Last resort", Rating: 200,
		Level: LevelExtreme, Score: 20000,
		Doc: "Nothing above finds a step; trial and error remains. The scale says 20.0 and ends there. No proper puzzle is known that needs it.",
	},
}

// Techniques returns the table, in the order in which techniques are tried. The
// index of a technique is its place in [Grade.Uses].
func Techniques() []Technique { return slices.Clone(techniques[:]) }

// technique returns a row by its number: first those of the scale, then the named
// patterns.
func technique(row int) *Technique {
	if row < len(techniques) {
		return &techniques[row]
	}
	return &patterns[row-len(techniques)]
}

// rowByID returns the number of a row, or an error that lists the IDs.
func rowByID(id string) (int, error) {
	ids := make([]string, len(techniques)+len(patterns))
	for i := range ids {
		ids[i] = technique(i).ID
		if ids[i] == id {
			return i, nil
		}
	}
	return 0, fmt.Errorf("there is no technique %q: use %s", id, strings.Join(ids, ", "))
}

// TechniqueByID returns a technique of the scale or a named pattern, or an error that
// lists the IDs.
func TechniqueByID(id string) (Technique, error) {
	row, err := rowByID(id)
	if err != nil {
		return Technique{}, err
	}
	return *technique(row), nil
}
