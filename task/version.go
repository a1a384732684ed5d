package task

// Version is part of a run's identity: another version may make different puzzles
// from the same seed.
const Version = "0.1.0"
