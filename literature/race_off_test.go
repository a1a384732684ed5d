//go:build !race

package literature

const underRace = false
