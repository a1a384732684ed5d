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

// mergePlan is what a merge will do.
type mergePlan struct {
	sources []*DB
	items   []mergeItem
	corpora []*mergeCorpus
	files   []mergeFile
	rows    int64 // puzzles and items of corpora to read, in all inputs
	chunk   int64 // rows to copy in one transaction
}

// mergeItem is a run of the new database, or one input's part of a corpus.
type mergeItem struct {
	run   Run           // without what is counted after its rows are copied; unset for a corpus
	found int64         // tries of the run that found a puzzle, new or not
	from  []mergeOrigin // the origins whose rows to copy, in this order
}

// mergeOrigin is a run or a corpus of an input.
type mergeOrigin struct {
	input  int
	column string // run_id or corpus_id
	id     int64
	run    Run
	cut    Shard        // of run
	corpus *mergeCorpus // the corpus that it becomes; nil for a run
	pieces []offset     // the rows to copy; for a run, all up to its Next at this time
}

// mergeCorpus is a corpus of the new database. Several inputs may have it, with
// the same name and the same files, but may have imported the files in different
// orders and not equally far, so an item may have a different place in each. An item
// is identified by its file and its number in that file.
type mergeCorpus struct {
	name  string
	files map[string][]span // by sha256: the places of a file's items, in their order
	end   int64             // the place of the next item that no earlier input has
	id    int64             // in the new database
}

// mergeFile is a file of a corpus of an input.
type mergeFile struct {
	input  int
	id     int64
	sha256 string
	done   bool // it was imported completely
	items  int64
	corpus *mergeCorpus
}

// span is the rows with from <= seq < to.
type span struct{ from, to int64 }

// offset is a span of an input whose seq increases by shift in the new database.
type offset struct {
	span
	shift int64
}

// segment is a span of an input's corpus whose items are consecutive items of one
// file.
type segment struct {
	sha256 string // "" for puzzles without items, which remain after the removal of a corpus
	span
}

// mergeGroup holds all copies of one run in the inputs, slices and whole runs, or a
// corpus of one input as its only whole.
type mergeGroup struct {
	options string
	wholes  []mergeOrigin
	slices  []mergeOrigin
}

// planMerge reads what the inputs contain and decides how to merge it.
func planMerge(ctx context.Context, sources []*DB) (*mergePlan, error) {
	m := &mergePlan{sources: sources, chunk: mergeRows}
	runs := map[string]*mergeGroup{}
	var groups []*mergeGroup
	for i, s := range sources {
		origins, err := m.survey(ctx, s, i)
		if err != nil {
			return nil, err
		}
		for _, o := range origins {
			if o.corpus != nil {
				groups = append(groups, &mergeGroup{wholes: []mergeOrigin{o}})
				continue
			}
			if o.run, err = s.Run(ctx, o.id); err != nil {
				return nil, err
			}
			// Another process may continue the run while it is merged. The counters
			// read here do not include rows that it saves from now on.
			o.pieces = []offset{{span: span{0, o.run.Next}}}
			if o.cut, err = ShardOf(o.run.Options); err != nil {
				return nil, fmt.Errorf("%s: run %d: %w", s.Path(), o.run.ID, err)
			}
			options := o.cut.whole(o.run.Options)
			key := strings.Join([]string{o.run.Command, options, fmt.Sprint(o.run.Seed), o.run.Version}, "\x00")
			g := runs[key]
			if g == nil {
				g = &mergeGroup{options: options}
				runs[key], groups = g, append(groups, g)
			}
			if o.cut.Of > 0 {
				g.slices = append(g.slices, o)
			} else {
				g.wholes = append(g.wholes, o)
			}
		}
	}
	for _, f := range m.files {
		if all := f.corpus.items(f.sha256); f.done && f.items < all {
			return nil, fmt.Errorf("%w: in %s, the file with the SHA-256 %s of corpus %q has %d items, but in another input it has %d: %w",
				ErrMerge, m.sources[f.input].Path(), f.sha256, f.corpus.name, f.items, all, errRead)
		}
	}
	var last []mergeItem // runs joined from slices
	for _, g := range groups {
		item, sliced, err := g.item(sources, runs)
		switch {
		case err != nil:
			return nil, err
		case sliced:
			last = append(last, item)
		default:
			m.items = append(m.items, item)
		}
	}
	m.items = append(m.items, last...)
	return m, nil
}

// errRead is the end of a message about two databases that disagree about the
// contents of a file.
var errRead = errors.New("the same file was read in two ways; import it with one version of gradoku and the same options")

// survey reads what an input contains. It returns runs and corpora in the order in
// which they saved their first puzzle, so that the new database has that order too.
// It uses one transaction, so that it sees no item of a corpus without its puzzle.
func (m *mergePlan) survey(ctx context.Context, s *DB, input int) ([]mergeOrigin, error) {
	tx, err := s.readers.BeginTx(ctx, nil)
	if err != nil {
		return nil, s.fail(ctx, "reading runs and corpora", err)
	}
	defer tx.Rollback() // nothing was written
	origins, err := collect(ctx, tx, func(row scanner) (mergeOrigin, error) {
		o := mergeOrigin{input: input}
		var first sql.NullInt64
		var rows int64
		err := row.Scan(&o.column, &o.id, &first, &rows)
		m.rows += rows
		return o, err
	}, `SELECT * FROM (
		SELECT 'run_id', r.id AS id, min(p.id) AS first, count(p.id) FROM run AS r LEFT JOIN puzzle AS p ON p.run_id = r.id GROUP BY r.id
		UNION ALL
		SELECT 'corpus_id', c.id, min(p.id), count(p.id) FROM corpus AS c LEFT JOIN puzzle AS p ON p.corpus_id = c.id GROUP BY c.id)
		ORDER BY first IS NULL, first, id`)
	if err != nil {
		return nil, s.fail(ctx, "reading runs and corpora", err)
	}
	var corpora []*mergeOrigin
	for i := range origins {
		if origins[i].column == "corpus_id" {
			corpora = append(corpora, &origins[i])
		}
	}
	slices.SortFunc(corpora, func(a, b *mergeOrigin) int { return cmp.Compare(a.id, b.id) })
	for _, o := range corpora {
		if err := m.addCorpus(ctx, tx, o); err != nil {
			return nil, err
		}
	}
	return origins, nil
}

// segmentsQuery finds segments: within a segment, seq minus the row's number in its
// file is constant.
const segmentsQuery = `
	SELECT coalesce(f.sha256, ''), min(seq), max(seq) + 1
	FROM (SELECT file_id, seq, seq - row_number() OVER (PARTITION BY file_id ORDER BY seq) AS gap
		FROM (SELECT file_id, seq FROM corpus_item WHERE corpus_id = ?1
			UNION ALL
			SELECT 0, seq FROM puzzle AS p WHERE corpus_id = ?1
				AND NOT EXISTS (SELECT 1 FROM corpus_item AS i WHERE i.corpus_id = ?1 AND i.seq = p.seq)))
	LEFT JOIN corpus_file AS f ON f.id = file_id
	GROUP BY file_id, gap ORDER BY 2`

// addCorpus adds an origin to the corpus with that name. It is an error if an earlier
// input has other files under that name. A corpus without files was removed, except
// for its exported puzzles, so it cannot contradict another.
func (m *mergePlan) addCorpus(ctx context.Context, tx *sql.Tx, o *mergeOrigin) error {
	s := m.sources[o.input]
	var name string
	err := tx.QueryRowContext(ctx, "SELECT name FROM corpus WHERE id = ?", o.id).Scan(&name)
	if err != nil {
		return s.fail(ctx, "reading corpora", err)
	}
	files, err := collect(ctx, tx, func(row scanner) (mergeFile, error) {
		f := mergeFile{input: o.input}
		err := row.Scan(&f.id, &f.sha256, &f.done, &f.items)
		return f, err
	}, "SELECT id, sha256, finished_at IS NOT NULL, items FROM corpus_file WHERE corpus_id = ? ORDER BY id", o.id)
	if err != nil {
		return s.fail(ctx, "reading corpora", err)
	}
	segments, err := collect(ctx, tx, into(func(s *segment) []any { return []any{&s.sha256, &s.from, &s.to} }), segmentsQuery, o.id)
	if err != nil {
		return s.fail(ctx, "reading corpora", err)
	}

	i := slices.IndexFunc(m.corpora, func(c *mergeCorpus) bool { return c.name == name })
	if i < 0 {
		i = len(m.corpora)
		m.corpora = append(m.corpora, &mergeCorpus{name: name, files: map[string][]span{}})
	}
	o.corpus = m.corpora[i]
	if len(o.corpus.files) == 0 {
		for _, f := range files {
			o.corpus.files[f.sha256] = nil
		}
	} else if err := o.corpus.sameFiles(files); err != nil {
		return fmt.Errorf("%w: %s has a corpus %q whose files differ from those of the same corpus in an earlier input: %w",
			ErrMerge, s.Path(), name, err)
	}
	o.pieces = o.corpus.assign(segments)
	for _, f := range files {
		f.corpus = o.corpus
		m.files = append(m.files, f)
		m.rows += f.items
	}
	return nil
}

// sameFiles returns an error that names a file that only one of the two has, if any.
func (m *mergeCorpus) sameFiles(files []mergeFile) error {
	if len(files) == 0 {
		return nil
	}
	theirs := map[string]bool{}
	for _, f := range files {
		theirs[f.sha256] = true
		if _, ok := m.files[f.sha256]; !ok {
			return fmt.Errorf("only it has the file with the SHA-256 %s", f.sha256)
		}
	}
	for _, sum := range slices.Sorted(maps.Keys(m.files)) {
		if !theirs[sum] {
			return fmt.Errorf("it lacks the file with the SHA-256 %s", sum)
		}
	}
	return nil
}

// items counts the items of a file in the input that has most of it.
func (m *mergeCorpus) items(sha256 string) int64 {
	var n int64
	for _, p := range m.files[sha256] {
		n += p.to - p.from
	}
	return n
}

// assign gives the items of an input places in the new corpus, and returns how far
// each span of rows moves. The items of the first input keep their places.
func (m *mergeCorpus) assign(segments []segment) []offset {
	var pieces []offset
	before := map[string]int64{} // number of a file's items in earlier segments
	first := m.end == 0
	for _, s := range segments {
		if first {
			m.end = s.from // the removal of a corpus may have left a gap
		}
		for s.from < s.to {
			at, n := m.place(s.sha256, before[s.sha256], s.to-s.from)
			if last := len(pieces) - 1; last >= 0 && pieces[last].to == s.from && pieces[last].shift == at-s.from {
				pieces[last].to += n
			} else {
				pieces = append(pieces, offset{span{s.from, s.from + n}, at - s.from})
			}
			before[s.sha256] += n
			s.from += n
		}
	}
	return pieces
}

// place returns where the next n items of a file go, beginning with number item: the
// first place, and how many of them have consecutive places from there. Items that no
// earlier input has, and puzzles without items, go to the end.
func (m *mergeCorpus) place(sha256 string, item, n int64) (at, inRow int64) {
	places, known := m.files[sha256]
	for _, p := range places {
		if item < p.to-p.from {
			return p.from + item, min(n, p.to-p.from-item)
		}
		item -= p.to - p.from
	}
	at = m.end
	m.end += n
	if known {
		m.files[sha256] = append(places, span{at, m.end})
	}
	return at, n
}

// item decides how to merge a group. It also reports whether it joins slices.
func (m *mergeGroup) item(sources []*DB, all map[string]*mergeGroup) (mergeItem, bool, error) {
	if len(m.wholes) > 0 && m.wholes[0].corpus != nil {
		return mergeItem{from: m.wholes}, false, nil
	}
	// The run that got furthest comes first. It has all rows of the others, except those
	// that it skipped because its database already had their puzzles.
	slices.SortStableFunc(m.wholes, func(a, b mergeOrigin) int { return cmp.Compare(b.run.Next, a.run.Next) })
	if len(m.slices) == 0 || len(m.wholes) > 0 && m.wholes[0].run.Next >= m.slices[0].run.Target {
		best := m.wholes[0].run
		item := mergeItem{run: best, found: best.Accepted + best.Duplicates, from: m.wholes}
		item.widen(m.wholes)
		return item, false, nil
	}
	if err := m.complete(sources); err != nil {
		return mergeItem{}, true, m.explain(err, all)
	}
	run := m.slices[0].run
	run.Options, run.Next, run.State = m.options, run.Target, Done
	item := mergeItem{run: run, from: m.slices}
	for i, part := range m.slices {
		if i == 0 || part.cut.Index != m.slices[i-1].cut.Index {
			item.found += part.run.Accepted + part.run.Duplicates
		}
	}
	item.widen(slices.Concat(m.slices, m.wholes))
	return item, true, nil
}

// widen sets the earliest start, the latest end and the largest target of the parts.
func (m *mergeItem) widen(parts []mergeOrigin) {
	r := &m.run
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

// complete sorts the slices. If tries are missing, the error lists them.
func (m *mergeGroup) complete(sources []*DB) error {
	first := m.slices[0]
	slices.SortStableFunc(m.slices, func(a, b mergeOrigin) int {
		return cmp.Or(cmp.Compare(a.cut.Index, b.cut.Index), cmp.Compare(b.run.Next, a.run.Next))
	})
	for _, p := range m.slices {
		if p.cut.Of != first.cut.Of || p.run.Target != first.run.Target {
			return fmt.Errorf("%w: %s has %v of %d attempts and %s has %v of %d attempts of the same run: all slices must divide the run in the same way",
				ErrMerge, sources[first.input].Path(), first.cut, first.run.Target, sources[p.input].Path(), p.cut, p.run.Target)
		}
	}
	var gaps []string
	for index := 1; index <= first.cut.Of; index++ {
		i := slices.IndexFunc(m.slices, func(p mergeOrigin) bool { return p.cut.Index == index })
		cut := Shard{Tries: true, Index: index, Of: first.cut.Of}
		from, to := cut.Range(first.run.Target)
		switch {
		case i < 0:
			gaps = append(gaps, fmt.Sprintf("%v, attempts %d to %d, is not in any input", cut, from, to-1))
		case m.slices[i].run.Next < to:
			gaps = append(gaps, fmt.Sprintf("%v in %s lacks the attempts %d to %d", cut, sources[m.slices[i].input].path, m.slices[i].run.Next, to-1))
		}
		if len(gaps) == 10 {
			gaps = append(gaps, "and perhaps more")
			break
		}
	}
	if len(gaps) > 0 {
		return fmt.Errorf("%w: the run with seed %d is not complete: %s", ErrMerge, first.run.Seed, strings.Join(gaps, "; "))
	}
	return nil
}

// explain adds to an error about a gap, if it applies, that there are slices of
// another version or seed.
func (m *mergeGroup) explain(err error, all map[string]*mergeGroup) error {
	mine, otherSeed := m.slices[0].run, false
	for _, other := range all {
		if other == m || len(other.slices) == 0 || other.options != m.options {
			continue
		}
		run := other.slices[0].run
		if run.Seed == mine.Seed && run.Version != mine.Version {
			versions := []string{mine.Version, run.Version}
			slices.Sort(versions)
			return fmt.Errorf("%w (slices of seed %d were made by gradoku %s and %s, which may give different puzzles for the same seed)",
				err, mine.Seed, versions[0], versions[1])
		}
		otherSeed = otherSeed || run.Seed != mine.Seed
	}
	if otherSeed {
		err = fmt.Errorf("%w (other slices have a different seed: all slices of a run must have the same one)", err)
	}
	return err
}
