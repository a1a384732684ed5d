package main

import (
	"bufio"
	"context"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/urfave/cli/v2"
)

// TestTour runs the requests of docs/RECIPES.md against the command: each answer has in it what
// the document says below its line.
func TestTour(t *testing.T) {
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip("there is no curl")
	}
	recipes, err := os.ReadFile(filepath.Join("..", "..", "docs", "RECIPES.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, tour, _ := strings.Cut(string(recipes), "\ngradoku serve ")
	_, tour, found := strings.Cut(tour, "\n")
	tour, _, ended := strings.Cut(tour, "\n```")
	if !found || !ended {
		t.Fatal("docs/RECIPES.md has no requests")
	}
	db := filepath.Join(t.TempDir(), "puzzles.db")
	quiet := Streams{In: strings.NewReader(""), Out: io.Discard, Err: io.Discard}
	made := &cli.App{Commands: []*cli.Command{generateCommand(quiet)}}
	if err := made.RunContext(t.Context(), []string{"gradoku", "generate", "-n", "80", "--seed", "1", "--quiet", "--db", db}); err != nil {
		t.Fatal(err)
	}

	ctx, cancel := context.WithCancel(t.Context())
	in, out := io.Pipe()
	app := &cli.App{Commands: []*cli.Command{serveCommand(Streams{In: strings.NewReader(""), Out: out, Err: io.Discard})}}
	done := make(chan error, 1)
	go func() {
		done <- app.RunContext(ctx, []string{"gradoku", "serve", "--db", db, "--listen", "localhost:0"})
		out.Close()
	}()
	line, err := bufio.NewReader(in).ReadString('\n')
	address := strings.TrimPrefix(strings.TrimSpace(line), "http://")
	if err != nil || address == "" {
		t.Fatalf("it says %q, %v; %v", line, err, <-done)
	}
	command, calls := "", 0
	for line := range strings.SplitSeq(tour, "\n") {
		if want, answer := strings.CutPrefix(line, "#"); answer {
			text, err := exec.Command("sh", "-c", "curl -fsS "+strings.TrimPrefix(command, "curl ")).CombinedOutput()
			if err != nil || !strings.Contains(string(text), strings.TrimSpace(want)) {
				t.Errorf("%s\n%s\n%v, or without %s", command, text, err, want)
			}
			calls++
			continue
		}
		command = strings.ReplaceAll(line, "localhost:8080", address)
	}
	if calls < 5 {
		t.Errorf("the document has only %d calls", calls)
	}
	cancel()
	if err := <-done; err != nil {
		t.Errorf("it ends with %v", err)
	}
}

// TestGroupMemory: the least limit of the groups around the process counts.
func TestGroupMemory(t *testing.T) {
	const unit = "sys/fs/cgroup/system.slice/gradoku.service/memory.max"
	for name, c := range map[string]struct {
		group string
		files map[string]string
		want  int64
	}{
		"a unit":        {"0::/system.slice/gradoku.service\n", map[string]string{unit: "1000\n"}, 1000},
		"the slice":     {"0::/system.slice/gradoku.service\n", map[string]string{unit: "max\n", "sys/fs/cgroup/system.slice/memory.max": "500\n"}, 500},
		"a container":   {"0::/\n", map[string]string{"sys/fs/cgroup/memory.max": "300\n"}, 300},
		"another group": {"0::/other\n", map[string]string{unit: "1000\n"}, math.MaxInt64},
		"version 1":     {"4:memory:/a\n", map[string]string{"sys/fs/cgroup/memory.max": "300\n"}, math.MaxInt64},
		"none":          {"", nil, math.MaxInt64},
	} {
		root := fstest.MapFS{"proc/self/cgroup": {Data: []byte(c.group)}}
		for name, text := range c.files {
			root[name] = &fstest.MapFile{Data: []byte(text)}
		}
		if got := groupMemory(root); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}
