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

// aWord is the token of the servers of tests.
const aWord = "a-word-that-nobody-guesses"

// served is a gradoku serve of a test.
type served struct {
	*exec.Cmd
	t       *testing.T
	address string
	said    strings.Builder
}

// startServe starts a gradoku serve with a folder for its temporary files.
func startServe(t *testing.T, temp string, args ...string) *served {
	t.Helper()
	s := &served{Cmd: exec.Command(program(t), append([]string{"serve", "--listen", "localhost:0", "--quiet"}, args...)...), t: t}
	s.Env = append(os.Environ(), "TMPDIR="+temp)
	s.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // the terminal signals a group
	s.Stderr = &s.said
	out, err := s.StdoutPipe()
	if err == nil {
		err = s.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Process.Kill() }) // where the test fails before its end
	if s.address, err = bufio.NewReader(out).ReadString('\n'); err != nil {
		t.Fatalf("%v: %s", err, &s.said)
	}
	s.address = strings.TrimSpace(s.address)
	return s
}

// call sends a request with the token.
func (s *served) call(method, path, body string) string {
	s.t.Helper()
	r, err := http.NewRequest(method, s.address+path, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+aWord)
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode/100 != 2 {
		s.t.Fatalf("%s: %v, %d %s", path, err, res.StatusCode, text)
	}
	return string(text)
}

// tempAndToken makes a folder for temporary files and a file with the token.
func tempAndToken(t *testing.T, dir string) (temp, token string) {
	t.Helper()
	temp, token = filepath.Join(dir, "temp"), filepath.Join(dir, "token.txt")
	if err := os.Mkdir(temp, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(token, []byte(aWord+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return temp, token
}

// TestServeWrites: gradoku serve --token makes its database, runs gradoku as a job, and
// at Ctrl-C of its terminal stops the job in an orderly way and leaves no files of it.
func TestServeWrites(t *testing.T) {
	t.Setenv("GOMAXPROCS", "1") // of a job that only has to go on
	dir := t.TempDir()
	temp, token := tempAndToken(t, dir)
	db := filepath.Join(dir, "new.db")
	serve := startServe(t, temp, "--token", token, "--db", db)
	var job struct{ ID, State string }
	if err := json.Unmarshal([]byte(serve.call("POST", "/v1/jobs", `{"make":{"n":10000000,"seed":1}}`)), &job); err != nil {
		t.Fatal(err)
	}
	for ; ; time.Sleep(20 * time.Millisecond) {
		now := serve.call("GET", "/v1/jobs/"+job.ID, "")
		if runs := serve.call("GET", "/v1/runs", ""); strings.Contains(runs, `"state":"running"`) {
			break
		}
		if !strings.Contains(now, `"state":"running"`) {
			t.Fatalf("nothing is made: %s", now)
		}
	}
	if err := syscall.Kill(-serve.Process.Pid, syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	if err := serve.Wait(); err != nil {
		t.Errorf("it ends with %v: %s", err, &serve.said)
	}
	if left, _ := os.ReadDir(temp); len(left) > 0 {
		t.Errorf("it leaves %v", left)
	}
	if runs := output(t, "runs", "--db", db); !strings.Contains(runs, "stopped") {
		t.Errorf("its run is\n%s", runs)
	}
}

// TestServeKilled: a killed server leaves no temporary files, and the next one has its jobs.
func TestServeKilled(t *testing.T) {
	dir := t.TempDir()
	temp, token := tempAndToken(t, dir)
	db := filepath.Join(dir, "new.db")
	killed := startServe(t, temp, "--token", token, "--db", db)
	var job struct{ ID, State string }
	for answer := killed.call("POST", "/v1/jobs", `{"make":{"n":1,"size":4}}`); ; time.Sleep(20 * time.Millisecond) {
		if err := json.Unmarshal([]byte(answer), &job); err != nil {
			t.Fatal(err)
		}
		if job.State != "queued" && job.State != "running" {
			break
		}
		answer = killed.call("GET", "/v1/jobs/"+job.ID, "")
	}
	if err := killed.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = killed.Wait() // which says that it was killed
	if left, _ := os.ReadDir(temp); len(left) > 0 {
		t.Errorf("the killed one leaves %v", left)
	}
	next := startServe(t, temp, "--token", token, "--db", db)
	if answer := next.call("GET", "/v1/jobs/"+job.ID, ""); !strings.Contains(answer, `"state":"`+job.State+`"`) {
		t.Errorf("the next one says of its job %s", answer)
	}
	if err := next.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := next.Wait(); err != nil {
		t.Errorf("it ends with %v: %s", err, &next.said)
	}
}
