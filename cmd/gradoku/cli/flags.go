package cli

import (
	"runtime"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"gradoku/board"
	"gradoku/generate"
)

// The flags that several commands share, so that they read the same everywhere.
// Each writes its value to where it is told.

func QuietFlag(to *bool) *urfave.BoolFlag {
	return &urfave.BoolFlag{Name: "quiet", Destination: to, Aliases: []string{"q"}, Usage: "say nothing on stderr but errors"}
}

func JSONFlag(to *bool, usage string) *urfave.BoolFlag {
	return &urfave.BoolFlag{Name: "json", Destination: to, Usage: usage}
}

func SizeFlag(to *int, value int, usage string) *urfave.IntFlag {
	return &urfave.IntFlag{Name: "size", Destination: to, Value: value, Usage: usage + ": 4, 6, 9, 12 or 16"}
}

func SymmetryFlag(to *string, value, usage string) *urfave.StringFlag {
	var names []string
	for _, s := range board.Symmetries() {
		names = append(names, s.Name)
	}
	return &urfave.StringFlag{Name: "symmetry", Destination: to, Value: value, Usage: usage + ": " + strings.Join(names, ", ")}
}

func WorkersFlag(to *int) *urfave.IntFlag {
	return &urfave.IntFlag{Name: "workers", Destination: to, Value: runtime.NumCPU(), Usage: "how many puzzles to compute at a time"}
}

func SamplingFlag(to *string) *urfave.StringFlag {
	return &urfave.StringFlag{
		Name: "sampling", Destination: to, Value: generate.TopDown.String(),
		Usage: "which puzzles come up how often: top-down (fast), bottom-up (the other classical rule), " +
			"controlled-bias (for statistics: by its number of clues alone, see gradoku study sampling; about one puzzle per second and core)",
	}
}

// plainDefault makes the help tell the default of a flag once, and the true one:
// the cli library shows the zero of a flag that was not given, and "false" for
// every switch.
func PlainDefault(f urfave.Flag) {
	switch f := f.(type) {
	case *urfave.BoolFlag:
		f.DisableDefaultText = true
	case *urfave.IntFlag:
		f.Usage, f.DefaultText = usageAndDefault(f.Name, f.Usage, f.DefaultText, f.Value == 0)
	case *urfave.Int64Flag:
		f.Usage, f.DefaultText = usageAndDefault(f.Name, f.Usage, f.DefaultText, f.Value == 0)
	case *urfave.DurationFlag:
		f.Usage, f.DefaultText = usageAndDefault(f.Name, f.Usage, f.DefaultText, f.Value == 0)
	}
}

// usageAndDefault takes from a usage the default that it ends with. Without one
// a zero is none, but for seeds, where it is a number like others.
func usageAndDefault(name, usage, given string, zero bool) (rest, text string) {
	if rest, text, told := strings.Cut(usage, " (default: "); told {
		return rest, strings.TrimSuffix(text, ")")
	}
	if zero && given == "" && name != "seed" {
		return usage, "none"
	}
	return usage, given
}
