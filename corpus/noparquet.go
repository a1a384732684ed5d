//go:build !parquet

package corpus

import (
	"errors"
	"io"
	"iter"
)

// ErrNoParquet means that this build lacks Apache Parquet.
var ErrNoParquet = errors.New("this gradoku is built without Parquet")

// Parquet returns the format of Apache Parquet, in builds that have it.
func Parquet() (Format, error) { return Format{}, ErrNoParquet }

// ReadParquet yields the puzzles of a Parquet file, in builds that can read it.
func ReadParquet(string, io.ReaderAt, int64) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) { yield(Record{}, ErrNoParquet) }
}
