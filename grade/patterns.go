package grade

// patterns are the named patterns: what players look for by name where the scale
// speaks of chains, or of two steps. They are on the ladder for people alone
// (human.go), and have no rating. Rows that share a finder follow the row that has it.
//
// Levels and scores are the defaults of HoDoKu 2.2 (Options.java).
var patterns = [...]Technique{
	{
		ID: "locked-pair", Name: "Locked pair",
		Level: LevelMedium, Score: 40,
		Doc: "Two cells of a row or column that also share a box hold the same two candidates and nothing else. They use both digits up, in the line and in the " +
			"box, so both lose them: a naked pair with two houses. If r1c1 and r1c2 are 4 and 7, nothing else in row 1 or in box 1 is.",
		says: "Locked pair: {cells} hold only {digits}, in {house} and in {second}: {losses}.",
		find: lockedSet(2),
	},
	{
		ID: "locked-triplet", Name: "Locked triplet",
		Level: LevelMedium, Score: 60,
		Doc:  "The three cells in which a line crosses a box have only three digits among them. The rest of the line and the rest of the box lose these.",
		says: "Locked triplet: {cells} hold only {digits}, in {house} and in {second}: {losses}.",
		find: lockedSet(3),
	},
}
