package store

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
)

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
