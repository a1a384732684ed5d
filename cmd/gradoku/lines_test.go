package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// remark is what a document says about a command beside it.
var remark = regexp.MustCompile(`\s{2,}\S.*$`)

// amount is how many puzzles a command makes, or prints in a book.
var amount = regexp.MustCompile(`(-n |[a-z]=)\d+`)

// tenth is a tenth of an amount, and at most 100.
func tenth(amount string) string {
	digits := strings.IndexAny(amount, "0123456789")
	n, _ := strconv.Atoi(amount[digits:])
	return amount[:digits] + strconv.Itoa(min(n/10, 100))
}

// commandLines returns the lines of a document that are commands.
func commandLines(t *testing.T, path string) (lines []string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(path)))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if command, ok := strings.CutPrefix(line, "    "); ok {
			lines = append(lines, remark.ReplaceAllString(strings.TrimRight(command, "\n"), ""))
		}
	}
	return lines
}

// TestLines runs every line of README and of the tour, in order, in a folder that has
// only the sample files.
func TestLines(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip(err)
	}
	for path, least := range map[string]int{"README.md": 13, "docs/TOUR.md": 13} {
		t.Run(filepath.Base(path), func(t *testing.T) {
			dir, ran := t.TempDir(), 0
			if err := os.CopyFS(dir, os.DirFS(filepath.Join("..", "..", "examples", "data"))); err != nil {
				t.Fatal(err)
			}
			for _, line := range commandLines(t, path) {
				line = strings.Replace(line, "go run ./cmd/gradoku", "gradoku", 1)
				switch {
				case line == "go test ./...", line == "go install ./cmd/gradoku":
					continue // this runs in the first, with a program as the second makes it
				case !*long && strings.HasPrefix(line, "gradoku study report "):
					line += " --fast --resamples 100" // otherwise it would take most of the time
				case !*long && line == "gradoku study literature":
					line += " programme" // TestScripts runs the other documents
				}
				if !*long {
					line = amount.ReplaceAllStringFunc(line, tenth)
				}
				ran++
				ctx, cancel := context.WithCancel(t.Context())
				command := exec.CommandContext(ctx, bash, "-o", "pipefail", "-c", "exec "+line)
				if strings.Contains(line, "|") {
					command = exec.CommandContext(ctx, bash, "-o", "pipefail", "-c", line)
				}
				command.Dir = dir
				command.Env = append(os.Environ(), "HOME="+dir, "GRADOKU_DB=")
				serves := strings.HasPrefix(line, "gradoku serve")
				var said strings.Builder
				command.Stdout, command.Stderr = &said, &said
				if serves {
					ready := make(chan struct{})
					command.Stdout = &announced{to: &said, ready: ready}
					command.Stderr = command.Stdout
					command.Cancel = func() error { return command.Process.Signal(syscall.SIGTERM) }
					go func() {
						select {
						case <-ready:
						case <-time.After(10 * time.Minute): // it printed nothing, so the test fails below
						}
						cancel()
					}()
				}
				err := command.Run()
				if serves && !strings.Contains(said.String(), "http://") || !serves && err != nil {
					t.Errorf("%s\n%v\n%s", line, err, said.String())
				}
				cancel()
			}
			if ran < least {
				t.Errorf("only %d commands were found", ran)
			}
		})
	}
}

// announced ends a wait when a server says its address.
type announced struct {
	to    *strings.Builder
	ready chan struct{}
}

func (a *announced) Write(p []byte) (int, error) {
	before := strings.Contains(a.to.String(), "http://")
	n, err := a.to.Write(p)
	if !before && strings.Contains(a.to.String(), "http://") {
		close(a.ready)
	}
	return n, err
}
