//go:build parquet

package corpus

import (
	"bufio"
	"fmt"
	"iter"
	"reflect"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"
)

// parquetGroup limits what the writer holds in memory.
const parquetGroup = 64 << 10

// Parquet returns the format of Apache Parquet, for tables of millions of rows that
// Python, R and DuckDB read by columns. It only writes; [ReadParquet] reads. It is
// not in the table of formats, since most builds lack it: the library makes the
// binary a quarter larger.
//
// There is a column for the puzzle, one for its solution, and one for each
// value. Texts and counts are strings, ratings are doubles, and all but the
// puzzle may be missing. Row groups have 65,536 rows and are packed with zstd.
func Parquet() (Format, error) {
	return Format{
		Name:       "parquet",
		Extensions: []string{".parquet"},
		Carries:    Carries{Solution: true, Label: true, Values: true},
		write:      writeParquet,
	}, nil
}

func writeParquet(w *bufio.Writer, rows iter.Seq2[Row, error]) error {
	t := parquetTable{w: w}
	for row, err := range rows {
		if err == nil {
			err = t.add(row)
		}
		if err != nil {
			return err
		}
	}
	if t.out == nil {
		if err := t.begin(); err != nil {
			return err
		}
	}
	return t.out.Close()
}

// parquetTable learns the types of its columns from the first rows.
type parquetTable struct {
	w     *bufio.Writer
	names []string // of the values
	kinds []valueKind
	held  []Row
	count int
	out   *parquet.GenericWriter[any] // nil while it learns
	cells parquet.Row
}

func (t *parquetTable) add(row Row) error {
	if t.count++; t.count == 1 {
		for _, v := range row.Values {
			t.names = append(t.names, v.Name)
		}
		t.kinds = make([]valueKind, len(t.names))
	}
	if len(row.Values) != len(t.names) {
		return fmt.Errorf("puzzle %d has %d values, but the first has %d", t.count, len(row.Values), len(t.names))
	}
	for i, v := range row.Values {
		if v.Name != t.names[i] {
			return fmt.Errorf("puzzle %d has a value %q, but in its place the first has %q", t.count, v.Name, t.names[i])
		}
	}
	if t.out != nil {
		return t.put(&row, t.count)
	}
	for i, v := range row.Values {
		t.kinds[i] = widerKind(t.kinds[i], v.kind)
	}
	if t.held = append(t.held, row); len(t.held) < alignAhead {
		return nil
	}
	return t.begin()
}

// widerKind returns the kind that holds values of both kinds.
func widerKind(a, b valueKind) valueKind {
	switch {
	case a == b || b == kindNull:
		return a
	case a == kindNull:
		return b
	case a == kindInt && b == kindTenths || a == kindTenths && b == kindInt:
		return kindTenths
	}
	return kindText
}

// begin ends the learning.
func (t *parquetTable) begin() error {
	g := parquetColumns{fields: []parquet.Field{
		parquetField{parquet.String(), "puzzle"},
		parquetField{parquet.Optional(parquet.String()), "solution"},
	}}
	taken := map[string]bool{"puzzle": true, "solution": true}
	for i, name := range t.names {
		for n := 2; taken[name]; n++ { // a table may have two columns of one name, a schema may not
			name = fmt.Sprintf("%s_%d", t.names[i], n)
		}
		taken[name] = true
		if k := &t.kinds[i]; *k == kindNull || *k == kindCounts || *k == kindJSON {
			*k = kindText
		}
		g.fields = append(g.fields, parquetField{parquet.Optional(parquetNode(t.kinds[i])), name})
	}
	t.out = parquet.NewGenericWriter[any](t.w, parquet.NewSchema("puzzles", g),
		parquet.Compression(&zstd.Codec{}), parquet.MaxRowsPerRowGroup(parquetGroup))
	for i := range t.held {
		if err := t.put(&t.held[i], i+1); err != nil {
			return err
		}
	}
	t.held = nil
	return nil
}

func parquetNode(k valueKind) parquet.Node {
	switch k {
	case kindInt:
		return parquet.Int(64)
	case kindTenths, kindFloat:
		return parquet.Leaf(parquet.DoubleType)
	case kindBool:
		return parquet.Leaf(parquet.BooleanType)
	}
	return parquet.String()
}

// put writes row n. A definition level of 1 means that an optional value is
// present.
func (t *parquetTable) put(row *Row, n int) error {
	cells := append(t.cells[:0], parquet.ByteArrayValue([]byte(row.Puzzle)).Level(0, 0, 0))
	solution := parquet.NullValue().Level(0, 0, 1)
	if row.Solution != "" {
		solution = parquet.ByteArrayValue([]byte(row.Solution)).Level(0, 1, 1)
	}
	cells = append(cells, solution)
	for i := range row.Values {
		v := &row.Values[i]
		if v.kind == kindNull {
			cells = append(cells, parquet.NullValue().Level(0, 0, i+2))
			continue
		}
		if widerKind(t.kinds[i], v.kind) != t.kinds[i] {
			return fmt.Errorf("puzzle %d has %s %q, but the first %d puzzles have another type there: leave that column out, or write csv",
				n, v.Name, v.String(), alignAhead)
		}
		cells = append(cells, v.parquet(t.kinds[i]).Level(0, 1, i+2))
	}
	t.cells = cells
	_, err := t.out.WriteRows([]parquet.Row{cells})
	return err
}

// parquet returns the value for a column whose kind can hold it.
func (v *Value) parquet(column valueKind) parquet.Value {
	switch {
	case column == kindInt:
		return parquet.Int64Value(int64(v.number))
	case column == kindFloat:
		return parquet.DoubleValue(v.float)
	case column == kindTenths && v.kind == kindInt:
		return parquet.DoubleValue(float64(v.number))
	case column == kindTenths:
		return parquet.DoubleValue(float64(v.number) / 10)
	case column == kindBool:
		return parquet.BooleanValue(v.number != 0)
	}
	return parquet.ByteArrayValue([]byte(v.String()))
}

// parquetColumns is a group whose columns keep their order; [parquet.Group]
// sorts them by name.
type parquetColumns struct {
	parquet.Group
	fields []parquet.Field
}

func (g parquetColumns) Fields() []parquet.Field { return g.fields }

type parquetField struct {
	parquet.Node
	name string
}

func (f parquetField) Name() string { return f.name }

// Value would find the column in a Go value; rows are written cell by cell.
func (f parquetField) Value(reflect.Value) reflect.Value { return reflect.Value{} }
