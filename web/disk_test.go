package web_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gradoku/web"
)

// TestDiskFull: where there is no room, the page says so, and the server lives.
func TestDiskFull(t *testing.T) {
	dir := tinyDisk(t)
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
