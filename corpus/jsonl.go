package corpus

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"
)

func looksJSONL(head []byte) bool {
	rest, ok := bytes.CutPrefix(firstLine(head), []byte("{"))
	rest = bytes.TrimLeft(rest, " \t")
	return ok && (len(rest) == 0 || rest[0] == '"' || rest[0] == '}')
}

// isObject accepts a whole object, which does not continue in the next line.
func isObject(line string) bool { return json.Valid([]byte(line)) }

func readJSONL(in *input, yield emit) {
	in.each(yield, func(line []byte) bool {
		return len(bytes.TrimSpace(line)) == 0 || readObject(in, string(line), yield)
	})
}

// readObject reads a line that holds one object. The pairs are taken one by one
// to keep their order, which a map would lose; json.Decoder keeps it too, with
// 96 allocations for a line of five pairs instead of 11. Texts are taken
// without their quotes, null as "", anything else as it is written.
func readObject(in *input, line string, yield emit) bool {
	if bad := in.object(line); bad != nil {
		return yield(Record{}, bad)
	}
	names, values := membersAt(line, strings.IndexByte(line, '{'))
	cols := newColumns(names)
	if cols.puzzle < 0 {
		return yield(Record{}, in.fault(1, "the object has no puzzle: a key must be called %s", strings.Join(puzzleNames, ", ")))
	}
	if v := values[cols.puzzle]; strings.HasPrefix(v.text, "{") {
		return in.frame(&cols, values, yield)
	}
	return yield.one(cols.record(in, in.line, values))
}

// object returns an error if a line is not one object.
func (in *input) object(line string) *LineError {
	if !strings.HasPrefix(strings.TrimSpace(line), "{") {
		return in.fault(1, "the line is not a JSON object: it must begin with {")
	}
	if json.Valid([]byte(line)) {
		return nil
	}
	var all json.RawMessage
	err, at := json.Unmarshal([]byte(line), &all), 0
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		at = max(int(syntax.Offset)-1, 0)
	}
	return in.fault(column(line, at), "not JSON: %v", err)
}

// frame reads a data frame: each value is an object with a member for each puzzle.
func (in *input) frame(cols *columns, columns []value, yield emit) bool {
	rows, blank := map[string][]value{}, slices.Clone(columns)
	for i := range blank {
		if strings.HasPrefix(blank[i].text, "{") {
			blank[i].text = ""
		}
	}
	var order []string
	for i, column := range columns {
		if !strings.HasPrefix(column.text, "{") {
			continue
		}
		keys, values := membersAt(column.line, column.at)
		for k, key := range keys {
			if rows[key] == nil {
				rows[key] = slices.Clone(blank)
				order = append(order, key)
			}
			rows[key][i] = values[k]
		}
	}
	for _, key := range order {
		if !yield.one(cols.record(in, in.line, rows[key])) {
			return false
		}
	}
	return true
}

// membersAt returns the names and values of the object that begins at a byte of a valid
// line.
func membersAt(line string, start int) (names []string, values []value) {
	for at := afterSpace(line, start+1); line[at] != '}'; {
		end := valueEnd(line, at)
		names = append(names, unquoteJSON(line[at:end]))
		at = afterSpace(line, afterSpace(line, end)+1) // the colon
		if end = valueEnd(line, at); strings.IndexByte(`"{[`, line[at]) < 0 {
			end = at + strings.IndexAny(line[at:], ",:]} \t\r\n")
		}
		v := value{text: line[at:end], line: line, at: at, bare: line[at] != '"'}
		switch {
		case !v.bare:
			v.text, v.at = unquoteJSON(v.text), at+1
		case v.text == "null":
			v.text = ""
		}
		values = append(values, v)
		if at = afterSpace(line, end); line[at] == ',' {
			at = afterSpace(line, at+1)
		}
	}
	return names, values
}

func unquoteJSON(s string) string {
	if strings.IndexByte(s, '\\') < 0 && utf8.ValidString(s) {
		return s[1 : len(s)-1]
	}
	var text string
	json.Unmarshal([]byte(s), &text) // cannot fail: the line is valid
	return text
}

func afterSpace(line string, at int) int {
	for strings.IndexByte(" \t\r\n", line[at]) >= 0 {
		at++
	}
	return at
}

// valueEnd returns where the object, list or text ends that begins at a byte; -1 if it does not.
func valueEnd[T string | []byte](text T, at int) int {
	depth, quoted := 0, false
	for ; at < len(text); at++ {
		switch c := text[at]; {
		case quoted && c == '\\':
			at++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{', c == '[':
			depth++
		case c == '}', c == ']':
			depth--
		}
		if depth == 0 && !quoted {
			return at + 1
		}
	}
	return -1
}

func writeJSONL(w *bufio.Writer, row *Row) error {
	_, err := w.Write(append(row.AppendJSON(w.AvailableBuffer()), '\n'))
	return err
}
