package grade

// HumanLevel is a word for how hard a technique, or a path, is for people.
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

// HumanLevelOf returns the level of a path: that of its hardest step, raised as
// long as its score exceeds the level's limit.
func HumanLevelOf(hardest HumanLevel, score int) HumanLevel {
	for hardest > NoLevel && hardest < LevelExtreme && score > humanLimits[hardest] {
		hardest++
	}
	return hardest
}
