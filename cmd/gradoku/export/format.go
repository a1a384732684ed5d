package export

import (
	"fmt"
	"path/filepath"
	"strings"

	"gradoku/cmd/gradoku/cli"
	"gradoku/corpus"
)

// ParquetFormat is not in the table of formats, since few builds have it.
const ParquetFormat = "parquet"

// otherFiles says how to make files with extensions that do not stand for lines of
// text.
var otherFiles = map[string]string{
	".db":      "gradoku import puts puzzles into a database; gradoku export --format sqlite makes one for an app",
	".sqlite":  "gradoku import puts puzzles into a database; gradoku export makes one for an app",
	".sqlite3": "gradoku import puts puzzles into a database; gradoku export makes one for an app",
	".pdf":     "gradoku book and gradoku sheet make PDF",
	".svg":     "gradoku draw and gradoku sheet make pictures",
	".png":     "gradoku draw and gradoku sheet make pictures",
	".xls":     "spreadsheets read --format csv",
	".xlsx":    "spreadsheets read --format csv",
	".ods":     "spreadsheets read --format csv",
	".bz2":     "to pack the file, let its name end in .gz or .zst",
	".xz":      "to pack the file, let its name end in .gz or .zst",
	".zip":     "to pack the file, let its name end in .gz or .zst",
}

// FormatFor returns the format that was named, or that of the file's extension.
func FormatFor(name, path string) (corpus.Format, error) {
	plain, _ := corpus.Packing(path)
	ext := strings.ToLower(filepath.Ext(plain))
	if name == ParquetFormat || name == "" && ext == "."+ParquetFormat {
		f, err := corpus.Parquet()
		if err != nil {
			return f, cli.UsageError(err, cli.ParquetAdvice)
		}
		return f, nil
	}
	if name != "" {
		f, err := corpus.ByName(name)
		if err != nil {
			return f, cli.UsageError(err, "gradoku list formats shows them")
		}
		return f, nil
	}
	if advice := otherFiles[ext]; advice != "" {
		return corpus.Format{}, cli.UsageError(fmt.Errorf("%s: no format of puzzles has the extension %q", path, filepath.Ext(plain)), advice)
	}
	for _, f := range corpus.Formats() {
		for _, e := range f.Extensions {
			if strings.EqualFold(e, ext) {
				return f, nil
			}
		}
	}
	if ext != "" {
		return corpus.Format{}, cli.UsageError(fmt.Errorf("%s: no format of puzzles has the extension %q", path, filepath.Ext(plain)), "name one with --format; gradoku list formats shows them")
	}
	return corpus.ByName("line")
}
