package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestDamagedFilesAreNotWritten spoils the structure of a file that is too large
// for SQLite's own check, and of one that is not.
func TestDamagedFilesAreNotWritten(t *testing.T) {
	large := fileOf(t, 2500)
	small := fileOf(t, 10)
	if n := len(large) / pageSize; n <= smallPages {
		t.Fatalf("the large file has %d pages", n)
	}
	for _, c := range []struct {
		name  string
		file  []byte
		spoil func(file []byte)
		want  string
	}{
		{"two entries to one page", large, func(f []byte) {
			branch := pageOf(t, f, tableBranch)
			copy(entry(branch, 1)[:4], entry(branch, 0)[:4])
		}, "is used twice"},
		{"an entry to a page that does not exist", large, func(f []byte) {
			binary.BigEndian.PutUint32(entry(pageOf(t, f, indexBranch), 1), 1<<30)
		}, "points to page 1073741824 of"},
		{"an entry outside of its page", large, func(f []byte) {
			binary.BigEndian.PutUint16(pageOf(t, f, indexBranch)[12:], 0xffff)
		}, "has an entry outside of it"},
		{"too many entries", large, func(f []byte) {
			binary.BigEndian.PutUint16(pageOf(t, f, tableBranch)[3:], 0xffff)
		}, "more entries than room"},
		{"a branch of another kind", large, func(f []byte) { pageOf(t, f, tableBranch)[0] = indexBranch }, "does not belong there"},
		{"a branch of no kind", large, func(f []byte) { pageOf(t, f, indexBranch)[0] = 77 }, "of an unknown kind"},
		{"a branch to itself", large, func(f []byte) {
			page := pageOf(t, f, tableBranch)
			number := (cap(f) - cap(page)) / pageSize
			binary.BigEndian.PutUint32(entry(page, 0), uint32(number+1))
		}, "no leaves below it"},
		{"a last leaf of no kind", large, func(f []byte) {
			last := binary.BigEndian.Uint32(pageOf(t, f, tableBranch)[8:])
			f[int(last-1)*pageSize] = 1
		}, "of an unknown kind"},
		{"a page in use among the free ones", large, func(f []byte) {
			binary.BigEndian.PutUint32(f[32:], 2)
			binary.BigEndian.PutUint32(f[36:], 1)
			trunk := f[pageSize:]
			clear(trunk[:8])
		}, "page 2"},
		{"free pages that are none", large, func(f []byte) {
			binary.BigEndian.PutUint32(f[32:], 1<<30)
			binary.BigEndian.PutUint32(f[36:], 1)
		}, "page 1 points to page 1073741824"},
		{"too many free pages", large, func(f []byte) {
			binary.BigEndian.PutUint32(f[32:], 2)
			binary.BigEndian.PutUint32(f[36:], 1)
			copy(f[pageSize:], bytes.Repeat([]byte{0xff}, 8))
		}, "list of free pages"},
		{"a small file with a page in use among the free ones", append(bytes.Clone(small), make([]byte, pageSize)...), func(f []byte) {
			last := f[len(f)-pageSize:]
			for i, field := range [][]byte{f[28:], f[32:], f[36:], last[4:], last[8:]} {
				binary.BigEndian.PutUint32(field, []uint32{uint32(len(f) / pageSize), uint32(len(f) / pageSize), 2, 1, 5}[i])
			}
		}, "page 5 is used twice"},
		{"a small file with a count of free pages that are not there", small, func(f []byte) { binary.BigEndian.PutUint32(f[36:], 3) }, "has 0, the file counts 3"},
		{"a small file", small, func(f []byte) { f[pageSize] = 77 }, "damaged"},
	} {
		path := filepath.Join(t.TempDir(), "a.db")
		spoilt := bytes.Clone(c.file)
		c.spoil(spoilt)
		if err := os.WriteFile(path, spoilt, 0o600); err != nil {
			t.Fatal(err)
		}
		d, err := Open(t.Context(), path, ReadWrite)
		if err == nil {
			d.Close()
		}
		if !errors.Is(err, ErrCorrupt) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
		}
		if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, spoilt) {
			t.Errorf("%s: the file was changed (%v)", c.name, err)
		}
		if d, err = Open(t.Context(), path, ReadOnly); err != nil {
			continue
		}
		if problems, err := d.Check(t.Context(), false, nil); err != nil || len(problems) == 0 {
			t.Errorf("%s: the check found nothing (%v)", c.name, err)
		}
		d.Close()
	}
}

// TestSoundFilesAreWritten: neither check complains of a file in order, also of
// one with free pages and while another process has it open.
func TestSoundFilesAreWritten(t *testing.T) {
	d := create(t)
	run := begin(t, d, wish(1, 3000))
	save(t, d, fakeBatch(run.ID, 0, 2500))
	exec(t, d, "DELETE FROM grade_use WHERE puzzle_id < 2000")
	for _, small := range []int64{0, 1 << 40} {
		if err := checkSound(t.Context(), d.writer, small); err != nil {
			t.Errorf("up to %d pages in full: %v", small, err)
		}
	}
	other := reopen(t, d.Path(), ReadWrite)
	save(t, other, fakeBatch(run.ID, 2500, 2600))
}

const pageSize = 4096

// fileOf is a database of n puzzles, closed.
func fileOf(t *testing.T, n int64) []byte {
	t.Helper()
	d := create(t)
	run := begin(t, d, wish(1, n))
	save(t, d, fakeBatch(run.ID, 0, n))
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(d.Path())
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// pageOf returns the first page of a kind that has two entries at least.
func pageOf(t *testing.T, file []byte, kind byte) []byte {
	t.Helper()
	for at := pageSize; at < len(file); at += pageSize {
		if page := file[at : at+pageSize]; page[0] == kind && binary.BigEndian.Uint16(page[3:]) >= 2 {
			return page
		}
	}
	t.Fatalf("no page of kind %d", kind)
	return nil
}

// entry is the i-th cell of a branch; it begins with the page it points to.
func entry(page []byte, i int) []byte {
	return page[binary.BigEndian.Uint16(page[12+2*i:]):]
}
