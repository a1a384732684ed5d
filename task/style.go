package task

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"gradoku/board"
	"gradoku/book"
	"gradoku/draw"
	"gradoku/internal/bind"
	"gradoku/internal/field"
	"gradoku/internal/text"
)

// A style file gives the fields of Look and of Fine, so that the books of a series look alike:
// docs/BOOKS.md has an example. Options of the task itself override it. It has two tables in
// addition to fields: texts that replace those of the language, and the fields of covers,
// which also take printer, fonts, lines, words and subtitle from above the table.
const (
	wordsTable = "words"
	coverTable = "cover"
)

// style is a style file that has been read.
type style struct {
	path   string // "" for a preset alone
	name   string // in advice: of the file, of its preset or of both
	values map[string]any
	gives  map[string]string // the fields that it has set
}

// openStyle reads a style file, "" for none, and takes what it does not say from a preset, or
// else from the one that the file names. like is an example of valid content, for errors.
func openStyle(path, preset, like string) (*style, error) {
	s := &style{path: path, gives: map[string]string{}}
	if path != "" {
		file, err := ReadRegular(path, maxText)
		if err != nil {
			return nil, err
		}
		if err := book.DecodeTOML(string(file), &s.values); err != nil {
			return nil, DataError(fmt.Errorf("%s: %w", path, err), "a style file is TOML: "+like)
		}
	}
	own, _ := s.values["preset"].(string)
	if preset = cmp.Or(preset, own); preset == "" {
		s.name = path
		return s, nil
	}
	s.name = strings.TrimPrefix(path+" or the preset "+preset, " or ")
	base := PresetStyle(preset)
	if base == "" {
		return nil, s.wrong(fmt.Errorf("there is no preset %q", preset), "gradoku list presets shows them")
	}
	var below map[string]any
	if err := book.DecodeTOML(base, &below); err != nil {
		return nil, err
	}
	s.values = overlaid(below, s.values)
	return s, nil
}

// overlaid returns the values of a preset with those of a style file over them. Tables are
// merged, and so are lists: what the preset leaves out stays left out.
func overlaid(below, over map[string]any) map[string]any {
	for key, value := range over {
		switch under := below[key].(type) {
		case map[string]any:
			if table, ok := value.(map[string]any); ok {
				value = overlaid(under, table)
			}
		case []any:
			if list, ok := value.([]any); ok {
				value = append(under, list...)
			}
		}
		below[key] = value
	}
	return below
}

// Preset is a style that comes with the program.
type Preset struct {
	Name string
	Doc  string // the first line of its style, one sentence
}

//go:embed presets/*.toml
var presetFiles embed.FS

// PresetStyle returns the style file of a preset, "" if none has this name.
func PresetStyle(name string) string {
	file, _ := presetFiles.ReadFile("presets/" + strings.ToLower(name) + ".toml")
	return string(file)
}

// Presets lists the presets.
func Presets() (list []Preset) {
	for _, name := range []string{"large-print", "travel", "kids", "expert", "worksheet", "daily"} {
		doc, _, _ := strings.Cut(strings.TrimPrefix(PresetStyle(name), "# "), "\n")
		list = append(list, Preset{name, doc})
	}
	return list
}

// StyleKeys returns the keys that a style file from other people may have: those that name
// no files and cannot turn the book into something else.
func StyleKeys() (keys []string) {
	for _, f := range slices.Concat(bind.Fields(new(Names)), bind.Fields(new(Design)), bind.Fields(new(Fine))) {
		if !strings.HasPrefix(f.Value, "FILE") {
			keys = append(keys, f.Name)
		}
	}
	return append(keys, wordsTable)
}

// apply applies the style of a book: the fields that look leaves out, and settings that
// only a style file has. It does not set the fields in fixed, although they are zero.
func (s *style) apply(look *Look, spec *book.Spec, fixed func(string) bool) error {
	_, err := s.cover()
	if err != nil {
		return err
	}
	values := maps.Clone(s.values)
	delete(values, coverTable)
	delete(values, wordsTable)
	if err := s.fill(look.keys(), values, fixed, wordsTable, coverTable); err != nil {
		return err
	}
	if spec.Words, err = s.words(look.Lang); err != nil {
		return err
	}
	folder, err := os.OpenRoot(filepath.Dir(s.path))
	if err != nil {
		return CannotRead(err)
	}
	defer folder.Close()
	if dir, ok := strings.CutSuffix(look.Fine.Symbols, "/"); ok {
		if look.Fine.pictures, err = symbols(folder, dir); err != nil {
			return s.wrong(fmt.Errorf("symbols: %w", err), "name a folder next to the style file with 4 to 16 SVG or PNG files: symbols = \"pictures/\"")
		}
	}
	room := book.ImageRoom
	if spec.Front, err = s.matter(folder, "front", look.Fine.Front, &room); err != nil {
		return err
	}
	spec.Back, err = s.matter(folder, "back", look.Fine.Back, &room)
	return err
}

// cover returns the table for covers. A wrong key or value in it is an error.
func (s *style) cover() (map[string]any, error) {
	value := s.values[coverTable]
	table, ok := value.(map[string]any)
	if value != nil && !ok {
		return nil, s.wrong(fmt.Errorf("%s is not a table", coverTable), "write [cover], and below it the flags of gradoku book cover without their dashes")
	}
	trial := style{path: s.path, gives: map[string]string{}}
	return table, trial.fill(new(BookCover).keys(), table, nil)
}

// fill sets the fields that are not set yet, and adds to lists. more lists keys that are not fields, for advice
// on a misspelt key.
func (s *style) fill(fields []bind.Field, values map[string]any, fixed func(string) bool, more ...string) error {
	for _, key := range slices.Sorted(maps.Keys(values)) {
		i := slices.IndexFunc(fields, func(f bind.Field) bool { return f.Name == key })
		if i < 0 {
			for _, f := range fields {
				more = append(more, f.Name)
			}
			return s.wrong(&field.Misspelt{Err: fmt.Errorf("there is no key %q", key), Word: key, Names: more}, "docs/BOOKS.md lists its keys: the flags for the look of a book, without their dashes, and finer settings")
		}
		f, items := &fields[i], []any{values[key]}
		if list, ok := values[key].([]any); ok && f.IsList() {
			items = list
		}
		if !f.IsList() && (!f.IsZero() || fixed != nil && fixed(f.Name)) {
			continue
		}
		for _, item := range items {
			set, err := tomlText(item)
			if err != nil {
				return s.wrong(fmt.Errorf("%s: %w", key, err), "write it as on the command line, in quotes: trim = \"6x9\"")
			}
			if f.Value == "FILE" && !filepath.IsAbs(set) {
				set = filepath.Join(filepath.Dir(s.path), set)
			}
			if err := f.Set(set); err != nil {
				return s.wrong(fmt.Errorf("%s cannot be %q: %w", key, set, errors.Unwrap(err)), "write true for yes and false for no, and numbers without quotes")
			}
			s.gives[key] = set
		}
	}
	return nil
}

// wrong returns an error that names the style file.
func (s *style) wrong(err error, advice string) error {
	return UsageError(fmt.Errorf("%s: %w", cmp.Or(s.path, s.name), err), advice)
}

// blame adds to an error about the options which of them come from the style file: the user
// may not have written it.
func (s *style) blame(options any, err error) error {
	var p *Problem
	var wrong *field.Error
	switch {
	case s == nil || len(s.gives) == 0:
		return err
	case errors.As(err, &wrong):
		p = &Problem{Usage, fmt.Errorf("--%w", err), ""}
		for _, f := range bind.Fields(options) {
			if f.Name == wrong.Field && f.Example != "" {
				p.Advice = "for example: --" + f.Name + " " + f.Example
			}
		}
	case !errors.As(err, &p) || p.Code != Usage || s.path != "" && strings.HasPrefix(p.Error(), s.path):
		return err
	}
	var keys []string
	for _, key := range slices.Sorted(maps.Keys(s.gives)) {
		if value := s.gives[key]; value != "" && strings.Contains(p.Error(), value) {
			keys = append(keys, key)
		}
	}
	where := "check " + s.name + " as well"
	if len(keys) > 0 {
		where = fmt.Sprintf("%s sets %s", s.name, text.List(keys, "and"))
	}
	if p.Advice != "" {
		where = p.Advice + "; " + where
	}
	return UsageError(p.Err, where)
}

// tomlText writes a value of a style file in the form that the command line has.
func tomlText(value any) (string, error) {
	switch v := value.(type) {
	case string, int64, float64, bool:
		return fmt.Sprint(v), nil
	case []any:
		var parts []string
		for _, item := range v {
			part, err := tomlText(item)
			if _, nested := item.([]any); nested || err != nil {
				return "", errors.New("a list must contain only strings, numbers, true and false")
			}
			parts = append(parts, part)
		}
		return strings.Join(parts, ","), nil
	}
	return "", errors.New("must be a string, a number, true, false or a list of these")
}

// words writes the table of words in the form of a file of words, and checks that the language
// can use it.
func (s *style) words(lang string) (string, error) {
	var file strings.Builder
	value, given := s.values[wordsTable]
	if !given {
		return "", nil
	}
	table, ok := value.(map[string]any)
	if err := toml.NewEncoder(&file).Encode(table); err != nil || !ok {
		return "", s.wrong(fmt.Errorf("[%s] is not a table of texts", wordsTable), "write [words], and below it strings in quotes: contents = \"…\"")
	}
	_, err := book.WordsFor(orDefault(lang, "en"), file.String())
	var wrong *book.WordError
	switch {
	case err == nil:
		return file.String(), nil
	case !errors.As(err, &wrong):
		return "", UsageError(err, "for example: --lang de")
	}
	err = &field.Misspelt{Err: err, Word: wrong.Key, Names: book.WordKeys()}
	return "", DataError(fmt.Errorf("%s: [%s] %w", s.path, wordsTable, err), "the folder book/words of the source code has a file with all texts for each language")
}

// maxImage is the largest size of an image, in bytes.
const maxImage = 1 << 26

// matter reads the text files to print before or after the puzzles. They and their images
// must be in the folder of the style file. So a style file from other people can print only
// files of its own folder.
func (s *style) matter(folder *os.Root, key string, names []string, room *int) ([]*book.Matter, error) {
	var list []*book.Matter
	for _, name := range names {
		if !strings.EqualFold(filepath.Ext(name), ".md") {
			return nil, s.wrong(fmt.Errorf("%s: %s is not Markdown (.md)", key, name), "name a text: front = [\"dedication.md\"]; to add finished pages of a PDF, use another program on the finished book")
		}
		file, err := readIn(folder, name, maxText)
		if err != nil {
			return nil, DataError(fmt.Errorf("%s: %s: %s: %w", s.path, key, name, err), "name a file in the folder of the style file")
		}
		m, err := book.ParseMatter(name, file, func(path string) ([]byte, error) {
			return readIn(folder, filepath.Join(filepath.Dir(name), path), maxImage)
		}, room)
		if err != nil {
			return nil, DataError(fmt.Errorf("%s: %w", s.path, err), "texts are Markdown without HTML, images PNG or JPEG in the folder of the style file, or qr: and an address")
		}
		list = append(list, m)
	}
	return list, nil
}

// symbols reads the pictures of a folder in that of the style file, in the order of their names.
func symbols(folder *os.Root, dir string) (files []draw.PictureFile, err error) {
	names, err := fs.Glob(folder.FS(), filepath.ToSlash(filepath.Clean(dir))+"/[^.]*")
	if err == nil && (len(names) < 4 || len(names) > board.MaxSize) {
		err = fmt.Errorf("%s/ has %s", dir, text.Count(len(names), "picture", "pictures"))
	}
	for _, name := range names {
		if err != nil {
			return nil, err
		}
		if ext := strings.ToLower(filepath.Ext(name)); ext != ".svg" && ext != ".png" {
			return nil, fmt.Errorf("%s is neither an SVG nor a PNG", name)
		}
		var file []byte
		file, err = readIn(folder, name, maxImage)
		files = append(files, draw.PictureFile{Name: name, Data: file})
	}
	return files, err
}

// readIn reads a regular file in a folder. Its errors do not name the file.
func readIn(folder *os.Root, name string, most int64) ([]byte, error) {
	if !filepath.IsLocal(name) {
		return nil, errors.New("it is outside the folder")
	}
	data, err := readRegular(folder.Stat, folder.Open, name, most)
	var path *os.PathError
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, errors.New("it does not exist")
	case errors.As(err, &path):
		return nil, path.Err
	}
	return data, err
}
