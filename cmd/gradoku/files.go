package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// toFile writes beside the file and renames at the end, so that no half file is
// left and a file of the same name is replaced only by a whole one. What is no
// ordinary file, such as a named pipe or /dev/null, is not replaced but written
// to.
func toFile(path string, write func(io.Writer) error) error {
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return dataError(fmt.Errorf("%s is a directory", path), "name a file to write")
	case err == nil && !info.Mode().IsRegular():
		return toDevice(path, write)
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".gradoku-*")
	if err != nil {
		return cannotWrite(path, err)
	}
	if err := replace(path, f, write); err != nil {
		f.Close() // closed already, or the error at hand says more
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}

// replace fills f and gives it the place of the file at path.
func replace(path string, f *os.File, write func(io.Writer) error) error {
	if err := buffered(path, f, write); err != nil {
		return err
	}
	for _, do := range [...]func() error{
		func() error { return f.Chmod(0o644) },
		f.Sync,
		f.Close,
		func() error { return os.Rename(f.Name(), path) },
	} {
		if err := do(); err != nil {
			return cannotWrite(path, err)
		}
	}
	return nil
}

func toDevice(path string, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return cannotWrite(path, err)
	}
	if err := buffered(path, f, write); err != nil {
		f.Close() // the error at hand says more
		return err
	}
	if err := f.Close(); err != nil {
		return cannotWrite(path, err)
	}
	return nil
}

func buffered(path string, f *os.File, write func(io.Writer) error) error {
	b := bufio.NewWriterSize(f, 1<<16)
	if err := write(b); err != nil {
		return err
	}
	if err := b.Flush(); err != nil {
		return cannotWrite(path, err)
	}
	return nil
}

func cannotWrite(path string, err error) error {
	return dataError(fmt.Errorf("writing %s: %w", path, err),
		"check that the folder exists, can be written to and has room")
}
