package cli

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	urfave "github.com/urfave/cli/v2"
	"github.com/xrash/smetrics"

	"gradoku/internal/field"
	"gradoku/task"
)

// alike is the least similarity, from 0 to 1, at which a word counts as a misspelling
// of a name.
const alike = 0.8

// otherWords maps words of other programs, or of people, to gradoku's names for the same things.
var otherWords = map[string]string{
	"difficulty": "level", "count": "n", "number": "n", "amount": "n", "out": "o", "file": "o", "threads": "workers", "jobs": "workers", "j": "workers", "database": "db",
	"beginner": "gentle", "simple": "easy", "moderate": "medium", "intermediate": "medium", "difficult": "hard", "tough": "hard", "fiendish": "extreme", "diabolical": "extreme", "evil": "extreme",
	"hyper": "windoku", "diagonal": "x", "irregular": "jigsaw", "180": "rotate180", "rotational": "rotate180", "90": "rotate90", "legal": "8.5x14", "a3": "297x420mm",
	"create": "generate", "make": "generate", "rate": "grade", "print": "sheet",
}

// Nearest returns the name that another word stands for or that is most similar to a misspelt
// one, "" if there is none. Without names, any name that the other word stands for will do.
func Nearest(word string, names []string) string {
	word, best, nearest := strings.ToLower(word), alike, ""
	if name := otherWords[word]; names == nil || slices.Contains(names, name) {
		return name
	}
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
	var p *task.Problem
	if !errors.As(err, &p) || p.Code != task.Usage || !strings.Contains(p.Error(), strconv.Quote(word)) {
		return err
	}
	name := Nearest(word, names)
	if name == "" || strings.EqualFold(name, word) {
		return err
	}
	return task.UsageError(p.Err, strings.TrimSpace(fmt.Sprintf("did you mean %s? %s", name, p.Advice)))
}

// misspelt is [DidYouMean] for the values of all flags with choices.
func misspelt(c *urfave.Context, err error) error {
	if err == nil || c.Command == nil {
		return err
	}
	if m, ok := errors.AsType[*field.Misspelt](err); ok {
		p, isProblem := errors.AsType[*task.Problem](err)
		if near := Nearest(m.Word, m.Names); isProblem && near != "" && near != m.Word {
			return task.Fail(p.Code, p.Err, fmt.Sprintf("did you mean %q?", near))
		}
		return err
	}
	given := given(c)
	for _, f := range c.Command.Flags {
		flag, ok := f.(*Flag)
		if !ok || !given(flag.Name) {
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
