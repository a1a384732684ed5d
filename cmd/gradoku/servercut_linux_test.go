package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5/pgproto3"

	"gradoku/internal/pgtest"
	"gradoku/task"
)

// cutter passes on what a command and the server say to each other, and ends all
// connections, as a server that dies does, before the command's statement that is due or
// before its answer. A server that is stopped (pg_ctl stop -m fast) says so in place of an
// answer, and to whoever comes then.
type cutter struct {
	place string // the database through it

	mu         sync.Mutex
	conns      []net.Conn
	statements int // that were passed on since the last call of after
	due        int // 0 for never, atCommit for the next commit
	death      death
}

// death is how a server goes away.
type death int

const (
	silently death = iota // before the statement
	unheard               // before its answer
	stopped               // with a word, in place of the statement's answer
)

const atCommit = -1

func newCutter(t *testing.T, place string) *cutter {
	t.Helper()
	folder, err := os.MkdirTemp("/tmp", "gradoku-cut") // the path of a socket is short
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("unix", filepath.Join(folder, ".s.PGSQL.5432"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close(); os.RemoveAll(folder) })
	u, err := url.Parse(place)
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	socket := filepath.Join(q.Get("host"), ".s.PGSQL.5432")
	q.Set("host", folder)
	u.RawQuery = q.Encode()
	c := &cutter{place: u.String()}
	go func() {
		for {
			from, err := l.Accept()
			if err != nil {
				return
			}
			server, err := net.Dial("unix", socket)
			if err != nil {
				from.Close()
				continue
			}
			c.mu.Lock()
			c.conns = append(c.conns, from, server)
			c.mu.Unlock()
			go c.pass(server, from, true)
			go c.pass(from, server, false)
		}
	}()
	return c
}

func (c *cutter) pass(to, from net.Conn, statements bool) {
	defer to.Close()
	defer from.Close()
	b := make([]byte, 64<<10)
	for {
		n, err := from.Read(b)
		if err != nil || statements && c.cut(from, b[:n], func() { to.Write(b[:n]) }) {
			return
		}
		if _, err := to.Write(b[:n]); err != nil {
			return
		}
	}
}

// cut counts a statement and reports whether the server is dead by now.
func (c *cutter) cut(from net.Conn, statement []byte, pass func()) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.statements++
	if c.due == atCommit && bytes.Contains(statement, []byte("commit\x00")) {
		c.due = c.statements
	}
	if c.due <= 0 || c.statements < c.due {
		return false
	}
	said := pgproto3.ErrorResponse{Severity: "FATAL", Code: "57P01", Message: "terminating connection due to administrator command"}
	if c.statements > c.due {
		said.Code, said.Message = "57P03", "the database system is shutting down"
	}
	if bye, err := said.Encode(nil); err == nil && c.death == stopped {
		from.Write(bye)
	}
	if c.death == unheard && c.statements == c.due {
		for i := 0; i < len(c.conns); i += 2 {
			c.conns[i].Close() // the command's end: no answer reaches it
		}
		pass()
		time.Sleep(20 * time.Millisecond) // so that the server acts on it; not doing so is the other case
	}
	for _, conn := range c.conns {
		conn.Close()
	}
	c.conns = nil
	return true
}

// after has the server die at a statement from now, or as due says, and returns how many
// there were before.
func (c *cutter) after(due int, how death) (before int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	before, c.statements, c.due, c.death = c.statements, 0, due, how
	return before
}

// TestServerDies: whenever the server dies under a command, that says so in one line,
// ends with exit code 1, and leaves no file that is not whole; the same command afterwards
// ends as one that was not disturbed, with its rows. Every push tries one command of each
// kind, -long all of them and at every statement.
func TestServerDies(t *testing.T) {
	if os.Getenv("GRADOKU_TEST_POSTGRES") != "" {
		t.Skip("needs a server with a socket of its own")
	}
	pgtest.Start(t)
	dir := t.TempDir()
	sheet, made := filepath.Join(dir, "sheet.txt"), filepath.Join(dir, "made.db")
	must := func(args ...string) {
		t.Helper()
		if code, _, talk := call(t, args...); code != 0 {
			t.Fatal(args, talk)
		}
	}
	must("generate", "-n", "3", "--seed", "5", "--size", "6", "--quiet", "--db", made)
	must("export", "-o", sheet, "--quiet", "--db", made)
	begin := func(t *testing.T, empty bool) string {
		place := pgtest.URL(t)
		if empty {
			return place
		}
		must("generate", "-n", "4", "--seed", "1", "--size", "6", "--quiet", "--db", place)
		must("import", sheet, "--grade", "none", "--quiet", "--db", place)
		return place
	}
	places := regexp.MustCompile(`postgres://[^ "]*|/tmp/[^ ":]*`)
	// A file that has its name when the server dies is pending until the next command.
	times := regexp.MustCompile(`"(created|started|finished|path|sha256)":("[^"]*"|null)|,"pending":true|[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9:.]+Z?|"regrade-[0-9]+"`)
	rows := func(place string) (all string) {
		for _, args := range []string{"db check", "export --quiet --no-record --format jsonl", "runs --json", "list exports --json", "corpus list"} {
			code, said, talk := call(t, append(strings.Fields(args), "--db", place)...)
			if code != 0 {
				t.Errorf("%s: %s", args, talk)
			}
			all += said
		}
		return times.ReplaceAllString(places.ReplaceAllString(all, ""), "")
	}
	read := begin(t, false) // by all that change nothing
	unread := rows(read)
	t.Cleanup(func() {
		if diff := cmp.Diff(unread, rows(read)); diff != "" {
			t.Errorf("what was only to be read has changed:\n%s", diff)
		}
	})
	for _, c := range []struct {
		args    string // OUT is a file that it writes, DB the database
		empty   bool   // it begins with an empty database
		reads   bool   // it changes nothing
		again   bool   // given again it goes on, or does nothing, also when it had done all
		records bool   // given again it knows whether it had done all and could not say so
		often   bool   // tried without -long too: one of each kind is
	}{
		{args: "generate -n 8 --seed 2 --size 6 --quiet --db DB", again: true, often: true},
		{args: "generate -n 5 --seed 2 --size 6 --quiet --db DB", empty: true, again: true},
		{args: "generate -n 1000 --seed 4 --distribute --detach --quiet --db DB", again: true},
		{args: "regrade --distribute --detach --quiet --db DB", again: true},
		{args: "import SHEET --name other --quiet --db DB", again: true, often: true},
		{args: "import SHEET --quiet --db DB", empty: true, again: true},
		{args: "regrade --quiet --db DB", again: true},
		{args: "corpus remove sheet --yes --quiet --db DB", often: true},
		{args: "export --quiet -o OUT --db DB", records: true, often: true},
		{args: "export --quiet -o OUT.sqlite --db DB", records: true},
		{args: "export --quiet --exclude-used-in all --sample 3 -o OUT --db DB", records: true},
		{args: "book --quiet --size 6 -n 3 -o OUT --db DB", records: true, often: true},
		{args: "book --quiet --quota easy=2 --generate-missing --seed 3 -o OUT --db DB", records: true},
		{args: "db copy --quiet --db MADE -o DB", empty: true, often: true},
		{args: "db copy --quiet -o OUT --db DB", reads: true},
		{args: "export --quiet --no-record --format jsonl --db DB", reads: true},
		{args: "show 3 --db DB", reads: true},
		{args: "runs --db DB", reads: true},
		{args: "db check --run 1 --write-manifest OUT --db DB", reads: true},
		{args: "db check --run 1 --quiet --db DB", reads: true},
		{args: "list exports --db DB", reads: true},
		{args: "corpus list --db DB", reads: true},
		{args: "corpus show sheet --db DB", reads: true},
		{args: "db info --db DB", reads: true},
		{args: "db check --db DB", reads: true, often: true},
		{args: "study report --quiet -o OUT --db DB", reads: true},
		{args: "study measure --quiet --format csv -o OUT --db DB", reads: true},
	} {
		t.Run(strings.NewReplacer(" --quiet", "", " --db DB", "").Replace(c.args), func(t *testing.T) {
			if !c.often && !*long {
				t.Skip("needs -long")
			}
			t.Parallel()
			command := func(place, out string) []string {
				args := strings.Fields(c.args)
				for i := range args {
					args[i] = strings.NewReplacer("DB", place, "OUT", out, "SHEET", sheet, "MADE", made).Replace(args[i])
				}
				return args
			}
			outcome := func(place, out string) (all string) {
				if !c.reads {
					all = rows(place)
				}
				if info, err := os.Stat(out); err == nil {
					all += fmt.Sprintf("\nfile of %d bytes or more", min(info.Size(), 1)) // archives and manifests have times
				}
				return all
			}
			place, whole := read, filepath.Join(t.TempDir(), "out")
			if !c.reads {
				place = begin(t, c.empty)
			}
			quiet := newCutter(t, place)
			code, said, talk := call(t, command(quiet.place, whole)...)
			if code != 0 {
				t.Fatal(talk)
			}
			n := quiet.after(0, silently)
			want := outcome(place, whole)

			if !c.reads {
				place = begin(t, c.empty)
			}
			dying := newCutter(t, place)
			rng := rand.New(rand.NewPCG(*faultSeed, uint64(n)))
			deaths := []death{silently, stopped}
			if c.again || c.records {
				deaths[0] = unheard
			}
			if rng.IntN(2) == 1 {
				slices.Reverse(deaths)
			}
			cuts := len(deaths)
			if *long {
				cuts = n * len(deaths)
			}
			if c.records {
				cuts++
			}
			t.Logf("%d statements, the server dies at %d of them", n, cuts)
			out, done := "", false
			for i := range cuts {
				due, how := 1+i*n/cuts+rng.IntN(max(1, n/cuts)), deaths[i%len(deaths)]
				if c.records && i == cuts-1 {
					due, how = atCommit, unheard
				}
				if out == "" || !c.records {
					out = filepath.Join(t.TempDir(), "out")
				}
				dir := filepath.Dir(out)
				dying.after(due, how)
				code, _, talk := call(t, command(dying.place, out)...)
				if code == 0 { // it had less left to do
					done = !c.reads && !c.again
					break
				}
				talk = warnings.ReplaceAllString(talk, "")
				line, advice, _ := strings.Cut(strings.TrimSuffix(talk, "\n"), "\n")
				if code != task.Data || !strings.HasPrefix(line, "gradoku: ") || !strings.Contains(line, "no connection to the server") ||
					!strings.HasPrefix(advice, "  ") || strings.Contains(advice, "\n") || regexp.MustCompile(`SELECT|INSERT|UPDATE|SQLSTATE|goroutine|driver:`).MatchString(talk) {
					t.Errorf("dead at statement %d of %d: exit code %d\n%s", due, n, code, talk)
				}
				// A file gets its name after the transaction that records it. So one that is
				// left by a command whose server dies then is whole, and is written again.
				for _, name := range files(t, dir) {
					left, err1 := os.Stat(filepath.Join(dir, name))
					all, err2 := os.Stat(filepath.Join(filepath.Dir(whole), name))
					if err1 != nil || err2 != nil || left.Size() != all.Size() {
						t.Errorf("dead at statement %d of %d: left %s (%v, %v)", due, n, name, err1, err2)
					}
				}
			}
			dying.after(0, silently)
			again := said
			if !done {
				if !c.records {
					out = filepath.Join(t.TempDir(), "out")
				}
				if code, again, talk = call(t, command(dying.place, out)...); code != 0 {
					t.Fatalf("afterwards: %s", talk)
				}
				if left := files(t, filepath.Dir(out)); slices.ContainsFunc(left, func(name string) bool { return strings.HasPrefix(name, ".gradoku-") }) {
					t.Errorf("afterwards there are %v", left)
				}
			}
			if diff := cmp.Diff(want, outcome(place, out)); diff != "" {
				t.Errorf("the outcome differs from that of a command that was not disturbed:\n%s", diff)
			}
			if diff := cmp.Diff(places.ReplaceAllString(said, ""), places.ReplaceAllString(again, "")); c.reads && diff != "" {
				t.Errorf("it says something else than at first:\n%s", diff)
			}
		})
	}
}
