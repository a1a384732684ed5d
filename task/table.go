package task

import (
	"cmp"
	"fmt"

	"gradoku/corpus"
)

// TableFile names the file for a table of figures.
type TableFile struct {
	Output string `query:"o" json:"output,omitempty" alias:"output" value:"FILE" doc:"write to FILE, - for stdout" usual:"-"`
	Format string `query:"format" json:"format,omitempty" doc:"csv, tsv or jsonl" usual:"what the file's extension says, else csv"`
}

// settle applies the default of Output, and returns the format.
func (t *TableFile) settle() (corpus.Format, error) {
	t.Output = cmp.Or(t.Output, "-")
	name := t.Format
	if name == "" && t.Output == "-" {
		name = "csv"
	}
	format, err := FormatFor(name, t.Output)
	if err == nil && !format.Carries.Values {
		err = UsageError(fmt.Errorf("%s cannot hold metrics", format.Name), "write csv, tsv or jsonl")
	}
	return format, err
}
