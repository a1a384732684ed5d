package web_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gradoku/store"
	"gradoku/web"
)

func TestMain(m *testing.M) {
	debug.SetGCPercent(400) // little is in memory: to collect it takes long
	os.Setenv("GOGC", "400")
	dir, err := os.MkdirTemp("", "gradoku-test")
	if err != nil {
		panic(err)
	}
	program = filepath.Join(dir, "gradoku")
	code := m.Run()
	endChromium()
	os.RemoveAll(dir)
	os.Exit(code)
}

// program is gradoku, which build makes for the jobs of servers.
var program string

var build = sync.OnceValue(func() error {
	os.ReadDir("../cmd/gradoku") // so that go test does not use cached results after a change in its files
	// go run keeps the linked program in its cache; go build does not. With -exec=cp it copies the program.
	said, err := exec.Command("go", "run", "-exec=cp", "../cmd/gradoku", program).CombinedOutput()
	if err != nil {
		err = fmt.Errorf("go run ../cmd/gradoku: %w\n%s", err, said)
	}
	return err
})

// token is that of the servers of tests.
const token = "a word of tests that nobody guesses"

// writing lets a server start jobs.
func writing(o *web.Options) {
	if err := build(); err != nil {
		panic(err)
	}
	o.Token = token
	o.Command = func(ctx context.Context, args ...string) *exec.Cmd { return exec.CommandContext(ctx, program, args...) }
}

// newWriter returns a server that may write to its database.
func newWriter(t testing.TB, path string) *web.Server {
	t.Setenv("GOMAXPROCS", "1") // of its jobs, some of which only have to go on
	s, _ := newServer(t, path, writing)
	return s
}

// send asks the API for something with the token.
func send(s http.Handler, method, target, body string) (*http.Response, string) {
	return ask(s, method, target, body, "Content-Type", "application/json", "Authorization", "Bearer "+token)
}

// order starts a job by the API.
func order(t testing.TB, s http.Handler, body string) web.Job {
	t.Helper()
	res, text := send(s, "POST", "/v1/jobs", body)
	var j web.Job
	if err := json.Unmarshal([]byte(text), &j); err != nil || res.StatusCode != 201 || res.Header.Get("Location") != "/v1/jobs/"+j.ID {
		t.Fatalf("%d: %s", res.StatusCode, text)
	}
	return j
}

// watch asks for a job until it is as wanted, and returns it then.
func watch(t testing.TB, s http.Handler, id string, until func(web.Job) bool) (j web.Job) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	for ctx.Err() == nil {
		if get(t, s, "/v1/jobs/"+id, &j); until(j) {
			return j
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Fatalf("it never happens: %+v", j)
	return j
}

func ended(j web.Job) bool { return j.State != web.Queued && j.State != web.Running }

// TestJob: a job runs the command that it shows, and its puzzles are in the database;
// given again, the command has nothing to add.
func TestJob(t *testing.T) {
	path := emptyDB(t)
	yielding := make(chan int, 10)
	s, _ := newServer(t, path, func(o *web.Options) {
		writing(o)
		o.Yield = func(p *os.Process) error { yielding <- p.Pid; return nil }
	})
	j := order(t, s, `{"make":{"n":5,"size":6,"symmetry":"rotate180","seed":3}}`)
	if pid := <-yielding; pid <= 1 || pid == os.Getpid() {
		t.Errorf("the priority of process %d was to be lowered", pid)
	}
	if want := "gradoku generate --n=5 --size=6 --symmetry=rotate180 --seed=3 --db=puzzles.db"; j.Command != want {
		t.Errorf("it runs %q, not %q", j.Command, want)
	}
	j = watch(t, s, j.ID, ended)
	if j.State != web.Done || j.Run != 1 || !strings.Contains(strings.Join(j.Lines, "\n"), "5 puzzles in puzzles.db, run 1, seed 3") {
		t.Errorf("it ends as %+v", j)
	}
	if _, body := ask(s, "GET", "/v1/puzzles?run=1&limit=10", ""); strings.Count(body, `"key":`) != 5 {
		t.Errorf("the database has %s", body)
	}
	again := watch(t, s, order(t, s, `{"make":{"n":5,"size":6,"symmetry":"rotate180","seed":3}}`).ID, ended)
	if again.State != web.Done || again.Run != 1 || !strings.Contains(again.Lines[0], "is complete") {
		t.Errorf("the same again: %+v", again)
	}
	drawn := order(t, s, `{"make":{"n":1,"pattern":"#.#.\n.#.#\n#.#.\n.#.#\n"}}`)
	if want := "gradoku generate --n=1 --pattern=1.1..1.11.1..1.1 --seed="; !strings.HasPrefix(drawn.Command, want) {
		t.Errorf("a drawing of a pattern becomes %q", drawn.Command)
	}
}

// TestJobStops: a job stops when asked to, goes on, is killed from outside, and is
// forgotten; the server lives, and what was made stays.
func TestJobStops(t *testing.T) {
	path := copyOf(t)
	s := newWriter(t, path)
	j := order(t, s, `{"make":{"n":1000000,"seed":5}}`)
	watch(t, s, j.ID, func(j web.Job) bool {
		_, body := ask(s, "GET", "/v1/runs/3", "")
		return j.State == web.Running && strings.Contains(body, `"run":3`) && !strings.Contains(body, `"puzzles":0,`)
	})

	if res, body := send(s, "POST", "/v1/jobs/"+j.ID+"/stop", ""); res.StatusCode != 200 {
		t.Fatalf("%d: %s", res.StatusCode, body)
	}
	if last := watch(t, s, j.ID, ended); last.State != web.Stopped || !strings.HasPrefix(last.Fault, "interrupted at attempt ") || strings.Contains(fmt.Sprint(last), filepath.Dir(path)) {
		t.Errorf("it ends as %+v", last)
	}

	if res, body := send(s, "POST", "/v1/jobs/"+j.ID+"/resume", ""); res.StatusCode != 200 {
		t.Fatalf("%d: %s", res.StatusCode, body)
	}
	going := watch(t, s, j.ID, func(j web.Job) bool { return strings.Contains(strings.Join(j.Lines, "\n"), "continuing at attempt") })
	if going.State != web.Running || going.Finished != nil {
		t.Errorf("it goes on as %+v", going)
	}
	if res, _ := send(s, "DELETE", "/v1/jobs/"+j.ID, ""); res.StatusCode != 204 {
		t.Errorf("to forget it: %d", res.StatusCode)
	}
	if res, _ := ask(s, "GET", "/v1/jobs/"+j.ID, ""); res.StatusCode != 404 {
		t.Errorf("a job that is forgotten: %d", res.StatusCode)
	}
	if _, body := ask(s, "GET", "/v1/runs", ""); !strings.Contains(body, `"state":"stopped"`) {
		t.Errorf("its run is %s", body)
	}
}

// TestJobsEnd: the end of the server stops its jobs, and leaves no files of them.
func TestJobsEnd(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	path := copyOf(t)
	s := newWriter(t, path)
	for range 4 {
		order(t, s, `{"make":{"n":1000000}}`)
	}
	_, body := ask(s, "GET", "/v1/jobs", "")
	if strings.Count(body, `"state":"running"`) != 2 || strings.Count(body, `"state":"queued"`) != 2 || !strings.Contains(body, `"ahead":3`) {
		t.Errorf("of four jobs, two should run: %s", body)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if left, _ := os.ReadDir(os.Getenv("TMPDIR")); len(left) > 0 {
		t.Errorf("it leaves %v", left)
	}
	db, err := store.Open(t.Context(), path, store.ReadWrite)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	runs, err := db.Runs(t.Context())
	for _, r := range runs {
		if r.State == store.Running {
			t.Errorf("run %d is still going on", r.ID)
		}
	}
	if err != nil {
		t.Error(err)
	}
}

// TestJobsStay: jobs and their files survive the end of the server, and a job that was running
// when it was killed can go on.
func TestJobsStay(t *testing.T) {
	path := copyOf(t)
	s := newWriter(t, path)
	done := watch(t, s, order(t, s, `{"make":{"n":5,"size":6,"seed":3}}`).ID, ended)
	going := order(t, s, `{"make":{"n":1000000,"seed":5}}`)
	watch(t, s, going.ID, func(j web.Job) bool { return j.Run != 0 })
	if res, body := ask(newWriter(t, path), "GET", "/v1/jobs/"+going.ID, ""); res.StatusCode != 404 {
		t.Errorf("a second server has the jobs of the first: %s", body)
	}
	record := filepath.Join(path+".jobs", going.ID, ".job.json")
	killed, err := os.ReadFile(record)
	if err == nil {
		err = s.Close()
	}
	if err == nil {
		err = os.WriteFile(record, killed, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	s = newWriter(t, path)
	if j := watch(t, s, done.ID, ended); j.State != web.Done || !slices.Equal(j.Lines, done.Lines) || j.Title != done.Title {
		t.Errorf("a job that was done: %+v", j)
	}
	if j := watch(t, s, going.ID, ended); j.State != web.Stopped || j.Fault != "The server ended before the job." {
		t.Errorf("a job that was running: %+v", j)
	}
	if _, body := ask(s, "GET", "/jobs", ""); !strings.Contains(body, `<a href="/jobs/`+going.ID+`">`) {
		t.Errorf("the list does not have it: %s", body)
	}
	if res, body := send(s, "POST", "/v1/jobs/"+going.ID+"/resume", ""); res.StatusCode != 200 {
		t.Fatalf("%d: %s", res.StatusCode, body)
	}
	watch(t, s, going.ID, func(j web.Job) bool { return j.State == web.Running && j.Progress != "" })
}

// TestWriteHostile: what may not be started is refused, by JSON and by form, and says why.
func TestWriteHostile(t *testing.T) {
	s := newWriter(t, copyOf(t))
	reader, _ := newServer(t, copyOf(t), nil)
	for _, c := range []struct {
		what, method, target, body string
		headers                    []string
		status                     int
		has                        string
	}{
		{"no token", "POST", "/v1/jobs", `{"make":{}}`, nil, 401, `"the token is missing","location":"header.Authorization"`},
		{"another token", "POST", "/v1/jobs", `{"make":{}}`, []string{"Authorization", "Bearer wrong"}, 401, "this is not the token"},
		{"half the token", "POST", "/v1/jobs", `{"make":{}}`, []string{"Authorization", "Bearer " + token[:20]}, 401, "this is not the token"},
		{"another scheme", "POST", "/v1/jobs", `{"make":{}}`, []string{"Authorization", "Basic " + token}, 401, "problem-token"},
		{"to stop without", "POST", "/v1/jobs/x/stop", "", nil, 401, "problem-token"},
		{"to forget without", "DELETE", "/v1/jobs/x", "", nil, 401, "problem-token"},
		{"from another site", "POST", "/v1/jobs", `{"make":{}}`, []string{"Authorization", "Bearer " + token, "Sec-Fetch-Site", "cross-site"}, 403, "problem-forbidden"},
		{"from another origin", "DELETE", "/v1/jobs/x", "", []string{"Authorization", "Bearer " + token, "Origin", "https://evil.example"}, 403, "problem-forbidden"},
		{"no such job", "DELETE", "/v1/jobs/x", "", []string{"Authorization", "Bearer " + token}, 404, "there is no such job"},
		{"no such file", "GET", "/v1/jobs/x/files/y", "", nil, 404, "problem-not_found"},
		{"the scheme in other letters", "DELETE", "/v1/jobs/x", "", []string{"Authorization", "bEARER " + token}, 404, "there is no such job"},
		{"nothing", "POST", "/v1/jobs", `{}`, []string{"Authorization", "Bearer " + token}, 422, "name exactly one of make, book and cover"},
		{"no puzzles", "POST", "/v1/jobs", `{"make":{"n":0}}`, []string{"Authorization", "Bearer " + token}, 422, `"location":"body.make.n"`},
		{"null", "POST", "/v1/jobs", `null`, []string{"Authorization", "Bearer " + token}, 422, "problem-"},
		{"no JSON", "POST", "/v1/jobs", `{`, []string{"Authorization", "Bearer " + token}, 400, "problem-bad_request"},
		{"an unknown field", "POST", "/v1/jobs", `{"make":{"db":"/etc/passwd"}}`, []string{"Authorization", "Bearer " + token}, 422, "body.make.db"},
		{"a flag in a value", "POST", "/v1/jobs", `{"make":{"level":"--db=/etc/passwd"}}`, []string{"Authorization", "Bearer " + token}, 422, `"location":"body.make.level"`},
		{"a flag in a quota", "POST", "/v1/jobs", `{"make":{"quota":"easy=5 --db=x"}}`, []string{"Authorization", "Bearer " + token}, 422, `"location":"body.make.quota"`},
		{"a line", "POST", "/v1/jobs", `{"make":{"only_techniques":"xy-wing\n--db=x"}}`, []string{"Authorization", "Bearer " + token}, 422, `"location":"body.make.only_techniques"`},
		{"a zero byte", "POST", "/v1/jobs", `{"make":{"rating":"4.0\u0000"}}`, []string{"Authorization", "Bearer " + token}, 422, "problem-request"},
		{"a file as pattern", "POST", "/v1/jobs", `{"make":{"pattern":"/etc/passwd"}}`, []string{"Authorization", "Bearer " + token}, 422, `"location":"body.make.pattern"`},
		{"too many", "POST", "/v1/jobs", `{"make":{"n":99999999999}}`, []string{"Authorization", "Bearer " + token}, 422, `"location":"body.make.n"`},
		{"what cannot be", "POST", "/v1/jobs", `{"make":{"rating":"13.0-"}}`, []string{"Authorization", "Bearer " + token}, 422, "is known with a rating above"},
		{"a huge body", "POST", "/v1/jobs", `{"make":{"level":"` + strings.Repeat("x", 17<<20) + `"}}`, []string{"Authorization", "Bearer " + token}, 413, "problem-too_large"},
		{"a form without token", "POST", "/jobs/x", "action=stop", nil, 404, "there is no such job"},
	} {
		headers := append([]string{"Content-Type", "application/json"}, c.headers...)
		if !strings.HasPrefix(c.target, "/v1/") {
			headers[1] = "application/x-www-form-urlencoded"
		}
		res, body := ask(s, c.method, "http://localhost"+c.target, c.body, headers...)
		if res.StatusCode != c.status || !strings.Contains(body, c.has) {
			t.Errorf("%s: %d, not %d, or without %q: %.500s", c.what, res.StatusCode, c.status, c.has, body)
		}
		checkProblem(t, c.what, res, body)
		if c.method == "GET" {
			continue
		}
		if res, body := ask(reader, c.method, "http://localhost"+c.target, c.body, headers...); res.StatusCode != 403 {
			t.Errorf("%s, of a server that only reads: %d %s", c.what, res.StatusCode, body)
		}
	}
	if _, body := ask(s, "GET", "/v1/jobs", ""); body != `{"jobs":[]}`+"\n" {
		t.Errorf("something was started: %s", body)
	}
}

// TestJobPage: a job has a page that shows what it says, and a form that stops it.
func TestJobPage(t *testing.T) {
	s := newWriter(t, copyOf(t))
	j := order(t, s, `{"make":{"n":1000000}}`)
	page := "/jobs/" + j.ID
	if res, body := ask(s, "GET", "/jobs", ""); res.StatusCode != 200 || !strings.Contains(body, page) {
		t.Errorf("the list: %d %s", res.StatusCode, body)
	}
	if res, body := post(s, page, "action", "stop", "token", "wrong"); res.StatusCode != 401 || !strings.Contains(body, "this is not the token of the server") {
		t.Errorf("with another token: %d %s", res.StatusCode, body)
	}
	if res, body := post(s, page, "action", "stop", "token", token); res.StatusCode != 303 {
		t.Errorf("to stop it: %d %s", res.StatusCode, body)
	}
	watch(t, s, j.ID, ended)
	if res, body := ask(s, "GET", page, ""); res.StatusCode != 200 || !strings.Contains(body, `value="resume"`) || !strings.Contains(body, "stopped") {
		t.Errorf("the page: %d %s", res.StatusCode, body)
	}
}

// shell lets jobs run a line of the shell in the place of gradoku.
func shell(t *testing.T, line string) *web.Server {
	t.Helper()
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("there is no sh")
	}
	s, _ := newServer(t, copyOf(t), func(o *web.Options) {
		writing(o)
		o.Command = func(ctx context.Context, _ ...string) *exec.Cmd { return exec.CommandContext(ctx, "sh", "-c", line) }
	})
	return s
}

// TestJobDies: however a process ends, its job says so, and the server lives.
func TestJobDies(t *testing.T) {
	for _, c := range []struct{ what, line, state, fault string }{
		{"killed", "kill -9 $$", web.Failed, "ended from outside: signal: killed"},
		{"a crash", "echo 'panic: x' >&2; exit 2", web.Failed, ""},
		{"wrong arguments", `echo '{"failed":{"code":2,"text":"no","advice":"do that"}}' >&2; exit 2`, web.Failed, "no"},
		{"its stop rule", `echo '{"failed":{"code":3,"text":"enough"}}' >&2; exit 3`, web.Stopped, "enough"},
		{"no line end", `printf '{"failed":{"code":1,"text":"half"}}' >&2; exit 1`, web.Failed, "half"},
		{"much to say", "head -c 3000000 /dev/zero; yes gradoku | head -n 20000; exit 1", web.Failed, ""},
		{"escapes", `printf '\033[31m\377\000<script>\n{"failed":{"text":"\\u001b[31m<script>"}}' >&2; exit 1`, web.Failed, `\x1b[31m<script>`},
	} {
		s := shell(t, c.line)
		j := watch(t, s, order(t, s, `{"make":{"n":1}}`).ID, ended)
		if j.State != c.state || !strings.Contains(j.Fault, c.fault) || len(j.Lines) > 300 {
			t.Errorf("%s: %+v", c.what, j)
		}
		if c.what == "escapes" && j.Lines[0] != `\x1b[31m\xff\x00<script>` {
			t.Errorf("%s: %q", c.what, j.Lines)
		}
		if c.what == "much to say" && (j.Dropped != 19_700) {
			t.Errorf("%s: %d lines are dropped, the first has %d bytes", c.what, j.Dropped, len(j.Lines[0]))
		}
		if res, body := ask(s, "GET", "/jobs/"+j.ID, "", "Accept", "text/html"); res.StatusCode != 200 || strings.Contains(body, "<script>\n") || strings.Contains(body, "[31m\xff") {
			t.Errorf("%s: the page: %d %s", c.what, res.StatusCode, body)
		}
	}
	s, _ := newServer(t, copyOf(t), func(o *web.Options) {
		writing(o)
		o.Command = func(ctx context.Context, _ ...string) *exec.Cmd { return exec.CommandContext(ctx, "/nonsense") }
	})
	if j := watch(t, s, order(t, s, `{"make":{"n":1}}`).ID, ended); j.State != web.Failed || j.Fault != "The command could not be run." {
		t.Errorf("no program: %+v", j)
	}
}

// TestJobProgress: how far a command has got is told while it runs, and not kept.
func TestJobProgress(t *testing.T) {
	s := shell(t, `trap 'printf "3 of"; exit 0' TERM; printf 'begun\n{"progress":{"text":"1 of 9"}}\n{"progress":{"text":"2 of 9"}}\n'; while :; do sleep .02; done`)
	j := order(t, s, `{"make":{"n":1}}`)
	if j = watch(t, s, j.ID, func(j web.Job) bool { return j.Progress == "2 of 9" }); !slices.Equal(j.Lines, []string{"begun"}) {
		t.Errorf("what it says: %q", j.Lines)
	}
	if _, body := ask(s, "GET", "/jobs/"+j.ID, "", "Accept", "text/html"); !strings.Contains(body, ">2 of 9<") {
		t.Errorf("the page: %s", body)
	}
	send(s, "POST", "/v1/jobs/"+j.ID+"/stop", "")
	if j = watch(t, s, j.ID, ended); j.Progress != "" || !slices.Equal(j.Lines, []string{"begun", "3 of"}) {
		t.Errorf("it ends as %+v", j)
	}
}

// TestManyJobs: what waits is bounded; what has ended makes room.
func TestManyJobs(t *testing.T) {
	s := shell(t, "exec sleep 600")
	for i := range 41 {
		res, body := send(s, "POST", "/v1/jobs", `{"make":{"n":1}}`)
		if i < 40 && res.StatusCode != 201 || i == 40 && (res.StatusCode != 429 || res.Header.Get("Retry-After") == "") {
			t.Fatalf("job %d: %d %s", i, res.StatusCode, body)
		}
	}
	var list struct{ Jobs []web.Job }
	get(t, s, "/v1/jobs", &list)
	if res, _ := send(s, "POST", "/v1/jobs/"+list.Jobs[0].ID+"/stop", ""); res.StatusCode != 200 {
		t.Errorf("to stop one that waits: %d", res.StatusCode)
	}
	order(t, s, `{"make":{"n":1}}`)
	if res, _ := ask(s, "GET", "/v1/jobs/"+list.Jobs[0].ID, ""); res.StatusCode != 404 {
		t.Errorf("one that was stopped is still there: %d", res.StatusCode)
	}
	if res, _ := send(s, "POST", "/v1/jobs/"+list.Jobs[1].ID+"/resume", ""); res.StatusCode != 422 {
		t.Errorf("to resume one that waits: %d", res.StatusCode)
	}
}

// TestBookFreesPuzzles: the puzzles of a book are used until somebody frees them.
func TestBookFreesPuzzles(t *testing.T) {
	path := copyOf(t)
	s := newWriter(t, path)
	db, err := store.Open(t.Context(), path, store.ReadOnly)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	used := func() (n int64) {
		exports, err := db.Exports(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range exports {
			if e.Path == "quiet.pdf" {
				n += e.Puzzles
			}
		}
		return n
	}
	for _, c := range []struct {
		name   string
		remove func(id string) (*http.Response, string)
		left   int64
	}{
		{"freed on its page", func(id string) (*http.Response, string) {
			return post(s, "/jobs/"+id, "action", "free", "token", token)
		}, 0},
		{"deleted", func(id string) (*http.Response, string) { return send(s, "DELETE", "/v1/jobs/"+id, "") }, 3},
	} {
		j := watch(t, s, order(t, s, `{"book":{"quota":"9x9=3","title":"Quiet"}}`).ID, ended)
		if j.State != web.Done || used() != 3 {
			t.Fatalf("%s: %d puzzles are used: %+v", c.name, used(), j)
		}
		if _, body := ask(s, "GET", "/jobs/"+j.ID, ""); !strings.Contains(body, "skip the 3 puzzles of this book") || !strings.Contains(body, `value="free"`) {
			t.Errorf("%s: the page: %s", c.name, body)
		}
		if res, body := c.remove(j.ID); res.StatusCode/100 == 4 || used() != c.left {
			t.Errorf("%s: %d: %d puzzles are used, want %d: %s", c.name, res.StatusCode, used(), c.left, body)
		}
		if _, body := ask(s, "GET", "/jobs/"+j.ID, ""); strings.Contains(body, `value="free"`) {
			t.Errorf("%s: its page still offers to free puzzles", c.name)
		}
	}
}
