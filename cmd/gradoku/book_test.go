package main

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/image/font/gofont/goregular"
)

// TestBookScripts runs the scripts that need fonts beside them: go.ttf, a font
// like any other, and blank.ttf, which has no character.
func TestBookScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                scripts(t, "book"),
		RequireUniqueNames: true,
		Cmds:               map[string]func(*testscript.TestScript, bool, []string){"gradoku": runInScript},
		Setup: func(env *testscript.Env) error {
			if err := os.WriteFile(filepath.Join(env.WorkDir, "go.ttf"), goregular.TTF, 0o644); err != nil {
				return err
			}
			env.Setenv("LONG", strings.Repeat("Sudoku, ", 128))
			return os.WriteFile(filepath.Join(env.WorkDir, "blank.ttf"), withoutCharacters(goregular.TTF), 0o644)
		},
	})
}

// withoutCharacters replaces a TrueType font's table of characters (cmap) by one
// in format 4 with nothing but the segment that ends it.
func withoutCharacters(ttf []byte) []byte {
	font := slices.Clone(ttf)
	for i := range int(binary.BigEndian.Uint16(font[4:])) {
		entry := font[12+16*i:]
		if string(entry[:4]) != "cmap" {
			continue
		}
		at := binary.BigEndian.Uint32(entry[8:])
		for k, v := range []uint16{0, 1, 3, 1, 0, 12, 4, 24, 0, 2, 2, 0, 0, 0xFFFF, 0, 0xFFFF, 1, 0} {
			binary.BigEndian.PutUint16(font[at+uint32(2*k):], v)
		}
		binary.BigEndian.PutUint32(entry[12:], 36)
	}
	return font
}

// TestPicturesAreReplaced: a picture takes the place of an older one when it is whole. It is
// not written over it.
func TestPicturesAreReplaced(t *testing.T) {
	dir := t.TempDir()
	db, picture, kept := filepath.Join(dir, "a.db"), filepath.Join(dir, "puzzle-1.svg"), filepath.Join(dir, "kept.svg")
	output(t, "generate", "-n", "1", "--seed", "1", "--quiet", "--db", db)
	if err := os.WriteFile(picture, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Link(picture, kept); err != nil {
		t.Skip(err)
	}
	output(t, "book", "-n", "1", "--pictures", "svg", "--draft", "--quiet", "-o", filepath.Join(dir, "puzzles.csv"), "--db", db)
	if old, err := os.ReadFile(kept); err != nil || string(old) != "old" {
		t.Errorf("%d bytes are in the older picture (%v)", len(old), err)
	}
}
