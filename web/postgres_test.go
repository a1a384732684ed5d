package web_test

import (
	"database/sql"
	"net/http"
	"strings"
	"testing"
	"time"

	"gradoku/internal/pgtest"
	"gradoku/store"
	"gradoku/task"
)

// TestServerOfDatabases: every page and endpoint works over a PostgreSQL server. While
// that is away the answer is 503 and when to ask again, and then all is as before.
func TestServerOfDatabases(t *testing.T) {
	server := pgtest.StartIn(t, "/tmp")
	if err := makeLibrary(t.Context(), server.URL()); err != nil {
		t.Fatal(err)
	}
	some := task.Regrade{Where: store.Condition{Text: "id < 20"}, Minutes: true}
	if _, err := some.Run(t.Context(), task.Env{DB: server.URL()}); err != nil {
		t.Fatal(err)
	}
	some.Minutes, some.People = false, true
	if _, err := some.Run(t.Context(), task.Env{DB: server.URL()}); err != nil {
		t.Fatal(err)
	}
	s, log := newServer(t, server.URL(), nil)
	_, key := ask(s, "GET", "/v1/puzzles/1", "")
	_, key, _ = strings.Cut(key, `"key":"`)
	key, _, _ = strings.Cut(key, `"`)
	paths := []string{
		"/v1/puzzles/" + key, "/v1/puzzles/1", "/v1/puzzles?limit=5", "/v1/puzzles?level=easy&order=rating&desc=true", "/v1/puzzles?order=random&where=clues+%3C+30",
		"/v1/puzzles?order=clues&size=6", "/v1/puzzles/random?n=20&seed=4", "/v1/puzzles/random?level=easy&technique=pointing", "/v1/daily/2026-01-05", "/v1/stats",
		"/v1/stats?level=easy", "/v1/runs", "/v1/runs/1", "/v1/export.csv", "/v1/export.jsonl?limit=3", "/v1/export.sqlite?size=6",
		"/", "/browse", "/browse?level=easy&rating=1.5-2.0", "/puzzle/" + key, "/puzzle/" + key + "/puzzle.sdm",
		"/try?puzzle=" + wikipedia,
		"/v1/puzzles?minutes=1-60&where=id+%3C+20", "/v1/puzzles/random?where=people_score+%3E+0+and+id+%3C+20", "/browse?minutes=1-60&people-technique=naked-single&where=id+%3C+20",
	}
	try := func(when string) {
		t.Helper()
		for _, path := range paths {
			if res, body := ask(s, "GET", path, "", "Accept", "text/html"); res.StatusCode != http.StatusOK || body == "" {
				t.Errorf("%s: GET %s: %d, %.300s", when, path, res.StatusCode, body)
			}
		}
		if res, _ := ask(s, "GET", "/random", "", "Accept", "text/html"); res.StatusCode != http.StatusSeeOther {
			t.Errorf("%s: a random puzzle: %d", when, res.StatusCode)
		}
	}
	try("at first")
	if strings.Contains(log.String(), "level=ERROR") {
		t.Errorf("the log has faults of the server:\n%s", log)
	}
	writer, _ := newServer(t, server.URL(), writing)
	server.Stop(t)
	for _, path := range paths {
		if strings.HasPrefix(path, "/try") || strings.Contains(path, "export") {
			continue // these do without, or have begun
		}
		res, body := ask(s, "GET", path, "", "Accept", "text/html")
		if res.StatusCode != http.StatusServiceUnavailable || res.Header.Get("Retry-After") == "" {
			t.Errorf("without its server: GET %s: %d, %v, %.300s", path, res.StatusCode, res.Header, body)
		}
		if strings.HasPrefix(path, "/v1/") {
			checkProblem(t, path, res, body)
		} else if !strings.Contains(body, "<h1>The server of the database does not answer</h1>") {
			t.Errorf("without its server: GET %s is no page: %s", path, body)
		}
		if strings.Contains(body, "postgres") || strings.Contains(body, "socket") {
			t.Errorf("GET %s tells of the server: %s", path, body)
		}
	}
	j := order(t, writer, `{"make":{"n":1}}`)
	watch(t, writer, j.ID, ended)
	_, told := ask(writer, "GET", "/v1/jobs", "")
	for _, secret := range []string{"postgres:", "socket", "/tmp", "PGPASSWORD"} {
		if strings.Contains(told, secret) || !strings.Contains(told, "it is in the log") {
			t.Errorf("without its server, a job tells %q: %s", secret, told)
		}
	}
	server.Restart(t)
	time.Sleep(300 * time.Millisecond) // a database that could not be opened is not tried again at once
	try("again")

	// A question that waits for longer than the server allows is told as such.
	holder, err := sql.Open("pgx", server.URL()+"&application_name=holder")
	if err != nil {
		t.Fatal(err)
	}
	defer holder.Close()
	holding, err := holder.BeginTx(t.Context(), nil)
	if err == nil {
		_, err = holding.ExecContext(t.Context(), "LOCK TABLE gradoku.puzzle")
	}
	if err != nil {
		t.Fatal(err)
	}
	defer holding.Rollback()
	pgtest.Exec(t, server.URL(), "ALTER DATABASE postgres SET statement_timeout = 50",
		"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'gradoku'")
	body := ""
	for i := 0; i < 10 && !strings.Contains(body, "allows no question"); i++ { // some connections that have ended come first
		var res *http.Response
		if res, body = ask(s, "GET", "/v1/puzzles/1", ""); res.StatusCode != http.StatusServiceUnavailable {
			t.Errorf("beyond a limit of the server: %d, %s", res.StatusCode, body)
		}
	}
	if !strings.Contains(body, "problem-server_limit") {
		t.Errorf("beyond a limit of the server: %s", body)
	}
}
