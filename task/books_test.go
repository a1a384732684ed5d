package task

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gradoku/internal/bind"
	"gradoku/internal/golden"
)

// TestBooksDocument: docs/BOOKS.md lists every key of a style file.
func TestBooksDocument(t *testing.T) {
	const mark = "-update -->\n"
	path := filepath.Join("..", "docs", "BOOKS.md")
	file, err := os.ReadFile(path)
	must(t, err)
	head, _, _ := strings.Cut(string(file), mark)
	golden.Check(t, path, head+mark+styleReference())
}

// styleReference returns the tables of all keys of a style file. A key of the cover that is
// explained for the book is only named.
func styleReference() string {
	var out strings.Builder
	explained := map[string]string{}
	row := func(key, value, usual, doc string) {
		fmt.Fprintf(&out, "| `%s` | %s | %s | %s |\n", key, value, usual, strings.ReplaceAll(doc, "|", "\\|"))
	}
	table := func(title string, fields []bind.Field) {
		fmt.Fprintf(&out, "\n### %s\n\n| key | values | default | meaning |\n|---|---|---|---|\n", title)
		var same []string
		for _, f := range fields {
			if explained[f.Name] == f.Doc {
				same = append(same, "`"+f.Name+"`")
				continue
			}
			explained[f.Name] = f.Doc
			value := strings.Join(f.Choices, ", ")
			switch {
			case value != "":
			case f.IsBool():
				value = "true, false"
			case f.Value != "":
				value = strings.ToLower(f.Value)
			case f.Example != "":
				value = "such as " + f.Example
			}
			row(f.Name, value, f.Usual, f.Doc)
		}
		if len(same) > 0 {
			fmt.Fprintf(&out, "\nAs for the book: %s.\n", strings.Join(same, ", "))
		}
	}
	table("Of the book, also flags of `gradoku book`", bind.Fields(new(Look)))
	table("Of the book, only in a style file", bind.Fields(new(Fine)))
	row("["+wordsTable+"]", "texts", "", "texts that replace those of the language, by their keys in book/words; also names of levels: levels.gentle.name")
	all, fine := new(BookCover).keys(), bind.Fields(new(CoverFine))
	table("Of the cover, in the table [cover], also flags of `gradoku book cover`", all[:len(all)-len(fine)])
	table("Of the cover, only in the table [cover]", fine)
	return out.String()
}
