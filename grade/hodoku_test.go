package grade

import "testing"

func TestHumanLevelOf(t *testing.T) {
	for _, c := range []struct {
		hardest HumanLevel
		score   int
		want    HumanLevel
	}{
		{NoLevel, 0, NoLevel},
		{LevelEasy, 800, LevelEasy},
		{LevelEasy, 801, LevelMedium},
		{LevelEasy, 1001, LevelHard},
		{LevelMedium, 300, LevelMedium},
		{LevelHard, 1600, LevelHard},
		{LevelHard, 1601, LevelUnfair},
		{LevelEasy, 1801, LevelExtreme},
		{LevelExtreme, 10, LevelExtreme},
	} {
		if got := HumanLevelOf(c.hardest, c.score); got != c.want {
			t.Errorf("HumanLevelOf(%v, %d) = %v, want %v", c.hardest, c.score, got, c.want)
		}
	}
}
