package book

import (
	"math"
	"slices"
	"strings"

	"gradoku/board"
	"gradoku/draw"
	"gradoku/grade"
	"gradoku/hint"
	"gradoku/internal/text"
)

// variantWords returns the name and the rules of the variant with a title. For a combination
// of variants, the names and the rules follow one after another. If the language lacks a
// variant, its English rule is used.
func (l *layout) variantWords(title string) (words NamedText) {
	if title == "" {
		if len(l.variants) > 1 {
			words = l.words.Variants[board.Classical]
		}
		return words
	}
	return l.words.variant(title)
}

// variant returns the name and the rules of a variant that is not classical.
func (w *Words) variant(title string) NamedText {
	var names, texts []string
	for part := range strings.SplitSeq(title, "+") {
		one, ok := w.Variants[part]
		if !ok {
			one = NamedText{part, must(board.ParseVariant(part)).Rules()}
		}
		names, texts = append(names, one.Name), append(texts, one.Text)
	}
	return NamedText{strings.Join(names, " + "), strings.Join(texts, w.between())}
}

// told replaces boxes by regions in a text if the lessons are about jigsaws.
func (l *layout) told(text string) string {
	if l.main.Jigsaw() {
		return l.words.steps().OfRegions(text)
	}
	return text
}

// between returns the text that separates two sentences.
func (w *Words) between() string {
	if strings.HasSuffix(w.Coordinates, "。") {
		return ""
	}
	return " "
}

// variantsText lists the variants of the book, after its sizes.
func (l *layout) variantsText() string {
	names := text.Each(l.variants, func(title string) string { return l.variantWords(title).Name })
	return strings.TrimSuffix(" · "+strings.Join(names, ", "), " · ")
}

// variant explains a variant: its rule, a step in one of its houses, and where its numbered houses
// are. The example is a disguised puzzle of the book.
func (f *flow) variant(title string) {
	l := f.l
	e, ok := l.exampleOf(title)
	g := gallery{pictures: []example{e}, captions: make([]span, 1)}
	if !l.simple {
		if ok {
			g.captions[0] = span{l.sentence(&e), draw.Italic}
		}
		geo := e.puzzle.Geometry()
		blank := board.NewGrid(geo)
		for _, houses := range numberedHouses(geo) {
			last := houses[len(houses)-1]
			name := []rune(l.words.steps().HouseName(geo, last))
			text := fill(l.words.HouseCells, "house", strings.ToUpper(string(name[:1]))+string(name[1:]), "n", len(houses))
			if geo.Kind(last) == board.Box {
				text += l.words.between() + l.words.RegionOrder
			}
			g.pictures = append(g.pictures, example{puzzle: blank, board: board.NewBoard(&blank), numbered: houses})
			g.captions = append(g.captions, span{text, draw.Italic})
		}
	}
	geo := e.puzzle.Geometry()
	g.words, g.least, g.most = l.variantWords(title), l.leastWidth(&e, f.a.w), 230*l.spec.scale()*max(0.6, float64(geo.Size)/9)
	if !math.IsInf(f.arrange(&g), 1) {
		f.galleries(&g)
	}
}

// numberedHouses lists, for each kind, the houses of a variant that differ only by a number.
func numberedHouses(geo *board.Geometry) (lists [][]board.House) {
	for h := range board.House(geo.Houses) {
		kind := geo.Kind(h)
		switch {
		case kind <= board.Row && !(kind == board.Box && geo.Variant.Jigsaw()):
		case geo.Index(h) == 0:
			lists = append(lists, []board.House{h})
		default:
			lists[len(lists)-1] = append(lists[len(lists)-1], h)
		}
	}
	return slices.DeleteFunc(lists, func(list []board.House) bool { return len(list) == 1 })
}

// exampleOf returns an example for a variant from a disguised puzzle of the book: the first
// hidden single of its path that follows from the digits alone, in a house that the variant adds or
// a region of a jigsaw. It prefers puzzles of the largest size. If no path has such a step, it
// returns a puzzle and false.
func (l *layout) exampleOf(title string) (e example, ok bool) {
	for _, p := range l.puzzles { // these begin with the easiest
		if p.variant() != title || ok && p.Givens.Geometry().Size <= e.puzzle.Geometry().Size {
			continue
		}
		puzzle := disguise(&p.Givens, "").Apply(&p.Givens)
		geo := puzzle.Geometry()
		_, path := grade.NewGrader(geo).Path(&puzzle)
		for at, step := range path {
			if !strings.HasPrefix(step.Technique, "hidden-single") || !(geo.Kind(step.Houses[0]) > board.Row || geo.Variant.Jigsaw() && geo.Kind(step.Houses[0]) == board.Box) {
				continue
			}
			single := exampleAt(&puzzle, path, at)
			if _, suffice := hint.Reasons(&single.board, &step); suffice {
				e, ok = single, true
				break
			}
		}
		if e.puzzle.Geometry() == nil {
			e = example{puzzle: puzzle, board: board.NewBoard(&puzzle)}
		}
	}
	return e, ok
}
