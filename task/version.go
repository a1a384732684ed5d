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
	revision := BuildSetting("vcs.revision")
	if revision = revision[:min(12, len(revision))]; BuildSetting("vcs.modified") == "true" {
		revision += "+changes"
	}
	return revision
}

// BuildSetting is what the Go tool recorded of the build under that name, or unknown.
func BuildSetting(name string) string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == name {
				return s.Value
			}
		}
	}
	return "unknown"
}
