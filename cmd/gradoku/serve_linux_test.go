package main

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestServeWrites: gradoku serve --write makes its database, runs gradoku as a job, and
// at Ctrl-C of its terminal stops the job in an orderly way and leaves no files of it.
func TestServeWrites(t *testing.T) {
	dir := t.TempDir()
	temp, token := filepath.Join(dir, "temp"), filepath.Join(dir, "token.txt")
	if err := os.Mkdir(temp, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(token, []byte("a-word-that-nobody-guesses\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	db := filepath.Join(dir, "new.db")
	serve := exec.Command(program(t), "serve", "--write", "--token", token, "--db", db, "--listen", "localhost:0", "--quiet")
	serve.Env = append(os.Environ(), "TMPDIR="+temp)
	serve.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // the terminal signals a group
	var said strings.Builder
	serve.Stderr = &said
	out, err := serve.StdoutPipe()
	if err == nil {
		err = serve.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = serve.Process.Kill() }() // where the test fails before its end
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("%v: %s", err, &said)
	}
	address = strings.TrimSpace(address)
	call := func(method, path, body string) string {
		r, err := http.NewRequest(method, address+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Authorization", "Bearer a-word-that-nobody-guesses")
		res, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		text, err := io.ReadAll(res.Body)
		if err != nil || res.StatusCode/100 != 2 {
			t.Fatalf("%s: %v, %d %s", path, err, res.StatusCode, text)
		}
		return string(text)
	}
	var job struct{ ID, State string }
	if err := json.Unmarshal([]byte(call("POST", "/v1/jobs", `{"make":{"n":10000000,"seed":1}}`)), &job); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		now := call("GET", "/v1/jobs/"+job.ID, "")
		if runs := call("GET", "/v1/runs", ""); strings.Contains(runs, `"state":"running"`) && !strings.Contains(runs, `"puzzles":0,`) {
			break
		}
		if time.Now().After(end) || !strings.Contains(now, `"state":"running"`) {
			t.Fatalf("nothing is made: %s", now)
		}
	}
	if err := syscall.Kill(-serve.Process.Pid, syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	if err := serve.Wait(); err != nil {
		t.Errorf("it ends with %v: %s", err, &said)
	}
	if left, _ := os.ReadDir(temp); len(left) > 0 {
		t.Errorf("it leaves %v", left)
	}
	if runs := output(t, program(t), "list", "runs", "--db", db); !strings.Contains(runs, "stopped") {
		t.Errorf("its run is\n%s", runs)
	}
}
