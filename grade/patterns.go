package grade

// patterns are the named patterns: players know them by name, where the scale has
// chains, or two steps. They are only on the human ladder (human.go), and have no
// rating. Rows that share a finder follow the row that has it.
//
// Levels and scores are the defaults of HoDoKu 2.2 (Options.java).
var patterns = [...]Technique{
	{
		ID: "locked-pair", Name: "Locked pair",
		Level: LevelMedium, Score: 40,
		Doc: "Two cells of a row or column that also share a box hold the same two candidates and nothing else. They use both digits up, in the line and in the " +
			"box, so both lose them: a naked pair with two houses. If r1c1 and r1c2 are 4 and 7, nothing else in row 1 or in box 1 is.",
		find: lockedSet(2),
	},
	{
		ID: "locked-triplet", Name: "Locked triplet",
		Level: LevelMedium, Score: 60,
		Doc: "The three cells in which a line crosses a box have only three digits among them. The rest of the line and the rest of the box lose these. If r1c1, r1c2 and r1c3 hold " +
			"4 and 7, 7 and 8, 4 and 8, then row 1 and box 1 have these three digits there.",
		find: lockedSet(3),
	},
	{
		ID: "remote-pair", Name: "Remote pair",
		Level: LevelHard, Score: 110,
		Doc: "Four cells, or another even number, all with the same two candidates, each seeing the next. They are the one digit and the other in turn, so the first and the " +
			"last are different, and a cell that sees both of these is neither digit. With r1c1, r1c5, r4c5 and r4c8 all 2 and 6, r1c8 and r4c1 are neither 2 nor 6.",
		find: remotePair,
	},
	{
		ID: "skyscraper", Name: "Skyscraper",
		Level: LevelHard, Score: 130,
		Doc: "Two rows (or columns) have two places each for a digit, and one place of the one is in line with one of the other: the ground floor. Not both of these can " +
			"have the digit, so one of the other two does, the roof, and a cell that sees both of them loses it. With 5 in row 2 only in c1 and c8 and in row 6 only in c1 and c9, " +
			"r2c8 or r6c9 is 5, so r1c9, r3c9, r4c8 and r5c8 are not.",
		find: twoLinks(skyscraper),
	},
	{
		ID: "two-string-kite", Name: "Two-string kite",
		Level: LevelHard, Score: 150,
		Doc: "A row and a column have two places each for a digit, and one place of the row shares a box with one of the column. Not both of these can have the digit, so one of the " +
			"far ends does, and the cell that sees both of them loses it. With 5 in row 2 only in c2 and c7 and in column 1 only in r3 and r8, r8c7 is not 5.",
		find: twoLinks(kite),
	},
	{
		ID: "turbot-fish", Name: "Turbot fish",
		Level: LevelHard, Score: 120,
		Doc: "Any two houses with two places each for a digit, one place of the one seeing one of the other: as the skyscraper, mostly with a box for a house. One of the far ends has the digit, " +
			"and a cell that sees both loses it. With 5 in box 1 only in r1c2 and r3c3 and in row 7 only in c3 and c8, r1c8 is not 5.",
		find: twoLinks(turbotFish),
	},
	{
		ID: "empty-rectangle", Name: "Empty rectangle",
		Level: LevelHard, Score: 120,
		Doc: "All places of a digit in a box lie in one row and one column of it. A column elsewhere has two places for the digit, one of them in that row. If the box has the digit in its row, " +
			"the other place of the column has it; otherwise the column of the box. A cell that sees both this column of the box and that other place loses it. Likewise with rows and columns exchanged. " +
			"With 5 in box 1 only in row 2 and column 2 and in column 8 only in r2 and r7, r7c2 is not 5.",
		find: emptyRectangle,
	},
	{
		ID: "w-wing", Name: "W-Wing",
		Level: LevelHard, Score: 150,
		Doc: "Two cells have the same two candidates x and y, and a house has two places for x, one seen by each of the cells. One of the places is x, so one of the cells is not, and is y. " +
			"A cell that sees both cells is not y. With r2c2 and r7c7 both 3 and 9, and row 5 having its 3 only in c2 and c7, r2c7 and r7c2 are not 9.",
		find: wWing,
	},
	{
		ID: "hidden-rectangle", Name: "Hidden rectangle",
		Level: LevelHard, Score: 100,
		Doc: "Four cells as in a unique rectangle. One cell has only the candidates x and y. In the row and in the column of the opposite cell, x has no place outside the rectangle. If the opposite cell were y, both its neighbours in the rectangle would be x, " +
			"so the first cell would be y, and swapping x and y in the four cells would give another solution. So the opposite cell is not y. For example, r1c1 has only 3 and 7; r1c8, r2c1 and r2c8 have 3 and 7 and perhaps others; and the 3s of row 2 and of column 8 are only in these cells. Then r2c8 is not 7.",
		find: hiddenRectangle,
	},
	{
		ID: "finned-x-wing", Name: "Finned X-Wing",
		Level: LevelHard, Score: 130,
		Doc: "An X-Wing spoilt by more places, the fins, all in one box. Either a fin is the digit or the X-Wing holds. So what the X-Wing would eliminate in the box of the fins goes either way. " +
			"With 3 in row 2 in c1 and c5 and in row 7 in c1, c5 and c6: r7c6 is 3, or columns 1 and 5 have theirs in rows 2 and 7; r8c5 and r9c5 are not 3.",
		find: finnedFish(2, false),
	},
	{
		ID: "sashimi-x-wing", Name: "Sashimi X-Wing",
		Level: LevelHard, Score: 150,
		Doc: "A finned X-Wing that is missing a corner: one of the lines has only one place in the covers, beside its fins. If no fin is the digit, that place is, and so the other line has it in the other cover: " +
			"the argument is the same. With 3 in row 2 only in c1 and c5 and in row 7 only in c1 and c6: r2c5 is 3, or r2c1 is and then r7c6; r1c6 and r3c6 are not 3.",
		find: finnedFish(2, true),
	},
	{
		ID: "finned-swordfish", Name: "Finned Swordfish",
		Level: LevelUnfair, Score: 200,
		Doc: "A Swordfish with fins, all in one box: what the Swordfish would eliminate in that box goes, whether a fin is the digit or not. With 3 in column 2 in r1 and r5, in column 5 in r5 " +
			"and r9, in column 8 in r1, r9 and r8: r8c8 is 3, or rows 1, 5 and 9 have theirs in these columns; r9c7 and r9c9 are not 3.",
		find: finnedFish(3, false),
	},
	{
		ID: "sashimi-swordfish", Name: "Sashimi Swordfish",
		Level: LevelUnfair, Score: 240,
		Doc: "A finned Swordfish in which one of the lines has only one place in the covers. Without its fins it would have to take that place, and the other two would be an X-Wing " +
			"in what is left; either way the cells in the box of the fins lose the digit.",
		find: finnedFish(3, true),
	},
	{
		ID: "finned-jellyfish", Name: "Finned Jellyfish",
		Level: LevelUnfair, Score: 250,
		Doc:  "A Jellyfish with fins, all in one box: either a fin is the digit or the Jellyfish holds, so what the Jellyfish would eliminate in that box goes.",
		find: finnedFish(4, false),
	},
	{
		ID: "sashimi-jellyfish", Name: "Sashimi Jellyfish",
		Level: LevelUnfair, Score: 260,
		Doc:  "A finned Jellyfish in which one of the lines has only one place in the covers; the argument is that of the other finned fish.",
		find: finnedFish(4, true),
	},
	{
		ID: "sue-de-coq", Name: "Sue de Coq",
		Level: LevelUnfair, Score: 250,
		Doc: "Two or three cells in which a box and a line cross have at least two candidates more than they are. Some cells of the line and some of the box, the two groups without a common digit, " +
			"bring their number up to that of all digits together. Each digit is then in one of the cells: those that the box group lacks, in the line, which loses them elsewhere; those that the line group lacks, in the box. " +
			"With r1c1 and r1c2 holding 1, 2, 3 and 4, r1c8 only 1 and 2, and r3c3 only 3 and 4: the rest of row 1 loses 1 and 2, the rest of box 1 loses 3 and 4.",
		find: sueDeCoq,
	},
	{
		ID: "simple-colouring-trap", Name: "Simple colouring, trap",
		Level: LevelHard, Score: 150,
		Doc: "Houses with two places for a digit link cells into a network, in which neighbours are alternately the digit and not: two colours, of which one is right altogether. A cell outside " +
			"that sees cells of both colours is not the digit, whichever colour is right. With 5 in row 2 only in c1 and c8, in column 8 only in r2 and r7, in row 7 only in c8 and c3: r2c1 and r7c8 are 5, " +
			"or r2c8 and r7c3; so r1c3 is not.",
		find: simpleColouring,
	},
	{
		ID: "simple-colouring-wrap", Name: "Simple colouring, wrap",
		Level: LevelHard, Score: 150,
		Doc: "Two cells of one colour see each other. They cannot both be the digit, so the colour is wrong, and all its cells lose the digit. If the network of the last example went on by column 3 to r3c3, " +
			"r2c1 and r3c3, both in box 1, would have one colour.",
	},
	{
		ID: "multi-colouring-1", Name: "Multi-colouring type 1",
		Level: LevelHard, Score: 200,
		Doc: "Two networks of one digit, coloured as in simple colouring. A colour of the one sees a colour of the other, so not both are right, and so one of the opposite colours is. A cell that sees both " +
			"opposite colours is not the digit. With 5 in row 2 only in c1 and c8 and in row 6 only in c1 and c9, r2c1 and r6c1 are not both right: a skyscraper is the smallest case.",
		find: multiColouring,
	},
	{
		ID: "multi-colouring-2", Name: "Multi-colouring type 2",
		Level: LevelHard, Score: 200,
		Doc: "A colour of one network sees both colours of another. One of these is right, so the first is wrong, and all its cells lose the digit. If r1c1 and r3c5 have one colour, and r4c1 and r4c5 are the only places " +
			"in row 4, columns 1 and 5 make both r1c1 and r3c5 wrong.",
	},
	{
		ID: "als-xz", Name: "ALS-XZ",
		Level: LevelUnfair, Score: 300,
		Doc: "Two almost locked sets: n cells of a house with n+1 candidates. A digit x of both is restricted: its cells in the one see all its cells in the other, so not both sets can have it. The set " +
			"that has it not holds all its other digits; so another digit z of both is in one of them, and a cell that sees every z of both loses it. Where two digits are restricted, each set lacks just one of " +
			"them, and everything else is locked in its set and lost by all that see it there. With r1c1 and r1c5 holding 1 and 2, 2 and 3, and r4c1 and r5c2 holding 1 and 4, 3 and 4: " +
			"not both sets have 1, so one of r1c5 and r5c2 is 3, and r1c2 and r5c5 are not.",
		find: alsXZ,
	},
}
