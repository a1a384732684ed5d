// Package field holds the errors about one field of a request. It is separate from package bind,
// which reads requests, because bind is too large for a program that a browser loads.
package field

// Error says which field of a request is wrong.
type Error struct {
	Field string // its name, as in a flag or a query
	Err   error
}

func (e *Error) Error() string { return e.Field + ": " + e.Err.Error() }

// Unwrap returns what is wrong with the field.
func (e *Error) Unwrap() error { return e.Err }

// Misspelt is an error about an unknown word. Names are the known ones, one of which may be
// similar to it.
type Misspelt struct {
	Err   error
	Word  string
	Names []string
}

func (m *Misspelt) Error() string { return m.Err.Error() }

// Unwrap returns Err.
func (m *Misspelt) Unwrap() error { return m.Err }
