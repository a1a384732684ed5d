package cli

import (
	"context"
	"io"
	"os"
	"time"
)

// openFile opens a file for reading. A named pipe makes its reader wait, when it
// is opened and whenever nothing comes; the end of ctx ends the waiting.
func openFile(ctx context.Context, path string) (io.ReadCloser, error) {
	info, err := os.Stat(path)
	if err == nil && info.Mode().IsRegular() {
		return os.Open(path)
	}
	type opened struct {
		f   *os.File
		err error
	}
	done := make(chan opened, 1)
	go func() {
		f, err := os.Open(path)
		done <- opened{f, err}
	}()
	select {
	case o := <-done:
		if o.err != nil {
			return nil, o.err
		}
		// What has no deadlines does not make a reader wait either.
		stop := context.AfterFunc(ctx, func() { o.f.SetReadDeadline(time.Unix(1, 0)) })
		return &interruptible{File: o.f, ctx: ctx, stop: stop}, nil
	case <-ctx.Done(): // the goroutine waits on; the program is about to end
		return nil, ctx.Err()
	}
}

// IsThere tells a wrong name before long work.
func IsThere(path string) error {
	if _, err := os.Stat(path); err != nil {
		return DataError(err, "check the name and whether you may read it")
	}
	return nil
}

// UntilDone reads another reader until the end of ctx, even while that waits for
// something to be typed. stop must be called when no more is wanted. What the
// other reader then still brings is lost.
func UntilDone(ctx context.Context, in io.Reader) (r io.Reader, stop func()) {
	pr, pw := io.Pipe()
	go func() { // ends with in, or with the program
		_, err := io.Copy(pw, in)
		pw.CloseWithError(err)
	}()
	undo := context.AfterFunc(ctx, func() { pw.CloseWithError(ctx.Err()) })
	return pr, func() {
		undo()
		pr.Close()
	}
}

// interruptible is a file whose reading ends with a context.
type interruptible struct {
	*os.File
	ctx  context.Context
	stop func() bool
}

func (f *interruptible) Read(p []byte) (int, error) {
	n, err := f.File.Read(p)
	if err != nil && f.ctx.Err() != nil {
		err = f.ctx.Err()
	}
	return n, err
}

func (f *interruptible) Close() error {
	f.stop()
	return f.File.Close()
}
