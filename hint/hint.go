package hint

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gradoku/board"
	"gradoku/grade"
	"gradoku/internal/field"
	"gradoku/solve"
)

// Hint is what a player is told about a position. Its JSON is the same in the command, the
// server and the JavaScript package: cells are r4c7, houses b3, c7 and r4, in every
// language; only names and texts are translated.
type Hint struct {
	Status Status      `json:"status" jsonschema:"ok if there is a step, otherwise the reason why there is none"`
	Depth  Depth       `json:"depth" jsonschema:"how much is shown: nudge (technique and region), where (also the cells), full"`
	Text   string      `json:"text" jsonschema:"the hint in words"`
	Wrong  []WrongCell `json:"wrong,omitempty" jsonschema:"with the status wrong_entry or wrong_mark, at depth full: the cells at fault"`
	Houses []string    `json:"houses,omitempty" jsonschema:"with the status wrong_entry or wrong_mark, from depth where on: the houses with errors"`
	Step   *HintStep   `json:"step,omitempty" jsonschema:"with the status ok: the next step"`
	SVG    string      `json:"svg,omitempty" jsonschema:"on request: a picture of the hint"`

	// The following fields are for callers in Go: the whole step, at every depth, with the
	// house and the cells to look at, and at depth full the reasons for a single; or the
	// wrong cells.
	Found   grade.Step    `json:"-"`
	Region  board.House   `json:"-"`
	Cells   []board.Cell  `json:"-"`
	Reasons []Reason      `json:"-"`
	Faults  []board.Cell  `json:"-"`
	Faulty  []board.House `json:"-"` // houses that hold the cells at fault
	// On is the board on which the step was found, Language that of the texts.
	On       board.Board `json:"-"`
	Language *Language   `json:"-"`

	notes []board.Cell // whose candidates On has, see missing
}

// Status says whether a position has a next step.
type Status string

// The statuses, in the order in which they are checked.
const (
	Contradictory Status = "contradiction" // the givens leave no solution, or several and the candidates none
	Improper      Status = "improper"      // the givens leave several solutions, and so do the candidates
	WrongEntry    Status = "wrong_entry"   // an entered digit differs from the solution
	WrongMark     Status = "wrong_mark"    // a cell's candidates are meant to be complete, but lack the digit of the solution
	Solved        Status = "solved"        // no cell is blank
	BeyondReach   Status = "beyond"        // no allowed technique finds a step, or the search was too long
	OK            Status = "ok"
)

// Statuses returns all of them.
func Statuses() []Status {
	return []Status{OK, WrongEntry, WrongMark, Contradictory, Improper, Solved, BeyondReach}
}

// Depth is how much a hint shows. A deeper hint shows everything that a shallower one
// does, and more.
type Depth string

// The depths.
const (
	Nudge Depth = "nudge" // the technique and a region
	Where Depth = "where" // the cells and houses too
	Full  Depth = "full"  // everything; the default
)

// Depths returns the depths, the shallowest first.
func Depths() []Depth { return []Depth{Nudge, Where, Full} }

// WrongCell is a cell whose entry or candidates are wrong.
type WrongCell struct {
	Cell    string `json:"cell"`
	Digit   int    `json:"digit,omitempty" jsonschema:"the wrong entry"`
	Missing int    `json:"missing,omitempty" jsonschema:"on request: the digit of the solution, if the candidates lack it"`
}

// HintStep is the part of a step that a hint shows.
type HintStep struct {
	Technique string  `json:"technique" jsonschema:"id of the technique, one of gradoku list techniques"`
	Form      string  `json:"form,omitempty" jsonschema:"the name that players use for this form of chain: x-chain, xy-chain, aic-1, aic-2, discontinuous-loop or continuous-loop"`
	Name      string  `json:"name" jsonschema:"name of the form if there is one, otherwise of the technique, in the language of the hint"`
	Rating    float64 `json:"rating,omitempty" jsonschema:"rating of this step; absent for a named pattern, which has none"`
	Score     int     `json:"score,omitempty" jsonschema:"score in the technique order for people; absent for a technique that this order does not have"`
	Region    string  `json:"region" jsonschema:"the house to look at"`

	Cells  []string `json:"cells,omitempty" jsonschema:"from depth where on: the cells of the pattern, in the order used by the technique"`
	Houses []string `json:"houses,omitempty" jsonschema:"from depth where on: the houses of the pattern; for a fish first the bases, then the covers"`

	Digits  []int        `json:"digits,omitempty" jsonschema:"at depth full, like all fields below: the digits of the pattern"`
	Parts   [][]string   `json:"parts,omitempty" jsonschema:"the cells in groups, as the technique distinguishes them; show each group in its own colour"`
	Because []HintReason `json:"because,omitempty" jsonschema:"the candidates that form the pattern; for a single, the digits on the board that exclude the other possibilities"`
	Chains  [][]Linking  `json:"chains,omitempty" jsonschema:"the reasoning: chains of consequences from an assumption"`
	Notes   []HintNote   `json:"notes,omitempty" jsonschema:"candidates to note first, in cells where the player has none"`
	Places  []HintMark   `json:"places,omitempty" jsonschema:"the digits to enter"`
	Removes []HintMark   `json:"removes,omitempty" jsonschema:"the candidates to eliminate"`
}

// HintMark is a digit in a cell.
type HintMark struct {
	Cell  string `json:"cell"`
	Digit int    `json:"digit"`
}

// HintReason is a candidate of a pattern, or a digit on the board that helps to make a single.
type HintReason struct {
	Cell  string `json:"cell"`
	Digit int    `json:"digit"`
	House string `json:"house,omitempty" jsonschema:"for a digit on the board: the house in which it excludes the candidate"`
}

// HintNote is a cell with all its candidates.
type HintNote struct {
	Cell   string `json:"cell"`
	Digits []int  `json:"digits"`
}

// Linking is a link of a chain: a candidate that is true, or false.
type Linking struct {
	Cell  string `json:"cell"`
	Digit int    `json:"digit"`
	On    bool   `json:"on" jsonschema:"whether the candidate is true"`
	From  []int  `json:"from,omitempty" jsonschema:"the links from which this one follows, by their index in the chain, from 0; absent for the assumption"`
	Link  string `json:"link,omitempty" jsonschema:"strong: the candidate is true because those of the links in from are false; weak: it is false because one of them is true"`
	By    string `json:"by,omitempty" jsonschema:"if the link is neither: id of the technique by which it follows"`
}

// Wanted says what kind of hint to give. The zero value asks for the whole next step of
// the human ladder, in English.
type Wanted struct {
	// Ladder is the name of one of [Ladders].
	Ladder string `json:"technique_order,omitempty" jsonschema:"the order in which techniques are tried: human (the default) or se"`
	// UpTo bounds the techniques: a level by ID or, on the ladder of the rating, a
	// rating such as 4.4.
	UpTo string `json:"up_to,omitempty" jsonschema:"the hardest technique: a level, or a rating such as 4.4 with the technique order se"`
	// Known are the IDs of the techniques that may be used; nil for all.
	Known []string `json:"known,omitempty" jsonschema:"ids of the allowed techniques; absent for all"`
	Depth Depth    `json:"depth,omitempty" jsonschema:"nudge, where or full (the default)"`
	// Notes says how to use the player's candidates; "" is [Partial].
	Notes Notes `json:"notes,omitempty" jsonschema:"how to use the candidates: partial (the default: a step is justified by the grid, and by noted eliminations that follow from it), complete (a digit not noted is ruled out) or ignore"`
	// Reveal names the digit of the solution if the candidates of a cell lack it.
	Reveal bool   `json:"reveal,omitempty" jsonschema:"at depth full: if the candidates of a cell lack the digit of the solution, name that digit"`
	Lang   string `json:"lang,omitempty" jsonschema:"the language of names and texts, en by default"`
	// Familiar asks for the familiar form of address; see [Language.Familiar].
	Familiar bool `json:"familiar,omitempty" jsonschema:"address the player as du, tu or tú, in languages that also have a polite form: de, fr, es, it and pt"`
}

// Query is a position and a request for a hint, as programs send it.
type Query struct {
	Puzzle     string `json:"puzzle" jsonschema:"the clues, row by row, with . for a blank"`
	State      string `json:"state,omitempty" jsonschema:"the clues with the player's entries, in the same notation"`
	Candidates string `json:"candidates,omitempty" jsonschema:"the player's candidates: N characters for each cell, the d-th of them digit d or a dot; all dots for a cell without any"`
	Corners    string `json:"corners,omitempty" jsonschema:"the player's corner marks, which mark the possible cells of a digit in a box, in the notation of candidates; hints do not use them"`
	Wanted
}

// Position reads the position of the query.
func (q *Query) Position() (Position, error) {
	p, err := ParsePosition(q.Puzzle, q.State, q.Candidates)
	if err == nil && q.Corners != "" {
		if p.Corners, err = board.ParseMarks(q.Corners, p.Givens.Geometry()); err != nil {
			err = wrongField("corners", err)
		}
	}
	return p, err
}

// Next returns the hint for a position. An error means that the request is
// meaningless: see [Position.Check], and the names in the options. Everything else is
// a [Status].
func Next(p Position, o Wanted) (Hint, error) { return new(Hinter).Next(p, o) }

// Hinter gives hints. It keeps its workspaces, so many hints cost less than with [Next].
// It is for one goroutine and any mix of sizes; the zero value is ready to use.
type Hinter struct {
	// Stop, unless nil, is called from time to time during a long search. If it returns
	// true, the search ends and the hint's status is BeyondReach.
	Stop func() bool

	graders  grade.Graders
	prover   solve.Prover
	givens   board.Grid   // of the last hint
	within   *board.Board // unless nil, the givens had several solutions, and these candidates are part of the puzzle
	solution board.Grid
	proof    error
}

// Next returns the hint for a position.
func (h *Hinter) Next(p Position, o Wanted) (Hint, error) {
	ask, err := newQuestion(o)
	if err != nil {
		return Hint{}, err
	}
	if err := p.Check(); err != nil {
		return Hint{}, err
	}
	hint := h.answer(&p, ask)
	hint.Depth, hint.Language = ask.Depth, ask.lang
	return hint, nil
}

// Solution returns the only solution of the last hint's puzzle, or the zero Grid if the
// puzzle has none or several.
func (h *Hinter) Solution() board.Grid { return h.solution }

func (h *Hinter) answer(p *Position, ask *question) Hint {
	l, geo := ask.lang, p.Givens.Geometry()
	if ask.Notes == Ignore {
		p = &Position{Givens: p.Givens, Entries: p.Entries}
	}
	if h.givens != p.Givens || h.within != nil || errors.Is(h.proof, solve.ErrSeveral) {
		h.prover.Stop = h.Stop
		h.solution, h.within, h.proof = p.Prove(&h.prover)
		h.givens = p.Givens
	}
	switch {
	case errors.Is(h.proof, solve.ErrNone):
		return Hint{Status: Contradictory, Text: l.NoSolution}
	case errors.Is(h.proof, solve.ErrSeveral):
		return Hint{Status: Improper, Text: l.Several}
	case h.proof != nil:
		h.givens = board.Grid{} // next time there may be no Stop
		return Hint{Status: BeyondReach, Text: l.Beyond}
	}
	if h.within != nil {
		ask.Notes = Complete
	}
	if hint := h.wrong(p, ask); hint.Status != "" {
		return hint
	}
	grid := p.grid()
	b := board.NewBoard(&grid)
	if ask.Notes == Complete {
		b = p.Board()
	}
	if b.Full() {
		return Hint{Status: Solved, Text: l.Solved}
	}
	gr := h.graders.Of(geo)
	gr.Stop = h.Stop
	step, ok := p.next(gr, &b, ask)
	if !ok && ask.limited() {
		any := question{Wanted: Wanted{Notes: ask.Notes}, lang: l, ladder: ask.ladder}
		if step, ok := p.next(gr, &b, &any); ok {
			return Hint{Status: BeyondReach, Text: fillIn(l.BeyondBut, "name", l.TechniqueOn(geo, step.Technique))}
		}
	}
	if !ok {
		return Hint{Status: BeyondReach, Text: l.Beyond}
	}
	step.Form = formOf(&step)
	hint := Hint{Status: OK, Found: step, On: b, notes: p.missing(&b, &step)}
	hint.tell(&b, ask)
	return hint
}

// next returns the next step, and changes b to the board on which it is found. Incomplete
// notes prove nothing, so steps are found again from the grid. Steps that tell the player
// nothing new are applied on the way. If no allowed technique finds a step, so are noted
// eliminations that follow from other techniques, except chains, which take too long to find.
func (p *Position) next(gr *grade.Grader, b *board.Board, ask *question) (grade.Step, bool) {
	for {
		step, ok := gr.Next(b, ask.ladder, ask.allows)
		if ok && (ask.Notes == Complete || p.news(&step)) {
			return step, true
		}
		if !ok && ask.Notes != Complete && p.Marks != nil && ask.limited() {
			step, ok = gr.NextThat(b, ask.ladder, func(t grade.Technique, _ int) bool { return t.Level <= grade.LevelHard },
				func(s *grade.Step) bool { return !p.news(s) })
		}
		if !ok {
			return step, false
		}
		for _, e := range step.Eliminate {
			b.Eliminate(e.Cell, e.Digit.Mask())
		}
	}
}

// wrong compares the entries with the solution, and then the candidates if the notes are
// complete. The depth decides how much the hint shows: that something is wrong, in which
// houses, or in which cells.
func (h *Hinter) wrong(p *Position, ask *question) Hint {
	l, geo := ask.lang, p.Givens.Geometry()
	hint := Hint{Status: WrongEntry}
	var wrong []WrongCell
	var said []string
	add := func(c board.Cell, w WrongCell, house board.House) {
		w.Cell = geo.CellName(c)
		wrong, hint.Faults = append(wrong, w), append(hint.Faults, c)
		if !slices.Contains(hint.Faulty, house) {
			hint.Faulty = append(hint.Faulty, house)
		}
	}
	grid := p.grid()
	for i, d := range p.Entries.Digits() {
		if c := board.Cell(i); d != 0 && d != h.solution.At(c) {
			add(c, WrongCell{Digit: int(d)}, clashOf(&grid, c))
		}
	}
	nudge, where, one, several := l.WrongEntryNudge, l.WrongEntryWhere, l.WrongEntry, l.WrongEntries
	if len(wrong) == 0 && ask.Notes == Complete {
		hint.Status = WrongMark
		nudge, where, one, several = l.WrongMarkNudge, l.WrongMarkWhere, l.WrongMark, l.WrongMarks
		for i, m := range p.Marks {
			c := board.Cell(i)
			d := h.solution.At(c)
			if m == 0 || m.Has(d) || grid.At(c) != 0 {
				continue
			}
			w := WrongCell{}
			if ask.Reveal {
				w.Missing = int(d)
				said = append(said, fillIn(l.Missing, "cells", l.CellName(geo, c), "digits", d.String()))
			}
			add(c, w, geo.HousesOf(c)[0])
		}
	}
	if len(wrong) == 0 {
		return Hint{}
	}
	if hint.Text = nudge; ask.Depth == Nudge {
		return hint
	}
	slices.Sort(hint.Faulty)
	hint.Houses = each(hint.Faulty, geo.HouseName)
	if ask.Depth == Where {
		hint.Text = fillIn(where, l.whereabouts(geo, hint.Faulty)...)
		return hint
	}
	hint.Wrong = wrong
	if hint.Text = strings.Join(said, " "); hint.Text == "" {
		hint.Text = fillIn(l.number(len(wrong), one, several), "cells", l.cells(geo, hint.Faults))
	}
	return hint
}

// clashOf returns a house of a cell in which the cell's digit appears twice, or else its box.
func clashOf(grid *board.Grid, c board.Cell) board.House {
	geo := grid.Geometry()
	houses := geo.HousesOf(c)
	for _, h := range houses {
		for _, other := range geo.HouseCells(h) {
			if other != c && grid.At(other) == grid.At(c) {
				return h
			}
		}
	}
	return houses[0]
}

// missing returns the candidates that the player must note before a step can be seen or
// made: those of the step's blanks that have no notes, or lack a candidate of the pattern.
// A step that enters a digit without using candidates needs none.
func (p *Position) missing(b *board.Board, s *grade.Step) (cells []board.Cell) {
	if len(s.Eliminate) == 0 && len(s.Chains) == 0 {
		return nil
	}
	touched := board.SetOf(s.Cells...)
	for _, e := range s.Eliminate {
		touched.Add(e.Cell)
	}
	for _, chain := range s.Chains {
		for _, link := range chain {
			touched.Add(link.Cell)
		}
	}
	var lacking board.CellSet
	for _, c := range s.Pattern(b) {
		if p.Marks != nil && !p.Marks[c.Cell].Has(c.Digit) {
			lacking.Add(c.Cell)
		}
	}
	for c := range touched.All() {
		if b.At(c) == 0 && (p.Marks == nil || p.Marks[c] == 0 || lacking.Has(c)) {
			cells = append(cells, c)
		}
	}
	return cells
}

// tell writes into the hint as much of the step as the depth allows.
func (h *Hint) tell(b *board.Board, ask *question) {
	l, geo, s := ask.lang, b.Geometry(), &h.Found
	h.Region, h.Cells = regionOf(geo, s), whereOf(s)
	t := &HintStep{
		Technique: s.Technique, Form: s.Form, Name: l.TechniqueOn(geo, cmp.Or(s.Form, s.Technique)), Region: geo.HouseName(h.Region),
		Rating: float64(s.Rating) / 10, Score: s.Score,
	}
	h.Step = t
	if ask.Depth == Nudge {
		h.Text = fillIn(l.Nudge, "name", t.Name, "region", l.HouseName(geo, h.Region), "in_region", l.houses(&l.In, geo, h.Region))
		return
	}
	t.Cells = each(h.Cells, geo.CellName)
	t.Houses = each(s.Houses, geo.HouseName)
	if ask.Depth == Where {
		h.Text = fillIn(l.Where, "name", t.Name, "cells", l.cells(geo, h.Cells))
		return
	}
	why, suffice := Reasons(b, s)
	h.Reasons, h.Text = why, l.because(b, s, why, suffice)
	t.Digits = numbers(s.Digits)
	t.Parts = [][]string{t.Cells}
	if s.Parts != nil {
		t.Parts = each(s.Parts, func(part []board.Cell) []string { return each(part, geo.CellName) })
	}
	if why == nil {
		for _, c := range s.Pattern(b) {
			t.Because = append(t.Because, HintReason{Cell: geo.CellName(c.Cell), Digit: int(c.Digit)})
		}
	}
	for _, r := range why {
		t.Because = append(t.Because, HintReason{geo.CellName(r.Cell), int(r.Digit), geo.HouseName(r.House)})
	}
	t.Chains = each(s.Chains, func(chain grade.Chain) []Linking {
		return each(chain, func(l grade.Link) Linking {
			k := Linking{Cell: geo.CellName(l.Cell), Digit: int(l.Digit), On: l.On, From: l.From, By: l.By}
			if len(l.From) > 0 && l.By == "" {
				k.Link = map[bool]string{true: "strong", false: "weak"}[l.On]
			}
			return k
		})
	})
	t.Notes = each(h.notes, func(c board.Cell) HintNote { return HintNote{geo.CellName(c), numbers(b.Candidates(c))} })
	if t.Notes != nil {
		h.Text = fillIn(l.NoteFirst, "cells", l.cells(geo, h.notes), "sentence", h.Text)
	}
	if s.Place.Digit != 0 {
		t.Places = []HintMark{markOf(geo, s.Place)}
	}
	t.Removes = each(s.Eliminate, func(c grade.Candidate) HintMark { return markOf(geo, c) })
}

// formOf returns the form of a chain if players have a name for it; the names are HoDoKu's.
// A forcing chain mentions the candidate that it refutes twice. The part in between leads
// from one end, assumed to be false, to the other, which is then true. (HoDoKu also calls
// cycles of one digit, and of cells with two candidates, continuous loops. Here they keep
// their own names, which are as common.)
func formOf(s *grade.Step) string {
	switch {
	case s.Technique == "cycle":
		return "continuous-loop"
	case s.Technique != "forcing-chain" && s.Technique != "forcing-x-chain":
		return ""
	case s.Place.Digit != 0:
		return "discontinuous-loop"
	}
	lost, chain := s.Eliminate[0], s.Chains[0][1:len(s.Chains[0])-1]
	first, last := chain[0].Candidate, chain[len(chain)-1].Candidate
	inCells := true
	for i := 0; i < len(chain); i += 2 {
		inCells = inCells && chain[i].Cell == chain[i+1].Cell
	}
	switch {
	case s.Digits.Len() == 1:
		return "x-chain"
	case first.Digit == last.Digit && inCells:
		return "xy-chain"
	case first.Digit == last.Digit:
		return "aic-1"
	case first.Cell == lost.Cell != (last.Cell == lost.Cell):
		return "aic-2"
	}
	return "discontinuous-loop"
}

// regionOf returns the house that a player should look at: the step's first house, or
// else the box of a cell that the step changes.
func regionOf(geo *board.Geometry, s *grade.Step) board.House {
	switch {
	case len(s.Houses) > 0:
		return s.Houses[0]
	case s.Place.Digit != 0:
		return geo.HousesOf(s.Place.Cell)[0]
	}
	return geo.HousesOf(s.Eliminate[0].Cell)[0]
}

// whereOf returns the cells of the step's reasons, each once. If the step names none, it
// returns the cells that the step changes.
func whereOf(s *grade.Step) (cells []board.Cell) {
	named := s.Cells
	if len(named) == 0 {
		named = each(s.Eliminate, func(e grade.Candidate) board.Cell { return e.Cell })
		if s.Place.Digit != 0 {
			named = append(named, s.Place.Cell)
		}
	}
	for _, c := range named {
		if !slices.Contains(cells, c) {
			cells = append(cells, c)
		}
	}
	return cells
}

func markOf(geo *board.Geometry, c grade.Candidate) HintMark {
	return HintMark{geo.CellName(c.Cell), int(c.Digit)}
}

// each returns what a function makes of each thing.
func each[T, R any](things []T, make func(T) R) (list []R) {
	for _, thing := range things {
		list = append(list, make(thing))
	}
	return list
}

func numbers(digits board.Digits) []int {
	return each(slices.Collect(digits.All()), func(d board.Digit) int { return int(d) })
}

// question is Wanted, parsed.
type question struct {
	Wanted
	lang    *Language
	ladder  grade.Ladder
	ceiling int    // rating, in tenths; 0: none
	level   string // by ID; "": none
}

// wrongField says which field of a request an error is about.
func wrongField(name string, err error) error { return &field.Error{Field: name, Err: err} }

func newQuestion(o Wanted) (*question, error) {
	q := &question{Wanted: o}
	q.Depth, q.Notes = cmp.Or(o.Depth, Full), cmp.Or(o.Notes, Partial)
	if !slices.Contains(AllNotes(), q.Notes) {
		return nil, wrongField("notes", fmt.Errorf("there are no %q notes: use partial, complete or ignore", o.Notes))
	}
	if !slices.Contains(Depths(), q.Depth) {
		return nil, wrongField("depth", fmt.Errorf("there is no depth %q: use nudge, where or full", o.Depth))
	}
	var err error
	if q.lang, err = LanguageByName(o.Lang); err != nil {
		return nil, wrongField("lang", err)
	}
	if o.Familiar {
		q.lang = q.lang.Familiar()
	}
	ladder, err := grade.LadderByName(cmp.Or(o.Ladder, grade.HumanLadder))
	if err != nil {
		return nil, wrongField("technique_order", err)
	}
	q.ladder = ladder.ForHints()
	if o.UpTo != "" {
		if q.ladder.Name == grade.RatingLadder {
			q.ceiling, err = parseCeiling(o.UpTo)
		} else {
			q.level, err = grade.ParseLevel(o.UpTo)
		}
		if err != nil {
			return nil, wrongField("up-to", err)
		}
	}
	for _, id := range o.Known {
		if _, err := grade.TechniqueByID(id); err != nil {
			return nil, wrongField("known", err)
		}
	}
	return q, nil
}

// parseCeiling reads a rating, or a level, which means its highest rating.
func parseCeiling(text string) (int, error) {
	if rating, err := grade.ParseRating(text); err == nil {
		return rating, nil
	}
	for _, l := range grade.Levels() {
		if strings.EqualFold(l.ID, text) {
			return l.MaxRating, nil
		}
	}
	return 0, fmt.Errorf("%q is neither a level nor a rating such as 4.4: use %s", text, strings.Join(grade.LevelIDs(), ", "))
}

// limited reports whether some technique may not be used.
func (q *question) limited() bool {
	return q.ceiling != 0 || q.level != "" || q.Known != nil
}

// allows reports whether a technique may be used, given the rating of its easiest
// steps or of one step.
func (q *question) allows(t grade.Technique, rating int) bool {
	return (q.ceiling == 0 || rating <= q.ceiling) && (q.level == "" || grade.CompareLevels(t.LevelID(), q.level) <= 0) &&
		(q.Known == nil || slices.Contains(q.Known, t.ID))
}
