package corpus

import (
	"fmt"
	"iter"
	"slices"
)

// alignAhead is how many rows are looked at to find the columns of a table.
const alignAhead = 4096

// Aligned gives all rows the same values in the same order, for formats that
// are tables: the names of the first rows, in the order of their first
// occurrence, empty where a row has none. A later row with another name is an
// error, so that none is lost. With columns the names are
// those, and values of other names are left out.
func Aligned(rows iter.Seq2[Row, error], columns []string) iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		a := aligner{names: slices.Clone(columns), fixed: columns != nil, chosen: columns != nil, yield: yield}
		for row, err := range rows {
			if !a.take(row, err) {
				return
			}
		}
		a.flush()
	}
}

type aligner struct {
	names  []string
	fixed  bool // no names are added any more
	chosen bool // and what has another name is left out
	held   []Row
	count  int
	yield  func(Row, error) bool
}

// take reports whether to go on.
func (a *aligner) take(row Row, err error) bool {
	if err != nil {
		return a.flush() && a.yield(Row{}, err)
	}
	a.count++
	if a.fixed {
		return a.put(row)
	}
	a.learn(row.Values)
	if a.held = append(a.held, row); len(a.held) < alignAhead {
		return true
	}
	return a.flush()
}

// learn adds the names that are new. A name may stand in a row twice, as in a
// table with two columns of that name.
func (a *aligner) learn(values []Value) {
	used := make([]bool, len(a.names), len(a.names)+len(values))
	for _, v := range values {
		i := a.place(v.Name, used)
		if i < 0 {
			i = len(a.names)
			a.names, used = append(a.names, v.Name), append(used, false)
		}
		used[i] = true
	}
}

// flush ends the looking ahead.
func (a *aligner) flush() bool {
	held := a.held
	a.held, a.fixed = nil, true
	for _, row := range held {
		if !a.put(row) {
			return false
		}
	}
	return true
}

// put hands on a row with its values in their places.
func (a *aligner) put(row Row) bool {
	if a.inPlace(row.Values) {
		return a.yield(row, nil)
	}
	values := make([]Value, len(a.names))
	for i, name := range a.names {
		values[i] = Null(name)
	}
	used := make([]bool, len(a.names))
	for _, v := range row.Values {
		i := a.place(v.Name, used)
		switch {
		case i >= 0:
			values[i], used[i] = v, true
		case !a.chosen:
			return a.yield(Row{}, a.unknown(v.Name))
		}
	}
	row.Values = values
	return a.yield(row, nil)
}

func (a *aligner) inPlace(values []Value) bool {
	if len(values) != len(a.names) {
		return false
	}
	for i := range values {
		if values[i].Name != a.names[i] {
			return false
		}
	}
	return true
}

// place returns the first free column of that name.
func (a *aligner) place(name string, used []bool) int {
	for i, n := range a.names {
		if n == name && !used[i] {
			return i
		}
	}
	return -1
}

// unknown names a value that has no column.
func (a *aligner) unknown(name string) error {
	return fmt.Errorf("puzzle %d has a value %q, which none of the first %d has: name the columns", a.count, name, alignAhead)
}
