package task

import "runtime/debug"

// Version is part of a run's identity: another version may make different puzzles
// from the same seed.
const Version = "0.1.0"

// Build is the Version with the commit that the binary was built from, if the Go tool
// recorded it. All workers of a shared run have one build, since two development builds of a
// version may make different puzzles.
func Build() string {
	if commit := Commit(); commit != "unknown" {
		return Version + "+" + commit
	}
	return Version
}

// Commit is the revision that the binary was built from, if the Go tool recorded it.
func Commit() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	revision, changed := "unknown", ""
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			revision = s.Value[:min(12, len(s.Value))]
		case "vcs.modified":
			if s.Value == "true" {
				changed = "+changes"
			}
		}
	}
	return revision + changed
}
