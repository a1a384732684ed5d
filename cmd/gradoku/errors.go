package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"
	"github.com/xrash/smetrics"

	"gradoku/internal/field"
	"gradoku/internal/text"
	"gradoku/task"
)

// reportError prints an error and returns the exit code.
func reportError(w io.Writer, err error) int {
	var p *task.Problem
	switch {
	case err == nil:
		return 0
	case errors.Is(err, task.ErrReported):
		return task.Data
	case errors.As(err, &p):
	case errors.Is(err, context.Canceled):
		p = &task.Problem{Code: task.Interrupted, Err: errors.New("interrupted")}
	default:
		p = task.ProblemOf(err)
	}
	// Error and advice may quote a file or its name, and a quoted value may have
	// millions of characters.
	fault := secret.ReplaceAllString(fmt.Sprintf("%.4000s", text.Visible(p.Err.Error())), "$1$3...$2")
	advice := secret.ReplaceAllString(text.Visible(p.Advice), "$1$3...$2")
	if tell(w, task.Event{Failed: &task.Failed{Code: p.Code, Text: fault, Advice: advice}}) {
		return p.Code
	}
	said := "gradoku: " + fault + "\n"
	if advice != "" {
		said += "  " + advice + "\n"
	}
	io.WriteString(w, said)
	return p.Code
}

// secret matches a password in a database address that was mistaken for a file name.
var secret = regexp.MustCompile(`((?:/|\bpostgres(?:ql)?:)[^\s/:@]*:)\S*(@)|(\bpassword *= *)\S+`)

// interrupted replaces an error that a signal caused by [context.Canceled],
// unless the command has more to say about the interruption.
func interrupted(ctx context.Context, err error) error {
	if ctx.Err() == nil || !errors.Is(err, context.Cause(ctx)) && !errors.Is(err, context.Canceled) {
		return err
	}
	if p, ok := errors.AsType[*task.Problem](err); ok && p.Code == task.Interrupted {
		return err
	}
	return context.Canceled
}

// alike is the least similarity, from 0 to 1, at which a word counts as a misspelling
// of a name.
const alike = 0.8

// otherWords maps words of other programs, or of people, to gradoku's names for the same things,
// the first of which that a command has is meant.
var otherWords = map[string]string{
	"difficulty": "level", "l": "level", "er": "rating", "count": "n limit", "n": "limit", "number": "n limit", "amount": "n limit", "max-solutions": "limit", "random": "sample", "random-seed": "seed",
	"out": "o print", "o": "print", "output": "print", "file": "o", "format": "print", "f": "format", "to": "format", "csv": "format json o", "json": "format", "png": "o", "svg": "o", "fields": "columns",
	"threads": "workers", "jobs": "workers", "j": "workers", "database": "db", "givens": "clues", "min-clues": "clues", "max-clues": "clues", "killer": "variant", "jigsaw": "variant", "windoku": "variant",
	"sort": "order", "steps": "hints", "step-by-step": "hints", "explain": "steps hint", "port": "listen", "host": "listen",
	"printer": "for", "large-print": "preset", "no-lessons": "without", "no-tick": "without", "no-time": "without", "no-hints": "hints",
	"beginner": "gentle", "simple": "easy", "moderate": "medium", "intermediate": "medium", "difficult": "hard", "tough": "hard", "very hard": "expert", "fiendish": "extreme", "diabolical": "extreme", "evil": "extreme",
	"diagonal": "x", "irregular": "jigsaw", "180": "rotate180", "rotational": "rotate180", "90": "rotate90", "legal": "8.5x14", "a3": "297x420mm",
	"create": "generate", "make": "generate", "rate": "grade", "print": "sheet", "pdf": "sheet", "check": "verify", "dedupe": "canon", "shuffle": "morph", "image": "draw", "picture": "draw",
	"api": "serve", "daily": "export", "levels": "list", "techniques": "list", "formats": "list", "info": "db", "stats": "info db", "cover": "book",
}

// nearestName returns the name that means the same as a word or is most similar to it, "" if there
// is none. If names is nil, any name with the same meaning will do.
func nearestName(word string, names []string) string {
	word, best, nearest := strings.ToLower(word), alike, ""
	for _, name := range append(strings.Fields(otherWords[word]), "") {
		if names == nil || slices.Contains(names, name) {
			return name
		}
	}
	for _, name := range names {
		if s := smetrics.JaroWinkler(word, strings.ToLower(name), 0.7, 4); s >= best && word != "" {
			best, nearest = s, name
		}
	}
	return nearest
}

// didYouMean adds the most similar name to the advice of a usage error that quotes
// word. It returns other errors unchanged.
func didYouMean(err error, word string, names []string) error {
	var p *task.Problem
	if !errors.As(err, &p) || p.Code != task.Usage || !strings.Contains(p.Error(), strconv.Quote(word)) {
		return err
	}
	name := nearestName(word, names)
	if name == "" || strings.EqualFold(name, word) {
		return err
	}
	return task.UsageError(p.Err, strings.TrimSpace(fmt.Sprintf("did you mean %s? %s", name, p.Advice)))
}

// misspelt calls [didYouMean] for the values of all flags with choices.
func misspelt(c *cli.Context, err error) error {
	if err == nil || c.Command == nil {
		return err
	}
	if m, ok := errors.AsType[*field.Misspelt](err); ok {
		p, isProblem := errors.AsType[*task.Problem](err)
		if near := nearestName(m.Word, m.Names); isProblem && near != "" && near != m.Word {
			return task.Fail(p.Code, p.Err, fmt.Sprintf("did you mean %q?", near))
		}
		return err
	}
	given := given(c)
	for _, f := range c.Command.Flags {
		flag, ok := f.(*optionFlag)
		if !ok || !given(flag.Name) {
			continue
		}
		value := flag.given.String()
		// A list, a quota such as 6x6:easy=20, or a condition.
		words := strings.FieldsFunc(value, func(r rune) bool { return strings.ContainsRune(",:=<>!() ", r) })
		for _, word := range slices.Compact(append(words, value)) {
			if told := didYouMean(err, word, flag.Field.Choices); told != err {
				return told
			}
		}
	}
	return err
}
