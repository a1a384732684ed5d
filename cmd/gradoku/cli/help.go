package cli

import (
	_ "embed"
	"strings"

	urfave "github.com/urfave/cli/v2"
)

//go:embed help.txt
var helpTexts string

// Help gives a command its name and the texts of its section in help.txt: the usage, the
// examples, which are indented, and the description, with blank lines between them. The
// description that a command already has follows that of the section.
func Help(name string, c *urfave.Command) *urfave.Command {
	_, section, ok := strings.Cut(helpTexts, "== "+name+"\n")
	if !ok {
		panic("help.txt has no section " + name)
	}
	section, _, _ = strings.Cut(section, "\n== ")
	usage, rest, _ := strings.Cut(strings.TrimSpace(section), "\n\n")
	examples, description, _ := strings.Cut(rest, "\n\n")
	c.Name, c.Usage = name[strings.LastIndexByte(name, ' ')+1:], usage
	c.UsageText = strings.ReplaceAll(strings.TrimPrefix(examples, "  "), "\n  ", "\n")
	c.Description = strings.TrimSpace(description + "\n\n" + c.Description)
	return c
}
