package store

import (
	"context"
	"database/sql"

	"gradoku/migrations"
)

// engine is a program that can hold a gradoku database. Statements are shared:
// they use only what all engines understand, with ?, ?1 or @name for values.
// What differs stands in one file for each engine, and here is what that file
// must provide.
type engine struct {
	name string
	// owns reports whether a place, as users name it, is one of this engine's.
	owns func(place string) bool
	// shown is how a place is written in messages, without a password.
	shown func(place string) string
	// open makes the handles of d, and the schema when d may be written to.
	open func(d *DB, ctx context.Context, mode Mode) error
	// close closes the handles. saving runs before each commit.
	close, saving func(d *DB) error
	// claim reports whether the process is gone that wrote this as the writer of an export.
	// The process that claims it first is its writer from then on.
	claim func(ctx context.Context, tx txn, writer string) (bool, error)
	// migrations are the versions of the schema.
	migrations func() ([]migrations.Migration, error)
	// sentinel returns a text without secrets, "" for the text of err, and the error
	// that a caller can branch on, nil where it knows nothing of err.
	sentinel func(err error) (text string, is error)
	// describe fills in what only the engine knows of itself.
	describe func(d *DB, ctx context.Context, i *Info) error
	// structure checks what lies below the rows, as far as that is for gradoku.
	structure func(c *checker, ctx context.Context, full bool) error
	// insert writes the rows that an inserter holds; it holds up to block rows.
	insert func(in *inserter) error
	block  int
	// sends: the rows of a query that is left early arrive all the same, unless it is
	// cancelled.
	sends bool
	// shares: workers on several machines can compute its runs.
	shares bool
	// loaded is a statement to run after all rows of a database were copied, if any.
	loaded string
	dialect
}

// dialect are the pieces of SQL in which engines differ.
type dialect struct {
	// list is a table of one column, value, made from what listOf writes.
	list string
	// keys is a condition on canon: one of these keys.
	keys func(keys [][16]byte) (condition string, args []any)
	// noCase makes a text compare and sort as if its ASCII letters were small.
	// Values that it is compared with are written small.
	noCase func(text string) string
	// index makes the engine use an index after the name of a table.
	index func(name string) string
	// ascending and descending sort what may be NULL, which is least.
	ascending, descending string
	// value is how a condition takes a value of a column: in a comparison by order,
	// or for equality.
	value func(kind columnKind, ordered, number bool) string
	label labelDialect
}

// labelDialect are expressions over a label l, whose value is a number or a
// text.
type labelDialect struct {
	columns string                 // that keep a value
	values  func(value any) []any  // for them; value is an int64, a float64 or a string
	read    func(values []any) any // the opposite
	text    string                 // the value as a text
	same    string                 // equal for equal values
	order   string                 // numbers before texts
	number  string                 // NULL for a text
	word    string                 // NULL for a number
	collate string                 // follows a query for same, order or word; makes it ignore case
	least   string                 // of many values, as a text
	most    string
	pairs   string // of many labels: [[name, value], ...] as JSON
}

// engines lists them. The last one takes every place that no other owns.
var engines = [...]*engine{&postgresEngine, &sqliteEngine}

// engineOf returns the engine of a place.
func engineOf(place string) *engine {
	for _, e := range engines {
		if e.owns(place) {
			return e
		}
	}
	return engines[len(engines)-1]
}

// txn is a transaction that writes.
type txn struct {
	*sql.Tx
	engine *engine
}
