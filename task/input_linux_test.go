package task

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// A Ctrl-C ends the waiting for a named pipe, before somebody writes to it and
// while nothing comes.
func TestNamedPipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skipf("no named pipes here: %v", err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := openFile(ended, path); !errors.Is(err, context.Canceled) {
		t.Fatalf("nobody writes: %v", err)
	}
	writer, err := os.OpenFile(path, os.O_RDWR, 0) // which waits for nobody
	must(t, err)
	defer writer.Close()
	if _, err := writer.WriteString("hello"); err != nil {
		t.Fatal(err)
	}
	ctx, interrupt := context.WithCancel(t.Context())
	f, err := openFile(ctx, path)
	must(t, err)
	defer f.Close()
	b := make([]byte, 5)
	if _, err := io.ReadFull(f, b); err != nil || string(b) != "hello" {
		t.Fatalf("%q, %v", b, err)
	}
	interrupt()
	if n, err := f.Read(b); !errors.Is(err, context.Canceled) {
		t.Errorf("nothing comes: %d, %v", n, err)
	}
}

// A Ctrl-C ends the writing to a named pipe that nobody reads, before somebody opens it
// and when it is full.
func TestNamedPipeToWrite(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skipf("no named pipes here: %v", err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	endless := func(w io.Writer) error {
		for {
			if _, err := w.Write(make([]byte, 1<<16)); err != nil {
				return err
			}
		}
	}
	if err := ToFile(ended, path, endless); !errors.Is(err, context.Canceled) {
		t.Fatalf("nobody opens it: %v", err)
	}
	reader, err := os.OpenFile(path, os.O_RDWR, 0) // which waits for nobody
	must(t, err)
	defer reader.Close()
	ctx, interrupt := context.WithCancel(t.Context())
	written := make(chan error)
	go func() { written <- ToFile(ctx, path, endless) }()
	if _, err := io.ReadFull(reader, make([]byte, 10)); err != nil {
		t.Fatal(err)
	}
	interrupt()
	if err := <-written; !errors.Is(err, context.Canceled) {
		t.Errorf("nobody reads on: %v", err)
	}
}
