package main

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"gradoku/task"
)

// TestInterruptedReading gives commands a named pipe to read to which nobody writes. The
// first signal ends them.
func TestInterruptedReading(t *testing.T) {
	bin, puzzle := program(t), "1...............1" // never read: the pipe comes first
	for _, args := range [][]string{
		{"grade", "PIPE"},
		{"grade", "--model", "PIPE", puzzle},
		{"solve", "PIPE"},
		{"canon", "PIPE"},
		{"convert", "--format", "line", "PIPE"},
		{"verify", "PIPE"},
		{"import", "--salt", "PIPE", "--plays", puzzle},
		{"generate", "-n", "1", "--pattern", "PIPE"},
		{"db", "check", "--manifest", "PIPE"},
		{"book", "--draft", "--keys", "PIPE", "-o", "a.pdf"},
		{"study", "measure", "PIPE"},
		{"study", "report", "PIPE"},
		{"study", "agreement", "--label", "se", "PIPE"},
		{"study", "sampling", "-n", "2", "--file", "PIPE"},
		{"serve", "--token", "PIPE", "--listen", "localhost:0"},
	} {
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			pipe := filepath.Join(dir, "pipe")
			if err := syscall.Mkfifo(pipe, 0o600); err != nil {
				t.Skipf("no named pipes here: %v", err)
			}
			given := slices.Clone(args)
			for i := range given {
				given[i] = strings.ReplaceAll(given[i], "PIPE", pipe)
			}
			ctx, end := context.WithTimeout(t.Context(), 10*time.Minute) // one that hangs is killed
			defer end()
			cmd := exec.CommandContext(ctx, bin, given...)
			cmd.Dir = dir
			var talk strings.Builder
			cmd.Stderr = &talk
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			ended := make(chan error, 1)
			go func() { ended <- cmd.Wait() }()
			for {
				writer, err := os.OpenFile(pipe, os.O_WRONLY|syscall.O_NONBLOCK, 0)
				if err == nil {
					defer writer.Close()
					break
				}
				select {
				case err := <-ended:
					t.Fatalf("it does not read: %v\n%s", err, talk.String())
				case <-time.After(5 * time.Millisecond):
				}
				if !errors.Is(err, syscall.ENXIO) { // that nobody reads yet
					t.Fatal(err)
				}
			}
			cmd.Process.Signal(syscall.SIGTERM)
			<-ended
			if code := cmd.ProcessState.ExitCode(); code != task.Interrupted {
				t.Errorf("exit %d, want %d\n%s", code, task.Interrupted, talk.String())
			}
		})
	}
}

// TestInterruptedWriting: whoever reads the output has stopped, as a pager does. The first
// signal ends the command all the same.
func TestInterruptedWriting(t *testing.T) {
	t.Parallel()
	bin := program(t)
	out, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	ctx, end := context.WithTimeout(t.Context(), 10*time.Minute) // one that hangs is killed
	defer end()
	cmd := exec.CommandContext(ctx, bin, "man") // which is longer than what a pipe holds
	var talk strings.Builder
	cmd.Stdout, cmd.Stderr = in, &talk
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	in.Close()
	if _, err := out.Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	cmd.Process.Signal(syscall.SIGTERM)
	cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != task.Interrupted {
		t.Errorf("exit %d, want %d\n%s", code, task.Interrupted, talk.String())
	}
}
