package task

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"gradoku/internal/text"
	"gradoku/predict"
)

// OpenInput opens a file for reading; - is stdin. Reading ends with ctx.
func OpenInput(ctx context.Context, stdin io.Reader, path string) (io.ReadCloser, error) {
	if path == "-" {
		return UntilDone(ctx, stdin), nil
	}
	f, err := openFile(ctx, path)
	if err != nil {
		return nil, text.FileError(err)
	}
	return f, nil
}

// ReadSmall reads a whole file of at most most bytes, such as a model or a pattern; - is
// stdin. Reading ends with ctx.
func ReadSmall(ctx context.Context, stdin io.Reader, path string, most int64) ([]byte, error) {
	in, err := OpenInput(ctx, stdin, path)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	file, err := io.ReadAll(io.LimitReader(in, most+1))
	if err != nil {
		return nil, text.FileError(err)
	}
	if int64(len(file)) > most {
		return nil, fmt.Errorf("%s: it has more than %s bytes", path, text.Grouped(most))
	}
	return file, nil
}

// ReadModel reads a model made by gradoku study fit. The name "default" stands for the
// built-in model.
func ReadModel(ctx context.Context, stdin io.Reader, name string) (*predict.Model, error) {
	if name == "default" {
		return predict.DefaultModel()
	}
	const advice = "gradoku study fit -o FILE makes a model; default is the built-in one"
	file, err := ReadSmall(ctx, stdin, name, 1<<20)
	if err != nil {
		return nil, DataError(err, advice)
	}
	m, err := predict.ReadModel(file)
	if err != nil {
		return nil, DataError(fmt.Errorf("%s: %w", name, err), advice)
	}
	return m, nil
}

// ReadRegular reads a whole regular file of at most so many bytes. It refuses anything else
// at once: a pipe would make it wait, and a device may never end.
func ReadRegular(path string, most int64) ([]byte, error) {
	data, err := readRegular(os.Stat, os.Open, path, most)
	switch {
	case errors.As(err, new(*os.PathError)):
		return nil, CannotRead(err)
	case err != nil:
		return nil, DataError(fmt.Errorf("%s: %w", path, err), "name a smaller file, not a folder, a pipe or a device")
	}
	return data, nil
}

// readRegular is [ReadRegular] in a folder or anywhere. Its own errors do not name the file.
func readRegular(stat func(string) (os.FileInfo, error), open func(string) (*os.File, error), path string, most int64) ([]byte, error) {
	info, err := stat(path)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errors.New("it is not a regular file")
	case info.Size() > most:
		return nil, fmt.Errorf("it has %s bytes; the limit is %s", text.Grouped(info.Size()), text.Grouped(most))
	}
	f, err := open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, most)) // the file may grow in the meantime
}

// openFile opens a file for reading. Reading ends with ctx, because there can be gigabytes
// before the next puzzle of a file. Opening a named pipe can block, and so can reading
// while it is empty; the end of ctx ends the wait.
func openFile(ctx context.Context, path string) (*interruptible, error) {
	info, err := os.Stat(path)
	if err == nil && info.IsDir() {
		return nil, fmt.Errorf("%s is a directory", path)
	}
	if err == nil && info.Mode().IsRegular() {
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		return &interruptible{f, ctx, func() bool { return true }}, nil
	}
	f, stop, err := openPipe(ctx, path, os.O_RDONLY)
	if err != nil {
		return nil, err
	}
	return &interruptible{f, ctx, stop}, nil
}

// openPipe opens something that is not a regular file, which may block until the other side
// opens it. The end of ctx ends that wait. Until stop is called, it also ends waits for
// data to read or for space to write.
func openPipe(ctx context.Context, path string, flag int) (f *os.File, stop func() bool, err error) {
	type result struct {
		f   *os.File
		err error
	}
	done := make(chan result, 1)
	go func() {
		f, err := os.OpenFile(path, flag, 0)
		done <- result{f, err}
	}()
	var opened result
	select {
	case opened = <-done:
	case <-ctx.Done(): // the goroutine keeps waiting; the program is about to end
		return nil, nil, ctx.Err()
	}
	if opened.err != nil {
		return nil, nil, opened.err
	}
	// A file without deadlines does not block either.
	return opened.f, context.AfterFunc(ctx, func() { opened.f.SetDeadline(time.Unix(1, 0)) }), nil
}

// UntilDone returns a reader of in that ends with ctx, even while in waits for someone to
// type. Close it when no more input is needed. Anything that in delivers after that is
// lost.
func UntilDone(ctx context.Context, in io.Reader) io.ReadCloser {
	pr, pw := io.Pipe()
	go func() { // ends with in or with the program
		_, err := io.Copy(pw, in)
		pw.CloseWithError(err)
	}()
	return untilDone{pr, context.AfterFunc(ctx, func() { pw.CloseWithError(ctx.Err()) })}
}

type untilDone struct {
	*io.PipeReader
	stop func() bool
}

func (u untilDone) Close() error {
	u.stop()
	return u.PipeReader.Close()
}

// interruptible is a file whose reading ends with a context. It does not embed the file:
// io.Copy would call the file's WriteTo, which does not.
type interruptible struct {
	file *os.File
	ctx  context.Context
	stop func() bool
}

func (f *interruptible) Read(p []byte) (int, error) {
	return f.read(func() (int, error) { return f.file.Read(p) })
}

func (f *interruptible) ReadAt(p []byte, at int64) (int, error) {
	return f.read(func() (int, error) { return f.file.ReadAt(p, at) })
}

func (f *interruptible) read(read func() (int, error)) (int, error) {
	if err := f.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := read()
	if err != nil && f.ctx.Err() != nil {
		err = f.ctx.Err()
	}
	return n, err
}

func (f *interruptible) Close() error {
	f.stop()
	return f.file.Close()
}
