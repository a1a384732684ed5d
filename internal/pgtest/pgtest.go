// Package pgtest gives tests a PostgreSQL server of their own.
//
// The server is a private cluster. It is created in a temporary folder when the
// first test needs it, can be reached only by a socket in that folder, runs without
// fsync, and is removed when the test process ends, however that ends. Its texts
// sort as in English, so that a query that relies on the database's collation is
// noticed. Without server programs, tests are skipped; GRADOKU_TEST_POSTGRES names
// another server to use, as the URL of a database in which schemas may be made.
package pgtest

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// URL returns the URL of an empty database: a schema that nobody else uses. The
// test is skipped where there is no server.
func URL(t testing.TB) string {
	t.Helper()
	s := Start(t)
	u := *s.url
	q := u.Query()
	q.Set("search_path", fmt.Sprintf("test_%d_%d", os.Getpid(), schemas.Add(1)))
	u.RawQuery = q.Encode()
	if s.foreign {
		t.Cleanup(func() { Exec(t, u.String(), "DROP SCHEMA IF EXISTS "+q.Get("search_path")+" CASCADE") })
	}
	return u.String()
}

// schemas counts those given away.
var schemas atomic.Int64

// Exec runs statements at a URL.
func Exec(t testing.TB, place string, statements ...string) {
	t.Helper()
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, place)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	for _, s := range statements {
		if _, err := conn.Exec(ctx, s, pgx.QueryExecModeSimpleProtocol); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
}

// Available reports whether there is a server: where there is none, [URL] skips.
func Available() (bool, error) {
	s, err := shared()
	return s != nil, err
}

// CPU is the processor time in seconds of this process, and of those of the server that
// tests share. It needs /proc.
func CPU(t testing.TB) (self, server float64) {
	t.Helper()
	data := Start(t).data()
	all, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range all {
		folder, _ := os.Readlink(filepath.Join(filepath.Dir(name), "cwd"))
		own := name == fmt.Sprintf("/proc/%d/stat", os.Getpid())
		text, err := os.ReadFile(name)
		if err != nil || folder != data && !own {
			continue
		}
		fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')'):]))
		var ticks float64
		for _, field := range fields[12:16] { // user, system, and both of the children that it has waited for
			var n float64
			fmt.Sscan(field, &n)
			ticks += n
		}
		if own {
			self += ticks / 100
		} else {
			server += ticks / 100
		}
	}
	return self, server
}

// Server is a running server.
type Server struct {
	url     *url.URL
	foreign bool // not started here
	folder  string
	as      *account // who runs it; nil for the one who runs the tests
	watcher *exec.Cmd
}

// Start returns the server that all tests of a process share.
func Start(t testing.TB) *Server {
	t.Helper()
	s, err := shared()
	if err != nil {
		t.Fatal(err)
	}
	if s == nil {
		t.Skip("no PostgreSQL server programs here, and GRADOKU_TEST_POSTGRES names no server")
	}
	return s
}

var shared = sync.OnceValues(func() (*Server, error) {
	if place := os.Getenv("GRADOKU_TEST_POSTGRES"); place != "" {
		u, err := url.Parse(place)
		return &Server{url: u, foreign: true}, err
	}
	return start("/tmp") // the path of a socket is at most some 100 bytes long
})

// StartIn returns a server for one test, which may stop it. All its files are below a folder, whose
// path must be short. Without server programs the test is skipped.
func StartIn(t testing.TB, parent string) *Server {
	t.Helper()
	s, err := start(parent)
	if err != nil {
		t.Fatal(err)
	}
	if s == nil {
		t.Skip("no PostgreSQL server programs here")
	}
	t.Cleanup(func() { s.watcher.Process.Kill(); s.control("stop", "-m", "immediate"); os.RemoveAll(s.folder) })
	return s
}

// URL is the URL of the server's own database.
func (s *Server) URL() string { return s.url.String() }

// Stop stops a server of one test as a crash would.
func (s *Server) Stop(t testing.TB) {
	t.Helper()
	if err := s.control("stop", "-m", "immediate"); err != nil {
		t.Fatal(err)
	}
}

// programs returns the folder of the server's programs, the newest version if
// there are several, "" if there are none.
func programs() string {
	if path, err := exec.LookPath("pg_ctl"); err == nil {
		return filepath.Dir(path)
	}
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/pg_ctl")
	if len(found) == 0 {
		return ""
	}
	slices.SortFunc(found, func(a, b string) int { return len(a) - len(b) + strings.Compare(a, b) })
	return filepath.Dir(found[len(found)-1])
}

// start creates a cluster and starts its server; both results are nil without
// programs.
func start(parent string) (*Server, error) {
	if programs() == "" {
		return nil, nil
	}
	folder, err := os.MkdirTemp(parent, "gradoku-pg")
	if err != nil {
		return nil, err
	}
	s := &Server{folder: folder, url: &url.URL{Scheme: "postgres", User: url.User("gradoku"), Path: "/postgres", RawQuery: "host=" + folder}}
	s.as, err = unprivileged(folder)
	if err == nil {
		err = s.run("initdb", "-D", s.data(), "-U", "gradoku", "-A", "trust", "-E", "UTF8", "--no-sync", "--locale=C",
			"--locale-provider=icu", "--icu-locale=en")
	}
	if err == nil {
		err = s.launch()
	}
	if err == nil {
		err = s.watch()
	}
	if err != nil {
		os.RemoveAll(folder)
		return nil, fmt.Errorf("starting a PostgreSQL server: %w", err)
	}
	return s, nil
}

func (s *Server) data() string { return filepath.Join(s.folder, "data") }

func (s *Server) control(args ...string) error {
	return s.run("pg_ctl", append([]string{"-D", s.data()}, args...)...)
}

func (s *Server) run(program string, args ...string) error {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, filepath.Join(programs(), program), args...)
	c.Dir = s.folder
	s.as.runs(c)
	log, err := os.CreateTemp("", "gradoku-pg")
	if err != nil {
		return err
	}
	defer os.Remove(log.Name())
	defer log.Close()
	c.Stdout, c.Stderr = log, log // a pipe would stay open as long as the server
	if err := c.Run(); err != nil {
		said, _ := os.ReadFile(log.Name())
		return fmt.Errorf("%s: %w: %s", program, err, strings.TrimSpace(string(said)))
	}
	return nil
}

// watch starts a process that removes the cluster when the pipe from this
// process closes, which happens however this process ends.
func (s *Server) watch() error {
	s.watcher = exec.Command("/bin/sh", "-c", `read -r end; "$1" -D "$2" stop -m immediate; cd /; rm -rf "$3"`, "sh",
		filepath.Join(programs(), "pg_ctl"), s.data(), s.folder)
	s.watcher.Dir = s.folder
	s.as.runs(s.watcher)
	if _, err := s.watcher.StdinPipe(); err != nil { // never written to, never closed here
		return err
	}
	return s.watcher.Start()
}

// Restart starts a server that was stopped or has crashed.
func (s *Server) Restart(t testing.TB) {
	t.Helper()
	if s.control("status") == nil {
		return
	}
	if err := s.launch(); err != nil {
		t.Fatal(err)
	}
}

// inNetwork is set in a process with its own network namespace: see OwnNetwork.
const inNetwork = "GRADOKU_TEST_NETWORK"

func (s *Server) launch() error {
	addresses := ""
	if os.Getenv(inNetwork) != "" {
		addresses = "*"
	}
	return s.control("start", "-w", "-t", "60", "-l", filepath.Join(s.folder, "log"), "-o",
		"-c listen_addresses='"+addresses+"' -c fsync=off -c full_page_writes=off -c max_connections=200 -k "+s.folder)
}
