package main

import (
	"errors"
	"fmt"
	"strings"
	"unicode"

	"github.com/urfave/cli/v2"

	"gradoku/generate"
	"gradoku/internal/bind"
	"gradoku/internal/field"
	"gradoku/internal/text"
	"gradoku/store"
	"gradoku/task"
)

// readLayout puts the layout of a jigsaw in place of the name of its file in jigsaw:@FILE.
func readLayout(c *cli.Context, variant string) (string, error) {
	before, path, ok := strings.Cut(variant, ":@")
	if !ok {
		return variant, nil
	}
	const advice = "name the region of each cell by a letter or a digit, with one line for each row or one line for all rows"
	file, err := task.ReadSmall(c.Context, c.App.Reader, path, 1<<16)
	if err != nil {
		return "", task.DataError(err, advice)
	}
	rows := strings.Fields(string(file))
	for i, line := range strings.Split(string(file), "\n") {
		row := strings.TrimSpace(line)
		wrong := func(r rune) bool { return r > 'z' || !unicode.IsLetter(r) && !unicode.IsDigit(r) }
		switch at := strings.IndexFunc(row, wrong); {
		case at >= 0:
			return "", task.DataError(fmt.Errorf("%s, line %d: %q is not a letter or a digit", path, i+1, []rune(row[at:])[0]), advice)
		case row != "" && len(rows) > 1 && len(row) != len(rows):
			return "", task.DataError(fmt.Errorf("%s, line %d: the row has %d cells, but there are %d rows", path, i+1, len(row), len(rows)), advice)
		}
	}
	return before + ":" + strings.Join(rows, ""), nil
}

// readPattern returns the pattern that a file holds, or that is given itself.
func readPattern(c *cli.Context, pattern string) (string, error) {
	const most = 1 << 16 // larger than any drawing of a pattern
	file, err := task.ReadSmall(c.Context, c.App.Reader, pattern, most)
	switch {
	case err == nil:
		pattern = string(file)
	case !task.LooksLikePuzzle(pattern):
		return "", task.DataError(err, "name a file with as many characters as a puzzle has cells, or - for stdin")
	}
	if err := new(generate.Mask).UnmarshalText([]byte(pattern)); err != nil {
		return "", task.DataError(fmt.Errorf("--pattern: %w", err), "one character for each cell: . or 0 for a blank, anything else for a clue")
	}
	return pattern, nil
}

// told adds the flag to an error about the options, and advice where the error has none.
func told(o commandOptions, err error) error {
	call := o.call()
	if p, ok := errors.AsType[*task.Problem](err); ok {
		if p.Code == task.Usage && p.Advice == "" {
			return task.UsageError(p.Err, call.helpAdvice())
		}
		return err
	}
	if errors.As(err, new(*field.Error)) {
		return fieldError(call.helpAdvice(), bind.Fields(o), err)
	}
	if errors.Is(err, store.ErrFilter) { // the database operation in the error's text does not help the user
		return task.UsageError(store.WithoutPlace(err), task.ProblemOf(err).Advice+"; "+call.helpAdvice())
	}
	return err
}

// fieldError turns an error about one of the fields into a usage error about its flag.
func fieldError(advice string, fields []bind.Field, err error) error {
	wrong, ok := errors.AsType[*field.Error](err)
	if !ok {
		return err
	}
	name, err := wrong.Field, wrong.Err
	rule, _ := errors.AsType[*bind.Rule](err)
	switch {
	case rule != nil && rule.Not != "":
		return task.UsageError(fmt.Errorf("%s and %s exclude each other", dashed(name), dashedRule(rule.Not)), "drop one of the two")
	case rule != nil:
		var needs []string
		for _, need := range rule.Needs {
			needs = append(needs, dashedRule(need))
		}
		return task.UsageError(fmt.Errorf("%s needs %s", dashed(name), strings.Join(needs, " or ")), "add "+needs[0])
	case name == "practice" || strings.HasSuffix(name, "technique") || strings.HasSuffix(name, "techniques"):
		advice = "gradoku list techniques shows them with their ratings"
	case name == "level":
		advice = "gradoku list levels shows the ratings of each level"
	default:
		for _, f := range fields {
			if f.Name == name && f.Example != "" {
				advice = "for example: " + dashed(name) + " " + text.Quoted(f.Example)
			}
		}
	}
	return task.UsageError(fmt.Errorf("%s: %w", dashed(name), err), advice)
}

// dashedRule writes a field of a rule, "format" or "format=pdf", as a flag.
func dashedRule(rule string) string {
	name, value, valued := strings.Cut(rule, "=")
	if valued {
		return dashed(name) + " " + value
	}
	return dashed(name)
}
