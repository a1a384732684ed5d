package store

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"os"
	osexec "os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"gradoku/grade"
	"gradoku/predict"
)

// appPuzzles are puzzles of three levels, one of them not graded.
func appPuzzles(n int, then error) iter.Seq2[Puzzle, error] {
	return func(yield func(Puzzle, error) bool) {
		for i := range n {
			p := Puzzle{ID: int64(100 + i), Size: 4, Givens: "1.3...1..2.....4", Solution: "1234341221434321", Clues: 5, Symmetry: "none"}
			p.Canon = [16]byte{byte(i * 37), byte(i)}
			p.Grade = grade.Grade{Level: []string{"easy", "hard", ""}[i%3], Rating: int(i%3) * 12}
			if !yield(p, nil) {
				return
			}
		}
		if then != nil {
			yield(Puzzle{}, then)
		}
	}
}

func TestWriteApp(t *testing.T) {
	path := filepath.Join(t.TempDir(), "app?# %.sqlite")
	for range 2 { // the second replaces the first
		ids, err := writeApp(t.Context(), path, appPuzzles(30, nil))
		if err != nil || len(ids) != 30 || ids[29] != 129 {
			t.Fatal(ids, err)
		}
	}
	if entries, err := os.ReadDir(filepath.Dir(path)); err != nil || len(entries) != 1 {
		t.Errorf("beside the file: %v, %v", entries, err)
	}
	if _, err := Open(t.Context(), path, ReadOnly); !errors.Is(err, ErrNotDatabase) {
		t.Errorf("gradoku takes it for its own: %v", err)
	}
	db, err := connect(path, "mode=ro")
	must(t, err)
	defer db.Close()
	for _, c := range []struct{ query, want string }{
		{"SELECT count(*) || ' ' || min(id) || ' ' || max(id) FROM puzzle", "30 1 30"},
		{"SELECT group_concat(size || level || puzzles || '@' || first_id, ' ') FROM stock", "410@1 4easy10@11 4hard10@21"},
		{"SELECT count(*) FROM puzzle AS p JOIN stock AS s USING (size, level) WHERE p.id BETWEEN first_id AND first_id + puzzles - 1", "30"},
		{"SELECT group_concat(id, ' ') FROM (SELECT id FROM puzzle WHERE level = 'easy' ORDER BY pick)", "11 12 13 14 15 16 17 18 19 20"},
		{"SELECT hex(key) || ' ' || pick FROM puzzle WHERE id = 12", "0915" + strings.Repeat("0", 28) + " 159772783411200"},
		{"SELECT group_concat(DISTINCT coalesce(rating, 'none')) FROM puzzle", "none,1.2,2.4"},
		{"SELECT count(*) FROM puzzle WHERE minutes IS NULL AND minutes_low IS NULL", "30"},
		{"SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'", "2"},
		{"PRAGMA integrity_check", "ok"},
		{"PRAGMA journal_mode", "delete"},
		{"PRAGMA freelist_count", "0"},
		{"PRAGMA user_version", "2"},
	} {
		var got string
		if err := db.QueryRow(c.query).Scan(&got); err != nil || got != c.want {
			t.Errorf("%s: %q, %v; want %q", c.query, got, err, c.want)
		}
	}
	checkPrograms(t, path)
}

// checkPrograms opens the file with the tools of other people.
func checkPrograms(t *testing.T, path string) {
	const query = "SELECT count(*) FROM puzzle WHERE level = 'hard' AND rating > 1"
	for _, command := range [][]string{
		{"sqlite3", "-readonly", path, query},
		{"python3", "-c", "import sqlite3, sys; print(sqlite3.connect(sys.argv[1]).execute(sys.argv[2]).fetchone()[0])", path, query},
	} {
		t.Run(command[0], func(t *testing.T) {
			if _, err := osexec.LookPath(command[0]); err != nil {
				t.Skipf("there is no %s", command[0])
			}
			out, err := osexec.Command(command[0], command[1:]...).CombinedOutput()
			if err != nil || strings.TrimSpace(string(out)) != "10" {
				t.Errorf("%s says %s, %v", command[0], out, err)
			}
		})
	}
}

// What fails leaves the old file and nothing beside it.
func TestWriteAppFails(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "app.sqlite")
	must(t, os.WriteFile(path, []byte("old"), 0o666))
	broken := errors.New("the database is gone")
	ended, end := context.WithCancel(t.Context())
	end()
	for _, c := range []struct {
		name string
		ctx  context.Context
		path string
		then error
		want error
	}{
		{"rows fail", t.Context(), path, broken, broken},
		{"interrupted", ended, path, nil, context.Canceled},
		{"no folder", t.Context(), filepath.Join(dir, "none", "app.sqlite"), nil, os.ErrNotExist},
		{"a folder", t.Context(), dir, nil, nil},
	} {
		if _, err := writeApp(c.ctx, c.path, appPuzzles(3, c.then)); err == nil || c.want != nil && !errors.Is(err, c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "old" {
		t.Errorf("the old file is %q, %v", text, err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("beside it: %v, %v", entries, err)
	}
}

// hashed is a puzzle of a level that its number gives, with a key as true ones are.
func hashed(i int64) Puzzle {
	p := fake(i, i)
	p.ID, p.Size = i+1, 9
	sum := sha256.Sum256(binary.BigEndian.AppendUint64(nil, uint64(i)))
	p.Canon = [16]byte(sum[:16])
	levels := grade.Levels()
	level := levels[int(i)%len(levels)]
	ratings := level.Ratings()
	p.Grade.Level, p.Grade.Rating = level.ID, ratings.From+int(i)/7%(ratings.To-ratings.From+1)
	p.Grade.Hardest = grade.Techniques()[int(i)%len(grade.Techniques())].ID
	p.Clues = 20 + int(sum[20])%12
	p.Symmetry = []string{"none", "none", "rotate180", "mirror-horizontal"}[sum[21]%4]
	p.Givens = strings.Repeat(".", 81-p.Clues) + solved[81-p.Clues:]
	return p
}

// hashedApp are the first n of them.
func hashedApp(n int64) iter.Seq2[AppPuzzle, error] {
	return func(yield func(AppPuzzle, error) bool) {
		for i := range n {
			if !yield(AppPuzzle{Puzzle: hashed(i), Minutes: &predict.Prediction{Median: 12.5, Low: 10, High: 16}}, nil) {
				return
			}
		}
	}
}

// appFile writes a file of n puzzles and returns a connection to it.
func appFile(t testing.TB, path string, n int64, daily Daily) *sql.DB {
	t.Helper()
	if _, err := WriteApp(t.Context(), path, hashedApp(n), daily, false); err != nil {
		t.Fatal(err)
	}
	return connectTo(t, path)
}

func connectTo(t testing.TB, path string) *sql.DB {
	t.Helper()
	db, err := connect(path, "")
	must(t, err)
	t.Cleanup(func() { db.Close() })
	return db
}

// regraded are the puzzles with the level after their own, as another grader may give it.
func regraded(puzzles iter.Seq2[AppPuzzle, error]) iter.Seq2[AppPuzzle, error] {
	return func(yield func(AppPuzzle, error) bool) {
		ids := grade.LevelIDs()
		for p, err := range puzzles {
			p.Grade.Level = ids[(slices.Index(ids, p.Grade.Level)+1)%len(ids)]
			if !yield(p, err) {
				return
			}
		}
	}
}

func day(text string) time.Time {
	d, err := time.Parse(time.DateOnly, text)
	if err != nil {
		panic(err)
	}
	return d
}

// lines is what a query yields.
func lines(t testing.TB, db *sql.DB, query string, args ...any) []string {
	t.Helper()
	all, err := collect(t.Context(), db, scanText, query, args...)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return all
}

// TestAppStays: what an app remembers of a file holds for the next one, in which
// there are more puzzles.
func TestAppStays(t *testing.T) {
	dir := t.TempDir()
	year := Daily{From: day("2026-01-01"), To: day("2026-12-31"), Salt: "a"}
	first := appFile(t, filepath.Join(dir, "1.sqlite"), 636, year)
	const picks = "SELECT hex(key) || ' ' || size || level || pick FROM puzzle ORDER BY key"
	const days = "SELECT date || level || hex(key) FROM daily ORDER BY date, level"
	more := Daily{From: day("2026-07-01"), To: day("2027-02-28"), Salt: "b", Before: filepath.Join(dir, "1.sqlite")}
	second := appFile(t, filepath.Join(dir, "2.sqlite"), 686, more)

	before, after := lines(t, first, picks), lines(t, second, picks)
	changed := 0
	for _, line := range before {
		if !slices.Contains(after, line) {
			changed++
		}
	}
	t.Logf("of %d picks, %d changed when %d puzzles were added", len(before), changed, len(after)-len(before))
	if changed > 0 || len(before) != 636 || len(after) != 686 {
		t.Errorf("%d of %d picks changed", changed, len(before))
	}
	old, now := lines(t, first, days), lines(t, second, days)
	levels := len(grade.Levels())
	if len(old) != 365*levels || len(now) != (365+59)*levels || !slices.Equal(now[:len(old)], old) {
		t.Errorf("%d rows of days became %d, of which the first are others: %t", len(old), len(now), !slices.Equal(now[:min(len(old), len(now))], old))
	}
	// Without --daily they stay too.
	third := appFile(t, filepath.Join(dir, "3.sqlite"), 640, Daily{Before: filepath.Join(dir, "1.sqlite")})
	same(t, "days without --daily", lines(t, third, days), old)
	// Another salt gives other days, and a puzzle comes again only when all of its level had their day.
	fourth := appFile(t, filepath.Join(dir, "4.sqlite"), 636, Daily{From: year.From, To: year.To, Salt: "c"})
	if other := lines(t, fourth, days); slices.Equal(other, old) {
		t.Error("another salt gives the same days")
	}
	same(t, "how often a puzzle comes", lines(t, first,
		"SELECT max(n) - min(n) FROM (SELECT p.level, count(d.date) AS n FROM puzzle AS p LEFT JOIN daily AS d USING (key) GROUP BY p.key) GROUP BY level"),
		slices.Repeat([]string{"1"}, levels))
	// A day keeps its puzzle whatever the puzzle's level is now. A day whose puzzle is gone is an
	// error, and so is a table of somebody else; what can be kept is kept when the rest may go.
	if _, err := connectTo(t, filepath.Join(dir, "4.sqlite")).Exec("CREATE TABLE seasons (name TEXT)"); err != nil {
		t.Fatal(err)
	}
	for i, c := range []struct {
		before  string
		puzzles int64
		drop    bool
		error   string
		days    []string
	}{
		{"1.sqlite", 636, false, "", old},
		{"1.sqlite", 100, false, "the puzzles of 1823 days", nil},
		{"1.sqlite", 100, true, "", nil},
		{"4.sqlite", 636, false, "it has another table, seasons", nil},
		{"4.sqlite", 636, true, "", lines(t, fourth, days)},
	} {
		path := filepath.Join(dir, fmt.Sprintf("next%d.sqlite", i))
		_, err := WriteApp(t.Context(), path, regraded(hashedApp(c.puzzles)), Daily{Before: filepath.Join(dir, c.before), Drop: c.drop}, false)
		if c.error != "" {
			if !errors.Is(err, ErrLoss) || !strings.Contains(err.Error(), c.error) {
				t.Errorf("%+v: %v", c, err)
			}
			continue
		}
		if err != nil {
			t.Fatalf("%+v: %v", c, err)
		}
		now := lines(t, connectTo(t, path), days)
		t.Logf("%s, %d puzzles: %d days", c.before, c.puzzles, len(now))
		if c.days != nil {
			same(t, "days after a change of levels", now, c.days)
		} else if len(now) == 0 || len(now) >= len(old) {
			t.Errorf("%d of %d days are left", len(now), len(old))
		}
	}
}

// TestAppPuzzles: what is written is read again, and nothing else is.
func TestAppPuzzles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "app.sqlite")
	db := appFile(t, path, 50, Daily{})
	n := 0
	for p, err := range AppPuzzles(t.Context(), path) {
		must(t, err)
		want := hashed(0)
		for i := int64(0); want.Canon != p.Canon; i++ {
			want = hashed(i)
		}
		if p.Givens != want.Givens || p.Solution != want.Solution || p.Grade.Level != want.Grade.Level || p.Grade.Rating != want.Grade.Rating ||
			p.Grade.Hardest != want.Grade.Hardest || p.Clues != want.Clues || p.Symmetry != want.Symmetry || !reflect.DeepEqual(*p.Minutes, predict.Prediction{Median: 12.5, Low: 10, High: 16}) {
			t.Errorf("%+v comes back as %+v", want, p)
		}
		n++
	}
	if n != 50 {
		t.Errorf("%d puzzles", n)
	}
	db.Close()
	text, err := os.ReadFile(path)
	must(t, err)
	for name, damage := range map[string]func([]byte){
		"it has version 1, made by an older gradoku": func(b []byte) { b[63] = 1 },
		"made by a newer gradoku":                    func(b []byte) { b[63] = 3 },
		"its table puzzle differs":                   func(b []byte) { copy(b[bytes.Index(b, []byte("-- One row per")):], "-- Two row per") },
	} {
		bad := bytes.Clone(text)
		damage(bad)
		other := filepath.Join(t.TempDir(), "bad.sqlite")
		must(t, os.WriteFile(other, bad, 0o666))
		for _, err := range AppPuzzles(t.Context(), other) {
			if err == nil || !strings.Contains(err.Error(), name) {
				t.Errorf("%v, want %s", err, name)
			}
			break
		}
	}
	inWAL := filepath.Join(t.TempDir(), "wal.sqlite")
	text[18], text[19] = 2, 2
	must(t, os.WriteFile(inWAL, text, 0o666))
	for _, err := range AppPuzzles(t.Context(), inWAL) {
		if err != nil {
			t.Error(err)
		}
	}
	if files, err := os.ReadDir(filepath.Dir(inWAL)); len(files) != 1 {
		t.Errorf("left beside a file in WAL mode: %v, %v", files, err)
	}
}

var block = regexp.MustCompile("(?s)```([a-z]+)\n(.*?)```")

// appRecipes are the programs of docs/APP.md in a language.
func appRecipes(t testing.TB, language string) (all []string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "docs", "APP.md"))
	must(t, err)
	for _, m := range block.FindAllStringSubmatch(string(text), -1) {
		if m[1] == language {
			all = append(all, m[2])
		}
	}
	if len(all) == 0 {
		t.Fatalf("docs/APP.md has no recipe in %s", language)
	}
	return all
}

// checkRecipes runs the recipes in SQL on a file with days, n times each, and returns
// the shortest and the longest time of each. None reads the whole table.
func checkRecipes(t testing.TB, db *sql.DB, n int) map[string][2]time.Duration {
	t.Helper()
	db.SetMaxOpenConns(1) // what is seen is in the memory of a connection
	if _, err := db.Exec("ATTACH ':memory:' AS mine; CREATE TABLE mine.seen (key BLOB PRIMARY KEY) WITHOUT ROWID"); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec("INSERT INTO mine.seen SELECT key FROM puzzle WHERE size = 9 AND level = 'hard' ORDER BY pick LIMIT 10"); err != nil {
		t.Fatal(err)
	}
	args := func(query string) (args []any) {
		if strings.Contains(query, ":last") {
			args = append(args, sql.Named("last", -1))
		}
		if strings.Contains(query, ":key") {
			key := hashed(5).Canon
			args = append(args, sql.Named("key", key[:]))
		}
		return args
	}
	took := map[string][2]time.Duration{}
	for _, query := range appRecipes(t, "sql") {
		plan, err := collect(t.Context(), db, func(row scanner) (detail string, err error) {
			var id, parent, unused int
			return detail, row.Scan(&id, &parent, &unused, &detail)
		}, "EXPLAIN QUERY PLAN "+query, args(query)...)
		if err != nil {
			t.Fatalf("%s: %v", query, err)
		}
		if text := strings.Join(plan, "; "); strings.Contains(text, "SCAN p") || strings.Contains(text, "TEMP B-TREE") && !strings.Contains(query, "FROM stock ORDER") {
			t.Errorf("%s: %s", query, text)
		}
		for range n {
			start := time.Now()
			rows, err := db.Query(query, args(query)...)
			if err != nil {
				t.Fatalf("%s: %v", query, err)
			}
			found := 0
			for rows.Next() {
				found++
			}
			if rows.Err() != nil || found == 0 || found > 10 {
				t.Errorf("%s: %d rows, %v", query, found, rows.Err())
			}
			d, all := time.Since(start), took[query]
			if all[0] == 0 || d < all[0] {
				all[0] = d
			}
			took[query] = [2]time.Duration{all[0], max(all[1], d)}
		}
	}
	return took
}

// TestSlimApp: a slim file has puzzle and solution of each puzzle, whose ids follow its keys
// within a level, in a third of the bytes.
func TestSlimApp(t *testing.T) {
	const n = 3000
	path := filepath.Join(t.TempDir(), "slim.sqlite")
	daily := Daily{From: day("2027-01-01"), To: day("2027-01-03")}
	if _, err := WriteApp(t.Context(), path, hashedApp(n), daily, true); err != nil {
		t.Fatal(err)
	}
	want := map[[16]byte]Puzzle{}
	for i := range int64(n) {
		p := hashed(i)
		want[p.Canon] = p
	}
	for p, err := range AppPuzzles(t.Context(), path) {
		w := want[p.Canon]
		if err != nil || p.Givens != w.Givens || p.Solution != w.Solution || p.Grade.Level != w.Grade.Level || p.Grade.Rating != w.Grade.Rating || p.Clues != w.Clues {
			t.Fatalf("%+v comes back as %+v, %v", w, p, err)
		}
		delete(want, p.Canon)
	}
	if len(want) != 0 {
		t.Errorf("%d puzzles are missing", len(want))
	}
	large := Puzzle{Givens: "1.A.G", Solution: "12A9G"} // as in a 16x16
	if grid := gridOf(&large); grid != "1bAiG" {
		t.Errorf("grid %s", grid)
	}
	if p, s := fromGrid("1bAiGjp"); p != "1.A.G.." || s != "12A9GAG" {
		t.Errorf("%s, %s", p, s)
	}
	db, err := connect(path, "mode=ro")
	must(t, err)
	defer db.Close()
	same(t, "levels", lines(t, db, "SELECT level FROM stock WHERE size = 9 ORDER BY first_id"), grade.LevelIDs())
	same(t, "not the next by key", lines(t, db, "SELECT n.id || '' FROM puzzle AS l JOIN puzzle AS n ON n.id = l.id + 1 AND n.size = l.size AND n.level = l.level WHERE n.key < l.key"), []string(nil))
	same(t, "days without a puzzle", lines(t, db, "SELECT date FROM daily WHERE key NOT IN (SELECT key FROM puzzle)"), []string(nil))
	info, err := os.Stat(path)
	must(t, err)
	each := info.Size() / n
	t.Logf("%d bytes a puzzle", each)
	if each > 180 {
		t.Errorf("%d bytes a puzzle, want 180 at most", each)
	}
}

// TestAppRecipes runs the recipes of docs/APP.md in each language that is at hand.
func TestAppRecipes(t *testing.T) {
	dir := t.TempDir()
	db := appFile(t, filepath.Join(dir, "puzzles.sqlite"), 1000, Daily{From: day("2027-01-01"), To: day("2027-01-31")})
	want := lines(t, db, "SELECT puzzle || ' ' || solution || ' ' || lower(hex(key)) || ' ' || pick FROM puzzle WHERE size = 9 AND level = 'hard' ORDER BY pick LIMIT 1")
	checkRecipes(t, db, 20)
	for _, c := range []struct {
		language string
		command  []string
		attempt  string // fails where the language lacks SQLite
	}{
		{"python", []string{"python3", "-c"}, "import sqlite3"},
		{"javascript", []string{"node", "-e"}, "require('node:sqlite')"},
	} {
		t.Run(c.language, func(t *testing.T) {
			if err := osexec.Command(c.command[0], append(c.command[1:], c.attempt)...).Run(); err != nil {
				t.Skipf("%s cannot read SQLite here: %v", c.command[0], err)
			}
			for _, program := range appRecipes(t, c.language) {
				command := osexec.Command(c.command[0], append(c.command[1:], program)...)
				command.Dir = dir
				out, err := command.Output()
				if err != nil || strings.TrimSpace(string(out)) != want[0] {
					t.Errorf("%v, %s, want %s", err, out, want[0])
				}
			}
		})
	}
}

// TestAppMillion makes a file of a million puzzles and says how long the recipes take.
func TestAppMillion(t *testing.T) {
	if !*long {
		t.Skip("a file of a million puzzles takes a minute: -args -long")
	}
	path := filepath.Join(t.TempDir(), "puzzles.sqlite")
	start := time.Now()
	db := appFile(t, path, 1_000_000, Daily{From: day("2027-01-01"), To: day("2027-12-31")})
	info, err := os.Stat(path)
	must(t, err)
	t.Logf("%d MB, written in %.0f s", info.Size()>>20, time.Since(start).Seconds())
	for query, d := range checkRecipes(t, db, 20) {
		t.Logf("%.3f to %.3f ms  %s", d[0].Seconds()*1000, d[1].Seconds()*1000, strings.Join(strings.Fields(query), " "))
	}
}
