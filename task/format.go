package task

import (
	"cmp"
	"fmt"
	"path/filepath"
	"strings"

	"gradoku/corpus"
)

// AppFormat is the database that an app ships. It is not a text format, so the tables of
// package corpus do not list it.
const AppFormat = "sqlite"

// FileFormat names a format of files of puzzles.
type FileFormat struct{ Name string }

// UnmarshalText accepts any name: [FormatFor] decides what can be written.
func (f *FileFormat) UnmarshalText(name []byte) error {
	f.Name = string(name)
	return nil
}

// MarshalText returns the name.
func (f FileFormat) MarshalText() ([]byte, error) { return []byte(f.Name), nil }

// Choices lists the names.
func (f FileFormat) Choices() (names []string) {
	for _, f := range corpus.Formats() {
		names = append(names, f.Name)
	}
	return names
}

// ExportFormat is [FileFormat] or an app database.
type ExportFormat struct{ FileFormat }

// Choices lists the names.
func (f ExportFormat) Choices() []string { return append(f.FileFormat.Choices(), AppFormat) }

// otherFiles says how to make files whose extensions do not stand for lines of text.
var otherFiles = map[string]string{
	".db":      "gradoku import puts puzzles into a database; gradoku export --format sqlite makes one for an app",
	".sqlite":  "gradoku import puts puzzles into a database; gradoku export makes one for an app",
	".sqlite3": "gradoku import puts puzzles into a database; gradoku export makes one for an app",
	".pdf":     "gradoku book and gradoku sheet make PDFs",
	".svg":     "gradoku draw and gradoku sheet make pictures",
	".png":     "gradoku draw and gradoku sheet make pictures",
	".xls":     "use --format csv, which spreadsheets can open",
	".xlsx":    "use --format csv, which spreadsheets can open",
	".ods":     "use --format csv, which spreadsheets can open",
	".bz2":     "to compress the file, use a name that ends in .gz or .zst",
	".xz":      "to compress the file, use a name that ends in .gz or .zst",
	".zip":     "to compress the file, use a name that ends in .gz or .zst",
}

// FormatFor returns the named format, or else the format of the file's extension.
func FormatFor(name, path string) (corpus.Format, error) {
	plain, _ := corpus.Packing(path)
	ext := strings.ToLower(filepath.Ext(plain))
	if name != "" {
		f, err := corpus.ByName(name)
		if err != nil {
			return f, UsageError(err, cmp.Or(otherFiles["."+strings.ToLower(name)], "gradoku list formats shows the formats"))
		}
		return f, nil
	}
	if advice := otherFiles[ext]; advice != "" {
		return corpus.Format{}, UsageError(fmt.Errorf("%s: no puzzle format has the extension %q", path, filepath.Ext(plain)), advice)
	}
	for _, f := range corpus.Formats() {
		for _, e := range f.Extensions {
			if strings.EqualFold(e, ext) {
				return f, nil
			}
		}
	}
	if ext != "" {
		return corpus.Format{}, UsageError(fmt.Errorf("%s: no puzzle format has the extension %q", path, filepath.Ext(plain)), "name one with --format; gradoku list formats shows them")
	}
	return corpus.ByName("line")
}
