package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	urfave "github.com/urfave/cli/v2"

	"gradoku/grade"
	"gradoku/internal/bind"
	"gradoku/internal/text"
	"gradoku/store"
	"gradoku/task"
)

// BoundFlags returns a flag for each field of the options that a pointer points to, as
// listed by package bind, except for the named fields. [Action] reads the flags into
// the options before the command runs.
func BoundFlags(options any, without ...string) (flags []urfave.Flag) {
	for _, f := range bind.Fields(options) {
		if slices.Contains(without, f.Name) {
			continue
		}
		usage := f.Doc
		if f.Value != "" { // in the library's notation
			usage = strings.Replace(usage, f.Value, "`"+f.Value+"`", 1)
		}
		switch f.Name { // a form shows the values anyway
		case "technique", "only-techniques":
			usage += " (gradoku list techniques)"
		case "where":
			usage += " (gradoku list columns)"
		}
		var old func(name string) urfave.Flag
		switch to := f.Pointer().(type) {
		case *bool:
			flags = append(flags, &urfave.BoolFlag{Name: f.Name, Aliases: f.Alias, Destination: to, Usage: usage})
			old = func(name string) urfave.Flag { return &urfave.BoolFlag{Name: name, Hidden: true} }
		case *int:
			if f.Name == "size" { // 9x9 is accepted too
				flags = append(flags, &urfave.GenericFlag{Name: f.Name, Value: (*sizeValue)(to), Usage: usage, DefaultText: f.Usual})
				continue
			}
			flags = append(flags, &urfave.IntFlag{Name: f.Name, Aliases: f.Alias, Destination: to, Usage: usage, DefaultText: f.Usual})
		case *int64:
			flags = append(flags, &urfave.Int64Flag{Name: f.Name, Aliases: f.Alias, Destination: to, Usage: usage, DefaultText: f.Usual})
			old = func(name string) urfave.Flag { return &urfave.Int64Flag{Name: name, Hidden: true} }
		case *[]string:
			flags = append(flags, &urfave.GenericFlag{Name: f.Name, Aliases: f.Alias, Value: repeated{&f}, Usage: usage + "; may be repeated"})
		case *time.Duration:
			flags = append(flags, &urfave.DurationFlag{Name: f.Name, Destination: to, Usage: usage, DefaultText: f.Usual})
		default:
			if n := len(f.Choices); n > 0 && n < 40 && !f.List && !strings.Contains(usage, f.Choices[0]) {
				usage += ": " + strings.Join(f.Choices, ", ")
			}
			flags = append(flags, &ChoiceFlag{
				StringFlag: &urfave.StringFlag{Name: f.Name, Aliases: f.Alias, TakesFile: f.Value == "FILE", Usage: usage, DefaultText: f.Usual},
				Values:     f.Choices, List: f.List, field: &f,
			})
		}
		for _, name := range f.Was {
			flags = append(flags, old(name))
		}
	}
	return flags
}

// repeated is a flag that adds to a list each time it is given.
type repeated struct{ to *bind.Field }

// Set adds to the list.
func (r repeated) Set(text string) error { return r.to.Set(text) }

func (r repeated) String() string {
	if r.to == nil { // the library makes zero values
		return ""
	}
	return r.to.Text()
}

// readBound sets the fields whose flags the user gave, and checks the options that the
// pointers point to against the rules in their tags.
func readBound(c *urfave.Context, bound []any) error {
	old := given(c)
	for _, options := range bound {
		for _, f := range bind.Fields(options) {
			for _, was := range f.Was {
				if old(was) {
					if err := c.Set(f.Name, fmt.Sprint(c.Value(was))); err != nil {
						return err
					}
				}
			}
		}
	}
	given := given(c)
	for _, flag := range c.Command.Flags {
		if f, ok := flag.(*ChoiceFlag); ok && f.field != nil && given(f.Name) {
			text, err := c.String(f.Name), error(nil)
			if f.Name == "variant" {
				if text, err = readLayout(c, text); err != nil {
					return err
				}
			}
			if err := f.field.Set(text); err != nil {
				return fieldError(HelpAdvice(c), []bind.Field{*f.field}, err)
			}
		}
	}
	for _, options := range bound {
		if err := bind.Check(options, given); err != nil {
			return told(c, bound, err)
		}
	}
	return nil
}

// readLayout puts the layout of a jigsaw in place of the name of its file in jigsaw:@FILE.
func readLayout(c *urfave.Context, variant string) (string, error) {
	before, path, ok := strings.Cut(variant, ":@")
	if !ok {
		return variant, nil
	}
	const advice = "name the region of each cell by a letter or a digit, with one line for each row or one line for all rows"
	file, err := task.ReadSmall(c.Context, c.App.Reader, path, 1<<16)
	if err != nil {
		return "", DataError(err, advice)
	}
	rows := strings.Fields(string(file))
	for i, line := range strings.Split(string(file), "\n") {
		row := strings.TrimSpace(line)
		wrong := func(r rune) bool { return r > 'z' || !unicode.IsLetter(r) && !unicode.IsDigit(r) }
		switch at := strings.IndexFunc(row, wrong); {
		case at >= 0:
			return "", DataError(fmt.Errorf("%s, line %d: %q is not a letter or a digit", path, i+1, []rune(row[at:])[0]), advice)
		case row != "" && len(rows) > 1 && len(row) != len(rows):
			return "", DataError(fmt.Errorf("%s, line %d: the row has %d cells, but there are %d rows", path, i+1, len(row), len(rows)), advice)
		}
	}
	return before + ":" + strings.Join(rows, ""), nil
}

// Rules returns an error if the given flags break a rule in the options' tags. [Action]
// calls it for a command with one task.
func (c *Call) Rules(options any) error { return c.Checked(options, bind.Check(options, c.Given)) }

// told adds the flag to an error about bound options, and advice where the error has
// none.
func told(c *urfave.Context, bound []any, err error) error {
	if len(bound) == 0 {
		return err
	}
	call := Call{Name: nameOf(c)}
	if p, ok := errors.AsType[*Problem](err); ok {
		if m, ok := errors.AsType[*task.Misspelt](err); ok {
			if near := Nearest(m.Word, m.Names); near != "" && near != m.Word {
				return Fail(p.Code, p.Err, fmt.Sprintf("did you mean %q?", near))
			}
		}
		if p.Code == ExitUsage && p.Advice == "" {
			return UsageError(p.Err, call.HelpAdvice())
		}
		return err
	}
	if errors.As(err, new(*bind.Error)) || errors.As(err, new(*grade.FieldError)) {
		return call.Checked(bound[0], err)
	}
	return FilterError(&call, err)
}

// fieldError turns an error about one of the fields into a usage error about its flag.
func fieldError(advice string, fields []bind.Field, err error) error {
	var field string
	if wrong, ok := errors.AsType[*bind.Error](err); ok {
		field, err = wrong.Field, wrong.Err
	} else if wrong, ok := errors.AsType[*grade.FieldError](err); ok {
		field, err = wrong.Field, wrong.Err
	} else {
		return err
	}
	rule, _ := errors.AsType[*bind.Rule](err)
	switch {
	case rule != nil && rule.Not != "":
		return UsageError(fmt.Errorf("%s and %s exclude each other", Dashed(field), dashedRule(rule.Not)), "drop one of the two")
	case rule != nil:
		var needs []string
		for _, need := range rule.Needs {
			needs = append(needs, dashedRule(need))
		}
		return UsageError(fmt.Errorf("%s needs %s", Dashed(field), strings.Join(needs, " or ")), "add "+needs[0])
	case field == "practice" || strings.HasSuffix(field, "technique") || strings.HasSuffix(field, "techniques"):
		advice = TechniqueAdvice
	case field == "level":
		advice = "gradoku list levels shows the ratings of each level"
	default:
		for _, f := range fields {
			if f.Name == field && f.Example != "" {
				advice = "for example: " + Dashed(field) + " " + text.Quoted(f.Example)
			}
		}
	}
	return UsageError(fmt.Errorf("%s: %w", Dashed(field), err), advice)
}

// dashedRule writes a field of a rule, "format" or "format=pdf", as a flag.
func dashedRule(rule string) string {
	name, value, valued := strings.Cut(rule, "=")
	if valued {
		return Dashed(name) + " " + value
	}
	return Dashed(name)
}

// TechniqueAdvice is the advice when a technique is unknown or unsuitable.
const TechniqueAdvice = "gradoku list techniques shows them with their ratings"

// FlagsOf writes the options that are set as flags, each after a space.
func FlagsOf(options any) (line string) {
	for _, f := range bind.Fields(options) {
		if f.IsZero() {
			continue
		}
		line += " " + Dashed(f.Name)
		if !f.IsBool() {
			line += " " + text.Quoted(f.Text())
		}
	}
	return line
}

// Checked turns err into a usage error if it is about a field of the options.
func (c *Call) Checked(options any, err error) error {
	return fieldError(c.HelpAdvice(), bind.Fields(options), err)
}

// CheckRun refuses --run 0 and less, since 0 means every run in a selection.
func (c *Call) CheckRun(s *store.Selection) error {
	if c.Given("run") && s.Run < 1 {
		return UsageError(fmt.Errorf("--run is %d; it must be at least 1", s.Run), "leave it out for all puzzles")
	}
	return nil
}

// FilterError turns the error of an unusable filter into a usage error.
func FilterError(call *Call, err error) error {
	if !errors.Is(err, store.ErrFilter) {
		return err
	}
	// The database operation in the error's text does not help the user.
	_, fault, _ := strings.Cut(err.Error(), store.ErrFilter.Error()+": ")
	return UsageError(errors.New(fault), "gradoku list columns shows the columns for conditions; "+call.HelpAdvice())
}
