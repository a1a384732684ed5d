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
		about := append(slices.Clip(t.About), [2]string{columnName(t.Columns[0]), row[0].file[0]})
		if t.Each[0] != "" {
			about[len(about)-1][0] = t.Each[0]
		}
		var fields [][2]string
		for j, cell := range row[1:] {
			switch name := columnName(t.Columns[1+j]); {
			case t.Each[0] == "":
				fields = append(fields, [2]string{name, cell.file[0]})
				if cell.interval {
					fields = append(fields, [2]string{name + "_low", cell.file[1]}, [2]string{name + "_high", cell.file[2]})
				}
			case cell.file[0] != "":
				f.put(slices.Concat(about, [][2]string{{t.Each[1], t.Columns[1+j]}, {t.Each[2], cell.file[0]}}))
			}
		}
		if t.Each[0] == "" {
			f.put(append(about, fields...))
		}
	}
}

// put adds a row of names and values. Labels and their words are untrusted.
func (f *DataFile) put(fields [][2]string) {
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

// columnName writes the heading of a column in snake case: "rho_given_clues".
func columnName(heading string) string {
	name := strings.ReplaceAll(strings.ToLower(heading), "ρ", "rho")
	return strings.Trim(notInNames.ReplaceAllString(name, "_"), "_")
}

var notInNames = regexp.MustCompile(`[^\pL\pN]+`)
