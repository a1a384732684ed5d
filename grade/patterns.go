package grade

// patterns are the named patterns: what players look for by name where the scale
// speaks of chains, or of two steps. They are on the ladder for people alone
// (human.go), and have no rating. Rows that share a finder follow the row that has it.
//
// Levels and scores are the defaults of HoDoKu 2.2 (Options.java).
var patterns = [...]Technique{}
