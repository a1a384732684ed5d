//go:build race

package literature

const underRace = true
