package main

import (
	"cmp"
	"fmt"
	"log/slog"
	"maps"
	"net"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"gradoku/internal/bind"
	"gradoku/internal/text"
	"gradoku/task"
)

// optionFlag is the flag of a field of a command's options.
type optionFlag struct {
	*cli.GenericFlag
	Field bind.Field
	Lines []lineKind // of --json: what the command prints with it

	given *flagValue
}

// flagValue holds the value that the user gives to a flag.
type flagValue struct {
	field *bind.Field
	texts []string
}

// IsBoolFlag is asked by package flag.
func (v *flagValue) IsBoolFlag() bool { return v.field.IsBool() }

// Set refuses only a value of a flag that has none: the others are read when all are known.
// The library calls it again for each alias, with all the texts.
func (v *flagValue) Set(text string) error {
	if v.field.IsBool() {
		if _, err := strconv.ParseBool(text); err != nil {
			return err
		}
	}
	if v.texts == nil || text != v.String() {
		v.texts = append(v.texts, text)
	}
	return nil
}

func (v *flagValue) String() string { return strings.Join(v.texts, ",") }

// TakesValue reports whether the flag has a value.
func (f *optionFlag) TakesValue() bool { return !f.Field.IsBool() }

// Names is called for all flags whenever one is looked up; the library's uses a regular expression.
func (f *optionFlag) Names() []string { return append([]string{f.Name}, f.Aliases...) }

// String returns the flag's lines of the help, for a table of two columns.
func (f *optionFlag) String() string {
	return f.form() + "\t" + wrapped(f.meaning(), narrow, "\n   \t")
}

// wrapped puts a line break between the words of a text wherever a line would be too long.
func wrapped(text string, most int, lineBreak string) string {
	if len(text) <= most || !strings.Contains(text[:most], " ") {
		return text
	}
	end := strings.LastIndex(text[:most], " ")
	return text[:end] + lineBreak + wrapped(text[end+1:], most, lineBreak)
}

// form returns the names of the flag, each with what the help calls its value.
func (f *optionFlag) form() string {
	value := ""
	if f.TakesValue() {
		value = " " + cmp.Or(f.Field.Value, strings.ToUpper(f.Name[strings.LastIndexByte(f.Name, '-')+1:]))
	}
	return strings.Join(text.Each(f.Names(), func(name string) string { return dashed(name) + value }), ", ")
}

// meaning says what the flag does, and what applies without it.
func (f *optionFlag) meaning() string {
	meaning := f.Usage
	if f.DefaultText != "" {
		meaning += " (default: " + f.DefaultText + ")"
	} else if e := f.Field.Example; e != "" && !strings.Contains(meaning, e) {
		meaning += ", for example " + e
	}
	if f.Field.Env != "" {
		meaning += " [$" + f.Field.Env + "]"
	}
	return meaning
}

// alsoTakes begins the paragraph about options that another page of the help describes.
const alsoTakes = "It also takes"

const (
	mostWords = 40 // how many choices the help lists
	widest    = 80 // how long a line of the help is
	narrow    = 52 // how long the meaning of a flag is on a line
)

// flagsOf returns the flags of the fields of a command's options, and a paragraph for each page of the
// help that describes some of them.
func flagsOf(fields []bind.Field, command string, lines []lineKind) (flags []cli.Flag, topics string) {
	names := map[string][]string{} // of the flags, by topic
	for _, f := range fields {
		usage := f.Doc
		switch f.Name { // a form shows the values anyway
		case "technique", "only-techniques":
			usage += " (gradoku list techniques)"
		case "where":
			usage += " (gradoku list columns)"
		case "pattern":
			usage += "; a file, - for stdin, or the pattern itself"
		}
		if n := len(f.Choices); n > 0 && n < mostWords && !f.List && !strings.Contains(usage, f.Choices[0]) {
			usage += ": " + strings.Join(f.Choices, ", ")
		}
		if f.IsList() {
			usage += "; may be repeated"
		}
		elsewhere := f.Topic != "" && f.Topic != command
		if elsewhere {
			names[f.Topic] = append(names[f.Topic], dashed(f.Name))
		}
		value := &flagValue{field: &f}
		flag := &optionFlag{Field: f, given: value, GenericFlag: &cli.GenericFlag{
			Name: f.Name, Aliases: f.Alias, Usage: usage, Value: value, Hidden: elsewhere, Category: f.Group, TakesFile: f.Value == "FILE",
		}}
		if !f.IsBool() {
			flag.DefaultText = cmp.Or(f.Usual, f.Text())
		}
		if f.Name == "json" {
			flag.Lines = lines
		}
		flags = append(flags, flag)
	}
	for _, topic := range slices.Sorted(maps.Keys(names)) {
		topics += wrapped(alsoTakes+" "+strings.Join(names[topic], ", ")+", which gradoku help "+topic+" describes.", widest, "\n") + "\n"
	}
	return flags, topics
}

// readFlags sets the fields whose flags the user gave, and checks the options against the
// rules in their tags.
func readFlags(c *cli.Context, o commandOptions) error {
	call := o.call()
	for _, flag := range c.Command.Flags {
		f, ok := flag.(*optionFlag)
		if !ok {
			continue
		}
		texts := f.given.texts
		if value := os.Getenv(f.Field.Env); texts == nil && value != "" {
			texts = []string{value}
		}
		switch {
		case texts == nil:
			continue
		case f.Field.IsList():
			f.Field.Clear()
		case f.Field.List:
			texts = []string{f.given.String()}
		case len(texts) > 1:
			return task.UsageError(fmt.Errorf("%s is given twice: %q and %q", dashed(f.Name), texts[0], texts[1]), "drop one of the two")
		}
		for _, text := range texts {
			text, err := written(c, f.Name, text)
			if err != nil {
				return err
			}
			if err := f.Field.Set(text); err != nil {
				return fieldError(helpAdvice(c), []bind.Field{f.Field}, err)
			}
		}
	}
	call.Workers = cmp.Or(call.Workers, runtime.NumCPU())
	return told(o, bind.Check(o, call.Given))
}

// written replaces what only a command line has in the value of a flag: a size such as 9x9,
// and a file that holds the layout of a jigsaw.
func written(c *cli.Context, name, text string) (string, error) {
	switch name {
	case "size":
		left, right, product := strings.Cut(strings.ToLower(text), "x")
		if product && left != right {
			return "", task.UsageError(fmt.Errorf("--size: %q is not a size of puzzles such as 6x6", text), "the size of pages is --trim of gradoku book; "+helpAdvice(c))
		}
		return left, nil
	case "variant":
		return readLayout(c, text)
	case "pattern":
		return readPattern(c, text)
	}
	return text, nil
}

// log is the log of a command that runs until it is stopped, as text or as JSON; a quiet one
// has only errors.
func (c *Call) log() *slog.Logger {
	options := &slog.HandlerOptions{Level: slog.LevelInfo}
	if c.Quiet {
		options.Level = slog.LevelError
	}
	if c.JSON {
		return slog.New(slog.NewJSONHandler(c.Err, options))
	}
	return slog.New(slog.NewTextHandler(c.Err, options))
}

// listen listens at the address that a flag names.
func listen(flag, address string) (net.Listener, error) {
	l, err := net.Listen("tcp", address)
	if err != nil {
		err = task.UsageError(fmt.Errorf("--%s: %w", flag, err), "name a free port, for example --"+flag+" localhost:0")
	}
	return l, err
}

// dashed writes a flag as people type it: -o or --seed.
func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// flagText writes a field as a flag, after a space.
func flagText(f *bind.Field) string {
	if f.IsBool() {
		return " " + dashed(f.Name)
	}
	return " " + dashed(f.Name) + " " + text.Quoted(f.Text())
}

// flagsText writes the options that are set as flags, each after a space.
func flagsText(options any) (line string) {
	for _, f := range bind.Fields(options) {
		if !f.IsZero() {
			line += flagText(&f)
		}
	}
	return line
}
