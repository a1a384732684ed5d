package cli

import (
	"io"

	"gradoku/corpus"
)

// Packed has a file written as .gz or .zst where its name says so.
func Packed(path string, w io.Writer, write func(io.Writer) error) error {
	p, err := corpus.Pack(path, w)
	if err != nil {
		return err
	}
	if err := write(p); err != nil {
		return err
	}
	return p.Close()
}
