package web_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"html"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"gradoku/web"
)

// listen serves on a free port of this machine until the test ends, and returns the
// address and what ends it sooner.
func listen(t *testing.T, s *web.Server) (addr string, end func() error) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx, l) }()
	ended := false
	end = func() error {
		if ended {
			return nil
		}
		ended = true
		cancel()
		select {
		case err := <-done:
			return err
		case <-time.After(patience):
			return fmt.Errorf("the server does not end")
		}
	}
	t.Cleanup(func() { end() })
	return l.Addr().String(), end
}

// TestSlowClients: who sends slowly, or nothing, is cut off; the others do not notice.
func TestSlowClients(t *testing.T) {
	s, _ := newServer(t, copyOf(t), func(o *web.Options) {
		o.Limits = web.Limits{Header: 300 * time.Millisecond, Body: 300 * time.Millisecond, Idle: 300 * time.Millisecond}
	})
	addr, _ := listen(t, s)
	for _, c := range []struct{ what, sends string }{
		{"nothing", ""},
		{"half a header", "GET /v1/puzzles/1 HTTP/1.1\r\nHost: localhost\r\nX-"},
		{"half a body", "POST /v1/grade HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"},
		{"half a line of a stream", "POST /v1/grade HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\nContent-Length: 1000\r\n\r\n{"},
	} {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(conn, c.sends)
		conn.SetReadDeadline(time.Now().Add(patience))
		answer, err := io.ReadAll(conn) // until the server closes
		if err != nil {
			t.Errorf("%s: the connection is still open: %v, %.200s", c.what, err, answer)
		}
		conn.Close()
		if _, body := ask(s, "GET", "/v1/puzzles/1", ""); !strings.Contains(body, `"id":1,`) {
			t.Errorf("%s: others get %s", c.what, body)
		}
	}
}

// TestManyConnections: two thousand connections that do nothing are in nobody's way.
func TestManyConnections(t *testing.T) {
	s, _ := newServer(t, copyOf(t), nil)
	addr, _ := listen(t, s)
	for range 2000 {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			t.Skipf("this system does not allow so many connections: %v", err)
		}
		defer conn.Close()
	}
	res, err := http.Get("http://" + addr + "/v1/puzzles/1")
	if err != nil || res.StatusCode != 200 {
		t.Fatalf("%v, %v", res, err)
	}
	res.Body.Close()
}

// TestRawRequests are what no client library would send.
func TestRawRequests(t *testing.T) {
	s, log := newServer(t, copyOf(t), nil)
	addr, _ := listen(t, s)
	long := strings.Repeat("x", 100_000)
	for _, c := range []struct {
		what, request string
		status        string
	}{
		{"another host", "GET / HTTP/1.1\r\nHost: evil.example\r\n", "403"},
		{"this host", "GET /v1/puzzles/1 HTTP/1.1\r\nHost: localhost:80\r\n", "200"},
		{"a condition of 30 kB", "GET /v1/puzzles?where=" + long[:30_000] + " HTTP/1.1\r\nHost: localhost\r\n", "431"},
		{"a header of 100 kB", "GET / HTTP/1.1\r\nHost: localhost\r\nX: " + long + "\r\n", "431"},
		{"a way out", "GET /static/../../go.mod HTTP/1.1\r\nHost: localhost\r\n", "307"},
		{"a hidden way out", "GET /static/%2e%2e%2f%2e%2e%2fgo.mod HTTP/1.1\r\nHost: localhost\r\n", "404"},
		{"dots as bytes", "GET /static/..\xc0\xae\xc0\xaf HTTP/1.1\r\nHost: localhost\r\n", "404"},
		{"dots that are none", "GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\nHost: localhost\r\n", "404"},
		{"backslashes", "GET /static/..\\..\\go.mod HTTP/1.1\r\nHost: localhost\r\n", "404"},
		{"another site behind the slashes", "GET //evil.example/%2e%2e HTTP/1.1\r\nHost: localhost\r\n", "307"},
		{"a header in a path", "GET /puzzle/1%0d%0aX-Evil:%201 HTTP/1.1\r\nHost: localhost\r\n", "404"},
		{"two lengths", "POST /v1/grade HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n", "400"},
		{"a length below nothing", "POST /v1/grade HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n", "400"},
		{"an encoding that is none", "POST /v1/grade HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip\r\n", "501"},
		{"a zero byte", "GET /puzzle/%00 HTTP/1.1\r\nHost: localhost\r\n", "404"},
		{"bad UTF-8", "GET /v1/puzzles?where=%ff%fe HTTP/1.1\r\nHost: localhost\r\n", "422"},
		{"a header in a header", "GET /v1/puzzles?limit=1&level=hard%0d%0aX-Evil:%201 HTTP/1.1\r\nHost: localhost\r\n", "422"},
		{"no host", "GET / HTTP/1.1\r\n", "400"},
		{"no HTTP", "\x16\x03\x01\x02\x00", "400"},
		{"another method", "TRACE / HTTP/1.1\r\nHost: localhost\r\n", "405"},
	} {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		conn.SetDeadline(time.Now().Add(patience))
		go io.WriteString(conn, c.request+"Connection: close\r\n\r\n")
		answer, err := io.ReadAll(conn)
		if !strings.HasPrefix(string(answer), "HTTP/1.1 "+c.status) {
			t.Errorf("%s: %.60q, %v", c.what, answer, err)
		}
		for _, inside := range []string{"\nX-Evil", "Location: //", "Location: http", "goroutine ", ".go:"} {
			if strings.Contains(string(answer), inside) {
				t.Errorf("%s: %q in the answer: %s", c.what, inside, answer)
			}
		}
		conn.Close()
	}
	if strings.Contains(log.String(), "panic") {
		t.Errorf("the log: %s", log)
	}
}

// TestEndlessBody: a body without a length is read as far as it may be long.
func TestEndlessBody(t *testing.T) {
	s, _ := newServer(t, copyOf(t), func(o *web.Options) { o.Limits.Bytes = 10_000 })
	addr, _ := listen(t, s)
	for _, c := range []struct {
		target, kind, piece string
		status              int
		want                string
	}{
		{"/v1/grade", "application/json", "x", http.StatusRequestEntityTooLarge, "too_large"},
		{"/v1/grade", "application/x-ndjson", strings.Repeat(" ", 99) + "\n", http.StatusOK, "too_large"}, // after 64 MiB
		{"/try", "application/x-www-form-urlencoded", "x", http.StatusRequestEntityTooLarge, ""},
	} {
		in, out := io.Pipe()
		go func() {
			for chunk := strings.Repeat(c.piece, 1000); ; {
				if _, err := io.WriteString(out, chunk); err != nil {
					return
				}
			}
		}()
		res, err := http.Post("http://"+addr+c.target, c.kind, in)
		if err != nil {
			t.Errorf("%s: %v", c.target, err)
			continue
		}
		body, err := io.ReadAll(res.Body)
		res.Body.Close()
		if in.Close(); res.StatusCode != c.status || !strings.Contains(string(body), c.want) {
			t.Errorf("%s, %s: %d, %v, %.300s", c.target, c.kind, res.StatusCode, err, body)
		}
	}
}

// stopped is an answer whose first write waits.
type stopped struct {
	*httptest.ResponseRecorder
	begun, resume chan struct{}
	once          sync.Once
}

func (s *stopped) Write(b []byte) (int, error) {
	s.once.Do(func() { close(s.begun); <-s.resume })
	return s.ResponseRecorder.Write(b)
}

// TestShutdown: the end of the server ends its streams and waits for its answers and exports.
func TestShutdown(t *testing.T) {
	s, _ := newServer(t, copyOf(t), nil)
	addr, end := listen(t, s)
	in, out := io.Pipe()
	done := make(chan string, 1)
	go func() {
		res, err := http.Post("http://"+addr+"/v1/grade", "application/x-ndjson", in)
		if err != nil {
			done <- err.Error()
			return
		}
		defer res.Body.Close()
		line, _ := bufio.NewReader(res.Body).ReadString('\n')
		done <- line
	}()
	fmt.Fprintf(out, "{\"puzzle\":%q}\n", wikipedia)
	if line := <-done; !strings.Contains(line, `"rating":1.2`) {
		t.Errorf("a question is not answered before the next is asked: %s", line)
	}
	out.Close()
	export, written := &stopped{ResponseRecorder: httptest.NewRecorder(), begun: make(chan struct{}), resume: make(chan struct{})}, make(chan any)
	go func() {
		defer func() { written <- recover() }()
		s.ServeHTTP(export, httptest.NewRequest("GET", "/v1/export.jsonl?variant=any", nil))
	}()
	<-export.begun
	defer func() {
		close(export.resume)
		if cut := <-written; cut != nil || strings.Count(export.Body.String(), "\n") != 171 {
			t.Errorf("an export that had begun: %v, %d lines", cut, strings.Count(export.Body.String(), "\n"))
		}
	}()
	if err := end(); err != nil {
		t.Error(err)
	}
	if _, err := net.Dial("tcp", addr); err == nil {
		t.Error("it still listens")
	}
}

// TestBase: behind a proxy that shows the server below a path, and removes the path or not, every
// link of every page leads to an answer of this server. /metrics has a listener of its own.
func TestBase(t *testing.T) {
	metrics, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s, _ := newServer(t, copyOf(t), func(o *web.Options) { o.Base, o.Metrics = "/sudoku", metrics })
	addr, _ := listen(t, s)
	link := regexp.MustCompile(` (?:href|src|action|formaction|data-page|data-picture)="(/[^"]*)`)
	for strips, most := range map[bool]int{true: 30, false: 10} {
		proxy := httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(&url.URL{Scheme: "http", Host: addr})
			if strips {
				r.Out.URL.Path = strings.TrimPrefix(r.Out.URL.Path, "/sudoku")
			}
		}})
		defer proxy.Close()
		get := func(path string) (*http.Response, string) {
			res, err := http.Get(proxy.URL + path)
			if err != nil {
				t.Fatal(err)
			}
			defer res.Body.Close()
			body, _ := io.ReadAll(res.Body)
			return res, string(body)
		}
		seen := map[string]bool{}
		for todo := []string{"/sudoku", "/sudoku/random", "/sudoku/jobs", "/sudoku/daily/today"}; len(todo) > 0 && len(seen) < most; todo = todo[1:] {
			path, _, _ := strings.Cut(html.UnescapeString(todo[0]), "#")
			if seen[path] {
				continue
			}
			seen[path] = true
			res, body := get(path)
			if !strings.HasPrefix(res.Request.URL.Path, "/sudoku") || res.StatusCode >= 400 {
				t.Errorf("%s, stripped %t: %d at %s", path, strips, res.StatusCode, res.Request.URL)
			}
			for _, m := range link.FindAllStringSubmatch(body, -1) {
				todo = append(todo, m[1])
			}
		}
		_, script := get("/sudoku/static/play.js")
		_, problem := get("/sudoku/v1/puzzles/0")
		page, _ := get("/sudoku/v1/puzzles?limit=1")
		if len(seen) < most || !strings.Contains(script, `"/sudoku/v1/hint"`) || !strings.Contains(problem, `"type":"/sudoku/docs#`) || !strings.HasPrefix(page.Header.Get("Link"), "</sudoku/v1/") {
			t.Errorf("%d addresses, %s, %v", len(seen), problem, page.Header)
		}
		if res, _ := get("/sudoku/metrics"); res.StatusCode != 404 {
			t.Errorf("the metrics are with the pages: %d", res.StatusCode)
		}
	}
	res, err := http.Get("http://" + metrics.Addr().String() + "/metrics")
	if err != nil || res.StatusCode != 200 {
		t.Errorf("the metrics: %v, %v", res, err)
	}
}

// TestHalfAnswers: an answer that meets a damaged puzzle on its way is cut off, so that
// nobody takes it for the whole.
func TestHalfAnswers(t *testing.T) {
	path := changed(t, "UPDATE puzzle SET solution = givens WHERE id = 140")
	s, log := newServer(t, path, nil)
	addr, _ := listen(t, s)
	for _, packing := range []string{"", "gzip"} {
		r, err := http.NewRequestWithContext(t.Context(), "GET", "http://"+addr+"/v1/export.jsonl", nil)
		if err != nil {
			t.Fatal(err)
		}
		if packing != "" {
			r.Header.Set("Accept-Encoding", packing)
		}
		res, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_, err = io.Copy(io.Discard, res.Body)
		if res.Body.Close(); !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("an export that meets a damaged puzzle, %q: %v", packing, err)
		}
	}
	if !strings.Contains(log.String(), "an export was cut off") || !strings.Contains(log.String(), "status=499") || strings.Contains(log.String(), "status=200") {
		t.Errorf("the log says nothing of it: %s", log)
	}
}
