package cli

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	urfave "github.com/urfave/cli/v2"
	"github.com/xrash/smetrics"

	"gradoku/internal/bind"
)

// ChoiceFlag is a flag whose value is one of several names or contains them. The names
// are used to complete values and to suggest corrections of misspelt ones.
type ChoiceFlag struct {
	*urfave.StringFlag
	Values []string
	List   bool // several names are allowed, separated by commas

	field *bind.Field // the field that the flag sets, see [BoundFlags]; nil if it sets a variable
}

// Choice returns a flag for one name.
func Choice(f *urfave.StringFlag, names ...string) *ChoiceFlag {
	return &ChoiceFlag{StringFlag: f, Values: names}
}

// Choices returns a flag for names separated by commas.
func Choices(f *urfave.StringFlag, names ...string) *ChoiceFlag {
	return &ChoiceFlag{StringFlag: f, Values: names, List: true}
}

// alike is the least similarity, from 0 to 1, at which a word counts as a misspelling
// of a name.
const alike = 0.8

// Nearest returns the name most similar to a misspelt word, "" if none is similar.
func Nearest(word string, names []string) string {
	word, best, nearest := strings.ToLower(word), alike, ""
	for _, name := range names {
		if s := smetrics.JaroWinkler(word, strings.ToLower(name), 0.7, 4); s >= best && word != "" {
			best, nearest = s, name
		}
	}
	return nearest
}

// DidYouMean adds the most similar name to the advice of a usage error that quotes
// word. It returns other errors unchanged.
func DidYouMean(err error, word string, names []string) error {
	var p *Problem
	if !errors.As(err, &p) || p.Code != ExitUsage || !strings.Contains(p.Error(), strconv.Quote(word)) {
		return err
	}
	name := Nearest(word, names)
	if name == "" || strings.EqualFold(name, word) {
		return err
	}
	return UsageError(p.Err, strings.TrimSpace(fmt.Sprintf("did you mean %s? %s", name, p.Advice)))
}

// misspelt is [DidYouMean] for the values of all choice flags.
func misspelt(c *urfave.Context, err error) error {
	if err == nil || c.Command == nil {
		return err
	}
	given := given(c)
	for _, f := range c.Command.Flags {
		choice, ok := f.(*ChoiceFlag)
		if !ok || !given(choice.Name) {
			continue
		}
		value := c.String(choice.Name)
		// A list, a quota such as 6x6:easy=20, or a condition.
		words := strings.FieldsFunc(value, func(r rune) bool { return strings.ContainsRune(",:=<>!() ", r) })
		for _, word := range slices.Compact(append(words, value)) {
			if told := DidYouMean(err, word, choice.Values); told != err {
				return told
			}
		}
	}
	return err
}
