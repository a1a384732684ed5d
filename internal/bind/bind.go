// Package bind reads and writes a struct of options wherever a user can set them: as
// flags, as the query of a page or a form, and as JSON. What it needs is in the
// fields' types and tags; it knows neither flags nor HTTP.
//
// A field is a bool, a whole number, a float64, a string, a []string, a time.Duration, a
// pointer to one of these if zero means something, or a word: a struct that implements
// encoding.TextUnmarshaler and encoding.TextMarshaler. Fields of embedded structs count
// as the struct's own; the tags needs, not, group and topic of an embedded struct hold for
// each of its fields. A field that is left out is zero: the code that uses it applies
// the default, so that a command line can be written back.
//
//	query:"only-techniques"  the name of the flag, the parameter and the input of a form; without it the name in JSON, and
//	                         fields without either are left alone
//	doc:"..."                one line of help
//	label:"..."              what a form calls it
//	usual:"printed"          what leaving it out means, for the help; huma would set a default
//	example:"4.0-4.6"        a value, for advice
//	choices:"pdf,svg,png"    all values; a word, or a type of string, may list its own by a method Choices
//	value:"FILE"             what the help calls the value, a word of the doc; FILE when it names a file
//	alias:"output"           another name of the flag
//	list:","                 a value can be several of these, separated by commas
//	minimum:"1" maximum:"9"  limits of a number that is given
//	maxLength:"200"          the longest text, in characters
//	minLength:"1"            a text that is given is not empty
//	needs:"letter"           it has no meaning unless these are given; | separates alternatives; name=value requires that value,
//	                         where [Implier] may say what the value is
//	not:"resume,tries"       it contradicts each of these
//	group:"Layout"           the heading under which the help lists it; without it at the top
//	topic:"selection"        the page of the help that describes it, for options that many commands share
//	fields:"db,quiet"        of an embedded struct: the only fields that count
//	env:"GRADOKU_DB"         the variable that holds it where no flag does
package bind

import (
	"cmp"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"gradoku/internal/field"
)

// Field is one field of a struct of options.
type Field struct {
	Name, Doc, Label, Usual, Example string

	Choices    []string // all values that a word or a text can have or contain
	List       bool     // a value may be several of them, separated by commas
	Value      string   // what the help calls the value
	Alias      []string // other names
	Needs, Not []string // see the package

	Group, Topic, Env string

	only      []string // of an embedded struct: the fields that count
	maxLength int
	tag       reflect.StructTag
	index     int // in its struct
	value     reflect.Value
}

// Fields lists the fields of the struct that options points to, in order.
func Fields(options any) []Field {
	return appendFields(nil, reflect.ValueOf(options).Elem(), &Field{})
}

// appendFields appends the fields of a struct; in is the embedded field that holds it.
func appendFields(list []Field, v reflect.Value, in *Field) []Field {
	for _, field := range described(v.Type()) {
		field.value = v.Field(field.index)
		field.Needs, field.Not = slices.Concat(in.Needs, field.Needs), slices.Concat(in.Not, field.Not)
		field.Group, field.Topic = cmp.Or(field.Group, in.Group), cmp.Or(field.Topic, in.Topic)
		if field.Name == "" {
			list = appendFields(list, field.value, &field)
			continue
		}
		if in.only != nil && !slices.Contains(in.only, field.Name) {
			continue
		}
		if word, ok := field.value.Interface().(interface{ Choices() []string }); ok {
			field.Choices = word.Choices()
		}
		list = append(list, field)
	}
	return list
}

// described lists the fields of a type of struct without their values; embedded structs
// have no name. The tags of a type are read once: commands share structs, and reading tags
// takes longer than the rest of listing fields.
func described(t reflect.Type) []Field {
	if known, ok := descriptions.Load(t); ok {
		return known.([]Field)
	}
	var list []Field
	for i := range t.NumField() {
		f := t.Field(i)
		name := nameOf(&f)
		if name == "" && (!f.Anonymous || f.Type.Kind() != reflect.Struct) {
			continue
		}
		field := Field{
			Name: name, Doc: f.Tag.Get("doc"), Label: f.Tag.Get("label"), Usual: f.Tag.Get("usual"), Example: f.Tag.Get("example"),
			Choices: split(f.Tag.Get("choices")), Needs: split(f.Tag.Get("needs")), Not: split(f.Tag.Get("not")),
			List: f.Tag.Get("list") != "", Value: f.Tag.Get("value"), Alias: split(f.Tag.Get("alias")),
			Group: f.Tag.Get("group"), Topic: f.Tag.Get("topic"), Env: f.Tag.Get("env"),
			only: split(f.Tag.Get("fields")), tag: f.Tag, index: i,
		}
		field.maxLength, _ = strconv.Atoi(f.Tag.Get("maxLength"))
		list = append(list, field)
	}
	descriptions.Store(t, list)
	return list
}

// descriptions holds what described has returned, by type.
var descriptions sync.Map

// nameOf returns the tag query, else the name in the tag json.
func nameOf(f *reflect.StructField) string {
	if name := f.Tag.Get("query"); name != "" {
		return name
	}
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	return strings.ReplaceAll(strings.Trim(name, "-"), "_", "-")
}

func split(list string) []string {
	if list == "" {
		return nil
	}
	return strings.Split(list, ",")
}

// IsZero reports whether the field is left out.
func (f *Field) IsZero() bool { return f.value.IsZero() }

// Pointer returns a pointer to the field, for callers that need its type.
func (f *Field) Pointer() any { return f.value.Addr().Interface() }

// IsBool reports whether the field is a truth value, which a flag or a tick sets without
// a value.
func (f *Field) IsBool() bool { return f.value.Kind() == reflect.Bool }

// IsList reports whether the field is a list, to which each value is added.
func (f *Field) IsList() bool { return f.value.Kind() == reflect.Slice }

// Clear makes the field zero.
func (f *Field) Clear() { f.value.SetZero() }

// Text writes the field as Set reads it, "" when it is left out.
func (f *Field) Text() string {
	v := f.value
	if v.IsZero() {
		return ""
	}
	if v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	if list, ok := v.Interface().([]string); ok {
		return strings.Join(list, ",")
	}
	if word, ok := v.Interface().(encoding.TextMarshaler); ok {
		text, err := word.MarshalText()
		if err != nil {
			panic(err) // a word that cannot be written is a bug in its type
		}
		return string(text)
	}
	return fmt.Sprint(v.Interface())
}

// Set reads a value as a user writes it; a list of texts is added to. The error is an
// [*field.Error].
func (f *Field) Set(text string) error {
	if err := f.set(text); err != nil {
		return &field.Error{Field: f.Name, Err: err}
	}
	return nil
}

func (f *Field) set(text string) error {
	if f.maxLength > 0 && utf8.RuneCountInString(text) > f.maxLength {
		return fmt.Errorf("it has more than %d characters", f.maxLength)
	}
	if !utf8.ValidString(text) {
		return errors.New("it is not UTF-8")
	}
	v := f.value
	if v.Kind() == reflect.Pointer {
		v.Set(reflect.New(v.Type().Elem()))
		v = v.Elem()
	}
	if word, ok := v.Addr().Interface().(encoding.TextUnmarshaler); ok {
		return word.UnmarshalText([]byte(text))
	}
	if v.Type() == reflect.TypeFor[time.Duration]() {
		d, err := time.ParseDuration(text)
		if err != nil {
			return fmt.Errorf("%q is not a time such as 90s or 10m", text)
		}
		v.SetInt(int64(d))
		return nil
	}
	switch v.Kind() {
	case reflect.Slice:
		items := []string{text}
		if f.List {
			items = strings.Split(text, ",")
		}
		for _, item := range items {
			v.Set(reflect.Append(v, reflect.ValueOf(strings.TrimSpace(item))))
		}
		return nil
	case reflect.String:
		if i := f.choice(text); i >= 0 {
			text = f.Choices[i]
		}
		v.SetString(text)
	case reflect.Bool:
		yes, err := strconv.ParseBool(text)
		if err != nil {
			return fmt.Errorf("%q is neither true nor false", text)
		}
		v.SetBool(yes)
	case reflect.Float64:
		x, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return fmt.Errorf("%q is not a number", text)
		}
		v.SetFloat(x)
	default:
		n, err := strconv.ParseInt(text, 10, v.Type().Bits())
		switch {
		case errors.Is(err, strconv.ErrRange):
			return fmt.Errorf("the number %q is too large", text)
		case err != nil:
			return fmt.Errorf("%q is not a whole number", text)
		}
		v.SetInt(n)
	}
	return f.Limits()
}

// choice returns the number of the choice that a text names, in any case, or -1.
func (f *Field) choice(text string) int {
	return slices.IndexFunc(f.Choices, func(c string) bool { return strings.EqualFold(c, text) })
}

// Limits checks a given number against the limits in its tags.
func (f *Field) Limits() error {
	v := f.value
	if v.Kind() == reflect.Pointer && !v.IsNil() {
		v = v.Elem()
	}
	if !v.CanInt() {
		return nil
	}
	n := v.Int()
	for _, limit := range []struct {
		tag, words string
		broken     func(int64) bool
	}{
		{"minimum", "it must be at least", func(to int64) bool { return n < to }},
		{"maximum", "it must be at most", func(to int64) bool { return n > to }},
	} {
		if to, err := strconv.ParseInt(f.tag.Get(limit.tag), 10, 64); err == nil && limit.broken(to) {
			bound := reflect.New(v.Type()).Elem() // a number or a time, as v is
			bound.SetInt(to)
			return fmt.Errorf("%v is not possible; %s %v", v, limit.words, bound)
		}
	}
	return nil
}

// Query fills the options from the parameters of a query or a form. Parameters that are
// not fields are ignored; an empty value counts as none, several values are joined with
// commas, and a ticked box is true whatever its value. All fields that can be read are
// filled; the error is an [*field.Error] about the first one that cannot.
func Query(options any, query map[string][]string) (first error) {
	for _, f := range Fields(options) {
		texts := query[f.Name]
		if f.value.Kind() != reflect.Slice {
			texts = []string{strings.Join(texts, ",")}
		}
		for _, text := range texts {
			text = strings.TrimSpace(text)
			if text == "on" && f.IsBool() {
				text = "true"
			}
			if text != "" {
				first = cmp.Or(first, f.Set(text))
			}
		}
	}
	return first
}

// JSON fills the options from an object. A word is its text, or what encoding/json reads
// for it; - and _ in a name are equivalent. The error is an [*field.Error] if it is about a
// field: a wrong value, or a name that no field has.
func JSON(options any, object []byte) error {
	var values map[string]json.RawMessage
	if err := json.Unmarshal(object, &values); err != nil {
		return err
	}
	fields := Fields(options)
	for _, name := range slices.Sorted(maps.Keys(values)) { // the same of several errors is reported each time
		i := slices.IndexFunc(fields, func(f Field) bool { return f.Name == strings.ReplaceAll(name, "_", "-") })
		if i < 0 {
			return &field.Error{Field: name, Err: errors.New("there is no such field")}
		}
		f, value := &fields[i], values[name]
		var text string
		switch err := json.Unmarshal(value, &text); {
		case string(value) == "null":
		case err == nil && !f.isText():
			return &field.Error{Field: f.Name, Err: fmt.Errorf("%s is a text", value)}
		case err == nil:
			if err := f.Set(text); err != nil {
				return err
			}
		default:
			if err := json.Unmarshal(value, f.value.Addr().Interface()); err != nil {
				return &field.Error{Field: f.Name, Err: fmt.Errorf("%.40s is not a value for it", value)}
			}
			if err := f.Limits(); err != nil {
				return &field.Error{Field: f.Name, Err: err}
			}
		}
	}
	return nil
}

// isText reports whether the field is a string in JSON.
func (f *Field) isText() bool {
	t := f.value.Type()
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	isWord := reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextUnmarshaler]())
	return isWord || t.Kind() == reflect.String || t.Kind() == reflect.Slice || t == reflect.TypeFor[time.Duration]()
}

// Args writes the options as arguments of a command: --name=value, and --name for a bool;
// a list has one for each item.
func Args(options any) []string {
	var args []string
	for _, f := range Fields(options) {
		switch {
		case f.IsZero():
		case f.IsBool():
			args = append(args, "--"+f.Name)
		case f.value.Kind() == reflect.Slice:
			for _, item := range f.value.Interface().([]string) {
				args = append(args, "--"+f.Name+"="+item)
			}
		default:
			args = append(args, "--"+f.Name+"="+f.Text())
		}
	}
	return args
}

// Rule is a rule of a tag needs or not that the options break.
type Rule struct {
	Needs []string // none of which is given
	Not   string   // which is given too
}

func (r *Rule) Error() string {
	if r.Not != "" {
		return "it does not go with " + r.Not
	}
	return "it has no meaning without " + strings.Join(r.Needs, " or ")
}

// Implier is implemented by options of which rules name=value see something else than the
// text of a field, such as a format that follows from the name of a file. "" means the text.
type Implier interface{ Implied(name string) string }

// Check returns an error if a field breaks its limits or list of choices, or a rule
// between fields in the tags needs and not. given reports whether a field is set; nil
// means that it is not zero. Rules may name things that are not fields of the options,
// such as a flag that only the command line has. The error is an [*field.Error] about the field
// that has the rule, and a broken rule between fields is a [*Rule].
func Check(options any, given func(name string) bool) error {
	fields := Fields(options)
	if given == nil {
		given = func(name string) bool {
			i := slices.IndexFunc(fields, func(f Field) bool { return f.Name == name })
			return i >= 0 && !fields[i].IsZero()
		}
	}
	has := func(rule string) bool {
		name, value, valued := strings.Cut(rule, "=")
		if !valued {
			return given(name)
		}
		if o, ok := options.(Implier); ok {
			if text := o.Implied(name); text != "" {
				return strings.EqualFold(text, value)
			}
		}
		i := slices.IndexFunc(fields, func(f Field) bool { return f.Name == name })
		return i >= 0 && strings.EqualFold(fields[i].Text(), value)
	}
	for _, f := range fields {
		if !given(f.Name) {
			continue
		}
		err := f.Limits()
		if f.value.Kind() == reflect.String && len(f.Choices) > 0 && !f.List && f.choice(f.value.String()) < 0 {
			err = fmt.Errorf("%q is not possible; use %s", f.value, strings.Join(f.Choices, ", "))
		}
		if f.value.Kind() == reflect.String && f.value.Len() == 0 && f.tag.Get("minLength") != "" {
			err = errors.New("it is empty")
		}
		for _, rule := range f.Needs {
			if any := strings.Split(rule, "|"); err == nil && !slices.ContainsFunc(any, has) {
				err = &Rule{Needs: any}
			}
		}
		for _, rule := range f.Not {
			if err == nil && has(rule) {
				err = &Rule{Not: rule}
			}
		}
		if err != nil {
			return &field.Error{Field: f.Name, Err: err}
		}
	}
	return nil
}
