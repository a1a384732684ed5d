// Package field holds the error about one field of a request. Every room can make one:
// package bind, which reads requests, is too large for a program that a browser loads.
package field

// Error says which field of a request is wrong.
type Error struct {
	Field string // its name, as in a flag or a query
	Err   error
}

func (e *Error) Error() string { return e.Field + ": " + e.Err.Error() }

// Unwrap returns what is wrong with the field.
func (e *Error) Unwrap() error { return e.Err }
