package book

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/BurntSushi/toml"
)

// WordError is the error for a user's own text that has an unknown key or cannot be used.
type WordError struct {
	Key string // its place in a file of words: "levels.easy.name"
	Why string
}

func (e *WordError) Error() string { return fmt.Sprintf("%s: %s", e.Key, e.Why) }

// WordKeys lists the keys of all texts in a file of words, for advice on a misspelt key.
func WordKeys() []string { return slices.Sorted(maps.Keys(languages[0].load().texts())) }

// mostWords is the length of the longest replacement text, in characters.
const mostWords = 2000

var filledIn = regexp.MustCompile(`\{[a-z]+\}`)

// replace returns the words with some texts replaced: see [WordsFor].
func (w *Words) replace(own string) (*Words, error) {
	var table map[string]any
	if _, err := toml.Decode(own, &table); err != nil {
		return nil, err
	}
	texts := w.texts()
	for key, value := range flat("", table) {
		old, known := texts[key]
		text, ok := value.(string)
		switch {
		case !known:
			return nil, &WordError{key, "there is no such text"}
		case !ok:
			return nil, &WordError{key, "it is not a string"}
		}
		if err := replaces(key, old, text); err != nil {
			return nil, err
		}
	}
	out := *w
	tables := out.tables()
	for _, table := range tables {
		*table = maps.Clone(*table)
	}
	if _, err := toml.Decode(own, &out); err != nil {
		return nil, err
	}
	for name, table := range w.tables() { // an entry without a name, or without a text, keeps its own
		for key, was := range *table {
			is := (*tables[name])[key]
			(*tables[name])[key] = NamedText{cmp.Or(is.Name, was.Name), cmp.Or(is.Text, was.Text)}
		}
	}
	// A replaced word for the solutions is also used where pages refer to them.
	if table["solutions"] != nil && table["solutions-page"] == nil {
		out.SolutionsPage = strings.ReplaceAll(w.SolutionsPage, w.Solutions, out.Solutions)
	}
	if table["solutions"] != nil && table["solution-page"] == nil {
		out.SolutionPage = out.SolutionsPage
	}
	return &out, nil
}

// flat yields the values of nested tables with their full keys, in order.
func flat(prefix string, table map[string]any) func(yield func(string, any) bool) {
	return func(yield func(string, any) bool) {
		for _, key := range slices.Sorted(maps.Keys(table)) {
			if below, ok := table[key].(map[string]any); ok {
				for k, v := range flat(prefix+key+".", below) {
					if !yield(k, v) {
						return
					}
				}
			} else if !yield(prefix+key, table[key]) {
				return
			}
		}
	}
}

// replaces returns an error if text cannot replace the old text of a key.
func replaces(key, old, text string) error {
	want, got := filledIn.FindAllString(old, -1), filledIn.FindAllString(text, -1)
	slices.Sort(want)
	slices.Sort(got)
	switch {
	case strings.TrimSpace(text) == "":
		return &WordError{key, "it is empty"}
	case utf8.RuneCountInString(text) > mostWords:
		return &WordError{key, fmt.Sprintf("it has more than %d characters", mostWords)}
	case !slices.Equal(want, got):
		return &WordError{key, fmt.Sprintf("its words in braces are %s, but must be %s", listed(got), listed(want))}
	case slices.Contains(want, "{page}") && strings.ContainsFunc(text, unicode.IsDigit):
		return &WordError{key, "it has other digits than those of the page number"}
	}
	return nil
}

func listed(names []string) string { return cmp.Or(strings.Join(names, ", "), "none") }

// mostKeys limits the keys and tables on a line of TOML. Nesting can be deep only within a
// line, and the library's time grows with the square of the depth.
const mostKeys = 200

// DecodeTOML reads a style file. Its errors name the line.
func DecodeTOML(file string, into any) error {
	n := 0
	for line := range strings.Lines(file) {
		if n++; strings.Count(line, ".") > mostKeys || strings.Count(line, "{") > mostKeys {
			return fmt.Errorf("line %d: more than %d . or {", n, mostKeys)
		}
	}
	_, err := toml.Decode(file, into)
	var where toml.ParseError
	if errors.As(err, &where) {
		return fmt.Errorf("line %d: %s", where.Position.Line, where.Message)
	}
	return err
}
