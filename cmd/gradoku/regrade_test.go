package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"gradoku/grade"
)

// TestRegradeAfterAnUpdate: a database of an earlier grader, which had the first
// puzzle harder and the second right.
func TestRegradeAfterAnUpdate(t *testing.T) {
	dir := t.TempDir()
	path, report := filepath.Join(dir, "a.db"), filepath.Join(dir, "changed.csv")
	expect := func(want string, args ...string) {
		t.Helper()
		got, out, talk := call(t, append(args, "--db", path)...)
		if got != 0 || !regexp.MustCompile(want).MatchString(out+talk) {
			t.Errorf("%v: exit %d; %q is not in\n%s%s", args, got, want, out, talk)
		}
	}
	expect("", "generate", "-n", "2", "--size", "4", "--seed", "1")
	tamper(t, path, "UPDATE puzzle SET grader = 1", "UPDATE puzzle SET rating = 99, pearl = NULL, diamond = NULL, at_least = 1 WHERE id = 1")
	now := strconv.Itoa(grade.Version)
	expect("2 puzzles graded by grader 1", "db", "info")
	expect("grade of grader 1 for it; gradoku regrade", "show", "1")
	expect(`"rating":null`, "show", "1", "--json")
	expect(`(?s)"level":null.*2 grades are left out because they are of another grader: gradoku regrade`, "export", "--format", "jsonl")
	app := filepath.Join(dir, "app.sqlite")
	expect("2 puzzles written", "export", "-o", app)
	if _, out, _ := call(t, "convert", app, "--format", "jsonl"); strings.Count(out, `"rating":null`) != 2 || strings.Count(out, `"level":null`) != 2 {
		t.Errorf("the app database has grades of another grader: %s", out)
	}
	expect("0 puzzles graded by grader "+now, "regrade", "--where", "corpus = other")
	expect("1 puzzle graded by grader "+now+` in .*\n.*0 with the same rating, 0 harder, 1 easier\n.*extreme before, \w+ now: 1 puzzle`,
		"regrade", "--where", "rating > 9 and at_least", "--report", report)
	expect("1 puzzle graded by grader "+now+` in .*\n.*1 with the same rating, 0 harder, 0 easier\n$`, "regrade", "--workers", "2")
	expect("0 puzzles graded by grader "+now+` in [0-9.]+ s\n$`, "regrade")
	expect("2 puzzles graded by grader "+now, "db", "info")
	expect("", "db", "check")
	changed, err := os.ReadFile(report)
	lines := strings.Split(strings.TrimSpace(string(changed)), "\n")
	if err != nil || len(lines) != 2 || lines[0] != "id,puzzle,old_grader,old_rating,old_level,new_grader,new_rating,new_level" ||
		!regexp.MustCompile(fmt.Sprintf(`^1,[.1-4]{16},1,9\.9,[a-z]+,%s,[1-9]\.[0-9],\w+$`, now)).MatchString(lines[1]) {
		t.Errorf("the report: %q, %v", changed, err)
	}
}
