package gradoku_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var (
	testName  = regexp.MustCompile(`\b(?:Test|Fuzz)[A-Z]\w*`)
	testTries = regexp.MustCompile("`(Test\\w+)`: ([^`|;]*)")
	number    = regexp.MustCompile(`\b[\d,]+\b`)
	link      = regexp.MustCompile(`\]\(([^)#:\s]*)(?:#([^)\s]*))?\)`)
	heading   = regexp.MustCompile(`(?m)^#+ (.*)$|<a id="([^"]+)">`)
	noAnchor  = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
)

// TestDocuments: a document names only tests, files and headings that exist, and the numbers of
// attempts in docs/bench/security.md are those of a table in the test.
func TestDocuments(t *testing.T) {
	tests, documents := testTables(t)
	for path, text := range documents {
		for _, name := range testName.FindAllString(text, -1) {
			if _, ok := tests[name]; !ok {
				t.Errorf("%s names %s, which is no test", path, name)
			}
		}
		for _, to := range link.FindAllStringSubmatch(text, -1) {
			target := path
			if to[1] != "" {
				target = filepath.Join(filepath.Dir(path), to[1])
			}
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s has a link to %s: %v", path, to[1], err)
			}
			if page, ok := documents[target]; ok && to[2] != "" && !slices.Contains(anchors(page), to[2]) {
				t.Errorf("%s has a link to %s, where no heading is #%s", path, target, to[2])
			}
		}
		if path != filepath.Join("docs", "bench", "security.md") {
			continue
		}
		counts := testTries.FindAllStringSubmatch(text, -1)
		if len(counts) == 0 {
			t.Errorf("%s counts nothing, so this test compares nothing", path)
		}
		for _, said := range counts {
			for _, n := range number.FindAllString(said[2], -1) {
				if n, err := strconv.Atoi(strings.ReplaceAll(n, ",", "")); err == nil && !slices.Contains(tests[said[1]], n) {
					t.Errorf("%s says %s, and the longest table of that test has %d rows", path, said[0], slices.Max(append(tests[said[1]], 0)))
				}
			}
		}
	}
}

// anchors are the names by which links reach the headings of a page.
func anchors(page string) (names []string) {
	for _, h := range heading.FindAllStringSubmatch(page, -1) {
		name := noAnchor.ReplaceAllString(strings.ToLower(h[1]), "")
		names = append(names, strings.ReplaceAll(name, " ", "-"), h[2])
	}
	return names
}

// testTables has, for the name of each test, how many rows each table in it has,
// or how often a loop runs, and the text of each document.
func testTables(t *testing.T) (tests map[string][]int, documents map[string]string) {
	t.Helper()
	tests, documents = map[string][]int{}, map[string]string{}
	err := filepath.WalkDir(".", func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && (e.Name() == "node_modules" || len(path) > 1 && strings.HasPrefix(e.Name(), ".")):
			return fs.SkipDir
		case strings.HasSuffix(path, ".md"):
			text, err := os.ReadFile(path)
			documents[path] = string(text)
			return err
		case !strings.HasSuffix(path, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || !testName.MatchString(f.Name.Name) {
				continue
			}
			rows := tests[f.Name.Name]
			ast.Inspect(f.Body, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.CompositeLit:
					if n.Type != nil { // rows of a table leave theirs out
						rows = append(rows, len(n.Elts))
					}
				case *ast.RangeStmt:
					if times, ok := n.X.(*ast.BasicLit); ok {
						if times, err := strconv.Atoi(times.Value); err == nil {
							rows = append(rows, times)
						}
					}
				}
				return true
			})
			tests[f.Name.Name] = rows
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return tests, documents
}

// givenUp are words that users read no more: the glossary of package board has others for them.
var givenUp = regexp.MustCompile(`(?i)\b(?:ladders?|the givens|(?:no|every) given)\b`)

// inlineCode may have names of the code, such as those of columns.
var inlineCode = regexp.MustCompile("`[^`\n]*`")

// TestWords: neither help, messages and descriptions, which are strings in Go, nor the documents
// have a word that was given up.
func TestWords(t *testing.T) {
	_, documents := testTables(t)
	for path, text := range documents {
		if word := givenUp.FindString(inlineCode.ReplaceAllString(text, "")); word != "" && !strings.HasPrefix(path, filepath.Join("docs", "bench")) {
			t.Errorf("%s says %q", path, word)
		}
	}
	err := filepath.WalkDir(".", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && givenUp.MatchString(lit.Value) {
				t.Errorf("%s says %s", path, lit.Value)
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
