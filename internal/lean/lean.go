// Package lean writes and reads JSON in a tenth of the code of encoding/json, for programs that a browser loads. It
// supports the types of this module's answers and requests: structs with tags, also embedded ones and pointers to them; strings,
// booleans, integers and float64; slices and pointers of these; for reading also maps of strings. Types may encode
// themselves with MarshalJSON, or as a string with MarshalText and UnmarshalText, which also reads a number. Anything else panics: it is a bug in a
// type, which a test finds, and not an error in a value.
//
// Its output is that of encoding/json without escapes for HTML. Reading is stricter:
// unknown names, and names in another case, are errors. A value is nested no deeper
// than the type that it is read into.
package lean

import (
	"cmp"
	"encoding"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"gradoku/internal/field"
)

// marshaler is json.Marshaler, without importing encoding/json.
type marshaler interface{ MarshalJSON() ([]byte, error) }

// Append appends a value as JSON.
func Append(dst []byte, value any) []byte {
	return appendValue(dst, reflect.ValueOf(value))
}

func appendValue(dst []byte, v reflect.Value) []byte {
	if v.Kind() == reflect.Pointer && v.IsNil() {
		return append(dst, "null"...)
	}
	switch own := v.Interface().(type) {
	case marshaler:
		return append(dst, encoded(own.MarshalJSON())...)
	case encoding.TextMarshaler:
		return appendText(dst, string(encoded(own.MarshalText())))
	}
	switch v.Kind() {
	case reflect.Pointer:
		return appendValue(dst, v.Elem())
	case reflect.Struct:
		dst = append(dst, '{')
		from := len(dst)
		fields(v, func(name, option string, value reflect.Value) bool {
			if option == "omitempty" && isEmpty(value) || option == "omitzero" && isZero(value) {
				return true
			}
			if len(dst) > from {
				dst = append(dst, ',')
			}
			dst = appendValue(append(appendText(dst, name), ':'), value)
			return true
		})
		return append(dst, '}')
	case reflect.Slice:
		if v.IsNil() {
			return append(dst, "null"...)
		}
		dst = append(dst, '[')
		for i := range v.Len() {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = appendValue(dst, v.Index(i))
		}
		return append(dst, ']')
	case reflect.String:
		return appendText(dst, v.String())
	case reflect.Bool:
		return strconv.AppendBool(dst, v.Bool())
	case reflect.Int, reflect.Int64:
		return strconv.AppendInt(dst, v.Int(), 10)
	case reflect.Float64:
		return strconv.AppendFloat(dst, v.Float(), 'f', -1, 64)
	}
	panic("lean: no JSON for " + v.Type().String())
}

func encoded(text []byte, err error) []byte {
	if err != nil {
		panic("lean: " + err.Error())
	}
	return text
}

// fields calls take for each field of a struct and of the structs that it embeds, with the name and
// the option of the tag json, and the value. It stops when take returns false, and returns false then.
func fields(v reflect.Value, take func(name, option string, value reflect.Value) bool) bool {
	for i := range v.NumField() {
		f, value := v.Type().Field(i), v.Field(i)
		name, option, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && name == "":
			if value = reflect.Indirect(value); value.IsValid() && !fields(value, take) { // false only for a nil pointer
				return false
			}
		case f.IsExported() && name != "-":
			if !take(cmp.Or(name, f.Name), option, value) {
				return false
			}
		}
	}
	return true
}

func isEmpty(v reflect.Value) bool {
	if v.Kind() == reflect.Slice {
		return v.Len() == 0
	}
	return v.IsZero()
}

// isZero calls the method IsZero, if there is one.
func isZero(v reflect.Value) bool {
	if z, ok := v.Interface().(interface{ IsZero() bool }); ok {
		return z.IsZero()
	}
	return v.IsZero()
}

// Each character in escaped is written as a backslash and the letter at the same index of escapes;
// for a slash this is allowed, but not required.
const escaped, escapes = "\"\\/\b\f\n\r\t", `"\/bfnrt`

func appendText(dst []byte, s string) []byte {
	dst = append(dst, '"')
	for _, r := range s { // a broken character reads as U+FFFD
		switch i := strings.IndexRune(escaped, r); {
		case i >= 0 && r != '/':
			dst = append(dst, '\\', escapes[i])
		case r < ' ' || r == '\u2028' || r == '\u2029':
			const hex = "0123456789abcdef"
			dst = append(dst, '\\', 'u', hex[r>>12&15], hex[r>>8&15], hex[r>>4&15], hex[r&15])
		default:
			dst = utf8.AppendRune(dst, r)
		}
	}
	return append(dst, '"')
}

// Read reads JSON into the variable that a pointer points to.
func Read(text []byte, pointer any) error {
	p := parser{text: string(text)}
	if err := p.value(reflect.ValueOf(pointer).Elem()); err != nil {
		return err
	}
	if p.space(); p.at < len(p.text) {
		return p.wrong("the end")
	}
	return nil
}

type parser struct {
	text string
	at   int
}

func (p *parser) space() {
	p.at = len(p.text) - len(strings.TrimLeft(p.text[p.at:], " \t\r\n"))
}

// peek returns the next character that is no space, 0 at the end.
func (p *parser) peek() byte {
	if p.space(); p.at < len(p.text) {
		return p.text[p.at]
	}
	return 0
}

// take skips a character if it is the next.
func (p *parser) take(c byte) bool {
	if p.peek() != c {
		return false
	}
	p.at++
	return true
}

func (p *parser) wrong(want string) error {
	if p.at >= len(p.text) {
		return fmt.Errorf("the JSON ends where %s should be", want)
	}
	return fmt.Errorf("the JSON at byte %d is not %s", p.at+1, want)
}

// not is wrong for a value: where one of another kind begins, nobody needs to count bytes.
func (p *parser) not(want string) error {
	if c := p.peek(); c == 0 || strings.IndexByte(`"{[tf-0123456789`, c) < 0 {
		return p.wrong(want)
	}
	end := p.at + strings.IndexAny(p.text[p.at:]+",", ",}]")
	return fmt.Errorf("%.40s is not %s", p.text[p.at:end], want)
}

func (p *parser) value(v reflect.Value) error {
	if p.word("null") {
		v.SetZero()
		return nil
	}
	if word, ok := v.Addr().Interface().(encoding.TextUnmarshaler); ok {
		if c := p.peek(); c == '-' || '0' <= c && c <= '9' { // words such as ratings may be numbers
			number := p.number()
			p.at += len(number)
			return word.UnmarshalText([]byte(number))
		}
		text, err := p.textValue()
		if err != nil {
			return err
		}
		return word.UnmarshalText([]byte(text))
	}
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			v.Set(reflect.New(v.Type().Elem()))
		}
		return p.value(v.Elem())
	case reflect.Struct, reflect.Map:
		return p.object(v)
	case reflect.Slice:
		return p.list(v)
	case reflect.String:
		s, err := p.textValue()
		v.SetString(s)
		return err
	case reflect.Bool:
		switch {
		case p.word("true"):
			v.SetBool(true)
		case p.word("false"):
			v.SetBool(false)
		default:
			return p.not("true or false")
		}
		return nil
	case reflect.Int, reflect.Int64:
		text := p.number()
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil || v.OverflowInt(n) {
			return p.not("a whole number")
		}
		p.at += len(text)
		v.SetInt(n)
		return nil
	case reflect.Float64:
		text := p.number()
		x, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return p.not("a number")
		}
		p.at += len(text)
		v.SetFloat(x)
		return nil
	}
	panic("lean: no JSON for " + v.Type().String())
}

// word skips a word if it is the next.
func (p *parser) word(w string) bool {
	p.space()
	if !strings.HasPrefix(p.text[p.at:], w) {
		return false
	}
	p.at += len(w)
	return true
}

// number returns the characters of a number without skipping them.
func (p *parser) number() string {
	p.space()
	rest := p.text[p.at:]
	return rest[:len(rest)-len(strings.TrimLeft(rest, "+-.0123456789eE"))]
}

func (p *parser) object(v reflect.Value) error {
	if v.Kind() == reflect.Map && v.IsNil() {
		v.Set(reflect.MakeMap(v.Type()))
	}
	return p.items("{}", "an object", func() error {
		p.space()
		name, err := p.string()
		if err != nil {
			return err
		}
		if !p.take(':') {
			return p.wrong("a colon")
		}
		if v.Kind() == reflect.Map {
			value := reflect.New(v.Type().Elem()).Elem()
			if err := p.value(value); err != nil {
				return err
			}
			v.SetMapIndex(reflect.ValueOf(name), value)
			return nil
		}
		var to reflect.Value
		fields(v, func(own, _ string, value reflect.Value) bool {
			if own == name {
				to = value
			}
			return own != name
		})
		if !to.IsValid() {
			return fmt.Errorf("there is no field %q", name)
		}
		if err := p.value(to); err != nil {
			return &field.Error{Field: name, Err: err}
		}
		return nil
	})
}

func (p *parser) list(v reflect.Value) error {
	v.Set(reflect.MakeSlice(v.Type(), 0, 0))
	return p.items("[]", "a list", func() error {
		element := reflect.New(v.Type().Elem()).Elem()
		if err := p.value(element); err != nil {
			return err
		}
		v.Set(reflect.Append(v, element))
		return nil
	})
}

// items calls item at each element between two brackets.
func (p *parser) items(brackets, kind string, item func() error) error {
	if !p.take(brackets[0]) {
		return p.not(kind)
	}
	for n := 0; !p.take(brackets[1]); n++ {
		if n > 0 && !p.take(',') {
			return p.wrong("a comma")
		}
		if err := item(); err != nil {
			return err
		}
	}
	return nil
}

func (p *parser) textValue() (string, error) {
	if p.peek() != '"' {
		return "", p.not("a text")
	}
	return p.string()
}

func (p *parser) string() (string, error) {
	if !p.take('"') {
		return "", p.wrong("a text in quotes")
	}
	var out []byte
	for p.at < len(p.text) {
		c := p.text[p.at]
		p.at++
		switch {
		case c == '"':
			return string([]rune(string(out))), nil // each broken byte reads as U+FFFD
		case c < ' ':
			p.at--
			return "", p.wrong("a character of a text")
		case c != '\\':
			out = append(out, c)
			continue
		}
		if p.at == len(p.text) {
			break
		}
		c = p.text[p.at]
		p.at++
		if i := strings.IndexByte(escapes, c); i >= 0 {
			out = append(out, escaped[i])
			continue
		}
		r, ok := p.hex(c)
		if ok && utf16.IsSurrogate(r) && p.at+1 < len(p.text) && p.text[p.at] == '\\' {
			start := p.at
			p.at += 2
			low, fine := p.hex(p.text[p.at-1])
			if r = utf16.DecodeRune(r, low); !fine || r == utf8.RuneError {
				p.at = start
			}
		}
		if !ok {
			return "", p.wrong("an escape")
		}
		out = utf8.AppendRune(out, r)
	}
	return "", p.wrong("the end of a text")
}

// hex reads four hexadecimal digits after a u.
func (p *parser) hex(u byte) (rune, bool) {
	if u != 'u' || p.at+4 > len(p.text) {
		return 0, false
	}
	n, err := strconv.ParseUint(p.text[p.at:p.at+4], 16, 16)
	p.at += 4
	return rune(n), err == nil
}
