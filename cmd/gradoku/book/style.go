package book

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
	urfave "github.com/urfave/cli/v2"

	"gradoku/book"
	"gradoku/cmd/gradoku/cli"
	"gradoku/internal/text"
	"gradoku/task"
)

// A style file gives the flags that say what a book looks like, under their own names, so
// that the books of a series look alike:
//
//	trim = "6x9"
//	printer = "kdp"
//	per-page = 1
//	labels = ["stars", "predicted-minutes"]
//	font = "fonts/Text.otf"          # beside the style file
//	hints = true
//
//	imprint = ["First printing, May 2026"]
//
//	front = ["dedication.md"]        # Markdown beside the style file, with its images;
//	back = ["also-by.md", "ad.pdf"]  # ![Scan me](qr:https://example.com) is a QR code;
//	                                 # pages of a PDF are taken as they are
//
//	[level-names]
//	gentle = "Warm-up"
//
//	[thresholds]                     # the highest rating of a level, or the most minutes
//	gentle = 1.5
//
//	[words]                          # any text of book/words/<language>.toml; or words = "a file"
//	solutions = "Answers"
//
//	[cover]                          # flags of "gradoku book cover", which takes printer,
//	colour = "7A1F2B"                # fonts, lines, words and subtitle from above
//
// A flag of the command line wins over the file.

// What a style file has beside flags: the levels' names and where they end, texts in the
// place of the language's, further lines of the copyright page, and files of texts before
// and after the puzzles.
const (
	namesTable      = "level-names"
	thresholdsTable = "thresholds"
	wordsTable      = "words"
	imprintKey      = "imprint"
	frontKey        = "front"
	backKey         = "back"
)

// readStyle reads the style file, if one is named, and sets the flags that it gives and
// the command line does not.
func (o *options) readStyle() error {
	if o.style == "" {
		return nil
	}
	var values map[string]any
	if err := readTOML(o.style, &values, "trim = \"6x9\""); err != nil {
		return err
	}
	if err := new(coverOptions).checkKeys(o.style, values[coverTable]); err != nil {
		return err
	}
	delete(values, coverTable)
	keys := flagNames(o.styleFlags())
	room := book.ImageRoom
	for _, key := range slices.Sorted(maps.Keys(values)) {
		value := values[key]
		var err error
		switch {
		case key == namesTable:
			err = o.nameLevels(value)
		case key == wordsTable && isTable(value):
			err = o.styleWords(value.(map[string]any))
		case key == thresholdsTable:
			err = o.levelEnds(value)
		case key == frontKey:
			o.spec.Front, err = o.matter(key, value, &room)
		case key == backKey:
			o.spec.Back, err = o.matter(key, value, &room)
		case key == imprintKey:
			o.spec.Imprint, err = o.texts(key, value)
		case !slices.Contains(keys, key):
			err = o.noKey(fmt.Errorf("there is no key %q", key), key, append(keys, namesTable, thresholdsTable, imprintKey, frontKey, backKey, coverTable))
		default:
			err = o.styleFlag(key, value)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// styleFlags are the flags that a style file can give.
func (o *options) styleFlags() []urfave.Flag {
	return slices.DeleteFunc(o.lookFlags(), func(f urfave.Flag) bool {
		return slices.Contains([]string{"o", "booklet", "format", "page", "dpi", "style"}, f.Names()[0])
	})
}

func flagNames(flags []urfave.Flag) (names []string) {
	for _, f := range flags {
		names = append(names, f.Names()[0])
	}
	return names
}

// StyleKeys are the keys that a style file from somebody else can have: those that name
// no file, and leave a book a book.
func StyleKeys() []string {
	flags := slices.DeleteFunc(new(options).styleFlags(), func(f urfave.Flag) bool {
		text, ok := f.(*urfave.StringFlag)
		return ok && text.TakesFile || f.Names()[0] == "pictures"
	})
	return append(flagNames(flags), namesTable, thresholdsTable, imprintKey)
}

// readTOML reads a style file. like is what could stand in it.
func readTOML(path string, values any, like string) error {
	file, err := task.ReadRegular(path, maxText)
	if err != nil {
		return err
	}
	if err := book.DecodeTOML(string(file), values); err != nil {
		return cli.DataError(fmt.Errorf("%s: %w", path, err), "a style file is TOML: "+like)
	}
	return nil
}

// styleFlag sets a flag that the command line does not give.
func (o *options) styleFlag(key string, value any) error {
	set, err := flagText(value)
	if err != nil {
		return o.styleError(fmt.Errorf("%s: %w", key, err), "write it as on the command line, in quotes: trim = \"6x9\"")
	}
	if o.Given(key) {
		return nil
	}
	if (strings.HasPrefix(key, "font") || key == wordsTable || key == "icc") && !filepath.IsAbs(set) {
		set = filepath.Join(filepath.Dir(o.style), set)
	}
	if err := o.Set(key, set); err != nil {
		return o.styleError(fmt.Errorf("%s cannot be %q", key, set), "yes and no are true and false, numbers stand without quotes: "+o.HelpAdvice())
	}
	if o.styled == nil {
		o.styled = map[string]string{}
	}
	o.styled[key] = set
	return nil
}

// texts reads a text or a list of texts.
func (o *options) texts(key string, value any) ([]string, error) {
	list, ok := value.([]any)
	if !ok {
		list = []any{value}
	}
	var texts []string
	for _, item := range list {
		text, ok := item.(string)
		if !ok {
			return nil, o.styleError(fmt.Errorf("%s: %v is no text", key, item), fmt.Sprintf("write texts in quotes: %s = [\"…\"]", key))
		}
		texts = append(texts, text)
	}
	return texts, nil
}

// matter reads the files of texts before or after the puzzles. They and their images lie in
// the folder of the style file, so that a style from somebody else prints nothing that is
// not its own.
func (o *options) matter(key string, value any, room *int) ([]*book.Matter, error) {
	names, err := o.texts(key, value)
	if err != nil {
		return nil, err
	}
	if len(names) > mostTexts {
		return nil, o.styleError(fmt.Errorf("%s: %d files, and %d are the most", key, len(names), mostTexts), "put several texts into one")
	}
	folder, err := os.OpenRoot(filepath.Dir(o.style))
	if err != nil {
		return nil, task.CannotRead(err)
	}
	defer folder.Close()
	var list []*book.Matter
	for _, name := range names {
		if !strings.EqualFold(filepath.Ext(name), ".md") {
			return nil, o.styleError(fmt.Errorf("%s: %s is not Markdown (.md)", key, name), "name a text: front = [\"dedication.md\"]; finished pages of a PDF are put before or after the book's by other programs")
		}
		file, err := readIn(folder, name, maxText)
		if err != nil {
			return nil, cli.DataError(fmt.Errorf("%s: %s: %s: %w", o.style, key, name, err), "name a file in the folder of the style file")
		}
		m, err := book.ParseMatter(name, file, func(path string) ([]byte, error) {
			return readIn(folder, filepath.Join(filepath.Dir(name), path), maxImage)
		}, room)
		if err != nil {
			return nil, cli.DataError(fmt.Errorf("%s: %w", o.style, err), "texts are Markdown without HTML, images PNG or JPEG in the folder of the style file, or qr: and an address")
		}
		list = append(list, m)
	}
	return list, nil
}

const (
	maxImage  = 1 << 26 // bytes of an image
	mostTexts = 50      // files before, or after, the puzzles
)

// readIn reads a regular file in a folder. Its errors do not name it.
func readIn(folder *os.Root, name string, most int64) ([]byte, error) {
	if !filepath.IsLocal(name) {
		return nil, errors.New("it lies outside the folder")
	}
	info, err := folder.Stat(name)
	var path *os.PathError
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, errors.New("it is not there")
	case errors.As(err, &path):
		return nil, path.Err
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errors.New("it is no regular file")
	case info.Size() > most:
		return nil, fmt.Errorf("it has %s bytes, and at most %s are read", text.Grouped(info.Size()), text.Grouped(most))
	}
	f, err := folder.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, most))
}

func isTable(value any) bool { _, ok := value.(map[string]any); return ok }

// styleWords takes the texts of a style file. The file of --words, which the command line
// names, comes after them.
func (o *options) styleWords(table map[string]any) error {
	file, err := tableText(table)
	if err != nil {
		return o.styleError(err, "write texts in quotes: contents = \"…\"")
	}
	return o.useWords(o.style+": ["+wordsTable+"]", file)
}

// tableText writes the table of words as a file of words has it.
func tableText(table map[string]any) (string, error) {
	var file strings.Builder
	if err := toml.NewEncoder(&file).Encode(table); err != nil {
		return "", fmt.Errorf("[%s]: %w", wordsTable, err)
	}
	return file.String(), nil
}

// readWords takes the file of --words.
func (p *pages) readWords() error {
	if p.words == "" {
		return nil
	}
	file, err := task.ReadRegular(p.words, maxText)
	if err != nil {
		return err
	}
	return p.useWords(p.words+":", string(file))
}

// useWords adds a file of words to the book's, once it is known that the language can use
// it. where says where it comes from.
func (p *pages) useWords(where, file string) error {
	words, err := book.WordsFor(p.spec.Lang)
	if err != nil {
		return cli.UsageError(err, "for example: --lang de")
	}
	if _, err = words.Replace(file); err == nil {
		p.spec.Words = append(p.spec.Words, file)
		return nil
	}
	advice := "book/words has a file of all texts for each language"
	var wrong *book.WordError
	if errors.As(err, &wrong) {
		if near := cli.Nearest(wrong.Key, book.WordKeys()); near != "" && near != wrong.Key {
			advice = fmt.Sprintf("did you mean %q?", near)
		}
	}
	return cli.DataError(fmt.Errorf("%s %w", where, err), advice)
}

// styleError names the file.
func (o *options) styleError(err error, advice string) error {
	return cli.UsageError(fmt.Errorf("%s: %w", o.style, err), advice)
}

// noKey is the error of a misspelt key, with the one that was probably meant.
func (o *options) noKey(err error, word string, names []string) error {
	advice := "its keys are the flags that say what a book looks like, without dashes: " + o.HelpAdvice()
	if near := cli.Nearest(word, names); near != "" {
		advice = fmt.Sprintf("did you mean %q?", near)
	}
	return o.styleError(err, advice)
}

// blameStyle adds to an error about the flags which of them stand in the style file: who made
// it may not be who uses it.
func (o *options) blameStyle(err error) error {
	var p *cli.Problem
	if !errors.As(err, &p) || p.Code != cli.ExitUsage || len(o.styled) == 0 || strings.HasPrefix(p.Error(), o.style) {
		return err
	}
	var flags []string
	for _, key := range slices.Sorted(maps.Keys(o.styled)) {
		if value := o.styled[key]; value != "" && strings.Contains(p.Error(), value) {
			flags = append(flags, "--"+key)
		}
	}
	where := "look into " + o.style + " too"
	if len(flags) > 0 {
		where = fmt.Sprintf("%s gives %s", o.style, text.List(flags, "and"))
	}
	return cli.UsageError(p.Err, p.Advice+"; "+where)
}

// flagText writes a value of a style file as on the command line.
func flagText(value any) (string, error) {
	switch v := value.(type) {
	case string, int64, float64, bool:
		return fmt.Sprint(v), nil
	case []any:
		var parts []string
		for _, item := range v {
			part, err := flagText(item)
			if _, nested := item.([]any); nested || err != nil {
				return "", errors.New("is a list of what is neither a text nor a number")
			}
			parts = append(parts, part)
		}
		return strings.Join(parts, ","), nil
	}
	return "", fmt.Errorf("is neither a text, a number, true, false nor a list of them")
}

// nameLevels reads the table of the levels' names.
func (o *options) nameLevels(value any) error {
	o.spec.LevelNames = map[string]string{}
	return o.byLevel(namesTable, "the name of %s is no text", "gentle = \"Warm-up\"", value, func(level string, value any) bool {
		name, ok := value.(string)
		o.spec.LevelNames[level] = name
		return ok && strings.TrimSpace(name) != ""
	})
}

// levelEnds reads the table of where levels end.
func (o *options) levelEnds(value any) error {
	o.thresholds = map[string]float64{}
	return o.byLevel(thresholdsTable, "the threshold of %s is no number", "gentle = 1.5", value, func(level string, value any) bool {
		switch end := value.(type) {
		case float64:
			o.thresholds[level] = end
		case int64:
			o.thresholds[level] = float64(end)
		default:
			return false
		}
		return true
	})
}

// byLevel reads a table with a value for each level. set takes one, if it can; like is what
// could stand in the table.
func (o *options) byLevel(name, wrong, like string, value any, set func(level string, value any) bool) error {
	table, ok := value.(map[string]any)
	if !ok {
		return o.styleError(fmt.Errorf("%s is no table: write [%s] and the levels below it", name, name), "for example: "+like)
	}
	levels := book.LevelNames()
	for _, key := range slices.Sorted(maps.Keys(table)) {
		i := slices.IndexFunc(levels, func(l string) bool { return strings.EqualFold(l, key) })
		switch {
		case i < 0:
			return o.noKey(fmt.Errorf("[%s]: there is no level %q", name, key), key, levels)
		case !set(levels[i], table[key]):
			return o.styleError(fmt.Errorf("[%s]: "+wrong, name, key), "for example: "+like)
		}
	}
	return nil
}
