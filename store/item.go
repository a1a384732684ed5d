package store

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// The possible statuses of an item of a file.
const (
	StatusNew       = "new"
	StatusKnown     = "known"
	StatusIsomorph  = "isomorph"
	StatusSeveral   = "several"
	StatusNone      = "none"
	StatusUnproved  = "unproved"
	StatusMalformed = "malformed"
)

// Status is a possible outcome of importing an item.
type Status struct {
	Name, Doc string
	Proper    bool // the item is a puzzle of the database
}

var statuses = [...]Status{
	{StatusNew, "new", true},
	{StatusKnown, "already known", true},
	{StatusIsomorph, "same as another up to symmetry", true},
	{StatusSeveral, "with several solutions", false},
	{StatusNone, "without a solution", false},
	{StatusUnproved, "too hard to prove", false},
	{StatusMalformed, "malformed", false},
}

// Statuses returns all statuses, the good ones first.
func Statuses() []Status { return append([]Status(nil), statuses[:]...) }

// Item is a puzzle in a file, or an error in the file, and its status.
type Item struct {
	Line, Column int // where it is in the file, from 1
	// Status is set by the caller of SaveItems for an item that is not a proper
	// puzzle. For a proper one it is empty; SaveItems decides whether it is new.
	Status string
	// Puzzle is the puzzle of a proper item; its ID, RunID, CorpusID and Seq
	// are ignored, and its Grader is 0 when it was not graded. For an improper
	// item only Givens is used, "" when it should not be kept.
	Puzzle Puzzle
	Reason string // what is wrong with it; "" when nothing is
	Labels []Label
	Play   *Play // nil for an item that is not a game
}

// Play is a row of the table play: a player's game. Unknown values are NaN.
type Play struct {
	Player                 string
	Seconds                float64
	Finished               bool
	Errors, Hints, Ordinal float64
}

// Label is a named value in a file for a puzzle. Values that look like numbers are
// kept as numbers.
type Label struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// SaveItems saves the next items of a file, in its order, in one transaction, all or nothing.
// f is the file as it was after the items before them. It returns the updated file and the
// status of each item. A puzzle that the database already has, up to isomorphism, gets no row
// of its own, but its labels are kept. Errors: [ErrRaced] when the import of the file is not, or no
// longer, where the batch begins, [ErrNotFound], [ErrFull], [ErrBusy].
func (d *DB) SaveItems(ctx context.Context, f CorpusFile, items []Item) (CorpusFile, []string, error) {
	var outcome []string
	err := d.write(ctx, "saving a batch of items", func(tx txn) error {
		s := saver{ctx: ctx, tx: tx, file: f, items: items}
		for _, step := range []func() error{s.begin, s.insertNew, s.insertItems, s.insertLabels, s.insertPlays} {
			if err := step(); err != nil {
				return err
			}
		}
		outcome = s.outcome
		return nil
	})
	if err != nil {
		return CorpusFile{}, nil, err
	}
	f.Items += int64(len(items))
	return f, outcome, nil
}

// saver holds the state of a call of SaveItems.
type saver struct {
	ctx      context.Context
	tx       txn
	file     CorpusFile // as it was before
	items    []Item
	firstSeq int64
	known    map[[16]byte]knownPuzzle
	outcome  []string // status of each item
	ids      []int64  // puzzle of each item, 0 for none
}

// knownPuzzle is a puzzle that the database has, or will have after the batch.
type knownPuzzle struct {
	id     int64
	givens string
}

// begin advances the file's item counter, which fails when another process has already
// done so. It looks up where the corpus ends and which puzzles are known.
func (s *saver) begin() error {
	f := &s.file
	r, err := s.tx.ExecContext(s.ctx, "UPDATE corpus_file SET items = items + ? WHERE id = ? AND items = ?", len(s.items), f.ID, f.Items)
	if err != nil {
		return err
	}
	if n, err := r.RowsAffected(); err != nil || n != 1 {
		return errors.Join(err, fmt.Errorf("%w: file %d is not at item %d", ErrRaced, f.ID, f.Items))
	}
	err = s.tx.QueryRowContext(s.ctx, nextSeq, f.CorpusID, f.CorpusID).Scan(&s.firstSeq)
	if err != nil {
		return err
	}
	var keys [][16]byte
	for i := range s.items {
		if it := &s.items[i]; it.Status == "" {
			keys = append(keys, it.Puzzle.Canon)
		}
	}
	s.known = make(map[[16]byte]knownPuzzle, len(keys))
	err = eachByCanon(s.ctx, s.tx, s.tx.engine, "canon, id, "+givensText, keys, func(row scanner) error {
		var canon sql.RawBytes
		var known knownPuzzle
		err := row.Scan(&canon, &known.id, &known.givens)
		if err == nil {
			s.known[[16]byte(canon)] = known
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("looking for known puzzles: %w", err)
	}
	return nil
}

// insertNew decides the status of each item and inserts the new puzzles.
func (s *saver) insertNew() error {
	var last int64
	if err := s.tx.QueryRowContext(s.ctx, lastPuzzle).Scan(&last); err != nil {
		return err
	}
	b := Batch{corpusID: s.file.CorpusID}
	var accepted []int
	for i := range s.items {
		it := &s.items[i]
		status, id := it.Status, int64(0)
		if status == "" {
			same, known := s.known[it.Puzzle.Canon]
			switch {
			case !known:
				id, status = last+1+int64(len(accepted)), StatusNew
				s.known[it.Puzzle.Canon] = knownPuzzle{id, it.Puzzle.Givens}
				accepted = append(accepted, len(accepted))
				p := it.Puzzle
				p.Seq = s.firstSeq + int64(i)
				b.Puzzles = append(b.Puzzles, p)
			case same.givens == it.Puzzle.Givens:
				id, status = same.id, StatusKnown
			default:
				id, status = same.id, StatusIsomorph
			}
		}
		s.outcome, s.ids = append(s.outcome, status), append(s.ids, id)
	}
	return insertPuzzles(s.ctx, s.tx, b, accepted)
}

func (s *saver) insertItems() error {
	in := newInserter(s.ctx, s.tx, "corpus_item",
		"corpus_id, seq, file_id, line, col, status, puzzle_id, reason, givens, labels_json")
	f := &s.file
	for i := range s.items {
		it := &s.items[i]
		givens, labels := any(nil), any(nil)
		switch {
		case s.outcome[i] == StatusIsomorph:
			givens = it.Puzzle.Givens
		case s.ids[i] == 0 && it.Puzzle.Givens != "":
			givens, labels = it.Puzzle.Givens, labelsJSON(it.Labels)
		}
		err := in.add(f.CorpusID, s.firstSeq+int64(i), f.ID, int64(it.Line), int64(it.Column), s.outcome[i],
			orNull(s.ids[i]), orNull(it.Reason), givens, labels)
		if err != nil {
			return fmt.Errorf("inserting items: %w", err)
		}
	}
	return in.finish()
}

func (s *saver) insertLabels() error {
	in := newInserter(s.ctx, s.tx, "label", "puzzle_id, name, corpus_id, seq, "+s.tx.engine.label.columns)
	for i := range s.items {
		if s.ids[i] == 0 {
			continue
		}
		for _, l := range distinct(s.items[i].Labels) {
			value := s.tx.engine.label.values(labelValue(l.Value))
			err := in.add(append([]any{s.ids[i], l.Name, s.file.CorpusID, s.firstSeq + int64(i)}, value...)...)
			if err != nil {
				return fmt.Errorf("inserting labels: %w", err)
			}
		}
	}
	return in.finish()
}

func (s *saver) insertPlays() error {
	in := newInserter(s.ctx, s.tx, "play", "corpus_id, seq, player, seconds, finished, errors, hints, ordinal")
	known := func(v float64) any {
		if math.IsNaN(v) {
			return nil
		}
		return v
	}
	for i := range s.items {
		p := s.items[i].Play
		if p == nil || s.ids[i] == 0 {
			continue
		}
		if err := in.add(s.file.CorpusID, s.firstSeq+int64(i), p.Player, p.Seconds, p.Finished, known(p.Errors), known(p.Hints), known(p.Ordinal)); err != nil {
			return fmt.Errorf("inserting plays: %w", err)
		}
	}
	return in.finish()
}

// distinct renames the second of two labels with the same name, because a file may
// have two columns with one name.
func distinct(labels []Label) []Label {
	taken := map[string]bool{}
	all := make([]Label, 0, len(labels))
	for _, l := range labels {
		name := l.Name
		for n := 2; taken[name]; n++ {
			name = fmt.Sprintf("%s.%d", l.Name, n)
		}
		taken[name] = true
		all = append(all, Label{name, l.Value})
	}
	return all
}

// number matches numbers as people and programs write them. A large number has a sign in its
// exponent, which excludes texts such as 1234e5678901, the beginning of a hash.
var number = regexp.MustCompile(`^-?((0|[1-9][0-9]*)(\.[0-9]+)?|[0-9](\.[0-9]+)?[eE][+-][0-9]{1,2})$`)

// labelValue returns a number for a text that is a number as people and programs
// write it. A text that would look different when written again, such as 007,
// stays a text, but a decimal may lose trailing zeros.
func labelValue(text string) any {
	long := len(strings.TrimPrefix(text, "-")) > 15 && !strings.ContainsAny(text, "eE") // a float64 would round it
	if long || text == "-0" || !number.MatchString(text) {
		return text
	}
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return n
	}
	if x, err := strconv.ParseFloat(text, 64); err == nil {
		return x
	}
	return text
}

// labelText formats a result of labelValue as labelAsText does: a number that is not whole,
// or was not written as a whole number, has a decimal point and up to 15 digits.
func labelText(value any) string {
	switch v := value.(type) {
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		mantissa, exponent, scientific := strings.Cut(strconv.FormatFloat(v+0, 'g', 15, 64), "e") // -0 is 0
		if !strings.Contains(mantissa, ".") {
			mantissa += ".0"
		}
		if scientific {
			return mantissa + "e" + exponent
		}
		return mantissa
	}
	return value.(string)
}

func labelsJSON(labels []Label) any {
	if len(labels) == 0 {
		return nil
	}
	pairs := make([][2]string, len(labels))
	for i, l := range labels {
		pairs[i] = [2]string{l.Name, l.Value}
	}
	b, err := json.Marshal(pairs)
	if err != nil {
		panic(err) // texts can always be encoded
	}
	return string(b)
}

// Faults streams the faulty items of a file, in the file's order. In their Puzzle,
// only Givens is set, and only if it was kept.
func (d *DB) Faults(ctx context.Context, f CorpusFile) iter.Seq2[Item, error] {
	return streamRows(ctx, d, "reading faults", into(func(it *Item) []any {
		return []any{&it.Line, &it.Column, &it.Status, &it.Reason, &it.Puzzle.Givens}
	}), `SELECT i.line, i.col, i.status, i.reason, coalesce(i.givens, p.givens, '')
		FROM corpus_item AS i LEFT JOIN puzzle AS p ON p.id = i.puzzle_id
		WHERE i.corpus_id = ? AND i.file_id = ? AND i.reason IS NOT NULL ORDER BY i.seq`, f.CorpusID, f.ID)
}

// itemPage is how many items [DB.Items] reads at a time.
const itemPage = 1000

// Items streams the items of a file in the file's order, with their puzzles, labels and
// games: what another database needs to take them over. The givens of a proper item are as
// the file has them; its puzzle may be an isomorph with other givens. For the zero
// CorpusFile, the items are the puzzles that came from no file, such as those of runs, in
// the order of their ids. A damaged puzzle is a [RowError], after which the stream continues.
func (d *DB) Items(ctx context.Context, f CorpusFile) iter.Seq2[StoredItem, error] {
	return stream(ctx, d, "reading items", func(take func(StoredItem, error) bool) error {
		for after := int64(-1); ; {
			page, last, err := d.itemPage(ctx, f, after)
			if err != nil || len(page) == 0 {
				return err
			}
			after = last
			faults, err := d.fillPuzzles(ctx, page)
			if err != nil {
				return err
			}
			for i := range page {
				if !take(page[i], faults[page[i].Puzzle.ID]) {
					return nil
				}
			}
		}
	})
}

// StoredItem is an item of a database with its puzzle, unless it is not a proper one.
type StoredItem struct {
	Item
	Givens string // as the file has them; "" if they were not kept
}

// itemPage reads items without their puzzles, of which only the id is set.
func (d *DB) itemPage(ctx context.Context, f CorpusFile, after int64) (page []StoredItem, last int64, err error) {
	if f.ID == 0 {
		page, err = collect(ctx, d.readers, func(row scanner) (it StoredItem, err error) {
			it.Status, it.Column = StatusNew, 1
			err = row.Scan(&it.Puzzle.ID)
			last = it.Puzzle.ID
			return it, err
		}, `SELECT p.id FROM puzzle AS p WHERE p.id > ?
			AND NOT EXISTS (SELECT 1 FROM corpus_item AS i WHERE i.corpus_id = p.corpus_id AND i.seq = p.seq) ORDER BY p.id LIMIT ?`, after, itemPage)
		return page, last, err
	}
	page, err = collect(ctx, d.readers, func(row scanner) (it StoredItem, err error) {
		var labels string
		var isPlay bool
		var p Play
		err = row.Scan(&last, &it.Line, &it.Column, &it.Status, &it.Puzzle.ID, &it.Reason, &it.Givens, &labels,
			&isPlay, &p.Player, &p.Seconds, &p.Finished, orNaN{&p.Errors}, orNaN{&p.Hints}, orNaN{&p.Ordinal})
		if err != nil {
			return it, err
		}
		if it.Labels, err = readLabels(labels); err != nil {
			return it, fmt.Errorf("%w: labels of item %d: %w", ErrCorrupt, last, err)
		}
		if isPlay {
			it.Play = &p
		}
		return it, nil
	}, `SELECT i.seq, i.line, i.col, i.status, coalesce(i.puzzle_id, 0), coalesce(i.reason, ''), coalesce(i.givens, ''),
			coalesce(i.labels_json, (SELECT `+d.engine.label.pairs+` FROM label AS l WHERE l.puzzle_id = i.puzzle_id AND l.corpus_id = i.corpus_id AND l.seq = i.seq)),
			y.player IS NOT NULL, coalesce(y.player, ''), coalesce(y.seconds, 0), coalesce(y.finished, 0), y.errors, y.hints, y.ordinal
		FROM corpus_item AS i LEFT JOIN play AS y ON y.corpus_id = i.corpus_id AND y.seq = i.seq
		WHERE i.corpus_id = ? AND i.file_id = ? AND i.seq > ? ORDER BY i.seq LIMIT ?`, f.CorpusID, f.ID, after, itemPage)
	return page, last, err
}

// fillPuzzles reads the puzzles of items. It returns what is wrong with them, by id.
func (d *DB) fillPuzzles(ctx context.Context, page []StoredItem) (faults map[int64]error, err error) {
	ids := []int64{}
	for i := range page {
		if id := page[i].Puzzle.ID; id != 0 {
			ids = append(ids, id)
		}
	}
	faults, puzzles := map[int64]error{}, map[int64]Puzzle{}
	err = d.eachOf(ctx, d.readers, Filter{IDs: ids}.on(d), func(p Puzzle, bad error) bool {
		puzzles[p.ID], faults[p.ID] = p, bad
		return true
	})
	for i := range page {
		it := &page[i]
		if p, ok := puzzles[it.Puzzle.ID]; ok && faults[p.ID] == nil {
			it.Puzzle, it.Givens = p, cmp.Or(it.Givens, p.Givens)
		}
	}
	return faults, err
}
