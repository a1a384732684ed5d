package lean

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"
)

type inner struct {
	Word  string `json:"word"`
	Maybe *int   `json:"maybe"`
}

type kinds struct {
	Text string `json:"text"`
	inner
	Whole  int     `json:"whole,omitempty"`
	Long   *int64  `json:"long,omitempty"`
	Share  float64 `json:"share"`
	Yes    bool    `json:"yes"`
	List   []inner `json:"list"`
	Gone   []int   `json:"gone,omitempty"`
	Zero   []int   `json:"zero,omitzero"`
	Hidden []byte  `json:"-"`
	Plain  [][]string
}

func std(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// What is written is what encoding/json writes, and both read it back.
func TestAgainstStandard(t *testing.T) {
	for _, v := range []kinds{
		{},
		{Text: "a\"\\\n\r\t\b\f\x01\x7f<>&\u2028é𝄞", Whole: -3, Long: new(int64(1 << 60)), Share: 7.2, Yes: true, Zero: []int{}, Plain: [][]string{nil, {}, {"x"}}},
		{inner: inner{"in", new(4)}, List: []inner{{}, {"w", new(0)}}, Gone: []int{1, 2}, Share: 1e20},
	} {
		got := Append(nil, &v)
		if want := std(&v); !bytes.Equal(got, want) {
			t.Errorf("\n got %s\nwant %s", got, want)
		}
		var back, want kinds
		if err := Read(got, &back); err != nil {
			t.Errorf("%s: %v", got, err)
		}
		if err := json.Unmarshal(got, &want); err != nil || !reflect.DeepEqual(back, want) {
			t.Errorf("%s reads as\n%+v, want\n%+v", got, back, want)
		}
	}
}

func TestMistakes(t *testing.T) {
	for _, text := range []string{
		"", "{", "{}x", `{"nothing":1}`, `{"Text":""}`, `{"text":1}`, `{"text":"`, `{"text":"\`, `{"text":"\u12"}`, `{"text":"\x"}`, "{\"text\":\"\n\"}",
		`{"whole":1.5}`, `{"whole":9999999999999999999}`, `{"yes":1}`, `{"list":{}}`, `{"list":[{},]}`, `{"text":"" "yes":true}`, `{"text"}`, `{"-":1}`,
	} {
		var v kinds
		if err := Read([]byte(text), &v); err == nil {
			t.Errorf("%q reads as %+v", text, v)
		}
	}
}

// FuzzRead: what lean reads, encoding/json reads too, and to the same value.
func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"text":"\ud834\udd1e\ud834x","word":"w","list":[{"maybe":3}],"Plain":[["a"]],"share":1.5e3}`))
	f.Add([]byte("{\"text\":\"\xfa\xfa\"}")) // two characters, each broken
	f.Add([]byte(`{"text":null,"long":12,"gone":[1,2]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var got, want kinds
		if Read(text, &got) != nil {
			return
		}
		if err := json.Unmarshal(text, &want); err == nil && !reflect.DeepEqual(got, want) {
			t.Errorf("%s\n got %+v\nwant %+v", text, got, want)
		}
	})
}
