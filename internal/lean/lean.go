// Package lean writes and reads JSON in a tenth of the code of encoding/json, for programs that a browser loads. It
// supports the types of this module's answers and requests: structs with tags, also embedded ones and pointers to them; strings, truth
// values, whole numbers and float64; slices and pointers of these; for reading also maps of strings. Types may encode
// themselves with AppendJSON, or as a string with MarshalText and UnmarshalText, which also reads a number. Anything else panics: it is a bug in a
// type, which a test finds, and not an error in a value.
//
// It writes what encoding/json writes without escapes for HTML. Reading is stricter:
// names of other fields, and names in another case, are errors, as are values nested
// deeper than [deepest].
package lean

import (
	"encoding"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"gradoku/internal/field"
)

// appender is a type that encodes itself.
type appender interface{ AppendJSON(dst []byte) []byte }

// Append appends a value as JSON.
func Append(dst []byte, value any) []byte {
	v := reflect.ValueOf(value)
	if !v.IsValid() {
		return append(dst, "null"...)
	}
	return appendValue(dst, v)
}

func appendValue(dst []byte, v reflect.Value) []byte {
	if v.Kind() == reflect.Pointer && v.IsNil() {
		return append(dst, "null"...)
	}
	if a, ok := v.Interface().(appender); ok {
		return a.AppendJSON(dst)
	}
	if word, ok := v.Interface().(encoding.TextMarshaler); ok {
		text, err := word.MarshalText()
		if err != nil {
			panic("lean: " + err.Error())
		}
		return appendText(dst, string(text))
	}
	switch v.Kind() {
	case reflect.Pointer:
		return appendValue(dst, v.Elem())
	case reflect.Struct:
		dst = append(dst, '{')
		from := len(dst)
		dst = appendFields(dst, v, &from)
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

// appendFields appends the fields of a struct, and of what it embeds. from is the
// position of the first field of the object.
func appendFields(dst []byte, v reflect.Value, from *int) []byte {
	for i := range v.NumField() {
		f := v.Type().Field(i)
		name, options := nameOf(&f)
		value := v.Field(i)
		switch {
		case f.Anonymous && name == "":
			if value = reflect.Indirect(value); value.IsValid() { // not an absent pointer
				dst = appendFields(dst, value, from)
			}
			continue
		case name == "-" || !f.IsExported():
			continue
		case options == "omitempty" && isEmpty(value), options == "omitzero" && isZero(value):
			continue
		}
		if len(dst) > *from {
			dst = append(dst, ',')
		}
		dst = append(appendText(dst, name), ':')
		dst = appendValue(dst, value)
	}
	return dst
}

// nameOf returns what the tag json says; an embedded struct has no name.
func nameOf(f *reflect.StructField) (name, options string) {
	name, options, _ = strings.Cut(f.Tag.Get("json"), ",")
	if name == "" && !f.Anonymous {
		name = f.Name
	}
	return name, options
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

func appendText(dst []byte, s string) []byte {
	dst = append(dst, '"')
	for _, r := range s { // a broken character reads as U+FFFD
		switch {
		case r == '"' || r == '\\':
			dst = append(dst, '\\', byte(r))
		case r == '\n':
			dst = append(dst, `\n`...)
		case r == '\r':
			dst = append(dst, `\r`...)
		case r == '\t':
			dst = append(dst, `\t`...)
		case r == '\b':
			dst = append(dst, `\b`...)
		case r == '\f':
			dst = append(dst, `\f`...)
		case r < ' ' || r == '\u2028' || r == '\u2029':
			const hex = "0123456789abcdef"
			dst = append(dst, '\\', 'u', hex[r>>12&15], hex[r>>8&15], hex[r>>4&15], hex[r&15])
		default:
			dst = utf8.AppendRune(dst, r)
		}
	}
	return append(dst, '"')
}

// deepest is how deep values may be nested; requests need three levels.
const deepest = 20

// Read reads JSON into the variable that a pointer points to.
func Read(text []byte, pointer any) error {
	p := parser{text: text}
	if err := p.value(reflect.ValueOf(pointer).Elem(), 0); err != nil {
		return err
	}
	if p.space(); p.at < len(p.text) {
		return p.wrong("the end")
	}
	return nil
}

type parser struct {
	text []byte
	at   int
}

func (p *parser) space() {
	for p.at < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.at]) >= 0 {
		p.at++
	}
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
	end := p.at + strings.IndexAny(string(p.text[p.at:])+",", ",}]")
	return fmt.Errorf("%.40s is not %s", p.text[p.at:end], want)
}

func (p *parser) value(v reflect.Value, depth int) error {
	if depth > deepest {
		return errors.New("the JSON is nested too deep")
	}
	if p.word("null") {
		v.SetZero()
		return nil
	}
	if word, ok := v.Addr().Interface().(encoding.TextUnmarshaler); ok {
		if c := p.peek(); c == '-' || '0' <= c && c <= '9' { // words such as ratings may be numbers
			return word.UnmarshalText([]byte(p.number()))
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
		return p.value(v.Elem(), depth)
	case reflect.Struct, reflect.Map:
		return p.object(v, depth)
	case reflect.Slice:
		return p.list(v, depth)
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
		at := p.at
		n, err := strconv.ParseInt(p.number(), 10, 64)
		if err != nil || v.OverflowInt(n) {
			p.at = at
			return p.not("a whole number")
		}
		v.SetInt(n)
		return nil
	case reflect.Float64:
		at := p.at
		x, err := strconv.ParseFloat(p.number(), 64)
		if err != nil {
			p.at = at
			return p.not("a number")
		}
		v.SetFloat(x)
		return nil
	}
	panic("lean: no JSON for " + v.Type().String())
}

// word skips a word if it is the next.
func (p *parser) word(w string) bool {
	p.space()
	if !strings.HasPrefix(string(p.text[p.at:min(len(p.text), p.at+len(w))]), w) {
		return false
	}
	p.at += len(w)
	return true
}

// number returns the characters of a number without skipping them.
func (p *parser) number() string {
	p.space()
	end := p.at
	for end < len(p.text) && strings.IndexByte("+-.0123456789eE", p.text[end]) >= 0 {
		end++
	}
	number := string(p.text[p.at:end])
	p.at = end
	return number
}

func (p *parser) object(v reflect.Value, depth int) error {
	if !p.take('{') {
		return p.not("an object")
	}
	if v.Kind() == reflect.Map && v.IsNil() {
		v.Set(reflect.MakeMap(v.Type()))
	}
	for n := 0; !p.take('}'); n++ {
		if n > 0 && !p.take(',') {
			return p.wrong("a comma")
		}
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
			if err := p.value(value, depth+1); err != nil {
				return err
			}
			v.SetMapIndex(reflect.ValueOf(name), value)
			continue
		}
		to := fieldOf(v, name)
		if !to.IsValid() {
			return fmt.Errorf("there is no field %q", name)
		}
		if err := p.value(to, depth+1); err != nil {
			return &field.Error{Field: name, Err: err}
		}
	}
	return nil
}

// fieldOf returns the field of that name, embedded structs included; the zero
// Value if there is none.
func fieldOf(v reflect.Value, name string) reflect.Value {
	for i := range v.NumField() {
		f := v.Type().Field(i)
		switch own, _ := nameOf(&f); {
		case f.Anonymous && own == "":
			if inner := fieldOf(v.Field(i), name); inner.IsValid() {
				return inner
			}
		case own == name && own != "-" && f.IsExported():
			return v.Field(i)
		}
	}
	return reflect.Value{}
}

func (p *parser) list(v reflect.Value, depth int) error {
	if !p.take('[') {
		return p.not("a list")
	}
	v.Set(reflect.MakeSlice(v.Type(), 0, 0))
	for n := 0; !p.take(']'); n++ {
		if n > 0 && !p.take(',') {
			return p.wrong("a comma")
		}
		element := reflect.New(v.Type().Elem()).Elem()
		if err := p.value(element, depth+1); err != nil {
			return err
		}
		v.Set(reflect.Append(v, element))
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
		if i := strings.IndexByte(`"\/bfnrt`, c); i >= 0 {
			out = append(out, "\"\\/\b\f\n\r\t"[i])
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
	n, err := strconv.ParseUint(string(p.text[p.at:p.at+4]), 16, 16)
	p.at += 4
	return rune(n), err == nil
}
