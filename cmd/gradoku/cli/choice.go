package cli

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	urfave "github.com/urfave/cli/v2"
	"github.com/xrash/smetrics"
)

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

// misspelt is [DidYouMean] for the values of all flags with choices.
func misspelt(c *urfave.Context, err error) error {
	if err == nil || c.Command == nil {
		return err
	}
	given := given(c)
	for _, f := range c.Command.Flags {
		flag, ok := f.(*Flag)
		if !ok || len(flag.Field.Choices) == 0 || !given(flag.Name) {
			continue
		}
		value := flag.given.String()
		// A list, a quota such as 6x6:easy=20, or a condition.
		words := strings.FieldsFunc(value, func(r rune) bool { return strings.ContainsRune(",:=<>!() ", r) })
		for _, word := range slices.Compact(append(words, value)) {
			if told := DidYouMean(err, word, flag.Field.Choices); told != err {
				return told
			}
		}
	}
	return err
}
