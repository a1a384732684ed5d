package grade

// patternCases has for every named pattern a board on which it is found, and boards
// that fall short of it, as techniqueCases has for the scale.
var patternCases = []finderCase{
	{
		"locked-pair", "",
		[]edit{only("r1c1 r1c2", 4, 7), strike("r1c4 r1c5 r1c6 r1c7 r1c8", 4, 7), strike("r2c1 r2c2 r2c3 r3c1 r3c2", 4, 7)},
		"Locked pair: r1c1 and r1c2 hold only 4 and 7 and lie in both box 1 and row 1, so remove 4 and 7 from r1c3, r1c9 and r3c3.",
	},
	{"locked-pair", "nothing to lose in the row", []edit{only("r1c1 r1c2", 4, 7), strike("r1c3 r1c4 r1c5 r1c6 r1c7 r1c8 r1c9", 4, 7)}, ""},
	{
		"locked-triplet", "",
		[]edit{only("r1c1", 4, 7), only("r1c2", 7, 8), only("r1c3", 4, 8), strike("r1c4 r1c5 r1c6 r1c7 r1c8", 4, 7, 8), strike("r2c1 r2c2 r2c3 r3c1 r3c2", 4, 7, 8)},
		"Locked triplet: r1c1, r1c2 and r1c3 hold only 4, 7 and 8 and lie in both box 1 and row 1, so remove 4, 7 and 8 from r1c9 and r3c3.",
	},
	{"locked-triplet", "four digits", []edit{only("r1c1", 4, 7), only("r1c2", 7, 8), only("r1c3", 4, 9)}, ""},
	{
		"remote-pair", "",
		[]edit{only("r1c1 r1c5 r4c5 r4c8", 2, 6)},
		"Remote pair of 2 and 6 along r4c8, r4c5, r1c5 and r1c1: r4c8 and r1c1 are different, and what sees both is neither, so remove 2 and 6 from r1c8 and r4c1.",
	},
	{"remote-pair", "three cells", []edit{only("r1c1 r1c5 r4c5", 2, 6)}, ""},
	{
		"skyscraper", "",
		[]edit{confine(5, "r2", "r2c1 r2c8"), confine(5, "r6", "r6c1 r6c9")},
		"Skyscraper on 5: it has two places in row 2 and two in row 6. Since r2c1 and r6c1 are both in column 1, at most one of them is 5, so one of r2c8 and r6c9 is 5: remove 5 from r1c9, r3c9, r4c8 and r5c8.",
	},
	{"skyscraper", "another place", []edit{confine(5, "r2", "r2c1 r2c8 r2c5"), confine(5, "r6", "r6c1 r6c9")}, ""},
	{"skyscraper", "an X-Wing", []edit{confine(5, "r2", "r2c1 r2c8"), confine(5, "r6", "r6c1 r6c8"), strike("r1c8 r3c8 r4c8 r5c8 r7c8 r8c8 r9c8 r1c1 r3c1 r4c1 r5c1 r7c1 r8c1 r9c1", 5)}, ""},
	{
		"two-string-kite", "",
		[]edit{confine(5, "r2", "r2c2 r2c7"), confine(5, "c1", "r3c1 r8c1")},
		"Two-string kite on 5: it has two places in column 1 and two in row 2. Since r3c1 and r2c2 are both in box 1, at most one of them is 5, so one of r8c1 and r2c7 is 5: remove 5 from r8c7.",
	},
	{"two-string-kite", "in two boxes", []edit{confine(5, "r2", "r2c5 r2c7"), confine(5, "c1", "r3c1 r8c1")}, ""},
	{
		"turbot-fish", "",
		[]edit{confine(5, "b1", "r1c2 r3c3"), confine(5, "r7", "r7c3 r7c8")},
		"Turbot fish on 5: it has two places in box 1 and two in row 7. Since r3c3 and r7c3 are both in column 3, at most one of them is 5, so one of r1c2 and r7c8 is 5: remove 5 from r1c8.",
	},
	{"turbot-fish", "out of line", []edit{confine(5, "b1", "r1c2 r3c3"), confine(5, "r7", "r7c4 r7c8")}, ""},
	{
		"empty-rectangle", "",
		[]edit{strike("r1c1 r1c3 r3c1 r3c3", 5), confine(5, "c8", "r2c8 r7c8")},
		"Empty rectangle on 5: in box 1 it is only in one row and one column (r1c2, r2c1, r2c2, r2c3 and r3c2), in column 8 only in r2c8 and r7c8, so remove 5 from r7c2.",
	},
	{"empty-rectangle", "a corner is not empty", []edit{strike("r1c1 r1c3 r3c1", 5), confine(5, "c8", "r2c8 r7c8")}, ""},
	{
		"w-wing", "",
		[]edit{only("r2c2 r7c7", 3, 9), confine(3, "r5", "r5c2 r5c7")},
		"W-Wing of 3 and 9: r2c2 and r7c7 hold only these two. In row 5 the 3 goes in one of r5c2 and r5c7, so it is not at both ends, and one of them is 9: remove 9 from r2c7 and r7c2.",
	},
	{"w-wing", "a third place", []edit{only("r2c2 r7c7", 3, 9), confine(3, "r5", "r5c2 r5c5 r5c7")}, ""},
	{
		"hidden-rectangle", "",
		[]edit{only("r1c1", 3, 7), confine(3, "r2", "r2c1 r2c8"), confine(3, "c8", "r1c8 r2c8")},
		"Hidden rectangle of 3 and 7: if r2c8 were 7, row 2 and column 8 would decide r1c8 and r2c1, and swapping 3 and 7 in the four cells would give another solution, so remove 7 from r2c8.",
	},
	{"hidden-rectangle", "in four boxes", []edit{only("r1c1", 3, 7), confine(3, "r5", "r5c1 r5c8"), confine(3, "c8", "r1c8 r5c8")}, ""},
	{"hidden-rectangle", "another place in the column", []edit{only("r1c1", 3, 7), confine(3, "r2", "r2c1 r2c8"), confine(3, "c8", "r1c8 r2c8 r5c8")}, ""},
	{
		"finned-x-wing", "",
		[]edit{confine(3, "r2", "r2c1 r2c5"), confine(3, "r7", "r7c1 r7c5 r7c6")},
		"Finned X-Wing on 3: in rows 2 and 7 it fits only in columns 1 and 5, apart from r7c6, so remove 3 from r8c5 and r9c5.",
	},
	{"finned-x-wing", "fins in two boxes", []edit{confine(3, "r2", "r2c1 r2c5"), confine(3, "r7", "r7c1 r7c2 r7c5 r7c6")}, ""},
	{
		"sashimi-x-wing", "",
		[]edit{confine(3, "r2", "r2c1 r2c5"), confine(3, "r7", "r7c1 r7c6")},
		"Sashimi X-Wing on 3: in rows 2 and 7 it fits only in columns 1 and 6, apart from r2c5, so remove 3 from r1c6 and r3c6.",
	},
	{"sashimi-x-wing", "all corners there", []edit{confine(3, "r2", "r2c1 r2c5"), confine(3, "r7", "r7c1 r7c5 r7c6")}, ""},
	{
		"finned-swordfish", "",
		[]edit{confine(3, "c2", "r1c2 r5c2"), confine(3, "c5", "r5c5 r9c5"), confine(3, "c8", "r1c8 r9c8 r8c8")},
		"Finned Swordfish on 3: in columns 2, 5 and 8 it fits only in rows 1, 5 and 9, apart from r8c8, so remove 3 from r9c7 and r9c9.",
	},
	{"finned-swordfish", "a fourth row", []edit{confine(3, "c2", "r1c2 r5c2"), confine(3, "c5", "r5c5 r9c5"), confine(3, "c8", "r1c8 r9c8 r8c8 r4c8")}, ""},
	{
		"sashimi-swordfish", "",
		[]edit{confine(3, "c2", "r1c2 r5c2"), confine(3, "c5", "r5c5 r9c5"), confine(3, "c8", "r1c8 r8c8")},
		"Sashimi Swordfish on 3: in columns 2, 5 and 8 it fits only in rows 1, 5 and 8, apart from r9c5, so remove 3 from r8c4 and r8c6.",
	},
	{"sashimi-swordfish", "no place in the covers", []edit{confine(3, "c2", "r1c2 r5c2"), confine(3, "c5", "r5c5 r9c5"), confine(3, "c8", "r2c8 r3c8")}, ""},
	{
		"finned-jellyfish", "",
		[]edit{confine(3, "c1", "r1c1 r4c1"), confine(3, "c3", "r4c3 r7c3"), confine(3, "c5", "r7c5 r9c5"), confine(3, "c8", "r1c8 r9c8 r8c8")},
		"Finned Jellyfish on 3: in columns 1, 3, 5 and 8 it fits only in rows 1, 4, 7 and 9, apart from r8c8, so remove 3 from r7c7, r7c9, r9c7 and r9c9.",
	},
	{"finned-jellyfish", "fins in two boxes", []edit{confine(3, "c1", "r1c1 r4c1"), confine(3, "c3", "r4c3 r7c3"), confine(3, "c5", "r7c5 r9c5 r2c5"), confine(3, "c8", "r1c8 r9c8 r8c8")}, ""},
	{
		"sashimi-jellyfish", "",
		[]edit{confine(3, "c1", "r1c1 r4c1"), confine(3, "c3", "r4c3 r7c3"), confine(3, "c5", "r7c5 r9c5"), confine(3, "c8", "r1c8 r8c8")},
		"Sashimi Jellyfish on 3: in columns 1, 3, 5 and 8 it fits only in rows 1, 4, 7 and 8, apart from r9c5, so remove 3 from r7c4, r7c6, r8c4 and r8c6.",
	},
	{"sashimi-jellyfish", "three lines", []edit{confine(3, "c1", "r1c1 r4c1"), confine(3, "c3", "r4c3 r7c3"), confine(3, "c8", "r1c8 r8c8")}, ""},
	{
		"sue-de-coq", "",
		[]edit{only("r1c1 r1c2", 1, 2, 3, 4), only("r1c8", 1, 2), only("r3c3", 3, 4), strike("r1c4 r1c5 r1c6 r1c7", 1, 2), strike("r2c1 r2c2 r2c3 r3c1", 3, 4)},
		"Sue de Coq: r1c1 and r1c2 in box 1 and row 1, r1c8 in row 1 and r3c3 in box 1 hold only 1, 2, 3 and 4, one digit for each cell. None of these digits can be there twice, so each is there once; a cell that sees all places of one of them loses it, so remove 1, 2, 3 and 4 from r1c3, 1 and 2 from r1c9, and 3 and 4 from r3c2.",
	},
	{"sue-de-coq", "the groups share a digit", []edit{only("r1c1 r1c2", 1, 2, 3, 4), only("r1c8", 1, 2), only("r3c3", 2, 4)}, ""},
	{
		"simple-colouring-trap", "",
		[]edit{confine(5, "r2", "r2c1 r2c8"), confine(5, "c8", "r2c8 r7c8"), confine(5, "r7", "r7c8 r7c3")},
		"Simple colouring, trap: either all cells of one colour, (r2c8 and r7c3), or all of the other, (r2c1 and r7c8), are 5. A cell that sees both colours is not, so remove 5 from r1c3, r3c3, r8c1 and r9c1.",
	},
	{
		"simple-colouring-trap", "wrap",
		[]edit{onlyAt(5, "r2c1 r2c8 r7c8 r7c3 r3c3 r1c2")},
		"Simple colouring, wrap: of r2c1, r3c3 and r7c8, linked by r2c8 and r7c3, two see each other, and they are 5 all or none, so remove 5 from r2c1, r3c3 and r7c8.",
	},
	{"simple-colouring-trap", "nothing sees both colours", []edit{confine(5, "r2", "r2c1 r2c8"), strike("r1c1 r1c2 r1c3 r3c1 r3c2 r3c3 r4c8", 5)}, ""},
	{
		"multi-colouring-1", "",
		[]edit{confine(5, "r2", "r2c1 r2c8"), confine(5, "r6", "r6c1 r6c9")},
		"Multi-colouring type 1 on 5: the colours (r2c1) and (r6c1) are not both right, so all of (r2c8) or all of (r6c9) are 5: remove 5 from r1c9, r3c9, r4c8 and r5c8.",
	},
	{
		"multi-colouring-1", "type 2",
		[]edit{confine(5, "r1", "r1c1 r1c4"), confine(5, "b2", "r1c4 r3c5"), confine(5, "r4", "r4c1 r4c5")},
		"Multi-colouring type 2 on 5: the colour (r1c1 and r3c5) sees both colours of another network, (r4c1) and (r4c5). One of these two is right, so the first is not: remove 5 from r1c1 and r3c5.",
	},
	{"multi-colouring-1", "networks apart", []edit{confine(5, "r2", "r2c1 r2c8"), confine(5, "r6", "r6c5 r6c6")}, ""},
	{
		"als-xz", "",
		[]edit{only("r1c1", 1, 2), only("r1c5", 2, 3), only("r4c1", 1, 4), only("r5c2", 3, 4)},
		"ALS-XZ: the groups (r4c1 and r5c2) and (r1c1 and r1c5) each have one digit more than cells. They cannot both have 1, so one of them holds all its other digits. So together they hold 3, and a cell that sees all their places for such a digit loses it, so remove 3 from r1c2 and r5c5.",
	},
	{
		"als-xz", "doubly linked",
		[]edit{only("r1c1", 1, 2), only("r1c5", 2, 3), only("r3c1", 1, 4), only("r3c5", 3, 4)},
		"ALS-XZ: the groups (r1c1 and r3c1) and (r1c5 and r3c5) each have one digit more than cells. They cannot both have 2 and 4, so one of them holds all its other digits. So together they hold 1, 2, 3 and 4, and a cell that sees all their places for such a digit loses it, so remove 1 and 2 from r1c2 and r1c3, 2 and 3 from r1c4 and r1c6, 2 from r1c7, r1c8 and r1c9, 1 from r2c1, r2c2, r2c3, r4c1, r5c1, r6c1, r7c1, r8c1 and r9c1, 3 from r2c4, r2c5, r2c6, r4c5, r5c5, r6c5, r7c5, r8c5 and r9c5, 1 and 4 from r3c2 and r3c3, 3 and 4 from r3c4 and r3c6, and 4 from r3c7, r3c8 and r3c9.",
	},
	{"als-xz", "x is not restricted", []edit{only("r1c1", 1, 2), only("r1c5", 2, 3), only("r4c2", 1, 4), only("r5c2", 3, 4)}, ""},
}
