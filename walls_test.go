// Package gradoku_test holds the checks that concern the module as a whole.
package gradoku_test

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// rooms lists what each room of the module may import: other rooms, and the
// third-party modules that are its business alone. Tests may import more.
var rooms = map[string]struct{ rooms, modules []string }{
	"board":               {},
	"internal/atomicfile": {},
	"internal/bind":       {rooms: []string{"internal/field"}},
	"internal/field":      {},
	"internal/ordered":    {},
	"internal/text":       {modules: []string{"github.com/dustin/go-humanize"}},
	"migrations":          {},
	"internal/lean":       {rooms: []string{"internal/field"}},
	"internal/pgtest":     {modules: []string{"github.com/jackc/pgx/v5"}},
	"internal/golden":     {modules: []string{"github.com/google/go-cmp"}},
	"internal/boardtest":  {rooms: []string{"board"}, modules: []string{"pgregory.net/rapid"}},
	"internal/solvetest":  {rooms: []string{"board", "internal/boardtest", "solve"}},
	"solve":               {rooms: []string{"board"}, modules: []string{"golang.org/x/sys"}},
	"generate":            {rooms: []string{"internal/field", "board", "solve", "grade", "internal/ordered"}},
	"grade":               {rooms: []string{"internal/field", "board", "solve"}},
	"hint":                {rooms: []string{"internal/field", "board", "internal/lean", "solve", "grade"}},
	"draw":                {rooms: []string{"board", "grade", "hint"}, modules: []string{"codeberg.org/go-fonts/stix", "codeberg.org/go-pdf/fpdf", "golang.org/x/image"}},
	"corpus":              {rooms: []string{"board", "internal/text"}, modules: []string{"github.com/klauspost/compress", "golang.org/x/text"}},
	"store":               {rooms: []string{"internal/field", "internal/atomicfile", "internal/ordered", "internal/text", "board", "solve", "grade", "predict", "migrations"}, modules: []string{"golang.org/x/sys", "modernc.org/sqlite", "github.com/jackc/pgx/v5"}},
	"literature":          {rooms: []string{"board", "solve", "grade", "corpus", "draw"}, modules: []string{"github.com/crillab/gophersat", "gonum.org/v1/gonum"}},
	"predict":             {rooms: []string{"board", "grade", "internal/text"}},
	"study":               {rooms: []string{"board", "solve", "generate", "grade", "predict", "corpus", "internal/ordered", "internal/text"}, modules: []string{"gonum.org/v1/gonum", "gonum.org/v1/plot"}},
	"api":                 {rooms: []string{"internal/field", "board", "internal/lean", "solve", "generate", "grade", "hint", "draw"}},
	"internal/ask":        {rooms: []string{"api", "internal/lean"}},
	"wasm":                {rooms: []string{"api", "internal/ask"}},
	"book":                {rooms: []string{"board", "solve", "grade", "hint", "predict", "draw", "internal/text"}, modules: []string{"github.com/BurntSushi/toml", "github.com/boombuler/barcode", "github.com/ledongthuc/pdf", "github.com/yuin/goldmark", "golang.org/x/text"}},
	"run": {
		rooms:   []string{"board", "solve", "generate", "grade", "predict", "internal/ordered", "internal/text", "store"},
		modules: []string{"github.com/jackc/pgx/v5", "github.com/riverqueue/river", "github.com/VictoriaMetrics/metrics"},
	},
	"task": {rooms: []string{"internal/field", "api", "board", "book", "corpus", "draw", "generate", "grade", "hint", "internal/atomicfile", "internal/bind", "internal/ordered", "internal/text", "literature", "predict", "run", "solve", "store", "study"}, modules: []string{"github.com/BurntSushi/toml"}},
	"web": {
		rooms:   []string{"internal/field", "api", "board", "solve", "grade", "hint", "generate", "predict", "corpus", "draw", "store", "study", "book", "task", "internal/atomicfile", "internal/bind", "internal/lean", "internal/text"},
		modules: []string{"github.com/danielgtaylor/huma/v2", "github.com/klauspost/compress/gzhttp", "github.com/VictoriaMetrics/metrics", "golang.org/x/sync"},
	},
	"cmd/gradoku": {
		rooms:   []string{"internal/field", "internal/ask", "internal/atomicfile", "internal/bind", "api", "board", "solve", "generate", "grade", "hint", "corpus", "literature", "store", "internal/ordered", "internal/text", "run", "draw", "predict", "study", "book", "web", "task"},
		modules: []string{"github.com/BurntSushi/toml", "github.com/urfave/cli/v2", "github.com/xrash/smetrics", "golang.org/x/term"},
	},
}

// TestWalls fails when a room imports what it should not know: a room further
// right in docs/ARCHITECTURE.md, the SQL driver outside store, flags and
// terminals outside cmd.
func TestWalls(t *testing.T) {
	for _, pkg := range packages(t) {
		room, ours := strings.CutPrefix(pkg.ImportPath, "gradoku/")
		if !ours {
			continue
		}
		allowed, known := rooms[room]
		if !known {
			t.Errorf("room %s is not in the table of rooms: give its reason in docs/ARCHITECTURE.md and add it here", room)
			continue
		}
		for _, path := range pkg.Imports {
			if other, ours := strings.CutPrefix(path, "gradoku/"); ours {
				if !slices.Contains(allowed.rooms, other) {
					t.Errorf("%s imports %s", room, path)
				}
			} else if strings.Contains(strings.Split(path, "/")[0], ".") && !within(path, allowed.modules) {
				t.Errorf("%s imports %s", room, path)
			}
		}
	}
}

// TestArchivesAreSmall fails when a small package that imports large ones compiles generic
// code of theirs again. The methods of a generic type are compiled in every package
// that reaches the type, by a field of a field too; an interface between ends that.
func TestArchivesAreSmall(t *testing.T) {
	const most = 400_000 // bytes; internal/ask has 52 lines and 170,000
	out, err := exec.Command("go", "list", "-export", "-f", "{{.Export}}", "./internal/ask").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	archive, err := os.Stat(strings.TrimSpace(string(out)))
	if err != nil {
		t.Fatal(err)
	}
	if archive.Size() > most {
		t.Errorf("internal/ask is compiled to %d bytes, more than %d: go tool nm on it says whose code is there", archive.Size(), most)
	}
}

func within(path string, modules []string) bool {
	return slices.ContainsFunc(modules, func(m string) bool {
		return path == m || strings.HasPrefix(path, m+"/")
	})
}

type goPackage struct {
	ImportPath string
	Imports    []string
}

// packages lists the module's packages and everything they depend on.
func packages(t *testing.T) []goPackage {
	t.Helper()
	out, err := exec.Command("go", "list", "-deps", "-json=ImportPath,Imports", "./...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var all []goPackage
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p goPackage
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatalf("reading go list: %v", err)
		}
		all = append(all, p)
	}
}
