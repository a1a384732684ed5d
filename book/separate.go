package book

import "gradoku/draw"

// separate lays out the solutions of a finished book as a separate book. Its solutions refer
// to the pages of the puzzles in the first book.
func (l *layout) separate() *Book {
	const front = 2 // pages with Roman numbers
	of := *l
	of.book, of.pages, of.now, of.last = l.pages, nil, newRefs(len(l.puzzles)), l.now
	of.now.front = front
	of.marks = []draw.Mark{{Title: l.words.Solutions}}
	a := of.frame.content(0)
	s := of.blank()
	size := l.spec.body()
	y := of.titleLines(s, a, l.spec.Trim.H*0.32, size*2.2, draw.Bold)
	of.centred(s, a, y+size*1.6, size*1.7, l.words.Solutions)
	of.centred(s, a, y+size*4.4, size*1.15, l.words.numbers(l.no(0), l.no(len(l.puzzles)-1)))
	of.centred(s, a, l.spec.Trim.H-l.frame.bottom, l.spec.legible(size*0.85), fill(l.words.Edition, "id", l.id))
	of.blank()
	of.begin(l.words.Solutions, "", 0)
	of.gridPages(0, len(l.puzzles), true)
	of.toRecto()
	of.nameLabels()
	spec := *l.spec
	spec.Title += " – " + l.words.Solutions
	spec.ISBN = ""
	return &Book{Spec: spec, ID: l.id, Pages: of.pages, Front: front, Puzzles: len(l.puzzles), puzzles: l.puzzles, Gutter: l.frame.inside}
}
