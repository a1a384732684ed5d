package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	urfave "github.com/urfave/cli/v2"

	"gradoku/grade"
	"gradoku/internal/bind"
	"gradoku/store"
)

// BoundFlags returns a flag for each field of the options that a pointer points to, as
// package bind lists them, but for the named ones. [Action] reads them before the command
// runs.
func BoundFlags(options any, without ...string) (flags []urfave.Flag) {
	for _, f := range bind.Fields(options) {
		if slices.Contains(without, f.Name) {
			continue
		}
		if f.Placeholder != "" { // the library takes the word in backquotes
			f.Doc = strings.Replace(f.Doc, f.Placeholder, "`"+f.Placeholder+"`", 1)
		}
		switch to := f.Pointer().(type) {
		case *bool:
			flags = append(flags, &urfave.BoolFlag{Name: f.Name, Destination: to, Usage: f.Doc})
		case *int:
			if f.Name == "size" { // which is written 9x9 too
				flags = append(flags, &urfave.GenericFlag{Name: f.Name, Value: (*sizeValue)(to), Usage: f.Doc, DefaultText: f.Usual})
				continue
			}
			flags = append(flags, &urfave.IntFlag{Name: f.Name, Destination: to, Usage: f.Doc, DefaultText: f.Usual, Action: func(c *urfave.Context, _ int) error { return limits(c, &f) }})
		case *int64:
			flags = append(flags, &urfave.Int64Flag{Name: f.Name, Destination: to, Usage: f.Doc, DefaultText: f.Usual, Action: func(c *urfave.Context, _ int64) error { return limits(c, &f) }})
		case *time.Duration:
			flags = append(flags, &urfave.DurationFlag{Name: f.Name, Destination: to, Usage: f.Doc, DefaultText: f.Usual, Action: func(c *urfave.Context, _ time.Duration) error { return limits(c, &f) }})
		default:
			usage := f.Doc
			if len(f.Choices) > 0 && !f.List && !strings.Contains(usage, f.Choices[0]) {
				usage += ": " + strings.Join(f.Choices, ", ")
			}
			flags = append(flags, &ChoiceFlag{
				StringFlag: &urfave.StringFlag{Name: f.Name, Usage: usage, DefaultText: f.Usual}, Values: f.Choices, List: f.List, field: &f,
			})
		}
	}
	return flags
}

// limits holds a number that the user has given against the limits of its field.
func limits(c *urfave.Context, f *bind.Field) error {
	if err := f.Limits(); err != nil {
		return fieldError(HelpAdvice(c), f.Example, &bind.Error{Field: f.Name, Err: err})
	}
	return nil
}

// readBound sets the fields of words that the user has given.
func readBound(c *urfave.Context) error {
	for _, flag := range c.Command.Flags {
		if f, ok := flag.(*ChoiceFlag); ok && f.field != nil && c.IsSet(f.Name) {
			if err := f.field.Set(c.String(f.Name)); err != nil {
				return fieldError(HelpAdvice(c), f.field.Example, err)
			}
		}
	}
	return nil
}

// Rules says which rule between the options' fields the user has broken, going by the
// flags that are given.
func (c *Call) Rules(options any) error { return c.Checked(options, bind.Check(options, c.Given)) }

// fieldError makes an error about a field a usage error about its flag.
func fieldError(advice, example string, err error) error {
	var field string
	if wrong, ok := errors.AsType[*bind.Error](err); ok {
		field, err = wrong.Field, wrong.Err
	} else if wrong, ok := errors.AsType[*grade.FieldError](err); ok {
		field, err = wrong.Field, wrong.Err
	} else {
		return err
	}
	if rule, ok := errors.AsType[*bind.Rule](err); ok {
		advice = "drop one of the two"
		if rule.Not == "" {
			advice = "add " + Dashed(rule.Needs[0])
		}
		return UsageError(ruleError(field, rule), advice)
	}
	switch {
	case strings.HasSuffix(field, "technique") || strings.HasSuffix(field, "techniques"):
		advice = TechniqueAdvice
	case field == "level":
		advice = "gradoku list levels shows the ratings of each level"
	case example != "":
		advice = "for example: " + Dashed(field) + " " + Quoted(example)
	}
	return UsageError(fmt.Errorf("%s: %w", Dashed(field), err), advice)
}

// ruleError names the flags of a rule as people type them.
func ruleError(field string, rule *bind.Rule) error {
	if rule.Not != "" {
		return fmt.Errorf("%s does not go with %s", Dashed(field), Dashed(rule.Not))
	}
	var names []string
	for _, name := range rule.Needs {
		names = append(names, Dashed(name))
	}
	return fmt.Errorf("%s has no meaning without %s", Dashed(field), strings.Join(names, " or "))
}

// TechniqueAdvice is the advice on a technique that is unknown or unsuitable.
const TechniqueAdvice = "gradoku list techniques shows them with their ratings"

// Checked returns err as a usage error where it is about a field of the options.
func (c *Call) Checked(options any, err error) error {
	name, example := "", ""
	if wrong, ok := errors.AsType[*grade.FieldError](err); ok {
		name = wrong.Field
	} else if wrong, ok := errors.AsType[*bind.Error](err); ok {
		name = wrong.Field
	}
	for _, f := range bind.Fields(options) {
		if f.Name == name {
			example = f.Example
		}
	}
	return fieldError(c.HelpAdvice(), example, err)
}

// Fill sets what a selection asks for in a filter.
func (c *Call) Fill(s *store.Selection, filter *store.Filter) error {
	if c.Given("run") && s.Run < 1 {
		return UsageError(fmt.Errorf("--run is %d; it must be at least 1", s.Run), "leave it out for all puzzles")
	}
	f, err := s.Filter()
	if err != nil {
		return c.Checked(s, err)
	}
	filter.RunID, filter.Size, filter.Criteria, filter.CluesMin, filter.CluesMax = f.RunID, f.Size, f.Criteria, f.CluesMin, f.CluesMax
	filter.Symmetries, filter.Logic, filter.Minimal, filter.Where = f.Symmetries, f.Logic, f.Minimal, f.Where
	return nil
}

// FilterError turns the error of an unusable filter into a usage error.
func FilterError(call *Call, err error) error {
	if !errors.Is(err, store.ErrFilter) {
		return err
	}
	// What the database was doing is no help here.
	_, fault, _ := strings.Cut(err.Error(), store.ErrFilter.Error()+": ")
	return UsageError(errors.New(fault), "gradoku list columns shows what a condition can be about; "+call.HelpAdvice())
}
