package study

import (
	"regexp"
	"slices"
	"strings"

	"gradoku/internal/text"
)

// DataFile is a table of a report for other programs, in tidy form (Hadley Wickham, Tidy Data,
// Journal of Statistical Software 59, 2014): a row for each thing that is described, a column
// for each figure, with a name in snake case. [Dictionary] says what each column is.
type DataFile struct {
	Name string // without .csv
	Rows [][]string
}

// DataFiles returns the tables of the report that have a file. Tables of one file, such as those
// of several labels, follow each other.
func (r *Report) DataFiles() []DataFile {
	files := slices.Clone(r.data)
	for _, s := range r.Sections {
		for _, t := range slices.Concat(s.Tables, s.Folded) {
			if t.File == "" {
				continue
			}
			k := slices.IndexFunc(files, func(f DataFile) bool { return f.Name == t.File })
			if k < 0 {
				k, files = len(files), append(files, DataFile{t.File, [][]string{nil}})
			}
			t.addTo(&files[k])
		}
	}
	for i := range files {
		rows := files[i].Rows
		for k := range rows { // earlier rows lack the columns that later tables added
			rows[k] = append(rows[k], make([]string, len(rows[0])-len(rows[k]))...)
		}
	}
	return files
}

// addTo adds the rows of the table to its file.
func (t *ReportTable) addTo(f *DataFile) {
	for _, row := range t.Rows {
		fields := slices.Clip(t.About)
		for j, cell := range row {
			name := strings.ReplaceAll(strings.ToLower(t.Columns[j]), "ρ", "rho")
			name = strings.Trim(notInNames.ReplaceAllString(name, "_"), "_") // in snake case: "rho_given_clues"
			fields = append(fields, [2]string{name, cell.file[0]})
			if cell.interval {
				fields = append(fields, [2]string{name + "_low", cell.file[1]}, [2]string{name + "_high", cell.file[2]})
			}
		}
		f.put(fields...)
	}
}

// file returns a file of the report that is no table of the page.
func (r *Report) file(name string) *DataFile {
	k := slices.IndexFunc(r.data, func(f DataFile) bool { return f.Name == name })
	if k < 0 {
		k, r.data = len(r.data), append(r.data, DataFile{name, [][]string{nil}})
	}
	return &r.data[k]
}

// put adds a row of names and values. Labels and their words are untrusted.
func (f *DataFile) put(fields ...[2]string) {
	row := make([]string, len(f.Rows[0]))
	for _, field := range fields {
		k := slices.Index(f.Rows[0], field[0])
		if k < 0 {
			k, f.Rows[0] = len(f.Rows[0]), append(f.Rows[0], field[0])
		}
		for len(row) <= k {
			row = append(row, "")
		}
		row[k] = text.Guarded(text.Visible(field[1]))
	}
	f.Rows = append(f.Rows, row)
}

var notInNames = regexp.MustCompile(`[^\pL\pN]+`)
