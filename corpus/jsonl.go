package corpus

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"unicode/utf8"
)

func looksJSONL(head []byte) bool {
	return bytes.HasPrefix(firstLine(head), []byte("{"))
}

func readJSONL(in *input, yield emit) {
	in.each(yield, func(line []byte) bool {
		return len(bytes.TrimSpace(line)) == 0 || yield.one(readObject(in, line))
	})
}

// readObject reads a line that holds one object. The pairs are taken one by one
// because their order, which a map would lose, is kept; json.Decoder does that
// as well, with 96 allocations for a line of five pairs instead of 11.
func readObject(in *input, text []byte) (Record, *LineError) {
	if !bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")) {
		return Record{}, in.fault(1, "the line is no JSON object: it must begin with {")
	}
	if !json.Valid(text) {
		return Record{}, in.badJSON(text)
	}
	line := string(text)
	var names []string
	var values []value
	for at := afterSpace(line, strings.IndexByte(line, '{')+1); line[at] != '}'; {
		end := valueEnd(line, at)
		names = append(names, unquoteJSON(line[at:end]))
		at = afterSpace(line, afterSpace(line, end)+1) // the colon
		end = valueEnd(line, at)
		values = append(values, jsonValue(line, at, end))
		if at = afterSpace(line, end); line[at] == ',' {
			at = afterSpace(line, at+1)
		}
	}
	cols := newColumns(names)
	if cols.puzzle < 0 {
		return Record{}, in.fault(1, "the object has no puzzle: a key must be called %s", strings.Join(puzzleNames, ", "))
	}
	return cols.record(in, in.line, values)
}

// jsonValue is a value as text: strings without their quotes, null as nothing,
// anything else as it is written.
func jsonValue(line string, at, end int) value {
	v := value{text: line[at:end], line: line, at: at, bare: line[at] != '"'}
	switch {
	case line[at] == '"':
		v.text, v.at = unquoteJSON(v.text), at+1
	case v.text == "null":
		v.text = ""
	}
	return v
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

// valueEnd returns where the value that begins at a byte of a valid line ends.
func valueEnd(line string, at int) int {
	switch line[at] {
	case '"':
		return stringEnd(line, at)
	case '{', '[':
		return nestedEnd(line, at)
	}
	return at + strings.IndexAny(line[at:], ",:]} \t\r\n")
}

func stringEnd(line string, at int) int {
	for at++; line[at] != '"'; at++ {
		if line[at] == '\\' {
			at++
		}
	}
	return at + 1
}

// nestedEnd finds the bracket that closes the one at a byte of a valid line.
func nestedEnd(line string, at int) int {
	for depth := 0; ; at++ {
		switch line[at] {
		case '"':
			at = stringEnd(line, at) - 1
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return at + 1
			}
		}
	}
}

// badJSON says where a line stops being JSON.
func (in *input) badJSON(line []byte) *LineError {
	var all json.RawMessage
	var syntax *json.SyntaxError
	if err := json.Unmarshal(line, &all); !errors.As(err, &syntax) {
		return in.fault(1, "not JSON: %v", err)
	}
	return in.fault(column(string(line), max(int(syntax.Offset)-1, 0)), "not JSON: %v", syntax)
}

func writeJSONL(w *bufio.Writer, row *Row) error {
	_, err := w.Write(append(row.AppendJSON(w.AvailableBuffer()), '\n'))
	return err
}
