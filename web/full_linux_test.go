package web_test

import (
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"gradoku/web"
)

// tinyDisk is a folder with as much room, or skips the test where none can be made.
func tinyDisk(t *testing.T, size string) string {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size="+size); err != nil {
		t.Skipf("mounting a small tmpfs: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) })
	return dir
}

// TestFullDisk: on a full disk what needs no room is answered, what does says why not,
// as a page and as JSON, and all is well when there is room again.
func TestFullDisk(t *testing.T) {
	dir := tinyDisk(t, "4m")
	t.Setenv("TMPDIR", dir) // of exports
	content, err := os.ReadFile(copyOf(t))
	if err != nil {
		t.Fatal(err)
	}
	path, ballast := filepath.Join(dir, "puzzles.db"), filepath.Join(dir, "ballast")
	if err := os.WriteFile(path, content, 0o666); err != nil {
		t.Fatal(err)
	}
	s, _ := newServer(t, path, nil)
	ask(s, "GET", "/", "")
	if err := os.WriteFile(path+".new", content, 0o666); err != nil {
		t.Fatal(err)
	}
	fill := func() {
		if os.WriteFile(ballast, make([]byte, 4<<20), 0o666) == nil {
			t.Fatal("the disk is not full")
		}
	}
	fill()
	expect := func(what, target string, status int, has string) {
		t.Helper()
		for _, accept := range []string{"text/html", "application/json"} {
			res, body := ask(s, "GET", target, "", "Accept", accept)
			if res.StatusCode != status || status != http.StatusOK && !strings.Contains(body, has) {
				t.Errorf("%s, for %s: GET %s: %d, %.300s", what, accept, target, res.StatusCode, body)
			}
			if status != http.StatusOK && (accept != "text/html" || strings.HasPrefix(target, "/v1/")) {
				checkProblem(t, target, res, body)
			}
		}
	}
	for _, target := range []string{"/", "/browse?order=clues", "/v1/puzzles/1", "/v1/puzzles/random", "/v1/stats", "/v1/export.csv", "/try?puzzle=" + wikipedia} {
		expect("nothing is written", target, http.StatusOK, "")
	}
	expect("it needs a file", "/v1/export.sqlite", http.StatusInsufficientStorage, "disk is full")
	// A database that takes the place of this one needs room for SQLite's own files.
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	expect("no database", "/", http.StatusServiceUnavailable, "is not there")
	for _, own := range []string{"-shm", "-wal"} {
		if err := os.Remove(path + own); err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
	}
	fill()
	if err := os.Rename(path+".new", path); err != nil {
		t.Fatal(err)
	}
	expect("another database", "/v1/puzzles/1", http.StatusInsufficientStorage, "disk is full")
	expect("another database", "/", http.StatusInsufficientStorage, "disk is full")
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	time.Sleep(300 * time.Millisecond) // a database that could not be opened is not tried again at once
	expect("there is room", "/", http.StatusOK, "")
	expect("there is room", "/v1/export.sqlite", http.StatusOK, "")
	left, err := filepath.Glob(filepath.Join(dir, ".gradoku-*", "file", "export-*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// TestDiskFull: where there is no room, the page says so, and the server lives.
func TestDiskFull(t *testing.T) {
	dir := tinyDisk(t, "1m")
	path := copyOf(t)
	if err := os.Symlink(dir, path+".jobs"); err != nil {
		t.Fatal(err)
	}
	s := newWriter(t, path)
	full := filepath.Join(dir, ".full")
	if err := os.WriteFile(full, make([]byte, 2<<20), 0o666); err == nil {
		t.Fatal("the disk is too large")
	}
	style := strings.Repeat("# "+strings.Repeat("x", 90)+`\n`, 200)
	res, text := ask(s, "POST", "/v1/jobs", `{"book":{"quota":"9x9=3","style":"`+style+`"}}`, "Authorization", "Bearer "+token, "Content-Type", "application/json")
	if res.StatusCode != 507 || !strings.Contains(text, "free some disk space") {
		t.Errorf("%d: %s", res.StatusCode, text)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "[^.]*")); len(left) > 0 {
		t.Errorf("it leaves %q", left)
	}
	// What fits is begun, and fails where its command finds no room.
	if err := os.Truncate(full, 1000<<10); err != nil {
		t.Fatal(err)
	}
	j := order(t, s, `{"book":{"quota":"9x9=3"}}`)
	if j = watch(t, s, j.ID, ended); j.State != web.Failed || !strings.Contains(j.Fault, "no space left") {
		t.Errorf("a job without room: %+v", j)
	}
	if res, _ := ask(s, "GET", "/v1/puzzles/1", ""); res.StatusCode != 200 {
		t.Errorf("afterwards: %d", res.StatusCode)
	}
}

// TestPipeInJob: a named pipe in the folder of a job does not count as a file, and no request
// waits for it.
func TestPipeInJob(t *testing.T) {
	path := copyOf(t)
	s := newWriter(t, path)
	j := watch(t, s, order(t, s, `{"make":{"n":5,"size":6,"seed":3}}`).ID, ended)
	if err := syscall.Mkfifo(filepath.Join(path+".jobs", j.ID, "pipe.pdf"), 0o600); err != nil {
		t.Fatal(err)
	}
	if res, body := ask(s, "GET", "/v1/jobs/"+j.ID+"/files/pipe.pdf", ""); res.StatusCode != http.StatusNotFound {
		t.Errorf("%d: %s", res.StatusCode, body)
	}
	if res, body := ask(s, "GET", "/v1/jobs/"+j.ID+"/files/.job.json", ""); res.StatusCode != http.StatusNotFound {
		t.Errorf("its record: %d: %s", res.StatusCode, body)
	}
	if _, body := ask(s, "GET", "/v1/jobs/"+j.ID, ""); strings.Contains(body, "pipe") {
		t.Errorf("it is listed: %s", body)
	}
}
