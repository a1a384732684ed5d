package store

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
)

// A damaged file is not written to: where two tables share a page, or the list
// of free pages names one in use, every added row costs another. So the
// structure of a file is checked before writing: all of it when it is small,
// otherwise the pages above the leaves, which are one in a hundred. Leaves are
// checked when SQLite reads them (PRAGMA cell_size_check). The list of free pages
// is always checked here: SQLite's own check passes over it when a view is the first
// of its objects, since a root page of 0 stands for a check of one table.

// smallPages is how many pages SQLite's own check may cover. It needs some 10
// µs for each; a tenth of a second per 40 MB would be felt.
const smallPages = 256

// errUnsound begins every message about damage.
var errUnsound = fmt.Errorf("%w, and left as it is", ErrCorrupt)

// checkSound returns an error that wraps ErrCorrupt when a file must not be
// written to. A file of up to small pages is checked in full.
func checkSound(ctx context.Context, db *sql.DB, small int64) error {
	tx, err := db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var pages int64
	if err := tx.QueryRowContext(ctx, "PRAGMA page_count").Scan(&pages); err != nil || pages == 0 {
		return err // 0: about to be made
	}
	if pages > small {
		err = checkPages(ctx, tx, (*trees).branches)
	} else if err = quickCheck(ctx, tx); err == nil {
		err = checkPages(ctx, tx, (*trees).all)
	}
	if errors.Is(classify(err), ErrCorrupt) && !errors.Is(err, errUnsound) {
		err = fmt.Errorf("%w: %w", errUnsound, err)
	}
	return err
}

func quickCheck(ctx context.Context, q querier) error {
	var found string
	if err := q.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&found); err != nil || found == "ok" {
		return err
	}
	return fmt.Errorf("%w: SQLite: %s", errUnsound, found)
}

// trees walks the pages above the leaves. The layout of pages is in "Database
// File Format", sections 1.5 and 1.6, on sqlite.org.
type trees struct {
	ctx   context.Context
	tx    *sql.Tx
	read  *sql.Stmt
	pages int64
	seen  []uint64 // a bit for each page that something points to
}

// checkPages requires that no page is both free and found by a walk over the trees.
func checkPages(ctx context.Context, tx *sql.Tx, walk func(*trees) error) error {
	read, err := tx.PrepareContext(ctx, "SELECT data FROM sqlite_dbpage WHERE pgno = ?")
	if err != nil {
		return err
	}
	defer read.Close()
	t := &trees{ctx: ctx, tx: tx, read: read}
	if err := tx.QueryRowContext(ctx, "PRAGMA page_count").Scan(&t.pages); err != nil {
		return err
	}
	t.seen = make([]uint64, t.pages/64+1)
	if err := t.free(); err != nil {
		return err
	}
	return walk(t)
}

// branches requires every page above the leaves to be of the right kind, and
// no page to be in two places.
func (t *trees) branches() error {
	roots, err := collect(t.ctx, t.tx, scanInt, "SELECT 1 UNION ALL SELECT rootpage FROM sqlite_schema WHERE rootpage > 1")
	if err != nil {
		return err
	}
	for _, root := range roots {
		if err := t.tree(root); err != nil {
			return err
		}
	}
	return nil
}

// all reads every page that a tree uses, those of long rows among them.
func (t *trees) all() error {
	rows, err := t.tx.QueryContext(t.ctx, "SELECT pageno FROM dbstat")
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var page int64
		if err := rows.Scan(&page); err != nil {
			return err
		}
		if err := t.claim(page, 0); err != nil {
			return err
		}
	}
	return rows.Err()
}

// claim notes that something points to a page, 0 for some page; nothing else may.
func (t *trees) claim(page, from int64) error {
	if page < 1 || page > t.pages {
		return fmt.Errorf("%w: page %d points to page %d of %d", errUnsound, from, page, t.pages)
	}
	if t.seen[page/64]>>(page%64)&1 != 0 {
		if from == 0 {
			return fmt.Errorf("%w: page %d is used twice", errUnsound, page)
		}
		return fmt.Errorf("%w: page %d, which page %d points to, is used twice", errUnsound, page, from)
	}
	t.seen[page/64] |= 1 << (page % 64)
	return nil
}

// free walks the list of free pages: trunks, each with the next one, a number of
// leaves and the leaves. The header counts them.
func (t *trees) free() error {
	header, err := t.page(1)
	if err != nil {
		return err
	}
	from, trunk := int64(1), int64(binary.BigEndian.Uint32(header[32:]))
	counted, listed := binary.BigEndian.Uint32(header[36:]), uint32(0)
	for trunk != 0 {
		if err := t.claim(trunk, from); err != nil {
			return err
		}
		data, err := t.page(trunk)
		if err != nil {
			return err
		}
		n := int(binary.BigEndian.Uint32(data[4:]))
		if n > len(data)/4-2 {
			return fmt.Errorf("%w: page %d of the list of free pages has %d entries", errUnsound, trunk, n)
		}
		for i := range n {
			if err := t.claim(int64(binary.BigEndian.Uint32(data[8+4*i:])), trunk); err != nil {
				return err
			}
		}
		listed += 1 + uint32(n)
		from, trunk = trunk, int64(binary.BigEndian.Uint32(data))
	}
	if listed != counted {
		return fmt.Errorf("%w: the list of free pages has %d, the file counts %d", errUnsound, listed, counted)
	}
	return nil
}

// Kinds of pages.
const (
	indexBranch, tableBranch = 2, 5
	indexLeaf, tableLeaf     = 10, 13
)

// deepest is more levels than a tree in any file can have.
const deepest = 20

// tree walks one tree. Its height is that of its left edge: all leaves are at
// the same depth.
func (t *trees) tree(root int64) error {
	if err := t.claim(root, 1); err != nil {
		return err
	}
	height := 0
	for page := root; ; height++ {
		kind, children, err := t.children(page)
		if err != nil {
			return err
		}
		if kind == tableLeaf || kind == indexLeaf {
			break
		}
		if height == deepest {
			return fmt.Errorf("%w: page %d has no leaves below it", errUnsound, root)
		}
		page = children[0]
	}
	return t.branch(root, height, 0)
}

// branch walks a page with height levels below it, and everything under it. It
// also reads the last leaf of a tree, where new rows go.
func (t *trees) branch(page int64, height int, above byte) error {
	kind, children, err := t.children(page)
	if err != nil {
		return err
	}
	leaf := kind == tableLeaf || kind == indexLeaf
	if leaf != (height == 0) || above != 0 && above != kind && !(leaf && above+8 == kind) {
		return fmt.Errorf("%w: page %d is of kind %d, which does not belong there", errUnsound, page, kind)
	}
	for i, child := range children {
		if err := t.claim(child, page); err != nil {
			return err
		}
		if height > 1 || i == len(children)-1 {
			if err := t.branch(child, height-1, kind); err != nil {
				return err
			}
		}
	}
	return nil
}

// children returns the kind of a page and the pages below it, none for a leaf.
func (t *trees) children(page int64) (kind byte, children []int64, err error) {
	data, err := t.page(page)
	if err != nil {
		return 0, nil, err
	}
	head := data
	if page == 1 {
		head = data[100:] // after the file's header
	}
	kind = head[0]
	switch kind {
	case tableLeaf, indexLeaf:
		return kind, nil, nil
	case tableBranch, indexBranch:
	default:
		return 0, nil, fmt.Errorf("%w: page %d is of an unknown kind", errUnsound, page)
	}
	cells := int(binary.BigEndian.Uint16(head[3:]))
	if 12+2*cells > len(head) {
		return 0, nil, fmt.Errorf("%w: page %d has more entries than room", errUnsound, page)
	}
	for i := range cells {
		at := int(binary.BigEndian.Uint16(head[12+2*i:]))
		if at < 12+2*cells || at+4 > len(data) {
			return 0, nil, fmt.Errorf("%w: page %d has an entry outside of it", errUnsound, page)
		}
		children = append(children, int64(binary.BigEndian.Uint32(data[at:])))
	}
	return kind, append(children, int64(binary.BigEndian.Uint32(head[8:]))), nil
}

// page reads a page, of at least 512 bytes, as the transaction sees it.
func (t *trees) page(n int64) ([]byte, error) {
	var data []byte
	err := t.read.QueryRowContext(t.ctx, n).Scan(&data)
	if errors.Is(err, sql.ErrNoRows) || err == nil && len(data) < 512 {
		err = fmt.Errorf("%w: page %d of %d cannot be read", errUnsound, n, t.pages)
	}
	return data, err
}
