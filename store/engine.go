package store

import (
	"context"
	"database/sql"

	"gradoku/migrations"
)

// engine is a program that can hold a gradoku database. Statements are shared:
// they use only what all engines understand, with ?, ?1 or @name for values.
// The differences are in one file for each engine; this struct is what that file
// must provide.
type engine struct {
	name       string
	migrations []migrations.Migration
	// owns reports whether a place, as users name it, belongs to this engine.
	owns func(place string) bool
	// shown is how a place is written in messages, without a password.
	shown func(place string) string
	// open makes the handles of d, and the schema when d may be written to.
	open func(d *DB, ctx context.Context, mode Mode) error
	// close closes the handles. saving runs before each commit.
	close, saving func(d *DB) error
	// claim reports whether the process that recorded itself as this writer of an export
	// has ended. The first process to claim it is its writer from then on.
	claim func(ctx context.Context, tx txn, writer string) (bool, error)
	// sentinel returns a text without secrets ("" means the text of err) and the error
	// that a caller can test for, or nil if it does not know err.
	sentinel func(err error) (text string, is error)
	// describe fills in what only the engine knows about itself.
	describe func(d *DB, ctx context.Context, i *Info) error
	// structure returns checks of what lies below the rows, except what gradoku leaves to the engine.
	structure func(full bool) []check
	// insert writes the rows that an inserter holds, which are at most block.
	insert func(in *inserter) error
	block  int
	// sends: if a caller stops reading a query early, the remaining rows still arrive
	// unless the query is cancelled.
	sends bool
	// shares: workers on several machines can compute its runs.
	shares bool
	// loaded is a statement, if any, to run after all rows of a database were copied and
	// committed.
	loaded string
	dialect
}

// dialect holds the pieces of SQL in which engines differ.
type dialect struct {
	// list is a table with one column, value, made from the text that listOf returns.
	list string
	// keys is a condition on canon: one of these keys.
	keys func(keys [][16]byte) (condition string, args []any)
	// noCase makes a text compare and sort as if its ASCII letters were lower case.
	// Values that it is compared with are written in lower case.
	noCase func(text string) string
	// index, after the name of a table, makes the engine use that index, or for "" none but that
	// of the ids, if it does not choose better by itself.
	index func(name string) string
	// uses is how many steps of a puzzle p use the technique of a number, NULL without a grade.
	uses func(number int) string
	// value is the SQL for a value of a column in a condition: in an ordering comparison,
	// or for equality.
	value func(kind columnKind, ordered, number bool) string
	label labelDialect
}

// labelDialect holds expressions over a label l, whose value is a number or a
// text.
type labelDialect struct {
	columns string                 // the columns that hold a value
	values  func(value any) []any  // the values of those columns; value is an int64, a float64 or a string
	read    func(values []any) any // the inverse of values
	text    string                 // the value as a text
	same    string                 // equal for equal values
	order   string                 // numbers before texts
	number  string                 // NULL for a text
	word    string                 // NULL for a number
	collate string                 // comes after a query for same, order or word and makes it ignore case
	least   string                 // the least of many values, as a text
	most    string
	pairs   string // many labels as JSON: [[name, value], ...]
}

// engines lists the engines. The last one gets every place that no other owns.
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
