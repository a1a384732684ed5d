package main

import (
	"bytes"
	"database/sql"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gradoku/board"
	"gradoku/migrations"
	"gradoku/store"
	"gradoku/task"
)

var damages = flag.Int("damages", 0, "how many files TestDamagedDatabases damages (default 6; 1000 with -long)")

// damage spoils a file: cut off anywhere, some bits turned anywhere, or a page
// of something else.
func damage(rng *rand.Rand, file []byte) (what string, spoilt []byte) {
	spoilt = slices.Clone(file)
	switch rng.IntN(4) {
	case 0:
		n := rng.IntN(len(file))
		return fmt.Sprintf("cut off at byte %d", n), spoilt[:n]
	case 1:
		page := rng.IntN(len(file) / 4096)
		for i := range 4096 {
			spoilt[page*4096+i] = byte(rng.Uint32())
		}
		return fmt.Sprintf("noise in page %d", page), spoilt
	case 2:
		at, bit := rng.IntN(len(file)), rng.IntN(8)
		spoilt[at] ^= 1 << bit
		return fmt.Sprintf("bit %d of byte %d turned", bit, at), spoilt
	}
	n := 1 + rng.IntN(100)
	for range n {
		spoilt[rng.IntN(len(file))] ^= byte(1 + rng.IntN(255))
	}
	return fmt.Sprintf("%d bytes changed", n), spoilt
}

// TestDamagedDatabases gives damaged files to commands that read and to one that
// writes. None may crash or hang; an error is one for people, with exit code 1;
// reading changes no byte; db check finds most of the damage; and in a file in which
// it finds none, writing costs no puzzle that could be read before.
func TestDamagedDatabases(t *testing.T) {
	n := 6
	if *long {
		n = 1000
	}
	if *damages > 0 {
		n = *damages
	}
	dir := t.TempDir()
	whole := filepath.Join(dir, "whole.db")
	output(t, "generate", "-n", "40", "--size", "6", "--seed", "1", "--quiet", "--db", whole)
	file, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	refused := 0
	for seed := range n {
		rng := rand.New(rand.NewPCG(uint64(seed), 7))
		what, spoilt := damage(rng, file)
		if checkDamaged(t, rng, fmt.Sprintf("seed %d, %s", seed, what), filepath.Join(dir, fmt.Sprintf("%d.db", seed)), spoilt) {
			refused++
		}
	}
	t.Logf("%d of %d damaged files found out by db check", refused, n)
	if refused < n/3 {
		t.Errorf("only %d of %d damaged files were found out", refused, n)
	}
}

// checkDamaged reports whether db check finds the damage.
func checkDamaged(t *testing.T, rng *rand.Rand, what, path string, spoilt []byte) bool {
	t.Helper()
	dir := filepath.Dir(path)
	if err := os.WriteFile(path, spoilt, 0o600); err != nil {
		t.Fatal(err)
	}
	defer os.Remove(path)
	try := func(args ...string) (int, string, string) {
		code, out, talk := call(t, append(args, "--db", path)...)
		if code != 0 && (code != task.Data || !strings.HasPrefix(talk, "gradoku: ")) {
			t.Errorf("%s: %s: exit %d\n%s", what, args[0], code, talk)
		}
		return code, out, talk
	}
	checked, _, _ := try("db", "check")
	try("db", "info")
	try("runs")
	for range 3 {
		commands := damagedCommands(dir, filepath.Join(dir, "none.csv"))
		args := commands[rng.IntN(len(commands))]
		if !slices.Contains([]string{"export", "import", "regrade", "generate", "book", "corpus"}, args[0]) || slices.Contains(args, "--no-record") {
			checkValue(t, what, path, args)
		}
	}
	_, before, _ := try("export", "--quiet")
	if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, spoilt) {
		t.Errorf("%s: reading changed the file (%v)", what, err)
	}
	// Commands that write, each on a copy.
	for range 2 {
		commands := damagedCommands(dir, filepath.Join(dir, "none.csv"))
		copied := path + ".copy"
		if err := os.WriteFile(copied, spoilt, 0o600); err != nil {
			t.Fatal(err)
		}
		checkValue(t, what, copied, commands[rng.IntN(len(commands))])
		for _, end := range []string{"", "-wal", "-shm"} {
			os.Remove(copied + end)
		}
	}
	try("generate", "-n", "45", "--size", "6", "--seed", "1", "--patience", "400", "--quiet")
	_, after, _ := try("export", "--quiet")
	if checked != 0 {
		return true
	}
	lines := strings.Split(after, "\n")
	for _, line := range strings.Split(before, "\n") {
		if !slices.Contains(lines, line) {
			t.Errorf("%s: writing lost %q", what, line)
		}
	}
	return false
}

// older makes a database of an older schema, with one puzzle.
func older(t *testing.T, path string, steps []migrations.Migration) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	do := func(query string, args ...any) {
		if _, err := db.Exec(query, args...); err != nil {
			t.Fatalf("%v in %s", err, query)
		}
	}
	do(fmt.Sprintf("PRAGMA application_id = %d", store.ApplicationID))
	for _, m := range steps {
		do(m.SQL)
		do("INSERT INTO migration (version, name, sha256, applied_at) VALUES (?, ?, ?, '2026-01-01T00:00:00.000Z')", m.Version, m.Name, m.SHA256)
		do(fmt.Sprintf("PRAGMA user_version = %d", m.Version))
	}
	puzzle, solution := grid(t, "12343412.143.321"), grid(t, "1234341221434321")
	key := board.Key(&puzzle, &solution)
	do(`INSERT INTO run (id, command, options_json, seed, version, target, next_index, accepted, last_index, state, started_at, finished_at)
		VALUES (1, 'generate', '{}', 99, '0', 1, 1, 1, 0, 'done', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:01.000Z')`)
	do(`INSERT INTO puzzle (id, run_id, seq, size, variant, givens, solution, canon, clues, symmetry, minimal)
		VALUES (1, 1, 0, 4, '', '12343412.143.321', '1234341221434321', ?, 14, 'none', 0)`, key[:])
}

func grid(t *testing.T, text string) board.Grid {
	t.Helper()
	g, err := board.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestClockSetBack: the times in a database lie in the future after the clock
// was set back. Runs go on all the same.
func TestClockSetBack(t *testing.T) {
	dir := t.TempDir()
	path, other := filepath.Join(dir, "a.db"), filepath.Join(dir, "b.db")
	generate := func(n, db string) {
		output(t, "generate", "-n", n, "--size", "4", "--seed", "1", "--quiet", "--db", db)
	}
	generate("10", path)
	tamper(t, path, "UPDATE run SET started_at = '2199-01-01T00:00:00.000Z', finished_at = '2199-01-01T00:00:01.000Z'")
	generate("30", path)
	generate("30", other)
	if output(t, "export", "--quiet", "--format", "jsonl", "--db", path) != output(t, "export", "--quiet", "--format", "jsonl", "--db", other) {
		t.Error("the rows differ from those of a run whose clock was right")
	}
	output(t, "db", "check", "--db", path)
	output(t, "runs", "--db", path)
}
