package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// starred is a line that the test leaves out: a server, a line that needs one, or a line
// that takes minutes. Its comment begins with a star.
var starred = regexp.MustCompile(` # \*`)

// elsewhere is a line that .ci/run tries: it installs the program, runs it from the
// source, or runs the tests.
var elsewhere = regexp.MustCompile(`^go (install|run|test) `)

// many matches the counts in lines, which are tested with a tenth of them.
var many = regexp.MustCompile(`(-n |=)([0-9]+)0\b`)

// paste is a block of commands of a document, and the output that the document shows
// for it.
type paste struct {
	commands, output string
	left             int // lines that are not run here
}

// pastes returns the blocks of a document: neighbouring lines that are indented by four
// spaces. A fence without a language has output of the block before it.
func pastes(t *testing.T, path string) (blocks []paste) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(path)))
	if err != nil {
		t.Fatal(err)
	}
	fence, inBlock := "", false
	for line := range strings.Lines(string(text)) {
		command, indented := strings.CutPrefix(line, "    ")
		switch last := len(blocks) - 1; {
		case fence != "" && strings.HasPrefix(line, "```"):
			fence = ""
		case fence != "":
			if fence == "```\n" {
				blocks[last].output += line
			}
		case strings.HasPrefix(line, "```"):
			fence = line
		case indented:
			if !inBlock {
				blocks = append(blocks, paste{})
				last++
			}
			if !*long {
				command = strings.Replace(many.ReplaceAllString(command, "$1$2"), "puzzles.tsv", "<(head -31 puzzles.tsv)", 1)
			}
			if starred.MatchString(command) || elsewhere.MatchString(command) {
				blocks[last].left++
			} else {
				blocks[last].commands += command
			}
		}
		inBlock = indented && fence == ""
	}
	return blocks
}

// TestLines pastes the blocks of three documents, in their order, into a shell in a
// folder that has only the sample files. Each line of output that a document shows is printed,
// where … stands for anything. Without -long it makes and studies fewer puzzles: too few to fit a
// model of solving times, and lines about 1,000 puzzles are not printed.
func TestLines(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip(err)
	}
	for path, want := range map[string]struct{ blocks, left int }{
		"README.md":       {5, 3},
		"docs/TOUR.md":    {5, 1},
		"docs/RECIPES.md": {16, 3},
	} {
		t.Run(filepath.Base(path), func(t *testing.T) {
			if !*long && path == "docs/RECIPES.md" {
				t.Skip("it computes for 20 seconds: -long")
			}
			dir, left := t.TempDir(), 0
			if err := os.CopyFS(dir, os.DirFS(filepath.Join("..", "..", "examples", "data"))); err != nil {
				t.Fatal(err)
			}
			blocks := pastes(t, path)
			for _, block := range blocks {
				left += block.left
				shell := exec.Command(bash, "-e", "-o", "pipefail")
				shell.Dir, shell.Stdin = dir, strings.NewReader(block.commands)
				shell.Env = append(os.Environ(), "HOME="+dir, "GRADOKU_DB=")
				printed, err := shell.CombinedOutput()
				if err != nil {
					t.Errorf("%s%v\n%s", block.commands, err, printed)
				}
				for line := range strings.Lines(block.output) {
					if !*long && strings.Contains(line, "1,000") {
						continue
					}
					pattern := strings.ReplaceAll(regexp.QuoteMeta(strings.TrimSpace(line)), "…", ".*")
					if !regexp.MustCompile(fmt.Sprintf(`(?m)^\s*%s\s*$`, pattern)).Match(printed) {
						t.Errorf("%sdid not print %q but\n%s", block.commands, line, printed)
					}
				}
			}
			if len(blocks) != want.blocks || left != want.left {
				t.Errorf("%d blocks and %d lines that are not run, want %d and %d", len(blocks), left, want.blocks, want.left)
			}
		})
	}
}
