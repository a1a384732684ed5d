package cli

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"gradoku/internal/atomicfile"
)

// ToFile writes beside the file and renames at the end, so that no half file is
// left and a file of the same name is replaced only by a whole one. What is no
// ordinary file, such as a named pipe or /dev/null, is not replaced but written
// to.
func ToFile(path string, write func(io.Writer) error) error {
	place, err := placeFor(path)
	switch {
	case err != nil:
		return err
	case place == nil:
		return toDevice(path, write)
	}
	if err := fill(path, place, write); err != nil {
		return errors.Join(err, place.Remove())
	}
	if err := place.Keep(); err != nil {
		return CannotWrite(path, err)
	}
	return nil
}

// CheckOutput finds out, before long work, that a file cannot be written at its
// end; - is stdout. It leaves nothing behind.
func CheckOutput(path string) error {
	if path == "-" {
		return nil
	}
	place, err := placeFor(path)
	if err != nil || place == nil {
		return err
	}
	if err := place.Remove(); err != nil {
		return CannotWrite(path, err)
	}
	return nil
}

// placeFor makes the place where a file is written, nil for what is no ordinary
// file.
func placeFor(path string) (*atomicfile.Place, error) {
	if err := noDatabase(path); err != nil {
		return nil, err
	}
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return nil, DataError(fmt.Errorf("%s is a directory", path), "name a file to write")
	case err == nil && !info.Mode().IsRegular():
		return nil, nil
	}
	place, err := atomicfile.Make(path)
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("there is no folder %s", filepath.Dir(path))
	}
	if err != nil {
		return nil, CannotWrite(path, err)
	}
	return place, nil
}

// fill writes the file that will be at path.
func fill(path string, place *atomicfile.Place, write func(io.Writer) error) error {
	f, err := place.Create()
	if err != nil {
		return CannotWrite(path, err)
	}
	if err := buffered(path, f, write); err != nil {
		f.Close() // the error at hand says more
		return err
	}
	if err := f.Close(); err != nil {
		return CannotWrite(path, err)
	}
	return nil
}

func toDevice(path string, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return CannotWrite(path, err)
	}
	if err := buffered(path, f, write); err != nil {
		f.Close() // the error at hand says more
		return err
	}
	if err := f.Close(); err != nil {
		return CannotWrite(path, err)
	}
	return nil
}

func buffered(path string, f *os.File, write func(io.Writer) error) error {
	b := bufio.NewWriterSize(f, 1<<16)
	if err := write(b); err != nil {
		return err
	}
	if err := b.Flush(); err != nil {
		return CannotWrite(path, err)
	}
	return nil
}

func CannotWrite(path string, err error) error {
	return DataError(fmt.Errorf("writing %s: %w", path, err),
		"check that the folder exists, can be written to and has room")
}
