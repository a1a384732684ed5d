package grade

// finderCase is a board for the finder of row id, which is called alone. want is the step,
// "" for none.
type finderCase struct {
	id    string
	about string
	edits []edit
	want  string
}

// techniqueCases has for every technique a board on which it finds a step, and
// boards that fall short of it by one candidate or cell.
var techniqueCases = []finderCase{
	{
		"full-house", "",
		[]edit{fill("r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 r1c7 r1c8")},
		"Full house: r1c9 is the last cell of row 1, so it is 9.",
	},
	{
		"full-house", "a box comes before a row",
		[]edit{
			fill("r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 r1c7 r1c8"), fill("r4c7 r4c8 r4c9 r5c7 r5c8 r5c9 r6c7 r6c8"),
		},
		"Full house: r6c9 is the last cell of box 6, so it is 9.",
	},
	{"full-house", "two blanks", []edit{fill("r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 r1c7")}, ""},

	{
		"hidden-single-box", "",
		[]edit{confine(5, "b3", "r2c8")},
		"Hidden single in box 3: only r2c8 can hold 5.",
	},
	{
		"hidden-single-box", "the first box, not the smallest digit",
		[]edit{confine(5, "b3", "r2c8"), confine(2, "b4", "r4c1")},
		"Hidden single in box 3: only r2c8 can hold 5.",
	},
	{"hidden-single-box", "two places", []edit{confine(5, "b3", "r2c8 r3c8")}, ""},
	{"hidden-single-box", "not in a line", []edit{confine(5, "r4", "r4c7")}, ""},
	{"hidden-single-box", "not the last cell", []edit{fill("r1c1 r1c2 r1c3 r2c1 r2c2 r2c3 r3c1 r3c2")}, ""},

	{
		"hidden-single-line", "",
		[]edit{confine(5, "r4", "r4c7")},
		"Hidden single in row 4: only r4c7 can hold 5.",
	},
	{
		"hidden-single-line", "columns before rows",
		[]edit{confine(5, "r4", "r4c7"), confine(6, "c9", "r9c9")},
		"Hidden single in column 9: only r9c9 can hold 6.",
	},
	{"hidden-single-line", "two places", []edit{confine(5, "r4", "r4c7 r4c8")}, ""},
	{"hidden-single-line", "not in a box", []edit{confine(5, "b3", "r2c8")}, ""},

	{
		"direct-pointing", "",
		[]edit{confine(4, "b1", "r1c1 r1c2"), confine(4, "b2", "r1c4 r1c5 r2c6")},
		"Direct pointing: in box 1 the 4 can only be in row 1, so in box 2 it can only be in r2c6.",
	},
	{
		"direct-pointing", "columns before rows",
		[]edit{
			confine(4, "b1", "r1c1 r1c2"), confine(4, "b2", "r1c4 r1c5 r2c6"),
			confine(6, "b9", "r8c7 r9c7"), confine(6, "b3", "r1c7 r1c8"),
		},
		"Direct pointing: in box 9 the 6 can only be in column 7, so in box 3 it can only be in r1c8.",
	},
	{"direct-pointing", "two places outside", []edit{confine(4, "b1", "r1c1 r1c2"), confine(4, "b2", "r1c4 r2c5 r2c6")}, ""},
	{"direct-pointing", "not locked", []edit{confine(4, "b1", "r1c1 r2c2"), confine(4, "b2", "r1c4 r1c5 r2c6")}, ""},
	{"direct-pointing", "a single in another kind of house is not seen", []edit{
		confine(4, "b1", "r1c1 r1c2"), confine(4, "c9", "r1c9 r7c9"),
	}, ""},

	{
		"direct-claiming", "",
		[]edit{confine(4, "r1", "r1c1 r1c2"), confine(4, "r2", "r2c1 r2c3 r2c7")},
		"Direct claiming: in row 1 the 4 can only be in box 1, so in row 2 it can only be in r2c7.",
	},
	{"direct-claiming", "two places outside", []edit{confine(4, "r1", "r1c1 r1c2"), confine(4, "r2", "r2c1 r2c7 r2c8")}, ""},

	{
		"direct-hidden-pair", "",
		[]edit{
			confine(1, "r4", "r4c1 r4c5"), confine(2, "r4", "r4c1 r4c5"), confine(3, "r4", "r4c1 r4c7"),
		},
		"Direct hidden pair in row 4: 1 and 2 fill r4c1 and r4c5, so only r4c7 can hold 3.",
	},
	{"direct-hidden-pair", "the third digit has two places left", []edit{
		confine(1, "r4", "r4c1 r4c5"), confine(2, "r4", "r4c1 r4c5"), confine(3, "r4", "r4c1 r4c7 r4c8"),
	}, ""},
	{"direct-hidden-pair", "the third digit is a hidden single anyway", []edit{
		confine(1, "r4", "r4c1 r4c5"), confine(2, "r4", "r4c1 r4c5"), confine(3, "r4", "r4c7"),
	}, ""},

	{"naked-single", "", []edit{only("r5c5", 3)}, "Naked single: r5c5 can only be 3."},
	{"naked-single", "row-major", []edit{only("r5c5", 3), only("r4c9", 7)}, "Naked single: r4c9 can only be 7."},
	{"naked-single", "two candidates", []edit{only("r5c5", 3, 4)}, ""},

	{
		"direct-hidden-triplet", "",
		[]edit{
			confine(1, "r4", "r4c1 r4c5"), confine(2, "r4", "r4c5 r4c9"), confine(3, "r4", "r4c1 r4c9"), confine(4, "r4", "r4c1 r4c7"),
		},
		"Direct hidden triplet in row 4: 1, 2 and 3 fill r4c1, r4c5 and r4c9, so only r4c7 can hold 4.",
	},
	{"direct-hidden-triplet", "four cells", []edit{
		confine(1, "r4", "r4c1 r4c5"), confine(2, "r4", "r4c5 r4c9"), confine(3, "r4", "r4c1 r4c8"), confine(4, "r4", "r4c1 r4c7"),
	}, ""},

	{
		"pointing", "",
		[]edit{confine(4, "b1", "r1c1 r1c2")},
		"Pointing: in box 1 the 4 can only be in r1c1 and r1c2, which lie in row 1, so remove 4 from r1c4, r1c5, r1c6, r1c7, r1c8 and r1c9.",
	},
	{
		"pointing", "down a column",
		[]edit{confine(4, "b5", "r4c4 r5c4 r6c4"), strike("r1c4 r2c4 r3c4 r7c4 r8c4", 4)},
		"Pointing: in box 5 the 4 can only be in r4c4, r5c4 and r6c4, which lie in column 4, so remove 4 from r9c4.",
	},
	{"pointing", "round a corner", []edit{confine(4, "b1", "r1c1 r2c2")}, ""},
	{"pointing", "nothing to lose", []edit{confine(4, "b1", "r1c1 r1c2"), confine(4, "r1", "r1c1 r1c2")}, ""},

	{
		"claiming", "",
		[]edit{confine(4, "r1", "r1c1 r1c2")},
		"Claiming: in row 1 the 4 can only be in r1c1 and r1c2, which lie in box 1, so remove 4 from r2c1, r2c2, r2c3, r3c1, r3c2 and r3c3.",
	},
	{"claiming", "two boxes", []edit{confine(4, "r1", "r1c1 r1c4")}, ""},

	{
		"naked-pair", "",
		[]edit{only("r1c3 r5c3", 2, 7)},
		"Naked pair in column 3: r1c3 and r5c3 have no other candidates than 2 and 7, so these digits go there: remove 2 and 7 from r2c3, r3c3, r4c3, r6c3, r7c3, r8c3 and r9c3.",
	},
	{
		"naked-pair", "different losses",
		[]edit{only("r1c3 r5c3", 2, 7), strike("r2c3 r4c3 r6c3 r7c3 r8c3", 2, 7), strike("r9c3", 2)},
		"Naked pair in column 3: r1c3 and r5c3 have no other candidates than 2 and 7, so these digits go there: remove 2 and 7 from r3c3, and 7 from r9c3.",
	},
	{"naked-pair", "three digits", []edit{only("r1c3", 2, 7), only("r5c3", 2, 8)}, ""},
	{"naked-pair", "no common house", []edit{only("r1c3 r5c4", 2, 7)}, ""},
	{"naked-pair", "three blanks are too few", []edit{
		fill("r3c3 r4c3 r6c3 r7c3 r8c3 r9c3"), only("r1c3 r5c3", 8, 9),
	}, ""},

	{
		"x-wing", "",
		[]edit{
			confine(4, "c2", "r1c2 r5c2"), confine(4, "c7", "r1c7 r5c7"), strike("r1c1 r1c4 r1c5 r1c6 r1c8 r1c9", 4), strike("r5c4 r5c5 r5c6 r5c8 r5c9", 4),
		},
		"X-Wing on 4: in columns 2 and 7 it fits only in rows 1 and 5, so rows 1 and 5 have it nowhere else: remove 4 from r1c3, r5c1 and r5c3.",
	},
	{
		"x-wing", "columns before rows",
		[]edit{
			confine(3, "r1", "r1c1 r1c9"), confine(3, "r9", "r9c1 r9c9"), strike("r2c1 r3c1 r4c1 r5c1 r6c1 r7c1", 3), strike("r2c9 r3c9 r4c9 r5c9 r6c9 r7c9 r8c9", 3),
			confine(4, "c2", "r1c2 r5c2"), confine(4, "c7", "r1c7 r5c7"), strike("r1c1 r1c4 r1c5 r1c6 r1c8 r1c9", 4), strike("r5c4 r5c5 r5c6 r5c8 r5c9", 4),
		},
		"X-Wing on 4: in columns 2 and 7 it fits only in rows 1 and 5, so rows 1 and 5 have it nowhere else: remove 4 from r1c3, r5c1 and r5c3.",
	},
	{
		"x-wing", "bases before digits",
		[]edit{
			confine(3, "c2", "r4c2 r7c2"), confine(3, "c8", "r4c8 r7c8"), strike("r4c1 r4c3 r4c4 r4c5 r4c6 r4c7", 3), strike("r7c1 r7c3 r7c4 r7c5 r7c6 r7c7 r7c9", 3),
			confine(4, "c2", "r1c2 r5c2"), confine(4, "c7", "r1c7 r5c7"), strike("r1c1 r1c4 r1c5 r1c6 r1c8 r1c9", 4), strike("r5c4 r5c5 r5c6 r5c8 r5c9", 4),
		},
		"X-Wing on 4: in columns 2 and 7 it fits only in rows 1 and 5, so rows 1 and 5 have it nowhere else: remove 4 from r1c3, r5c1 and r5c3.",
	},
	{"x-wing", "a fin", []edit{confine(4, "c2", "r1c2 r5c2"), confine(4, "c7", "r1c7 r5c7 r6c7")}, ""},

	{
		"hidden-pair", "",
		[]edit{confine(1, "r4", "r4c1 r4c5"), confine(2, "r4", "r4c1 r4c5"), only("r4c1", 1, 2, 9), only("r4c5", 1, 2, 5, 6)},
		"Hidden pair in row 4: 1 and 2 fit only in r4c1 and r4c5, so remove 9 from r4c1, and 5 and 6 from r4c5.",
	},
	{"hidden-pair", "nothing to lose", []edit{confine(1, "r4", "r4c1 r4c5"), confine(2, "r4", "r4c1 r4c5"), only("r4c1 r4c5", 1, 2)}, ""},
	{"hidden-pair", "three cells", []edit{confine(1, "r4", "r4c1 r4c5"), confine(2, "r4", "r4c1 r4c6")}, ""},

	{
		"naked-triplet", "",
		[]edit{only("r4c1", 1, 2), only("r4c5", 2, 3), only("r4c9", 1, 3), strike("r4c2 r4c3 r4c4 r4c6 r4c7", 1, 2, 3)},
		"Naked triplet in row 4: r4c1, r4c5 and r4c9 have no other candidates than 1, 2 and 3, so these digits go there: remove 1, 2 and 3 from r4c8.",
	},
	{"naked-triplet", "four digits", []edit{only("r4c1", 1, 2), only("r4c5", 2, 3), only("r4c9", 1, 4)}, ""},

	{
		"swordfish", "",
		[]edit{
			confine(4, "c2", "r1c2 r5c2"), confine(4, "c5", "r5c5 r9c5"), confine(4, "c8", "r1c8 r9c8"),
			strike("r1c1 r1c3 r1c4 r1c6 r1c7 r1c9", 4), strike("r5c1 r5c3 r5c4 r5c6 r5c7", 4), strike("r9c1 r9c3 r9c4 r9c6 r9c7 r9c9", 4),
		},
		"Swordfish on 4: in columns 2, 5 and 8 it fits only in rows 1, 5 and 9, so rows 1, 5 and 9 have it nowhere else: remove 4 from r5c9.",
	},
	{"swordfish", "a fourth row", []edit{
		confine(4, "c2", "r1c2 r5c2"), confine(4, "c5", "r5c5 r9c5"), confine(4, "c8", "r1c8 r8c8"),
	}, ""},

	{
		"hidden-triplet", "",
		[]edit{
			confine(1, "r4", "r4c1 r4c5"), confine(2, "r4", "r4c5 r4c9"), confine(3, "r4", "r4c1 r4c9"),
			only("r4c1", 1, 3), only("r4c5", 1, 2), only("r4c9", 2, 3, 8),
		},
		"Hidden triplet in row 4: 1, 2 and 3 fit only in r4c1, r4c5 and r4c9, so remove 8 from r4c9.",
	},
	{"hidden-triplet", "a fourth cell", []edit{
		confine(1, "r4", "r4c1 r4c5"), confine(2, "r4", "r4c5 r4c9"), confine(3, "r4", "r4c1 r4c8"),
	}, ""},

	{
		"xy-wing", "",
		[]edit{only("r5c5", 1, 2), only("r5c1", 1, 3), only("r2c5", 2, 3)},
		"XY-Wing of 1, 2 and 3: r5c5 holds only 1 and 2, and r5c1 and r2c5 each hold one of these and 3. Whichever r5c5 is, one of the wings is 3, so remove 3 from r2c1.",
	},
	{"xy-wing", "wings without a common digit", []edit{only("r5c5", 1, 2), only("r5c1", 1, 3), only("r2c5", 2, 4)}, ""},
	{"xy-wing", "a wing out of sight", []edit{only("r5c5", 1, 2), only("r5c1", 1, 3), only("r2c6", 2, 3)}, ""},

	{
		"xyz-wing", "",
		[]edit{only("r5c5", 1, 2, 3), only("r5c9", 1, 3), only("r4c4", 2, 3)},
		"XYZ-Wing of 1, 2 and 3: r5c5 holds only 1, 2 and 3, and r4c4 and r5c9 each hold 3 and one of 1 and 2. One of the three cells is 3, so remove 3 from r5c4 and r5c6.",
	},
	{"xyz-wing", "the same wing twice", []edit{only("r5c5", 1, 2, 3), only("r5c9 r4c4", 1, 3)}, ""},

	{
		"unique-rectangle-1", "type 1",
		[]edit{only("r1c1 r1c4 r2c1", 2, 7), only("r2c4", 2, 7, 9)},
		"Unique rectangle type 1: if r1c1, r2c1, r2c4 and r1c4 held only 2 and 7, the two digits could be swapped and the puzzle would have two solutions, so remove 2 and 7 from r2c4.",
	},
	{"unique-rectangle-1", "in four boxes it is none", []edit{only("r1c1 r1c4 r5c1", 2, 7), only("r5c4", 2, 7, 9)}, ""},
	{
		"unique-rectangle-1", "type 2",
		[]edit{only("r1c1 r1c4", 2, 7), only("r2c1 r2c4", 2, 7, 9), strike("r2c2 r2c3 r2c5 r2c6 r2c7 r2c9", 9)},
		"Unique rectangle type 2: if r1c1, r2c1, r2c4 and r1c4 held only 2 and 7, the two digits could be swapped and the puzzle would have two solutions. One of these cells is 9, so remove 9 from r2c8.",
	},
	{
		"unique-rectangle-1", "type 3, naked",
		[]edit{only("r1c1 r1c4", 2, 7), only("r2c1", 1, 2, 7, 9), only("r2c4", 1, 2, 7, 9), only("r2c8", 1, 9), strike("r2c2 r2c3 r2c5 r2c6 r2c7", 1, 9)},
		"Unique rectangle type 3 of 2 and 7 on r1c1, r2c1, r2c4, r1c4 and r2c8: two corners have other candidates too, and at least one of these is true. So the two count as one cell of row 2, which completes a set with the other cells there: remove 1 and 9 from r2c9.",
	},
	{
		"unique-rectangle-1", "type 3, hidden",
		[]edit{only("r1c1 r1c4", 2, 7), only("r2c1", 1, 2, 7, 9), only("r2c4", 1, 2, 7, 9), confine(2, "r2", "r2c1 r2c4 r2c8"), confine(7, "r2", "r2c1 r2c4 r2c8")},
		"Unique rectangle type 3 of 2 and 7 on r1c1, r2c1, r2c4, r1c4 and r2c8: two corners have other candidates too, and at least one of these is true. So the two count as one cell of row 2, which completes a set with the other cells there: remove 1, 3, 4, 5, 6, 8 and 9 from r2c8.",
	},
	{
		"unique-rectangle-1", "type 4",
		[]edit{only("r1c1 r1c4", 2, 7), confine(2, "r2", "r2c1 r2c4")},
		"Unique rectangle type 4 of 2 and 7 in r1c1, r2c1, r2c4 and r1c4: in row 2 the 2 can only be in two of these cells. With 7 in one and 2 in the other, swapping the digits would give another solution, so remove 7 from r2c1 and r2c4.",
	},
	{"unique-rectangle-1", "two pairs of extra digits and nothing locked", []edit{only("r1c1 r1c4", 2, 7)}, ""},
	{
		"unique-rectangle-1", "loop of six, type 1",
		[]edit{only("r1c1 r1c4 r2c4 r2c7 r3c7", 2, 7), only("r3c1", 2, 7, 9), strike("r2c1 r1c7 r3c4", 7)},
		"Unique loop type 1: if r1c1, r3c1, r3c7, r2c7, r2c4 and r1c4 held only 2 and 7, the two digits could be swapped and the puzzle would have two solutions, so remove 2 and 7 from r3c1.",
	},
	{
		"unique-rectangle-1", "loop of six, type 2",
		[]edit{
			only("r1c1 r1c4 r2c4", 2, 7), only("r2c7 r3c7 r3c1", 2, 7, 9), onlyAt(7, "r1c1 r1c4 r2c4 r2c7 r3c7 r3c1"),
			strike("r3c2 r3c3 r3c4 r3c5 r3c6 r3c9 r1c7 r2c8 r2c9", 9),
		},
		"Unique loop type 2: if r1c1, r3c1, r3c7, r2c7, r2c4 and r1c4 held only 2 and 7, the two digits could be swapped and the puzzle would have two solutions. One of these cells is 9, so remove 9 from r3c8.",
	},
	{"unique-rectangle-1", "the same, missed because other cells with 2 and 7 were looked at", []edit{
		strike("r2c1 r1c7 r3c4", 7), only("r1c1 r1c4 r2c4", 2, 7), only("r2c7 r3c7 r3c1", 2, 7, 9),
	}, ""},
	{
		"unique-rectangle-1", "loop of six, type 4",
		[]edit{
			strike("r2c1 r1c7 r3c4", 7), only("r1c1 r1c4 r2c4 r2c7", 2, 7), confine(7, "r3", "r3c1 r3c7"),
		},
		"Unique loop type 4 of 2 and 7 in r1c1, r3c1, r3c7, r2c7, r2c4 and r1c4: in row 3 the 7 can only be in two of these cells. With 2 in one and 7 in the other, swapping the digits would give another solution, so remove 2 from r3c1 and r3c7.",
	},

	{
		"naked-quad", "",
		[]edit{
			only("r4c1", 1, 2), only("r4c5", 2, 3), only("r4c9", 3, 4), only("r4c3", 1, 4), strike("r4c2 r4c4 r4c6 r4c7", 1, 2, 3, 4),
		},
		"Naked quad in row 4: r4c1, r4c3, r4c5 and r4c9 have no other candidates than 1, 2, 3 and 4, so these digits go there: remove 1, 2, 3 and 4 from r4c8.",
	},
	{"naked-quad", "five digits", []edit{only("r4c1", 1, 2), only("r4c5", 2, 3), only("r4c9", 3, 4), only("r4c3", 1, 5)}, ""},

	{
		"jellyfish", "",
		[]edit{
			confine(4, "c1", "r1c1 r4c1"), confine(4, "c3", "r4c3 r7c3"), confine(4, "c5", "r7c5 r9c5"), confine(4, "c8", "r1c8 r9c8"),
			strike("r1c2 r1c4 r1c6 r1c7 r1c9", 4), strike("r4c2 r4c4 r4c6 r4c7 r4c9", 4), strike("r7c2 r7c4 r7c6 r7c7", 4), strike("r9c2 r9c4 r9c6 r9c7 r9c9", 4),
		},
		"Jellyfish on 4: in columns 1, 3, 5 and 8 it fits only in rows 1, 4, 7 and 9, so rows 1, 4, 7 and 9 have it nowhere else: remove 4 from r7c9.",
	},
	{"jellyfish", "two of the digit stand already", []edit{
		stand(4, "r2c2 r3c4"),
		confine(4, "c1", "r5c1 r4c1"), confine(4, "c3", "r4c3 r7c3"), confine(4, "c5", "r7c5 r9c5"), confine(4, "c8", "r5c8 r9c8"),
	}, ""},

	{
		"hidden-quad", "",
		[]edit{
			confine(1, "r4", "r4c1 r4c5"), confine(2, "r4", "r4c5 r4c9"), confine(3, "r4", "r4c9 r4c3"), confine(4, "r4", "r4c1 r4c3"),
			only("r4c1", 1, 4), only("r4c5", 1, 2), only("r4c9", 2, 3), only("r4c3", 3, 4, 9),
		},
		"Hidden quad in row 4: 1, 2, 3 and 4 fit only in r4c1, r4c3, r4c5 and r4c9, so remove 9 from r4c3.",
	},
	{"hidden-quad", "a fifth cell", []edit{
		confine(1, "r4", "r4c1 r4c5"), confine(2, "r4", "r4c5 r4c9"), confine(3, "r4", "r4c9 r4c3"), confine(4, "r4", "r4c1 r4c8"),
	}, ""},
}
