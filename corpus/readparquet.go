//go:build parquet

package corpus

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
)

// ErrNoParquet is never returned: this build has Apache Parquet.
var ErrNoParquet = errors.New("this gradoku is built without Parquet")

// parquetRows is how many rows are read at a time.
const parquetRows = 256

// ReadParquet yields the puzzles of a Parquet file of that many bytes. Columns
// have the meaning that their names have in csv, and a place is the number of a
// row; columns of lists and groups are left out. It is not a [Format], since the
// end of such a file says where its parts are: it cannot be read from a stream.
func ReadParquet(name string, r io.ReaderAt, size int64) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		if err := readParquet(name, r, size, yield); err != nil {
			yield(Record{}, fmt.Errorf("reading %s: %w", name, err))
		}
	}
}

func readParquet(name string, r io.ReaderAt, size int64, yield func(Record, error) bool) (err error) {
	asking := false // panics of the caller are passed on
	defer func() {
		if p := recover(); p != nil { // the library panics on some damaged files
			if asking {
				panic(p)
			}
			err = fmt.Errorf("the file is damaged: %v", p)
		}
	}()
	// The library allocates the size that the last bytes give, up to 4 GB, before it checks
	// anything.
	var end [8]byte
	if n, _ := r.ReadAt(end[:], size-8); n == 8 && int64(binary.LittleEndian.Uint32(end[:])) > size-8 {
		return errors.New("the file is damaged, or not Parquet: its footer is longer than the file")
	}
	f, err := parquet.OpenFile(r, size)
	if err != nil {
		return fmt.Errorf("the file is damaged, or not Parquet: %w", err)
	}
	for _, group := range f.Metadata().RowGroups {
		for _, c := range group.Columns {
			if c.MetaData.Codec == format.Lz4Raw { // for a damaged one the library allocates without limit
				return errors.New("it is compressed with LZ4, which is not supported: use Snappy, gzip or Zstandard")
			}
		}
	}
	var names []string
	places := map[int]int{} // of the flat columns, by their number in the file
	for i, path := range f.Schema().Columns() {
		leaf, ok := f.Schema().Lookup(path...)
		if ok && len(path) == 1 && !leaf.Node.Repeated() {
			places[i] = len(names)
			names = append(names, path[0])
		}
	}
	cols := newColumns(names)
	if cols.puzzle < 0 {
		return fmt.Errorf("no column holds puzzles: one must be called %s", strings.Join(puzzleNames, ", "))
	}
	in := &input{name: name}
	values := make([]value, len(names))
	for _, group := range f.RowGroups() {
		rows := group.Rows()
		defer rows.Close()
		buffer := make([]parquet.Row, parquetRows)
		for {
			n, err := rows.ReadRows(buffer)
			for _, row := range buffer[:n] {
				in.line++
				for _, v := range row {
					if i, flat := places[v.Column()]; flat {
						values[i] = parquetValue(v)
					}
				}
				rec, bad := cols.record(in, in.line, values)
				asking = true
				if !emit(yield).one(rec, bad) {
					return nil
				}
				asking = false
			}
			if err == io.EOF {
				break
			}
			if err != nil {
				return fmt.Errorf("after row %d: %w", in.line, err)
			}
		}
	}
	return nil
}

// parquetValue turns a cell into text, numbers so that they stay numbers in JSON.
func parquetValue(v parquet.Value) value {
	text, bare := "", true
	switch {
	case v.IsNull():
	case v.Kind() == parquet.Double:
		text = strconv.FormatFloat(v.Double(), 'f', -1, 64)
	case v.Kind() == parquet.Float:
		text = strconv.FormatFloat(float64(v.Float()), 'f', -1, 32)
	case v.Kind() == parquet.ByteArray || v.Kind() == parquet.FixedLenByteArray:
		text, bare = string(v.ByteArray()), false
	default: // whole numbers, true and false
		text = v.String()
	}
	if text == "NaN" || strings.HasSuffix(text, "Inf") { // JSON has no number for these
		bare = false
	}
	return value{text: text, line: text, bare: bare}
}
