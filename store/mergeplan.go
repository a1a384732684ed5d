package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// mergeOrigin is a run or a corpus of an input.
type mergeOrigin struct {
	input  int
	column string // run_id or corpus_id
	id     int64
	corpus *mergeCorpus // what it becomes; nil for a run
	pieces []offset     // the rows that are wanted; of a run all up to where it stood
}

// mergeItem is a run of the new database, or what one input has of a corpus.
type mergeItem struct {
	run     Run           // as it shall be, but for what is counted when its rows are there; of a corpus nothing
	brought int64         // tries of the run that brought a puzzle, new or not
	from    []mergeOrigin // whose rows to take, in this order
}

// mergePlan is what shall come out of a merge.
type mergePlan struct {
	sources []*DB
	items   []mergeItem
	corpora []*mergeCorpus
	files   []corpusFile
	rows    int64 // puzzles and items of corpora to be read, in all inputs
	chunk   int64 // rows to copy in one transaction
}

// mergePart is a run of an input.
type mergePart struct {
	mergeOrigin
	run Run
	cut Shard
}

// mergeGroup is all that inputs have of one run, slices and whole.
type mergeGroup struct {
	options string
	wholes  []mergePart
	slices  []mergePart
}

// planMerge reads what the inputs have and says what shall come of it.
func planMerge(ctx context.Context, sources []*DB) (*mergePlan, error) {
	p := &mergePlan{sources: sources, chunk: mergeRows}
	groups := map[string]*mergeGroup{}
	var order []*mergeGroup // of the runs that are not in slices, nil for the place of a corpus
	var corpora []mergeOrigin
	for i, s := range sources {
		origins, err := p.survey(ctx, s, i)
		if err != nil {
			return nil, err
		}
		for _, o := range origins {
			if o.corpus != nil {
				order, corpora = append(order, nil), append(corpora, o)
				continue
			}
			g, err := addRun(ctx, s, o, groups)
			if err != nil {
				return nil, err
			}
			if g != nil {
				order = append(order, g)
			}
		}
	}
	if err := p.wholeFiles(); err != nil {
		return nil, err
	}
	var last []mergeItem
	for _, g := range order {
		if g == nil {
			p.items = append(p.items, mergeItem{from: corpora[:1]})
			corpora = corpora[1:]
			continue
		}
		item, sliced, err := g.item(sources, groups)
		switch {
		case err != nil:
			return nil, err
		case sliced:
			last = append(last, item)
		default:
			p.items = append(p.items, item)
		}
	}
	p.items = append(p.items, last...)
	return p, nil
}

// survey reads what an input has, runs and corpora in the order in which they
// saved their first puzzle, so that who was first there is first here. It is one
// transaction: no item of a corpus is there without its puzzle.
func (p *mergePlan) survey(ctx context.Context, s *DB, input int) ([]mergeOrigin, error) {
	tx, err := s.readers.BeginTx(ctx, nil)
	if err != nil {
		return nil, s.fail(ctx, "reading runs and corpora", err)
	}
	defer tx.Rollback() // nothing was written
	all, err := collect(ctx, tx, func(row interface{ Scan(dest ...any) error }) (mergeOrigin, error) {
		o := mergeOrigin{input: input}
		var first sql.NullInt64
		var rows int64
		err := row.Scan(&o.column, &o.id, &first, &rows)
		p.rows += rows
		return o, err
	}, `SELECT * FROM (
		SELECT 'run_id', r.id AS id, min(p.id) AS first, count(p.id) FROM run AS r LEFT JOIN puzzle AS p ON p.run_id = r.id GROUP BY r.id
		UNION ALL
		SELECT 'corpus_id', c.id, min(p.id), count(p.id) FROM corpus AS c LEFT JOIN puzzle AS p ON p.corpus_id = c.id GROUP BY c.id)
		ORDER BY first IS NULL, first, id`)
	if err != nil {
		return nil, s.fail(ctx, "reading runs and corpora", err)
	}
	laid, err := readLayouts(ctx, tx)
	if err != nil {
		return nil, s.fail(ctx, "reading corpora", err)
	}
	for _, l := range laid {
		i := slices.IndexFunc(all, func(o mergeOrigin) bool { return o.column == "corpus_id" && o.id == l.id })
		if err := p.addCorpus(&all[i], l); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// addRun puts a run into its group and returns the group if it is new.
func addRun(ctx context.Context, s *DB, o mergeOrigin, groups map[string]*mergeGroup) (*mergeGroup, error) {
	run, err := s.Run(ctx, o.id)
	if err != nil {
		return nil, err
	}
	// Somebody may go on with the run while it is merged: what comes after this
	// moment is in no counter.
	o.pieces = []offset{{places: places{0, run.Next}}}
	part := mergePart{mergeOrigin: o, run: run}
	if part.cut, err = ShardOf(run.Options); err != nil {
		return nil, fmt.Errorf("%s: run %d: %w", s.path, run.ID, err)
	}
	options := part.cut.whole(run.Options)
	key := strings.Join([]string{run.Command, options, fmt.Sprint(run.Seed), run.Version}, "\x00")
	g, known := groups[key]
	if !known {
		g = &mergeGroup{options: options}
		groups[key] = g
	}
	if part.cut.Of > 0 {
		g.slices = append(g.slices, part)
	} else {
		g.wholes = append(g.wholes, part)
	}
	if known {
		return nil, nil
	}
	return g, nil
}

// item says what becomes of a group, and whether it is put together of slices.
func (g *mergeGroup) item(sources []*DB, all map[string]*mergeGroup) (mergeItem, bool, error) {
	// The furthest first: the rows of the others are among its own, but for those
	// that it left out because of what else its database had.
	slices.SortStableFunc(g.wholes, func(a, b mergePart) int { return cmp.Compare(b.run.Next, a.run.Next) })
	if len(g.slices) == 0 || len(g.wholes) > 0 && g.wholes[0].run.Next >= g.slices[0].run.Target {
		return g.unsliced(), false, nil
	}
	parts, err := g.complete(sources)
	if err != nil {
		return mergeItem{}, true, g.explain(err, all)
	}
	run := parts[0].run
	run.Options, run.Next, run.State = g.options, run.Target, Done
	item := mergeItem{run: run}
	for i, part := range parts {
		if i == 0 || part.cut.Index != parts[i-1].cut.Index {
			item.brought += part.run.Accepted + part.run.Duplicates
		}
		item.from = append(item.from, part.mergeOrigin)
	}
	item.span(append(parts, g.wholes...))
	return item, true, nil
}

// unsliced says what becomes of a run that some input has as a whole.
func (g *mergeGroup) unsliced() mergeItem {
	best := g.wholes[0].run
	item := mergeItem{run: best, brought: best.Accepted + best.Duplicates}
	for _, w := range g.wholes {
		item.from = append(item.from, w.mergeOrigin)
	}
	item.span(g.wholes)
	return item
}

// span takes over when the parts began and ended, and the largest target.
func (item *mergeItem) span(parts []mergePart) {
	r := &item.run
	for _, p := range parts {
		r.Target = max(r.Target, p.run.Target)
		if p.run.StartedAt.Before(r.StartedAt) {
			r.StartedAt = p.run.StartedAt
		}
		if p.run.FinishedAt.After(r.FinishedAt) {
			r.FinishedAt = p.run.FinishedAt
		}
	}
	if r.FinishedAt.IsZero() {
		r.FinishedAt = time.Now().UTC()
	}
}

// complete returns the slices in their order; the error says which tries are
// missing.
func (g *mergeGroup) complete(sources []*DB) ([]mergePart, error) {
	parts, first := g.slices, g.slices[0]
	slices.SortStableFunc(parts, func(a, b mergePart) int {
		return cmp.Or(cmp.Compare(a.cut.Index, b.cut.Index), cmp.Compare(b.run.Next, a.run.Next))
	})
	for _, p := range parts {
		if p.cut.Of != first.cut.Of || p.run.Target != first.run.Target {
			return nil, fmt.Errorf("%w: %s has %v of %d tries and %s has %v of %d tries of the same run: all slices must be cut alike",
				ErrMerge, sources[first.input].path, first.cut, first.run.Target, sources[p.input].path, p.cut, p.run.Target)
		}
	}
	var gaps []string
	for shard := 1; shard <= first.cut.Of; shard++ {
		i := slices.IndexFunc(parts, func(p mergePart) bool { return p.cut.Index == shard })
		cut := Shard{Tries: true, Index: shard, Of: first.cut.Of}
		from, to := cut.Range(first.run.Target)
		switch {
		case i < 0:
			gaps = append(gaps, fmt.Sprintf("%v, the tries %d to %d, is in no input", cut, from, to-1))
		case parts[i].run.Next < to:
			gaps = append(gaps, fmt.Sprintf("%v in %s lacks the tries %d to %d", cut, sources[parts[i].input].path, parts[i].run.Next, to-1))
		}
		if len(gaps) == 10 {
			gaps = append(gaps, "and perhaps more")
			break
		}
	}
	if len(gaps) > 0 {
		return nil, fmt.Errorf("%w: the run with seed %d is not whole: %s", ErrMerge, first.run.Seed, strings.Join(gaps, "; "))
	}
	return parts, nil
}

// explain adds to a gap that slices of another version, or another seed, are
// there.
func (g *mergeGroup) explain(err error, all map[string]*mergeGroup) error {
	mine := g.slices[0].run
	for _, other := range all {
		if other == g || len(other.slices) == 0 || other.options != g.options {
			continue
		}
		switch run := other.slices[0].run; {
		case run.Seed == mine.Seed && run.Version != mine.Version:
			versions := []string{mine.Version, run.Version}
			slices.Sort(versions)
			return fmt.Errorf("%w (slices of seed %d were made by gradoku %s and %s, whose seeds may mean different puzzles)",
				err, mine.Seed, versions[0], versions[1])
		case run.Seed != mine.Seed && !errors.Is(err, errSeeds):
			err = fmt.Errorf("%w%w", err, errSeeds)
		}
	}
	return err
}

// errSeeds is the end of the message about slices of several seeds.
var errSeeds = errors.New(" (other slices have another seed: all slices of a run have one)")

// mergeCorpus is a corpus of the new database. Several inputs can have it: the
// same name and the same files. They may have begun with the files in another
// order, and gone further in some, so that an item has another place in each.
// What it is, is the how-manieth item of which file.
type mergeCorpus struct {
	name  string
	files map[string]*mergeFile // by sha256
	end   int64                 // an item that no input had so far gets this place
	id    int64                 // in the new database
}

// mergeFile is a file of a corpus: where its items lie, in their order.
type mergeFile struct {
	items  int64
	places []places
}

// places are those with from <= seq < to.
type places struct{ from, to int64 }

// offset are the rows of an input with from <= seq < to; in the new database
// their seq is larger by shift.
type offset struct {
	places
	shift int64
}

// corpusLayout is what an input has of a corpus, in the order of seq.
type corpusLayout struct {
	id       int64
	name     string
	files    []corpusFile
	segments []segment
}

// corpusFile is a file of a corpus of an input.
type corpusFile struct {
	input  int
	id     int64
	sha256 string
	done   bool // it has been taken in to its end
	items  int64
	corpus *mergeCorpus
}

// segment is a part of a corpus without gap: so many items of a file.
type segment struct {
	sha256 string // "" for puzzles without items, which stayed when a corpus was removed
	places
}

// readLayouts reads the corpora of an input by their ids.
func readLayouts(ctx context.Context, q querier) ([]corpusLayout, error) {
	all, err := collect(ctx, q, func(row interface{ Scan(dest ...any) error }) (corpusLayout, error) {
		var l corpusLayout
		err := row.Scan(&l.id, &l.name)
		return l, err
	}, "SELECT id, name FROM corpus ORDER BY id")
	for i := range all {
		if err != nil {
			break
		}
		l := &all[i]
		l.files, err = collect(ctx, q, func(row interface{ Scan(dest ...any) error }) (corpusFile, error) {
			var f corpusFile
			err := row.Scan(&f.id, &f.sha256, &f.done, &f.items)
			return f, err
		}, "SELECT id, sha256, finished_at IS NOT NULL, items FROM corpus_file WHERE corpus_id = ? ORDER BY id", l.id)
		if err == nil {
			l.segments, err = collect(ctx, q, scanSegment, segmentsQuery, l.id)
		}
	}
	return all, err
}

// segmentsQuery: in an island the seq grows as fast as the number of the row
// among those of its file.
const segmentsQuery = `
	SELECT coalesce(f.sha256, ''), min(seq), max(seq) + 1
	FROM (SELECT file_id, seq, seq - row_number() OVER (PARTITION BY file_id ORDER BY seq) AS gap
		FROM (SELECT file_id, seq FROM corpus_item WHERE corpus_id = ?1
			UNION ALL
			SELECT 0, seq FROM puzzle AS p WHERE corpus_id = ?1
				AND NOT EXISTS (SELECT 1 FROM corpus_item AS i WHERE i.corpus_id = ?1 AND i.seq = p.seq)))
	LEFT JOIN corpus_file AS f ON f.id = file_id
	GROUP BY file_id, gap ORDER BY 2`

func scanSegment(row interface{ Scan(dest ...any) error }) (segment, error) {
	var i segment
	err := row.Scan(&i.sha256, &i.from, &i.to)
	return i, err
}

// assign gives the items of an input places in the new corpus, and returns what
// goes where. Of the first input nothing moves.
func (c *mergeCorpus) assign(islands []segment) []offset {
	var pieces []offset
	before := map[string]int64{} // items of a file in earlier islands
	first := c.end == 0
	for _, is := range islands {
		if first {
			c.end = is.from // a corpus that was removed may have left a gap
		}
		for is.from < is.to {
			at, n := c.place(is.sha256, before[is.sha256], is.to-is.from)
			if last := len(pieces) - 1; last >= 0 && pieces[last].to == is.from && pieces[last].shift == at-is.from {
				pieces[last].to += n
			} else {
				pieces = append(pieces, offset{places{is.from, is.from + n}, at - is.from})
			}
			before[is.sha256] += n
			is.from += n
		}
	}
	return pieces
}

// place returns where the next n items of a file lie, from one on: the first
// place, and how many are in a row there. Items that no input had so far, and
// puzzles without items, go behind all others.
func (c *mergeCorpus) place(sha256 string, item, n int64) (at, inRow int64) {
	if f := c.files[sha256]; f != nil {
		for _, p := range f.places {
			if item < p.to-p.from {
				return p.from + item, min(n, p.to-p.from-item)
			}
			item -= p.to - p.from
		}
		f.items += n
		f.places = append(f.places, places{c.end, c.end + n})
	}
	at = c.end
	c.end += n
	return at, n
}

// addCorpus makes an origin a part of the corpus of that name. It is an error
// when an earlier input has other files under it. A corpus without files says
// nothing about them: it was removed, but for puzzles that were exported.
func (p *mergePlan) addCorpus(o *mergeOrigin, l corpusLayout) error {
	i := slices.IndexFunc(p.corpora, func(c *mergeCorpus) bool { return c.name == l.name })
	if i < 0 {
		i = len(p.corpora)
		p.corpora = append(p.corpora, &mergeCorpus{name: l.name, files: map[string]*mergeFile{}})
	}
	c := p.corpora[i]
	if len(c.files) == 0 {
		for _, f := range l.files {
			c.files[f.sha256] = &mergeFile{}
		}
	} else if err := c.sameFiles(l.files); err != nil {
		return fmt.Errorf("%w: %s has a corpus %q of other files than an earlier input has under that name: %w",
			ErrMerge, p.sources[o.input].path, l.name, err)
	}
	o.corpus, o.pieces = c, c.assign(l.segments)
	for _, f := range l.files {
		f.input, f.corpus = o.input, c
		p.files = append(p.files, f)
		p.rows += f.items
	}
	return nil
}

// sameFiles names a file that only one of the two has.
func (c *mergeCorpus) sameFiles(files []corpusFile) error {
	if len(files) == 0 {
		return nil
	}
	theirs := map[string]bool{}
	for _, f := range files {
		theirs[f.sha256] = true
		if c.files[f.sha256] == nil {
			return fmt.Errorf("only it has the file with the sha256 %s", f.sha256)
		}
	}
	for _, sum := range slices.Sorted(maps.Keys(c.files)) {
		if !theirs[sum] {
			return fmt.Errorf("it lacks the file with the sha256 %s", sum)
		}
	}
	return nil
}

// wholeFiles refuses a file that ended somewhere with fewer items than another
// input has of it.
func (p *mergePlan) wholeFiles() error {
	for _, f := range p.files {
		if all := f.corpus.files[f.sha256].items; f.done && f.items < all {
			return fmt.Errorf("%w: in %s the file with the sha256 %s of corpus %q has %d items, in another input %d: %w",
				ErrMerge, p.sources[f.input].path, f.sha256, f.corpus.name, f.items, all, errRead)
		}
	}
	return nil
}

// errRead is the end of a message about two databases that disagree about what
// is in a file.
var errRead = errors.New("the same file was read in two ways; import it with one version of gradoku and the same options")
