package run

import (
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"strconv"

	"gradoku/grade"
	"gradoku/store"
)

// AppendRow appends the canonical text of a row: what a run decides about a
// puzzle and nothing that the database adds, such as ids and times. It is one
// line of fields separated by tabs, as docs/RUNS.md lists them. The hash of a
// run is the hash of these lines in the order of its attempts.
func AppendRow(dst []byte, p *store.Puzzle) []byte {
	g := &p.Grade
	number := func(n int64) { dst = append(strconv.AppendInt(dst, n, 10), '\t') }
	text := func(s string) { dst = append(append(dst, s...), '\t') }
	flag := func(b bool) {
		if b {
			text("1")
		} else {
			text("0")
		}
	}
	number(p.Seq)
	number(int64(p.Size))
	text(p.Givens)
	text(p.Solution)
	dst = append(hex.AppendEncode(dst, p.Canon[:]), '\t')
	number(int64(p.Clues))
	text(p.Symmetry)
	flag(p.Minimal)
	for _, n := range [...]int{p.Grader, g.Blanks, g.Freedom, g.X, g.Y} {
		number(int64(n))
	}
	text(letter(g.LetterPrinted))
	text(letter(g.LetterFitted))
	for _, n := range [...]int{g.Rating, g.Pearl, g.Diamond} {
		number(int64(n))
	}
	text(g.Hardest)
	text(g.Level)
	flag(g.SolvedByLogic)
	flag(g.AtLeast)
	number(int64(g.Scan))
	return append(appendUses(dst, g), '\n')
}

// letter is "" for a puzzle that has no grade.
func letter(c byte) string {
	if c == 0 {
		return ""
	}
	return string(rune(c))
}

// appendUses writes the techniques used, as "id:uses" separated by spaces, in
// the order of the grader's table.
func appendUses(dst []byte, g *grade.Grade) []byte {
	first := true
	for i, uses := range g.Uses {
		if uses == 0 {
			continue
		}
		if !first {
			dst = append(dst, ' ')
		}
		first = false
		dst = append(dst, techniqueIDs[i]...)
		dst = strconv.AppendUint(append(dst, ':'), uint64(uses), 10)
	}
	return dst
}

// techniqueIDs are the ids of the grader's techniques, kept since [grade.Techniques]
// copies its table on each call.
var techniqueIDs = func() []string {
	var ids []string
	for _, t := range grade.Techniques() {
		ids = append(ids, t.ID)
	}
	return ids
}()

// rangeRows is how many rows get a hash of their own, so that a difference can be
// located.
const rangeRows = 10_000

// RowRange is up to rangeRows consecutive rows of a run.
type RowRange struct {
	First  int64  `json:"first_index"` // the attempt of its first row
	Last   int64  `json:"last_index"`  // of its last
	Rows   int64  `json:"rows"`
	SHA256 string `json:"sha256"` // of their canonical text, in hex
}

// rowsHash hashes rows as they arrive, all together and by range.
type rowsHash struct {
	whole, part hash.Hash
	open        RowRange
	ranges      []RowRange
	rows        int64
	line        []byte
}

func newRowsHash() *rowsHash { return &rowsHash{whole: sha256.New(), part: sha256.New()} }

func (h *rowsHash) add(p *store.Puzzle) {
	h.line = AppendRow(h.line[:0], p)
	h.whole.Write(h.line) // writing to a hash cannot fail
	h.part.Write(h.line)
	if h.open.Rows == 0 {
		h.open.First = p.Seq
	}
	h.open.Last = p.Seq
	h.open.Rows++
	h.rows++
	if h.open.Rows == rangeRows {
		h.close()
	}
}

// close ends the open range.
func (h *rowsHash) close() {
	if h.open.Rows == 0 {
		return
	}
	h.open.SHA256 = hex.EncodeToString(h.part.Sum(nil))
	h.ranges = append(h.ranges, h.open)
	h.open = RowRange{}
	h.part.Reset()
}

// sum ends the rows and returns the hash of all of them.
func (h *rowsHash) sum() string {
	h.close()
	return hex.EncodeToString(h.whole.Sum(nil))
}
