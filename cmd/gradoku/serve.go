package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path"
	"regexp"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"gradoku/internal/text"
	"gradoku/store"
	"gradoku/task"
	"gradoku/web"
)

type serveOptions struct {
	Call    `fields:"db,quiet,json"`
	Listen  string   `query:"listen" value:"HOST:PORT" doc:"listen on HOST:PORT; port 0 picks a free port, an empty host listens on all networks"`
	Token   string   `query:"token" value:"FILE" doc:"let anyone who has the token in this FILE start jobs that make puzzles and books: at least 16 characters, for example of head -c 18 /dev/urandom | base64, that other users cannot read"`
	Days    string   `query:"days" value:"FILE" doc:"give the puzzles of the day of this app database: a FILE of gradoku export --daily"`
	Origins []string `query:"cors" group:"On a network" value:"ORIGIN" doc:"let the pages of this ORIGIN, such as https://example.com, call the API"`
	Work    int      `query:"work" group:"On a network" minimum:"0" value:"N" doc:"time each client may use for computing, and the same again for searching the database: N seconds per minute, summed over all cores; 0 for no limit"`
	Metrics string   `query:"metrics" group:"On a network" value:"HOST:PORT" doc:"serve /metrics (Prometheus) on HOST:PORT, and not with the pages"`
	Base    string   `query:"base" group:"On a network" value:"PATH" doc:"use behind a reverse proxy that shows the server at this PATH, such as /sudoku; whether the proxy removes it from requests does not matter"`
	Proxied bool     `query:"proxied" group:"On a network" doc:"use behind a reverse proxy: --work then counts by the client's address in X-Forwarded-For"`
}

func serveCommand(s Streams) *cli.Command {
	o := serveOptions{Listen: "localhost:8080", Work: 120}
	return newCommand(s, "serve", "", &o, o.run)
}

func (o *serveOptions) run(ctx context.Context) error {
	for _, origin := range o.Origins {
		u, err := url.Parse(origin)
		if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || u.Scheme+"://"+u.Host != origin {
			return task.UsageError(fmt.Errorf("--cors: %q is not an origin", origin), "an origin is a scheme and a host, without a path: https://example.com")
		}
	}
	if o.Base != "" && !regexp.MustCompile(`^(/[A-Za-z0-9._~-]+)+$`).MatchString(o.Base) {
		return task.UsageError(fmt.Errorf("--base: %q is not a path", o.Base), "a path begins with a slash and does not end with one: /sudoku")
	}
	token, err := o.readToken(ctx)
	if err != nil {
		return err
	}
	var days store.Days
	if o.Days != "" {
		if days, err = store.AppDays(ctx, o.Days); err != nil {
			return task.DataError(fmt.Errorf("--days: %w", err), "name a file of gradoku export --daily FROM..TO")
		}
	}
	debug.SetGCPercent(400) // saves a twentieth of the CPU time per request and costs some 15 MB
	limitMemory()
	// Opening the database first gives the same errors as in other commands.
	mode := store.ReadOnly
	if o.Token != "" {
		mode = store.ReadWrite
	}
	db, err := store.Open(ctx, o.DB, mode)
	if err == nil {
		err = db.Close()
	}
	if err != nil {
		return err
	}
	// The long requests that run at a time are at most one for each core and four that read.
	// With more threads than that, the operating system lets brief requests overtake them; Go's
	// scheduler would let a brief one wait 10 ms at each of its steps (docs/bench/serve.md).
	cores := runtime.GOMAXPROCS(0)
	runtime.GOMAXPROCS(2*cores + 6)
	var metrics net.Listener
	if o.Metrics != "" {
		if metrics, err = listen("metrics", o.Metrics); err != nil {
			return err
		}
		defer metrics.Close()
	}
	server, err := web.New(ctx, web.Options{
		DB: o.DB, Version: task.Version, Origins: o.Origins, Work: time.Duration(o.Work) * time.Second, Workers: cores,
		Log: o.log(), Days: days, Metrics: metrics, Base: o.Base,
		Proxied: o.Proxied, Token: token, Command: jobProcess, Yield: lowerPriority,
	})
	if err != nil {
		return err
	}
	l, err := listen("listen", o.Listen)
	if err != nil {
		return errors.Join(err, server.Close())
	}
	fmt.Fprintf(o.Out, "http://%s%s\n", reachable(o.Listen, l.Addr()), o.Base)
	return errors.Join(server.Serve(ctx, l), server.Close())
}

// leastToken is the least length of a token, long enough that it cannot be guessed over
// a network.
const leastToken = 16

// readToken reads the token; "" without --token.
func (o *serveOptions) readToken(ctx context.Context) (string, error) {
	if o.Token == "" {
		return "", nil
	}
	info, err := os.Stat(o.Token)
	if err != nil {
		return "", task.CannotRead(err)
	}
	// On Windows the mode of a file does not say which users can read it.
	if runtime.GOOS != "windows" && info.Mode().IsRegular() && info.Mode().Perm()&0o007 != 0 {
		return "", task.DataError(fmt.Errorf("--token %s: other users of this machine can read or change it", o.Token), "chmod 600 "+text.Quoted(o.Token)+", and put a new token into it")
	}
	text, err := task.ReadSmall(ctx, o.In, o.Token, 1000)
	if err != nil {
		return "", task.CannotRead(err)
	}
	word := strings.TrimSpace(string(text))
	if strings.ContainsFunc(word, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return "", task.DataError(fmt.Errorf("--token %s: the file must hold a single token of ASCII letters, digits and signs", o.Token), "put one token without spaces on one line")
	}
	if len(word) < leastToken {
		return "", task.DataError(fmt.Errorf("--token %s: the token has %d characters; use at least %d so that it cannot be guessed", o.Token, len(word), leastToken),
			"make a longer one: head -c 18 /dev/urandom | base64")
	}
	return word, nil
}

// jobProcess is the process of a job: this program with the job's arguments.
func jobProcess(ctx context.Context, args ...string) *exec.Cmd {
	path, err := os.Executable()
	cmd := exec.CommandContext(ctx, path, args...)
	if err != nil {
		cmd.Err = err
	}
	cmd.SysProcAttr = ownGroup()
	return cmd
}

// reachable is the address to open in a browser: the given host with the actual port.
func reachable(listen string, addr net.Addr) string {
	host, _, _ := net.SplitHostPort(listen)
	_, port, _ := net.SplitHostPort(addr.String())
	if host == "" {
		host = "localhost"
	}
	return net.JoinHostPort(host, port)
}

// usualMemory is how much Go memory the server may use before garbage is collected more often. The
// server usually needs some 40 MB. Only large bodies, whose number is limited, need several times
// that.
const usualMemory = 128 << 20

// limitMemory sets a memory limit for the garbage collector. GOMEMLIMIT takes precedence.
func limitMemory() {
	if os.Getenv("GOMEMLIMIT") == "" {
		// A quarter of the group's memory is left for SQLite and the jobs, which Go does not manage.
		debug.SetMemoryLimit(min(usualMemory, groupMemory(os.DirFS("/"))/4*3))
	}
}

// groupMemory is the lowest memory limit of this process's control group (version 2) and the groups
// that contain it; without a limit, it is math.MaxInt64.
func groupMemory(root fs.FS) (least int64) {
	least = math.MaxInt64
	said, _ := fs.ReadFile(root, "proc/self/cgroup")
	group, found := strings.CutPrefix(strings.TrimSpace(string(said)), "0::/")
	for dir := path.Join("sys/fs/cgroup", group); found && dir != "sys/fs"; dir = path.Dir(dir) {
		text, _ := fs.ReadFile(root, path.Join(dir, "memory.max"))
		if limit, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64); err == nil && limit > 0 {
			least = min(least, limit)
		}
	}
	return least
}
