package study

import (
	"gradoku/board"
	"gradoku/corpus"
	"gradoku/grade"
)

// literaturePuzzles are the puzzles of the literature by key.
func literaturePuzzles() map[string]board.Grid {
	all := map[string]board.Grid{}
	for _, p := range corpus.Literature() {
		all[p.Key] = p.Puzzle
	}
	return all
}

func gradeOf(p *board.Grid) grade.Grade { return grade.NewGrader(p.Geometry()).Grade(p) }

// LiteratureItems are the puzzles of the founding document that have stars and
// times, with these as labels.
func LiteratureItems() []Item {
	var items []Item
	puzzles := literaturePuzzles()
	seven := corpus.TableOf("table7")
	for i, key := range seven.Column("puzzle") {
		items = append(items, Item{puzzles[key], []corpus.Field{
			{Name: "key", Value: key},
			{Name: "stars", Value: seven.Value(i, "stars")},
			{Name: "seconds", Value: seven.Value(i, "seconds")},
		}})
	}
	return items
}
