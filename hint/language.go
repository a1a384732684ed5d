package hint

import (
	"cmp"
	"embed"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"gradoku/board"
	"gradoku/grade"
	"gradoku/internal/lean"
)

// The words of steps and hints, a file for each language. A translator edits a file and
// needs no Go; TestLanguages lists what is missing or cannot be filled in. The English
// names of techniques are in package grade's tables. English names and sentences replace those that
// a language lacks: see [Language.Lacks].
//
//go:embed words/*.json
var wordFiles embed.FS

// languages reads the words of each language on first use. Their files here and in package book
// have the same names.
var languages = func() map[string]func() *Language {
	all := map[string]func() *Language{}
	for _, lang := range languageNames {
		all[lang] = sync.OnceValue(func() *Language { return readLanguage(lang) })
	}
	return all
}()

// languageNames are as on the command line, the default first.
var languageNames = [...]string{"en", "de", "fr", "es", "it", "pt", "nl", "pl", "zh", "ja"}

// Language holds the words of one language. Words in braces are filled in; those of
// the sentences are listed at [Language.Sentence].
type Language struct {
	Lang string `json:"-"`
	Name string `json:"language"` // its own name for itself

	Cell string `json:"cell"` // {row}, {column}
	HouseWords
	In HouseWords `json:"in"` // if "in" changes the name: nel riquadro 3, w wierszu 4; else empty

	Comma string `json:"comma"` // in a list
	And   string `json:"and"`   // before the last of a list

	OneLoses    string `json:"one_loses"` // {cells}, a single one, and {digits}
	SeveralLose string `json:"several_lose"`
	LostDigit   string `json:"lost_digit"` // {digit}, if the cells lose one
	AndLoses    string `json:"and_loses"`  // before the last of several of these
	FullStop    string `json:"full_stop"`  // between two sentences

	// Statements about {cell} and {digit}: as the conclusion and the assumption of a chain, and
	// what is between the assumption and its consequences.
	Is      string `json:"is"`
	IsNot   string `json:"is_not"`
	IfIs    string `json:"if_is"`
	IfIsNot string `json:"if_is_not"`
	Then    string `json:"then"`

	// The arguments of nets: {assumption}, {conclusion}, {cell}, {digit}, {digits}, {house}.
	Contradiction string `json:"contradiction"`
	EitherWay     string `json:"either_way"`
	Whichever     string `json:"whichever"`
	Wherever      string `json:"wherever"`

	Nudge     string `json:"nudge"`      // {name} of the technique, {region}, a house
	Where     string `json:"where"`      // {name}, {cells}
	NoteFirst string `json:"note_first"` // {cells}, {sentence}

	// A single with its reasons, see SentenceOn: {house}, {place}, {value} and {blockers}, the
	// cells that hold the value elsewhere, one or several; {houses}, which hold the other digits.
	HiddenSinceOne string `json:"hidden_since_one"`
	HiddenSince    string `json:"hidden_since_several"`
	NakedSince     string `json:"naked_since"`

	Combinations string `json:"combinations"` // of an aligned exclusion: {sentence}, {combinations}
	SeenIn       string `json:"seen_in"`      // {sentence}, {houses}: unseen houses that the sentence does not name

	// The text of a hint without a step, by depth: {houses}, {cells}, {digits}.
	WrongEntryNudge string `json:"wrong_entry_nudge"`
	WrongEntryWhere string `json:"wrong_entry_where"`
	WrongMarkNudge  string `json:"wrong_mark_nudge"`
	WrongMarkWhere  string `json:"wrong_mark_where"`

	WrongEntry   string `json:"wrong_entry_one"`
	WrongEntries string `json:"wrong_entry_several"`
	WrongMark    string `json:"wrong_mark_one"`
	WrongMarks   string `json:"wrong_mark_several"`
	Missing      string `json:"missing"` // what one cell lacks
	NoSolution   string `json:"no_solution"`
	Several      string `json:"several_solutions"`
	Solved       string `json:"solved"`
	Beyond       string `json:"beyond"`
	BeyondBut    string `json:"beyond_but"` // {name} of a technique that is not allowed

	// The words of the polite form of address, each with its familiar counterpart. Empty if
	// the language has only one form. See Familiar.
	ForFamiliar map[string]string `json:"familiar"`

	// Words about boxes, each followed by its counterpart for the regions of jigsaws. The first that
	// matches is used, so longer ones come first; a word that only contains one is its own counterpart.
	// Empty if the language has one word for both. See OfRegions.
	ForRegions []string `json:"regions"`

	Techniques map[string]string `json:"techniques"` // names, by ID or form: see [HintStep]
	Sentences  map[string]string `json:"sentences"`  // by ID; several IDs, separated by spaces, share a sentence

	says     map[string]string // by ID
	lacks    []string          // see Lacks
	symbols  []string          // in place of the digits, the first for 1; nil for the digits
	familiar func() *Language  // see Familiar
}

// HouseWords are the names of houses with their number {n}. In the last three, {n} is a
// list of numbers.
type HouseWords struct {
	Box     string `json:"box"`
	Column  string `json:"column"`
	Row     string `json:"row"`
	Boxes   string `json:"boxes"`
	Columns string `json:"columns"`
	Rows    string `json:"rows"`

	// Others are the names of the regions of jigsaws and of the houses that variants add, by
	// their English name, which is used if a translation lacks one.
	Others map[string]string `json:"houses"`
}

// WithSymbols returns the same words with other symbols in place of the digits, the first
// for 1.
func (l *Language) WithSymbols(symbols []string) *Language {
	other := *l
	other.symbols = symbols
	return &other
}

// digit writes a digit.
func (l *Language) digit(d board.Digit) string {
	if l.symbols == nil {
		return d.String()
	}
	return l.symbols[d-1]
}

// Languages returns the names of the languages, as on the command line, the default
// first.
func Languages() []string { return slices.Clone(languageNames[:]) }

// English returns the default language.
func English() *Language { return languages[languageNames[0]]() }

// LanguageByName returns the words of a language; "" is the default. Of a BCP 47 tag such as
// de-AT it uses only the language. The error lists the languages.
func LanguageByName(lang string) (*Language, error) {
	base, _, _ := strings.Cut(cmp.Or(lang, languageNames[0]), "-")
	if load := languages[strings.ToLower(base)]; load != nil {
		return load(), nil
	}
	return nil, fmt.Errorf("there is no language %q: use %s", lang, strings.Join(Languages(), ", "))
}

// Texts returns all texts, for example to check whether a font has their
// characters.
func (l *Language) Texts() []string {
	texts := append(stringsOf(*l), stringsOf(l.HouseWords)...)
	for _, words := range [...]map[string]string{l.Techniques, l.Sentences, l.Others, l.In.Others} {
		for _, key := range slices.Sorted(maps.Keys(words)) {
			texts = append(texts, words[key])
		}
	}
	return append(texts, stringsOf(l.In)...)
}

func stringsOf(words any) (texts []string) {
	v := reflect.ValueOf(words)
	for i := range v.NumField() {
		if v.Field(i).Kind() == reflect.String {
			texts = append(texts, v.Field(i).String())
		}
	}
	return texts
}

// Familiar returns the language with words that address the player as du, tu or tú, as games
// do, instead of Sie, vous or usted. It changes nothing in a language with one form of address.
func (l *Language) Familiar() *Language {
	if l.familiar == nil {
		return l
	}
	return l.familiar()
}

// readLanguage reads a file of words. The files are part of the program, and a test
// reads each, so a bad one panics.
func readLanguage(lang string) *Language {
	text, err := wordFiles.ReadFile("words/" + lang + ".json")
	if err != nil {
		panic(err)
	}
	l := languageOf(lang, text)
	if l.ForFamiliar != nil {
		l.familiar = sync.OnceValue(func() *Language {
			var pairs []string
			for polite, other := range l.ForFamiliar {
				pairs = append(pairs, polite, other)
			}
			return languageOf(lang, []byte(strings.NewReplacer(pairs...).Replace(string(text))))
		})
	}
	return l
}

func languageOf(lang string, text []byte) *Language {
	l := &Language{Lang: lang, says: map[string]string{}}
	if err := lean.Read(text, l); err != nil { // encoding/json is too large for a browser
		panic(fmt.Sprintf("hint/words/%s.json: %v", lang, err))
	}
	for ids, sentence := range l.Sentences {
		for id := range strings.FieldsSeq(ids) {
			l.says[id] = sentence
		}
	}
	for _, t := range append(grade.Techniques(), grade.Patterns()...) {
		switch {
		case lang == languageNames[0]:
			l.Techniques[t.ID] = t.Name
		case l.Techniques[t.ID] == "" || l.says[t.ID] == "":
			l.lacks = append(l.lacks, t.ID)
			l.Techniques[t.ID] = cmp.Or(l.Techniques[t.ID], t.Name)
		}
	}
	return l
}

// Lacks returns the IDs of the techniques whose name or sentence is not translated. Their
// steps are explained in English, with the language's names of cells. The same happens to
// steps in a house of a variant for which the language has no name.
func (l *Language) Lacks() []string { return l.lacks }

// CellName writes a cell in the language's notation: r4c7, Z4S7, L4C7, F4C7.
func (l *Language) CellName(g *board.Geometry, c board.Cell) string {
	return fillIn(l.Cell, "row", strconv.Itoa(g.Row(c)+1), "column", strconv.Itoa(g.Col(c)+1))
}

// Labels returns the row part and the column part of a cell's name, from 0: r4 and c7, Z4 and S7.
func (l *Language) Labels(row, column int) (string, string) {
	before, rest, _ := strings.Cut(l.Cell, "{row}")
	between, _, _ := strings.Cut(rest, "{column}")
	return before + strconv.Itoa(row+1), between + strconv.Itoa(column+1)
}

// HouseName writes a house in words: "box 3", "Zeile 4".
func (l *Language) HouseName(g *board.Geometry, h board.House) string {
	return l.houses(&l.HouseWords, g, h)
}

// TechniqueName returns the name of a technique by its ID, or the ID if there is no
// such technique.
func (l *Language) TechniqueName(id string) string {
	return cmp.Or(l.Techniques[id], id)
}

// TechniqueOn is TechniqueName for the puzzles of a geometry: jigsaws have regions in place of boxes.
func (l *Language) TechniqueOn(g *board.Geometry, id string) string {
	if g.Variant.Jigsaw() {
		return l.OfRegions(l.TechniqueName(id))
	}
	return l.TechniqueName(id)
}

// OfRegions replaces boxes by regions in a text, for jigsaws.
func (l *Language) OfRegions(text string) string {
	return strings.NewReplacer(l.ForRegions...).Replace(text)
}

// Sentence explains a step in words:
//
//	Hidden single in box 3: only r2c8 can hold 5.
//	Naked pair in column 3: r1c3 and r5c3 have no other candidates than 2 and 7, so these digits go there: remove 7 from r2c3 and r9c3.
//
// The words in braces of a sentence are {name}, of the technique; {house}, {second} and {third}, the first houses;
// {bases} and {covers}, the first and the second half of the houses, {houses}, all of them, and {in_house} to
// {in_houses}, the same after "in"; {cells}, {pivot} (the first cell), {wings} (the others), {ends} (the first and the
// last), {near} (the second and the third), {link}, a house that has both, and {a} to {d} (their parts); {digits};
// {place} and {value} of the placement; {losses}, the eliminations, {lost}, their digits, and {other}, the digits of the
// step without these; {chain}, the first chain, {conclusion}, what follows for one candidate, and {argument}, the case
// distinction of a net with its conclusion.
func (l *Language) Sentence(g *board.Geometry, s *grade.Step) string {
	unnamed := func(h board.House) bool { return l.HouseWords.of(g, h) == "" }
	if slices.Contains(l.lacks, s.Technique) || slices.ContainsFunc(s.Houses, unnamed) {
		english := *English()
		english.Cell, english.symbols = l.Cell, l.symbols
		l = &english
	}
	says, ok := l.says[s.Technique]
	if !ok {
		return "Unknown technique " + s.Technique + "."
	}
	var lost board.Digits
	for _, c := range s.Eliminate {
		lost |= c.Digit.Mask()
	}
	pairs := append(l.whereabouts(g, s.Houses),
		"name", l.TechniqueOn(g, cmp.Or(s.Form, s.Technique)), "cells", l.cells(g, s.Cells), "digits", l.digits(s.Digits),
		"losses", l.losses(g, s), "lost", l.digits(lost), "other", l.digits(s.Digits&^lost))
	if len(s.Cells) > 0 {
		first, last := l.CellName(g, s.Cells[0]), l.CellName(g, s.Cells[len(s.Cells)-1])
		pairs = append(pairs, "pivot", first, "wings", l.cells(g, s.Cells[1:]), "ends", l.list([]string{first, last}))
	}
	if len(s.Cells) > 2 {
		near := s.Cells[1:3]
		pairs = append(pairs, "near", l.cells(g, near))
		houses := g.HousesOf(near[0])
		if i := slices.IndexFunc(houses, func(h board.House) bool { return slices.Contains(g.HousesOf(near[1]), h) }); i >= 0 {
			pairs = append(pairs, "link", l.houses(&l.HouseWords, g, houses[i]), "in_link", l.houses(&l.In, g, houses[i]))
		}
	}
	for i, word := range [...]string{"a", "b", "c", "d"} {
		if i < len(s.Parts) {
			pairs = append(pairs, word, l.cells(g, s.Parts[i]))
		}
	}
	if s.Place.Digit != 0 {
		pairs = append(pairs, "place", l.CellName(g, s.Place.Cell), "value", l.digit(s.Place.Digit))
	}
	return fillIn(says, append(pairs, l.reasoning(g, s)...)...)
}

// losses groups the eliminations by the lost digits: "4 from r1c3 and r5c3, and 4 and 7
// from r2c3".
func (l *Language) losses(g *board.Geometry, s *grade.Step) string {
	lost := map[board.Cell]board.Digits{}
	cells := map[board.Digits][]board.Cell{}
	for _, c := range s.Eliminate {
		lost[c.Cell] |= c.Digit.Mask()
	}
	var groups []board.Digits
	for i, c := range s.Eliminate {
		if i > 0 && s.Eliminate[i-1].Cell == c.Cell {
			continue
		}
		m := lost[c.Cell]
		if cells[m] == nil {
			groups = append(groups, m)
		}
		cells[m] = append(cells[m], c.Cell)
	}
	var parts []string
	for _, m := range groups {
		digits := l.digits(m)
		if m.Len() == 1 {
			digits = fillIn(l.LostDigit, "digit", digits)
		}
		parts = append(parts, fillIn(l.number(len(cells[m]), l.OneLoses, l.SeveralLose), "cells", l.cells(g, cells[m]), "digits", digits))
	}
	return l.joined(parts, l.AndLoses)
}

// number selects the text for one or for several.
func (l *Language) number(n int, one, several string) string {
	if n == 1 {
		return one
	}
	return several
}

func (l *Language) cells(g *board.Geometry, cells []board.Cell) string {
	return l.list(each(cells, func(c board.Cell) string { return l.CellName(g, c) }))
}

// digits writes "4", "2 and 7", "1, 2 and 7".
func (l *Language) digits(digits board.Digits) string {
	return l.list(each(slices.Collect(digits.All()), l.digit))
}

// whereabouts returns the words in braces that name houses, each also in its form after
// "in".
func (l *Language) whereabouts(g *board.Geometry, houses []board.House) (pairs []string) {
	half := len(houses) / 2
	for _, form := range [...]struct {
		prefix string
		words  *HouseWords
	}{{"", &l.HouseWords}, {"in_", &l.In}} {
		add := func(word string, houses ...board.House) {
			pairs = append(pairs, form.prefix+word, l.houses(form.words, g, houses...))
		}
		add("houses", houses...)
		add("bases", houses[:half]...)
		add("covers", houses[half:]...)
		for i, word := range [...]string{"house", "second", "third"} {
			if i < len(houses) {
				add(word, houses[i])
			}
		}
	}
	return pairs
}

// houses writes "column 2", "columns 2 and 7", "row 4 and column 7". It says where an unseen house
// lies: "window 5 (r234c159)".
func (l *Language) houses(words *HouseWords, g *board.Geometry, houses ...board.House) string {
	var names, numbers []string
	alike := len(houses) > 1
	for _, h := range houses {
		kind := g.Kind(h)
		alike = alike && kind == g.Kind(houses[0]) && kind <= board.Row && !(kind == board.Box && g.Variant.Jigsaw())
		numbers = append(numbers, strconv.Itoa(g.Index(h)+1))
		name := fillIn(cmp.Or(words.of(g, h), g.HouseWords(h)), "n", numbers[len(numbers)-1])
		if g.Unseen(h) {
			rows, columns := g.Crossing(h)
			name += " (" + fillIn(l.Cell, "row", rows, "column", columns) + ")"
		}
		names = append(names, name)
	}
	if alike { // unless the word is the same for one and for several, as in Japanese
		if many := [...]string{words.Boxes, words.Columns, words.Rows}[g.Kind(houses[0])]; many != words.of(g, houses[0]) {
			return fillIn(many, "n", l.list(numbers))
		}
	}
	return l.list(names)
}

// of returns the name of a house, for a number {n}; "" if there is none.
func (w *HouseWords) of(g *board.Geometry, h board.House) string {
	switch kind := g.Kind(h); {
	case kind == board.Box && g.Variant.Jigsaw():
		return w.Others["region"]
	case kind > board.Row:
		return w.Others[kind.String()]
	default:
		return [...]string{w.Box, w.Column, w.Row}[kind]
	}
}

func (l *Language) list(names []string) string { return l.joined(names, l.And) }

func (l *Language) joined(parts []string, and string) string {
	if len(parts) < 2 {
		return strings.Join(parts, "")
	}
	last := len(parts) - 1
	return strings.Join(parts[:last], l.Comma) + and + parts[last]
}

// reasoning returns the words in braces that concern chains.
func (l *Language) reasoning(g *board.Geometry, s *grade.Step) []string {
	if len(s.Chains) == 0 {
		return nil
	}
	conclusion := grade.Literal{Candidate: s.Place, On: true} // a candidate is true, or is not
	if s.Place.Digit == 0 {
		conclusion = grade.Literal{Candidate: s.Eliminate[0]}
	}
	so := l.claim(g, conclusion, l.Is, l.IsNot)
	return []string{"chain", l.chain(g, s.Chains[0]), "conclusion", so, "argument", l.argument(g, s, so) + l.cases(g, s)}
}

// chain writes a chain, "if r1c1 is 4, then r1c5 ≠ 4 → r3c5 = 4". It uses signs, since in words
// each link would begin with the same "then".
func (l *Language) chain(g *board.Geometry, c grade.Chain) string {
	links := each(c[1:], func(k grade.Link) string { return l.claim(g, k.Literal, "{cell} = {digit}", "{cell} ≠ {digit}") })
	return l.claim(g, c[0].Literal, l.IfIs, l.IfIsNot) + l.Then + strings.Join(links, " → ")
}

// argument puts the cases of a net and the conclusion into words; a single chain has only
// one case.
func (l *Language) argument(g *board.Geometry, s *grade.Step, conclusion string) string {
	if len(s.Chains) < 2 {
		return ""
	}
	first, second := s.Chains[0], s.Chains[1]
	start := first[0].Literal
	pairs := []string{"conclusion", conclusion, "digits", l.digits(s.Digits)}
	switch {
	case second[0].Literal == start:
		end := first[len(first)-1]
		return fillIn(l.Contradiction, append(pairs, "assumption", l.claim(g, start, l.IfIs, l.IfIsNot),
			"cell", l.CellName(g, end.Cell), "digit", l.digit(end.Digit))...)
	case second[0].Literal == start.Not():
		return fillIn(l.EitherWay, append(pairs, "cell", l.CellName(g, start.Cell), "digit", l.digit(start.Digit))...)
	case len(s.Houses) > 0:
		return fillIn(l.Wherever, append(pairs, l.whereabouts(g, s.Houses)...)...)
	}
	return fillIn(l.Whichever, append(pairs, "cell", l.CellName(g, s.Cells[0]))...)
}

// cases puts the chains of an argument into words, a sentence for each. Nets, whose links follow
// from several others, say little in a row, so of these there is only the argument.
func (l *Language) cases(g *board.Geometry, s *grade.Step) string {
	var b strings.Builder
	for _, c := range s.Chains {
		if slices.ContainsFunc(c, func(k grade.Link) bool { return len(k.From) > 1 || k.By != "" }) {
			return ""
		}
		text := l.chain(g, c)
		first, size := utf8.DecodeRuneInString(text)
		b.WriteString(l.FullStop + string(unicode.ToUpper(first)) + text[size:])
	}
	return b.String()
}

func (l *Language) claim(g *board.Geometry, what grade.Literal, is, isNot string) string {
	if !what.On {
		is = isNot
	}
	return fillIn(is, "cell", l.CellName(g, what.Cell), "digit", l.digit(what.Digit))
}

// fillIn replaces words in braces, all at once: filled-in text is not filled in again.
func fillIn(text string, pairs ...string) string {
	parts := strings.Split(text, "{")
	for k, part := range parts[1:] {
		parts[k+1] = "{" + part
		word, after, _ := strings.Cut(part, "}")
		for i := len(pairs) - 2; i >= 0; i -= 2 { // if a word occurs twice, its first value is taken
			if pairs[i] == word {
				parts[k+1] = pairs[i+1] + after
			}
		}
	}
	return strings.Join(parts, "")
}

// Sentence explains a step in English; [Language.Sentence] does so in the other languages.
func Sentence(g *board.Geometry, s *grade.Step) string { return English().Sentence(g, s) }
