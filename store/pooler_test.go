package store

import (
	"fmt"
	"net"
	"net/url"
	"os"
	osexec "os/exec"
	"path/filepath"
	"testing"
	"time"

	"gradoku/internal/pgtest"
)

// TestPooler: pgbouncer in session mode hands out sessions that others had before. It refuses
// settings at the start of one, or drops them where it is told to, and each database is its
// own schema all the same.
func TestPooler(t *testing.T) {
	program, err := osexec.LookPath("pgbouncer")
	if err != nil {
		if program, err = osexec.LookPath("/usr/sbin/pgbouncer"); err != nil {
			t.Skip("no pgbouncer here")
		}
	}
	server, err := url.Parse(pgtest.Start(t).URL())
	must(t, err)
	for name, ignored := range map[string]string{"refuses": "", "drops": "search_path, jit, lock_timeout, default_transaction_read_only"} {
		t.Run(name, func(t *testing.T) {
			dir, err := os.MkdirTemp("/tmp", "gradoku-pooler")
			if err == nil {
				err = os.Chmod(dir, 0o777) // it does not run as root
			}
			must(t, err)
			t.Cleanup(func() { os.RemoveAll(dir) })
			config := fmt.Sprintf("[databases]\npostgres = host=%s user=gradoku\n[pgbouncer]\nlisten_addr =\nlisten_port = 6432\nunix_socket_dir = %s\nauth_type = any\npool_mode = session\nignore_startup_parameters = %s\n",
				server.Query().Get("host"), dir, ignored)
			file := filepath.Join(dir, "pgbouncer.ini")
			must(t, os.WriteFile(file, []byte(config), 0o644))
			args := []string{file}
			if os.Getuid() == 0 {
				args = append([]string{"-u", "postgres"}, args...)
			}
			pooler := osexec.Command(program, args...)
			pooler.Stdout, pooler.Stderr = t.Output(), t.Output()
			must(t, pooler.Start())
			t.Cleanup(func() { pooler.Process.Kill(); pooler.Wait() })
			for { // the test's own time limit ends it
				if conn, err := net.Dial("unix", filepath.Join(dir, ".s.PGSQL.6432")); err == nil {
					conn.Close()
					break
				}
				time.Sleep(10 * time.Millisecond)
			}
			place := func(schema string) string {
				return "postgres://gradoku@/postgres?" + url.Values{"host": {dir}, "port": {"6432"}, "search_path": {schema}}.Encode()
			}
			for _, schema := range []string{"one_" + name, "two_" + name} {
				d := reopen(t, place(schema), ReadWrite)
				run := begin(t, d, wish(1, 5))
				if run.ID != 1 || run.Next != 0 {
					t.Errorf("%s begins with run %d at attempt %d", schema, run.ID, run.Next)
				}
				save(t, d, Batch{RunID: run.ID, To: 5, Puzzles: []Puzzle{fake(0, 1)}})
				d.Close() // the pooler keeps its sessions
				if runs, err := reopen(t, place(schema), ReadOnly).Runs(t.Context()); err != nil || len(runs) != 1 {
					t.Errorf("%s has %d runs, %v", schema, len(runs), err)
				}
			}
			w, err := OpenWorker(t.Context(), place("one_"+name), "worker")
			must(t, err)
			w.Close()
		})
	}
}

// TestWritableHost: a URL that asks for the server that can be written to works for reading too.
func TestWritableHost(t *testing.T) {
	place := pgtest.URL(t) + "&target_session_attrs=read-write"
	begin(t, reopen(t, place, ReadWrite), wish(1, 5))
	if runs, err := reopen(t, place, ReadOnly).Runs(t.Context()); err != nil || len(runs) != 1 {
		t.Errorf("%d runs, %v", len(runs), err)
	}
}
