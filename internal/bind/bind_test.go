package bind_test

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"gradoku/internal/bind"
	"gradoku/internal/field"
)

// colour is a word.
type colour struct{ name string }

func (c *colour) UnmarshalText(text []byte) error {
	if c.name = string(text); c.name != "" && c.name != "red" && c.name != "green" {
		return fmt.Errorf("there is no colour %q", text)
	}
	return nil
}

func (c colour) MarshalText() ([]byte, error) { return []byte(c.name), nil }
func (c colour) Choices() []string            { return []string{"red", "green"} }

type shared struct {
	Ink  colour `query:"ink" list:"," doc:"of the lines" example:"red"`
	Wide bool   `query:"wide"`
}

type options struct {
	shared
	N       int           `query:"n" minimum:"1" maximum:"9" not:"quota"`
	Quota   string        `json:"quota" maxLength:"5"`
	Seed    *int64        `query:"seed" minimum:"0"`
	Format  string        `query:"format" choices:"pdf,svg" usual:"pdf"`
	Page    string        `query:"page-name" minLength:"1" needs:"format=svg|wide"`
	Timeout time.Duration `query:"timeout"`
	Share   float64       `query:"share"`
	Tags    []string      `query:"tag" list:","`
	Remarks []string      `query:"remark"`
	Own     string
}

func TestFields(t *testing.T) {
	var o options
	var names []string
	for _, f := range bind.Fields(&o) {
		names = append(names, f.Name)
		if !f.IsZero() || f.Text() != "" {
			t.Errorf("%s is %q in no options", f.Name, f.Text())
		}
	}
	if got := strings.Join(names, " "); got != "ink wide n quota seed format page-name timeout share tag remark" {
		t.Errorf("the fields are %s", got)
	}
	ink := bind.Fields(&o)[0]
	if !ink.List || len(ink.Choices) != 2 || ink.Doc != "of the lines" || ink.Example != "red" {
		t.Errorf("%+v", ink)
	}
}

// TestReadAndWrite: what a query or JSON says, arguments say too, and a query made of
// them means the same.
func TestReadAndWrite(t *testing.T) {
	zero := int64(0)
	for _, c := range []struct {
		query map[string][]string
		json  string
		want  options
		args  string
	}{
		{nil, `{}`, options{}, ""},
		{
			map[string][]string{"ink": {"red"}, "wide": {"on"}, "n": {" 3 "}, "other": {"x"}},
			`{"ink":"red","wide":true,"n":3,"quota":null}`,
			options{shared: shared{colour{"red"}, true}, N: 3},
			"--ink=red --wide --n=3",
		},
		{
			map[string][]string{"tag": {"a, b", "c"}, "remark": {"Not these, those."}},
			`{"tag":["a","b","c"],"remark":["Not these, those."]}`,
			options{Tags: []string{"a", "b", "c"}, Remarks: []string{"Not these, those."}},
			"--tag=a --tag=b --tag=c --remark=Not these, those.",
		},
		{
			map[string][]string{"quota": {"a", "b"}, "seed": {"0"}, "page-name": {"vii"}, "timeout": {"90s"}, "share": {"0.5"}},
			`{"quota":"a,b","seed":0,"page_name":"vii","timeout":"1m30s","share":0.5}`,
			options{Quota: "a,b", Seed: &zero, Page: "vii", Timeout: 90 * time.Second, Share: 0.5},
			"--quota=a,b --seed=0 --page-name=vii --timeout=1m30s --share=0.5",
		},
	} {
		var q, j, again options
		if err := bind.Query(&q, c.query); err != nil || !reflect.DeepEqual(q, c.want) {
			t.Errorf("the query %v gives %+v, %v", c.query, q, err)
		}
		if err := bind.JSON(&j, []byte(c.json)); err != nil || !reflect.DeepEqual(j, c.want) {
			t.Errorf("%s gives %+v, %v", c.json, j, err)
		}
		if got := strings.Join(bind.Args(&q), " "); got != c.args {
			t.Errorf("%+v as arguments is %s, not %s", q, got, c.args)
		}
		query := map[string][]string{}
		for _, f := range bind.Fields(&q) {
			query[f.Name] = []string{f.Text()}
		}
		if err := bind.Query(&again, query); err != nil || !reflect.DeepEqual(again, c.want) {
			t.Errorf("written back it is %+v, %v", again, err)
		}
	}
}

// TestWrong: an error names its field, and what is right beside it is read.
func TestWrong(t *testing.T) {
	for _, c := range []struct{ name, text, json, want string }{
		{"ink", "blue", `"blue"`, `there is no colour "blue"`},
		{"wide", "perhaps", `"perhaps"`, ""},
		{"wide", "2", `2`, ""},
		{"n", "x", `"3"`, ""},
		{"n", "0", `0`, "at least 1"},
		{"n", "10", `10`, "at most 9"},
		{"n", "99999999999999999999", `99999999999999999999`, ""},
		{"seed", "-1", `-1`, "at least 0"},
		{"quota", "abcdef", `"abcdef"`, "more than 5 characters"},
		{"quota", "\xff", `7`, ""},
		{"timeout", "soon", `"soon"`, `"soon" is not a time`},
		{"share", "half", `[]`, ""},
	} {
		for how, err := range map[string]error{
			"query": bind.Query(new(options), map[string][]string{c.name: {c.text}}),
			"JSON":  bind.JSON(new(options), fmt.Appendf(nil, `{%q:%s}`, c.name, c.json)),
		} {
			if wrong, ok := errors.AsType[*field.Error](err); !ok || wrong.Field != c.name || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s %s=%s: %v", how, c.name, c.text, err)
			}
		}
	}
	var o options
	if err := bind.Query(&o, map[string][]string{"n": {"x"}, "ink": {"red"}, "share": {"y"}}); o.Ink.name != "red" || err == nil || !strings.HasPrefix(err.Error(), "n: ") {
		t.Errorf("%+v, %v", o, err)
	}
	if err := bind.JSON(&o, []byte(`{"db":"x"}`)); err == nil || err.Error() != "db: there is no such field" {
		t.Errorf("a field that there is not: %v", err)
	}
	for _, text := range []string{"", "[]", "7", `{"n":}`} {
		if err := bind.JSON(&o, []byte(text)); err == nil {
			t.Errorf("%q is read as an object", text)
		}
	}
}

// TestCheck holds options against the rules of their tags.
func TestCheck(t *testing.T) {
	for _, c := range []struct {
		o    options
		want string
	}{
		{options{N: 3}, ""},
		{options{N: 3, Quota: "x"}, "n: it does not go with quota"},
		{options{Page: "1"}, "page-name: it has no meaning without format=svg or wide"},
		{options{Page: "1", Format: "pdf"}, "page-name: it has no meaning without format=svg or wide"},
		{options{Page: "1", Format: "svg"}, ""},
		{options{Page: "1", shared: shared{Wide: true}}, ""},
		{options{N: 10}, "n: 10 is not possible; it must be at most 9"},
		{options{Format: "SVG"}, ""},
		{options{Format: "gif"}, `format: "gif" is not possible; use pdf, svg`},
	} {
		switch err := bind.Check(&c.o, nil); {
		case c.want == "" && err != nil, c.want != "" && (err == nil || err.Error() != c.want):
			t.Errorf("%+v: %v, not %q", c.o, err, c.want)
		}
	}
	err := bind.Check(&options{}, func(name string) bool { return name == "n" || name == "page-name" })
	if err == nil || err.Error() != "n: 0 is not possible; it must be at least 1" {
		t.Errorf("a zero that is given: %v", err)
	}
	err = bind.Check(&options{}, func(name string) bool { return name == "page-name" })
	if err == nil || err.Error() != "page-name: it is empty" {
		t.Errorf("a text that is given and empty: %v", err)
	}
	var rule *bind.Rule
	if err := bind.Check(&options{Page: "1"}, nil); !errors.As(err, &rule) || len(rule.Needs) != 2 {
		t.Errorf("a rule is told as %v", err)
	}
}

// TestEmbedded: tags of an embedded struct hold for its fields, and it may count in part.
func TestEmbedded(t *testing.T) {
	var o struct {
		shared `fields:"ink" not:"plain" group:"Print" topic:"inks"`
		Plain  bool `query:"plain"`
	}
	fields := bind.Fields(&o)
	if len(fields) != 2 || fields[0].Name != "ink" || fields[0].Group != "Print" || fields[0].Topic != "inks" || fields[1].Group != "" {
		t.Fatalf("%+v", fields)
	}
	o.Ink.name, o.Plain = "red", true
	var rule *bind.Rule
	if err := bind.Check(&o, nil); !errors.As(err, &rule) || rule.Not != "plain" {
		t.Errorf("both: %v", err)
	}
}
