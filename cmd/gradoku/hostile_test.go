package main

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	_ "modernc.org/sqlite"
)

// hostile would rename a terminal's window, colour what follows, turn the direction of
// the text, and overwrite the line from its beginning.
const hostile = "\x1b]0;window\x07\u009b31m\u202e\rX"

// TestHostileTexts writes it over each column of text of a database, one at a time, and
// looks at all that the commands say: nothing of it may reach a terminal as it is. With
// -long each column meets each command, otherwise every eighth of them in turn.
func TestHostileTexts(t *testing.T) {
	dir := t.TempDir()
	whole, changed := filepath.Join(dir, "whole.db"), filepath.Join(dir, "changed.db")
	file, rejects := filepath.Join(dir, "one.csv"), filepath.Join(dir, "rejects.csv")
	if err := os.WriteFile(file, []byte("puzzle,note\n..3..4...21.....,1\n1234,2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"generate", "-n", "4", "--seed", "1", "--quiet"},
		{"import", file, "--name", "one"},
		{"export", "-o", filepath.Join(dir, "out.txt")},
	} {
		if code, _, talk := call(t, append(args, "--db", whole)...); code > 1 { // a line of the file is wrong
			t.Fatal(talk)
		}
	}
	image, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	columns := 0
	for i, column := range columnsOf(t, whole, "c.type IN ('TEXT', 'ANY')") {
		if err := os.WriteFile(changed, image, 0o600); err != nil {
			t.Fatal(err)
		}
		raw, err := sql.Open("sqlite", changed+"?_pragma=foreign_keys(0)&_pragma=ignore_check_constraints(1)")
		if err != nil {
			t.Fatal(err)
		}
		value := hostile
		if strings.HasSuffix(column[1], "_json") {
			value = `{"` + hostile + `":1}`
		}
		result, err := raw.Exec("UPDATE OR REPLACE "+column[0]+" SET "+column[1]+" = ?", value)
		if err != nil {
			t.Fatal(column, err)
		}
		if n, err := result.RowsAffected(); err == nil && n > 0 {
			columns++
		}
		if err := raw.Close(); err != nil {
			t.Fatal(err)
		}
		for j, args := range [][]string{
			{"db", "check"},
			{"db", "info"},
			{"runs"},
			{"runs", "--json"},
			{"db", "check", "--run", "1", "--write-manifest", "-"},
			{"db", "check", "--run", "1"},
			{"list", "exports"},
			{"list", "exports", "--json"},
			{"corpus", "list"},
			{"corpus", "list", "--json"},
			{"corpus", "show", hostile},
			{"corpus", "show", "one", "--json"},
			{"show", "1"},
			{"show", "5", "--json"},
			{"export", "--format", "csv"},
			{"export", "--format", "csv", "--skip-damaged"},
			{"import", file, "--name", "one", "--rejects", rejects},
			{"runs"},
			{"export", "--format", "jsonl"},
			{"regrade"},
		} {
			if (i+j)%8 > 0 && !*long {
				continue
			}
			_, out, talk := call(t, append(args, "--db", changed)...)
			if written, err := os.ReadFile(rejects); err == nil {
				out += string(written)
			}
			if found := commanding(out + talk); found != "" {
				t.Errorf("%s.%s, gradoku %q: %q", column[0], column[1], args, found)
			}
		}
	}
	if columns < 20 {
		t.Errorf("%d columns have rows, want at least 20", columns)
	}
}

// commanding returns the beginning of what could command a terminal, "" for nothing.
func commanding(text string) string {
	i := strings.IndexFunc(text, func(r rune) bool {
		return unicode.IsControl(r) && r != '\n' && r != '\t' || unicode.Is(unicode.Bidi_Control, r)
	})
	if i < 0 {
		return ""
	}
	return text[i:min(i+40, len(text))]
}

// TestHostileNames gives all files such a name, and such texts to a library, a PDF and its
// fonts: what commands say then, mostly when all goes well, shows nothing of it as it is either.
func TestHostileNames(t *testing.T) {
	dir := t.TempDir()
	name := func(ext string) string { return filepath.Join(dir, hostile+ext) }
	pdf := "%PDF-1.4\n"
	table := "xref\n0 4\n0000000000 65535 f \n"
	for i, object := range []string{
		"<</Type /Catalog /Pages 2 0 R>>", "<</Type /Pages /Count 1 /Kids [3 0 R] /MediaBox [0 0 300 300]>>",
		"<</Type /Page /Parent 2 0 R /Resources <</Font <</F1 <</Type /Font /Subtype /Type0 /BaseFont /#1B#5D0;window#07>>>>>>>>",
	} {
		table += fmt.Sprintf("%010d 00000 n \n", len(pdf))
		pdf += fmt.Sprintf("%d 0 obj\n%s\nendobj\n", i+1, object)
	}
	for ext, text := range map[string]string{
		".csv":  "puzzle,note\n..3..4...21.....,1\nnone,2\n",
		".toml": `back = ["\u001b]0;window\u0007\u009b31m\u202e\rX.md"]`,
		".md":   "![picture](\u001b]0;window\u0007.png)\n",
		".pdf":  fmt.Sprintf("%s%strailer\n<</Size 4 /Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", pdf, table, len(pdf)),
	} {
		if err := os.WriteFile(name(ext), []byte(text), 0o600); err != nil {
			t.Skip("this system has no files of such names:", err)
		}
	}
	output(t, "generate", "-n", "4", "--seed", "1", "--quiet", "--db", filepath.Join(dir, "a.db"))
	if err := os.Rename(filepath.Join(dir, "a.db"), name(".db")); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		args []string
		want string // of what is said
	}{
		{[]string{"generate", "-n", "4", "--seed", "1", "--db", name(".db")}, "nothing to add"},
		{[]string{"generate", "-n", "4", "--seed", "1", "--db", name("2.db")}, "no file may have this name"},
		{[]string{"db", "check", "--run", "1", "--db", name(".db")}, "no difference"},
		{[]string{"db", "check", "--db", name(".db")}, " is in order"},
		{[]string{"db", "copy", "-o", filepath.Join(dir, "2.db"), "--db", name(".db")}, " copied to "},
		{[]string{"import", name(".db"), "--db", filepath.Join(dir, "3.db")}, ": 4 read"},
		{[]string{"solve", "--stats", name(".csv")}, "one solution"},
		{[]string{"minimal", name(".csv")}, "..3..4...21....."},
		{[]string{"convert", name(".csv"), "-o", name("2.txt")}, "no file may have this name"},
		{[]string{"book", "check", "--no-db", name(".pdf")}, `font \x1b]0;window\x07 is not embedded`},
		{[]string{"book", "-n", "2", "--draft", "--db", name(".db"), "--style", name(".toml"), "-o", filepath.Join(dir, "2.pdf")}, ".png: it does not exist"},
	} {
		_, out, talk := call(t, test.args...)
		if found := commanding(out + talk); found != "" || !strings.Contains(out+talk, test.want) {
			t.Errorf("gradoku %q, want %q and nothing like %q:\n%q", test.args, test.want, found, out+talk)
		}
	}
}
