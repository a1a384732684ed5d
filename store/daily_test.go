package store

import "testing"

// TestDailyPlace: a day keeps its puzzle once there are enough, and where there are too few,
// every puzzle has its day before one comes again, also if only one day of the week counts.
func TestDailyPlace(t *testing.T) {
	for n := 1; n < 300; n++ {
		used := n
		if n > 1 && n%7 == 0 {
			used--
		}
		for _, step := range []int{1, 7} {
			seen := map[int]bool{}
			for i := range used {
				place := dailyPlace(FirstDay.AddDate(0, 0, 300+step*i), n, 9, "hard", "salt")
				if place < 0 || place >= n || seen[place] {
					t.Fatalf("of %d puzzles number %d comes twice in %d days, or is not there", n, place, used)
				}
				seen[place] = true
			}
		}
		day := FirstDay.AddDate(0, 0, n)
		needs := dailyNeeds(day)
		if place := dailyPlace(day, needs, 9, "hard", "salt"); place != dailyPlace(day, needs+n, 9, "hard", "salt") {
			t.Fatalf("%s: the puzzle changes when there are more", day)
		}
	}
}
