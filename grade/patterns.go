package grade

// patterns are the named patterns: players know them by name, where the scale has
// chains, or two steps. They are only on the human ladder (human.go), and have no
// rating. Rows that share a finder follow the row that has it.
//
// Levels and scores are the defaults of HoDoKu 2.2 (Options.java).
var patterns = [...]Technique{
	{
		ID: "locked-pair", Name: "Locked pair", Lesson: "naked-set",
		Level: LevelMedium, Score: 40,
		Doc:  "Two cells that share a box and a line have the same two candidates and no others. The rest of both houses loses these: a naked pair in two houses.",
		find: lockedSet(2),
	},
	{
		ID: "locked-triplet", Name: "Locked triplet", Lesson: "naked-set",
		Level: LevelMedium, Score: 60,
		Doc:  "The three cells in which a line crosses a box have only three digits among them. The rest of the line and of the box loses these.",
		find: lockedSet(3),
	},
	{
		ID: "remote-pair", Name: "Remote pair", Lesson: "remote-pair",
		Level: LevelHard, Score: 110,
		Doc: "An even number of cells, four or more, have the same two candidates, and each sees the next. Their digits alternate, so the first and the " +
			"last differ, and a cell that sees both is neither.",
		find: remotePair,
	},
	{
		ID: "skyscraper", Name: "Skyscraper", Lesson: "turbot",
		Level: LevelHard, Score: 130,
		Doc: "Two rows have two places each for a digit, and one place of each is in the same column: the ground floor. At most one of these two is the digit, so one of the " +
			"other two, the roof, is, and a cell that sees both of them loses it. Likewise with columns.",
		find: twoLinks(skyscraper),
	},
	{
		ID: "two-string-kite", Name: "Two-string kite", Lesson: "turbot",
		Level: LevelHard, Score: 150,
		Doc: "A row and a column have two places each for a digit, and one place of the row shares a box with one of the column. At most one of these two is the digit, so one " +
			"of the far ends is, and the cell that sees both ends loses it.",
		find: twoLinks(kite),
	},
	{
		ID: "turbot-fish", Name: "Turbot fish", Lesson: "turbot",
		Level: LevelHard, Score: 120,
		Doc: "Any two houses have two places each for a digit, and a place of one sees a place of the other, mostly with a box for a house. One of the far ends is the digit, " +
			"and a cell that sees both loses it.",
		find: twoLinks(turbotFish),
	},
	{
		ID: "empty-rectangle", Name: "Empty rectangle", Lesson: "empty-rectangle",
		Level: LevelHard, Score: 120,
		Doc: "All places of a digit in a box lie in one row and one column of it. A column elsewhere has two places for the digit, one of them in that row. If the box has the " +
			"digit in its row, the column has it in the other place; otherwise the box has it in its column. A cell that sees both that column of the box and that other " +
			"place loses it. Likewise with rows and columns exchanged.",
		find: emptyRectangle,
	},
	{
		ID: "w-wing", Name: "W-Wing", Lesson: "w-wing",
		Level: LevelHard, Score: 150,
		Doc: "Two cells have the same two candidates x and y, and a house has two places for x, each seen by one of the cells. One of these places is x, so one of the cells " +
			"is y, and a cell that sees both is not y.",
		find: wWing,
	},
	{
		ID: "hidden-rectangle", Name: "Hidden rectangle", Lesson: "unique",
		Level: LevelHard, Score: 100,
		Doc: "Four cells as in a unique rectangle, one of them with only the candidates x and y. In the row and the column of the opposite cell, x has no place outside the " +
			"rectangle. If that cell were y, its neighbours in the rectangle would be x and the first cell y, and swapping x and y would give another solution. So it is not " +
			"y.",
		find: hiddenRectangle,
	},
	{
		ID: "finned-x-wing", Name: "Finned X-Wing", Lesson: "finned",
		Level: LevelHard, Score: 130,
		Doc: "An X-Wing with more places, the fins, all in one box. Either a fin is the digit or the X-Wing holds, so what the X-Wing would eliminate in the box of the fins " +
			"goes either way.",
		find: finnedFish(2, false),
	},
	{
		ID: "sashimi-x-wing", Name: "Sashimi X-Wing", Lesson: "finned",
		Level: LevelHard, Score: 150,
		Doc: "A finned X-Wing that lacks a corner: one row has only one place in the columns of the X-Wing, besides its fins. If no fin is the digit, that place is, and the " +
			"other row has it in the other column. Likewise with rows and columns exchanged.",
		find: finnedFish(2, true),
	},
	{
		ID: "finned-swordfish", Name: "Finned Swordfish", Lesson: "finned",
		Level: LevelUnfair, Score: 200,
		Doc:  "A Swordfish with fins, all in one box: what the Swordfish would eliminate in that box goes, whether a fin is the digit or not.",
		find: finnedFish(3, false),
	},
	{
		ID: "sashimi-swordfish", Name: "Sashimi Swordfish", Lesson: "finned",
		Level: LevelUnfair, Score: 240,
		Doc: "A finned Swordfish in which one line has only one place in the lines that it crosses, besides its fins. If no fin is the digit, that place is, and the other two " +
			"lines are an X-Wing in what is left.",
		find: finnedFish(3, true),
	},
	{
		ID: "finned-jellyfish", Name: "Finned Jellyfish", Lesson: "finned",
		Level: LevelUnfair, Score: 250,
		Doc:  "A Jellyfish with fins, all in one box: the argument is that of the finned Swordfish.",
		find: finnedFish(4, false),
	},
	{
		ID: "sashimi-jellyfish", Name: "Sashimi Jellyfish", Lesson: "finned",
		Level: LevelUnfair, Score: 260,
		Doc:  "A finned Jellyfish in which one line has only one place in the lines that it crosses, besides its fins.",
		find: finnedFish(4, true),
	},
	{
		ID: "sue-de-coq", Name: "Sue de Coq", Lesson: "sue-de-coq",
		Level: LevelUnfair, Score: 250,
		Doc: "Two or three cells in which a box and a line cross have at least two candidates more than they are cells. With some cells of the line and some of the box, two " +
			"groups without a common digit, they are as many cells as digits. So each digit is in one of these cells: those that the box group lacks are in the line, whose " +
			"rest loses them, and those that the line group lacks in the box, whose rest loses them. If r1c1 and r1c2 hold 1, 2, 3 and 4, r1c8 only 1 and 2, and r3c3 only 3 " +
			"and 4, the rest of row 1 loses 1 and 2 and the rest of box 1 loses 3 and 4.",
		find: sueDeCoq,
	},
	{
		ID: "simple-colouring-trap", Name: "Simple colouring, trap", Lesson: "colouring",
		Level: LevelHard, Score: 150,
		Doc: "Houses with two places for a digit link cells into a network, in which neighbours are in turn the digit and not: two colours, and all cells of one of them are " +
			"the digit. A cell outside that sees both colours is not.",
		find: simpleColouring,
	},
	{
		ID: "simple-colouring-wrap", Name: "Simple colouring, wrap", Lesson: "colouring",
		Level: LevelHard, Score: 150,
		Doc: "Two cells of one colour see each other. They cannot both be the digit, so all cells of this colour lose it.",
	},
	{
		ID: "multi-colouring-1", Name: "Multi-colouring type 1", Lesson: "colouring",
		Level: LevelHard, Score: 200,
		Doc: "Two networks of one digit, coloured as in simple colouring. A colour of one sees a colour of the other, so at most one of these two is right, and one of the " +
			"opposite colours is. A cell that sees both opposite colours is not the digit. A skyscraper is the smallest case.",
		find: multiColouring,
	},
	{
		ID: "multi-colouring-2", Name: "Multi-colouring type 2", Lesson: "colouring",
		Level: LevelHard, Score: 200,
		Doc: "A colour of one network sees both colours of another. One of these is right, so the first is wrong, and all its cells lose the digit.",
	},
	{
		ID: "als-xz", Name: "ALS-XZ", Lesson: "als",
		Level: LevelUnfair, Score: 300,
		Doc: "Two almost locked sets: each has n cells of a house with n+1 candidates. A digit x is restricted: its cells in one set see all its cells in the other, so at " +
			"most one set has it. The set without x holds all its other digits. So another digit z of both is in one of the sets, and a cell that sees every z of both loses " +
			"it. If two digits are restricted, each set lacks exactly one of them and holds all its other digits. A cell outside that sees all places of such a digit loses it.",
		find: alsXZ,
	},
}
