package book

import (
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
	Key string // its place in a file of words: "levels.Easy.name"
	Why string
}

func (e *WordError) Error() string { return fmt.Sprintf("%s: %s", e.Key, e.Why) }

// WordKeys lists the places of all texts in a file of words, for advice on a misspelt one.
func WordKeys() []string {
	keys := slices.Collect(maps.Keys(languages[0].load().texts()))
	for table, entries := range languages[0].load().tables() {
		for name := range entries {
			keys = append(keys, table+"."+name+".name", table+"."+name+".text")
		}
	}
	slices.Sort(keys)
	return keys
}

// mostWords is the length of the longest replacement text, in characters.
const mostWords = 2000

var filledIn = regexp.MustCompile(`\{[a-z]+\}`)

// Replace returns the words with some texts replaced: file is a file of words (TOML), like
// those of this package for each language, in which any text may be left out. Words in
// braces must stay.
func (w *Words) Replace(file string) (*Words, error) {
	var own map[string]any
	if err := DecodeTOML(file, &own); err != nil {
		return nil, err
	}
	out := *w
	out.Levels, out.Lessons = maps.Clone(w.Levels), maps.Clone(w.Lessons)
	texts, tables := out.texts(), out.tables()
	for key, value := range flat("", own) {
		text, ok := value.(string)
		if !ok {
			return nil, &WordError{key, "it is not a string"}
		}
		var err error
		switch parts := strings.Split(key, "."); {
		case texts[key] != nil:
			*texts[key], err = replaced(key, *texts[key], text)
		case len(parts) == 3 && tables[parts[0]][parts[1]].Name != "":
			entry := tables[parts[0]][parts[1]]
			switch parts[2] {
			case "name":
				entry.Name, err = replaced(key, entry.Name, text)
			case "text":
				entry.Text, err = replaced(key, entry.Text, text)
			default:
				err = errUnknownWord(key)
			}
			tables[parts[0]][parts[1]] = entry
		default:
			err = errUnknownWord(key)
		}
		if err != nil {
			return nil, err
		}
	}
	// A replaced word for the solutions is also used where pages refer to them.
	if own["solutions"] != nil && own["solutions-page"] == nil {
		out.SolutionsPage = strings.ReplaceAll(w.SolutionsPage, w.Solutions, out.Solutions)
	}
	if own["solutions"] != nil && own["solution-page"] == nil {
		out.SolutionPage = out.SolutionsPage
	}
	return &out, nil
}

// tables returns the user's own texts that have a name.
func (w *Words) tables() map[string]map[string]NamedText {
	return map[string]map[string]NamedText{"levels": w.Levels, "lessons": w.Lessons}
}

func errUnknownWord(key string) error { return &WordError{key, "there is no such text"} }

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

// replaced returns the new text if it can replace the old one.
func replaced(key, old, text string) (string, error) {
	want, got := filledIn.FindAllString(old, -1), filledIn.FindAllString(text, -1)
	slices.Sort(want)
	slices.Sort(got)
	switch {
	case strings.TrimSpace(text) == "":
		return "", &WordError{key, "it is empty"}
	case utf8.RuneCountInString(text) > mostWords:
		return "", &WordError{key, fmt.Sprintf("it has more than %d characters", mostWords)}
	case !slices.Equal(want, got):
		return "", &WordError{key, fmt.Sprintf("its words in braces are %s, but must be %s", listed(got), listed(want))}
	case slices.Contains(want, "{page}") && strings.ContainsFunc(text, unicode.IsDigit):
		return "", &WordError{key, "it has other digits than those of the page number"}
	}
	return text, nil
}

func listed(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

// mostKeys limits the keys and tables on a line of TOML. Nesting can be deep only within a
// line, and the library's time grows with the square of the depth.
const mostKeys = 200

// DecodeTOML reads a style file or a file of words. Its errors name the line.
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
