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

// isObject accepts a whole object, which does not continue in the next line.
func isObject(line string) bool { return json.Valid([]byte(line)) }

func readJSONL(in *input, yield emit) {
	in.each(yield, func(line []byte) bool {
		return len(bytes.TrimSpace(line)) == 0 || yield.one(readObject(in, line))
	})
}

// readObject reads a line that holds one object. The pairs are taken one by one
// to keep their order, which a map would lose; json.Decoder keeps it too, with
// 96 allocations for a line of five pairs instead of 11. Texts are taken
// without their quotes, null as "", anything else as it is written.
func readObject(in *input, text []byte) (Record, *LineError) {
	if !bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")) {
		return Record{}, in.fault(1, "the line is not a JSON object: it must begin with {")
	}
	line := string(text)
	if !json.Valid(text) {
		var all json.RawMessage
		err, at := json.Unmarshal(text, &all), 0
		if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
			at = max(int(syntax.Offset)-1, 0)
		}
		return Record{}, in.fault(column(line, at), "not JSON: %v", err)
	}
	var names []string
	var values []value
	for at := afterSpace(line, strings.IndexByte(line, '{')+1); line[at] != '}'; {
		end := valueEnd(line, at)
		names = append(names, unquoteJSON(line[at:end]))
		at = afterSpace(line, afterSpace(line, end)+1) // the colon
		end = valueEnd(line, at)
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
	cols := newColumns(names)
	if cols.puzzle < 0 {
		return Record{}, in.fault(1, "the object has no puzzle: a key must be called %s", strings.Join(puzzleNames, ", "))
	}
	return cols.record(in, in.line, values)
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
	if strings.IndexByte(`"{[`, line[at]) < 0 {
		return at + strings.IndexAny(line[at:], ",:]} \t\r\n")
	}
	depth, quoted := 0, false
	for ; ; at++ {
		switch c := line[at]; {
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
}

func writeJSONL(w *bufio.Writer, row *Row) error {
	_, err := w.Write(append(row.AppendJSON(w.AvailableBuffer()), '\n'))
	return err
}
