package book

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/BurntSushi/toml"

	"gradoku/grade"
)

// WordError is the error for a user's own text that has an unknown key or cannot be used.
type WordError struct {
	Key string // its place in a file of words: "levels.easy.name"
	Why string
}

func (e *WordError) Error() string { return fmt.Sprintf("%s: %s", e.Key, e.Why) }

// WordKeys lists the keys of all texts in a file of words, for advice on a misspelt key.
func WordKeys() []string { return slices.Sorted(maps.Keys(languages["en"]().texts)) }

// mostWords is the length of the longest replacement text, in characters.
const mostWords = 2000

var filledIn = regexp.MustCompile(`\{[a-z]+\}`)

// readWords reads the file of words of a language and replaces some texts: see [WordsFor].
func readWords(lang, own string) (*Words, error) {
	file, err := wordFiles.ReadFile("words/" + lang + ".toml")
	if err != nil {
		return nil, err
	}
	var table, replaced map[string]any
	if err := toml.Unmarshal(file, &table); err != nil {
		return nil, fmt.Errorf("words/%s.toml: %w", lang, err)
	}
	w := &Words{Lang: lang, texts: map[string]string{}}
	for key, text := range flat(map[string]any{}, "", table) {
		w.texts[key] = text.(string)
	}
	if lang == "en" {
		for _, l := range grade.Levels() {
			w.texts["levels."+l.ID+".name"] = l.Label
		}
	}
	if _, err := toml.Decode(own, &replaced); err != nil {
		return nil, err
	}
	texts := maps.Clone(w.texts)
	replacing := flat(map[string]any{}, "", replaced)
	for _, key := range slices.Sorted(maps.Keys(replacing)) {
		old, known := w.texts[key]
		text, ok := replacing[key].(string)
		switch {
		case !known:
			return nil, &WordError{key, "there is no such text"}
		case !ok:
			return nil, &WordError{key, "it is not a string"}
		}
		if err := replaces(key, old, text); err != nil {
			return nil, err
		}
		texts[key] = text
	}
	// A replaced word for the solutions is also used where pages refer to them.
	if solutions, ok := replaced["solutions"].(string); ok {
		if replaced["solutions-page"] == nil {
			texts["solutions-page"] = strings.ReplaceAll(w.texts["solutions-page"], w.texts["solutions"], solutions)
		}
		if replaced["solution-page"] == nil {
			texts["solution-page"] = texts["solutions-page"]
		}
	}
	w.texts = texts
	var merged strings.Builder
	for key, text := range texts {
		fmt.Fprintf(&merged, "%s = %s\n", key, must(json.Marshal(text))) // the escapes of JSON are also those of TOML
	}
	_, err = toml.Decode(merged.String(), w)
	return w, err
}

// flat adds the values of nested tables to one table, under their full keys.
func flat(all map[string]any, prefix string, table map[string]any) map[string]any {
	for key, value := range table {
		if below, ok := value.(map[string]any); ok && len(below) > 0 {
			flat(all, prefix+key+".", below)
		} else {
			all[prefix+key] = value
		}
	}
	return all
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

// mostKeys limits the keys and tables on a line of TOML. They nest only within a line, and
// the library's time grows with the square of the depth.
const mostKeys = 200

// DecodeTOML reads a style file. Its errors name the line.
func DecodeTOML(file string, into any) error {
	for _, c := range []string{"[", "."} { // lists in lists, lines of keys
		if strings.Count(file, c) > mostBrackets {
			return fmt.Errorf("more than %d characters %s", mostBrackets, c)
		}
	}
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
