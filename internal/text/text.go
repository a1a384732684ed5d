// Package text writes numbers, lists of words and JSON errors for people, and makes texts from
// outside safe to show.
package text

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"github.com/dustin/go-humanize"
)

// Grouped writes a whole number with commas between thousands: 1,234,567.
func Grouped[N int | int64](n N) string { return humanize.Comma(int64(n)) }

// Bytes writes a number of bytes: 16 MiB.
func Bytes(n int64) string { return humanize.IBytes(uint64(n)) }

// Rating writes a number of tenths with one decimal: 4.2, or a dash for none.
func Rating(tenths int) string {
	if tenths == 0 {
		return "–"
	}
	return fmt.Sprintf("%d.%d", tenths/10, tenths%10)
}

// Count writes how many there are of a thing: "1 puzzle", "2,000 puzzles".
func Count[N int | int64](n N, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return Grouped(n) + " " + many
}

// FileError says in plain words why a file cannot be read: there is no such file, or the reason that
// the operating system gives. It returns other errors unchanged.
func FileError(err error) error {
	wrong, ok := errors.AsType[*fs.PathError](err)
	switch {
	case !ok:
		return err
	case errors.Is(wrong, fs.ErrNotExist):
		return &fileError{fmt.Sprintf("there is no file %q", wrong.Path), err}
	}
	return &fileError{fmt.Sprintf("%q cannot be read: %v", wrong.Path, wrong.Err), err}
}

type fileError struct {
	said string
	err  error
}

func (e *fileError) Error() string { return e.said }
func (e *fileError) Unwrap() error { return e.err }

// Each returns a text for each row of a table, such as its name.
func Each[T any](rows []T, of func(T) string) (texts []string) {
	for _, row := range rows {
		texts = append(texts, of(row))
	}
	return texts
}

// List joins words as in a sentence, with a conjunction before the last: "a, b
// and c". Without words it returns "".
func List(words []string, conjunction string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " " + conjunction + " " + words[last]
}

// JSONFault puts an error of encoding/json into words: its own text gives no place, and
// names Go types if a value has the wrong kind.
func JSONFault(err error) error {
	if kind, is := errors.AsType[*json.UnmarshalTypeError](err); is {
		return fmt.Errorf("%s must be %s, not a JSON %.40s", cmp.Or(fieldPath(kind.Field), "it"), kindWords(kind.Type.Kind()), kind.Value)
	}
	if syntax, is := errors.AsType[*json.SyntaxError](err); is {
		return fmt.Errorf("it is not JSON at byte %d: %w", syntax.Offset, err)
	}
	switch err { // of a [json.Decoder], as the reader gives them
	case io.EOF:
		return errors.New("it is empty")
	case io.ErrUnexpectedEOF:
		return errors.New("it ends early")
	}
	return err
}

// fieldPath returns the path of a field in an error of encoding/json, without the names of
// embedded structs, which are not in the JSON.
func fieldPath(path string) string {
	names := strings.Split(path, ".")
	last := names[len(names)-1]
	if last == "" || unicode.IsUpper(rune(last[0])) {
		return path // the names in this JSON are capitalised
	}
	return strings.Join(slices.DeleteFunc(names, func(name string) bool { return unicode.IsUpper(rune(name[0])) }), ".")
}

// kindWords names the JSON value that a kind of Go value is read from.
func kindWords(kind reflect.Kind) string {
	switch kind {
	case reflect.String:
		return "a string"
	case reflect.Bool:
		return "true or false"
	case reflect.Float32, reflect.Float64:
		return "a number"
	case reflect.Slice, reflect.Array:
		return "a list"
	case reflect.Struct, reflect.Map:
		return "an object"
	}
	return "a whole number"
}

// Quoted writes an argument as a shell reads it.
func Quoted(arg string) string {
	if arg != "" && !strings.ContainsFunc(arg, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./=,:+@%", r))
	}) {
		return arg
	}
	return "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
}
