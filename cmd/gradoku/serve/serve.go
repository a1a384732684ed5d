// Package serve is the command that runs the HTTP server.
package serve

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/internal/text"
	"gradoku/store"
	"gradoku/task"
	"gradoku/web"
)

type options struct {
	cli.Call
	listen    string
	cors      urfave.StringSlice
	cert, key string
	work      int
	proxied   bool
	write     bool
	token     string
}

// Command is "gradoku serve".
func Command(s cli.Streams) *urfave.Command {
	var o options
	return cli.Help("serve", &urfave.Command{
		Flags: []urfave.Flag{
			o.DBFlag(),
			&urfave.StringFlag{Name: "listen", Destination: &o.listen, Value: "localhost:8080", Usage: "listen on `HOST:PORT`; port 0 picks a free port, an empty host listens on all networks"},
			&urfave.StringSliceFlag{Name: "cors", Destination: &o.cors, Usage: "let the pages of this `ORIGIN`, such as https://example.com, call the API; may be repeated"},
			&urfave.StringFlag{Name: "cert", Destination: &o.cert, Usage: "speak TLS with the certificates of this `FILE` (PEM)"},
			&urfave.StringFlag{Name: "key", Destination: &o.key, Usage: "the private key of --cert, a `FILE` (PEM)"},
			&urfave.IntFlag{Name: "work", Destination: &o.work, Value: 120, Usage: "time each client may use for computing, and the same again for searching the database: `N` seconds per minute, summed over all cores; 0 for no limit"},
			&urfave.BoolFlag{Name: "proxied", Destination: &o.proxied, Usage: "use behind a reverse proxy: --work then counts by the client's address in X-Forwarded-For"},
			&urfave.BoolFlag{Name: "write", Destination: &o.write, Usage: "let anyone who has the token start jobs that make puzzles, books and studies"},
			&urfave.StringFlag{Name: "token", Destination: &o.token, Usage: "the `FILE` with the token, at least 16 characters; other users must not be able to read it"},
			o.QuietFlag(), o.LogFlag(),
		},
		Before: cli.NoArgs,
		Action: cli.Action(s, &o.Call, o.run),
	})
}

func (o *options) run(ctx context.Context) error {
	for _, origin := range o.cors.Value() {
		u, err := url.Parse(origin)
		if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || u.Scheme+"://"+u.Host != origin {
			return cli.UsageError(fmt.Errorf("--cors: %q is not an origin", origin), "an origin is a scheme and a host, without a path: https://example.com")
		}
	}
	if o.work < 0 {
		return cli.UsageError(errors.New("--work must not be negative"), "use --work 0 for no limit")
	}
	certificates, err := o.certificates(ctx)
	if err != nil {
		return err
	}
	token, err := o.readToken(ctx)
	if err != nil {
		return err
	}
	debug.SetGCPercent(400) // saves a twentieth of the CPU time per request and costs some 15 MB
	// Opening the database first gives the same errors as in other commands.
	mode := store.ReadOnly
	if o.write {
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
	server, err := web.New(ctx, web.Options{
		DB: o.DB, Version: cli.Version, Origins: o.cors.Value(), Work: time.Duration(o.work) * time.Second, Workers: cores,
		Log:     o.Log(),
		Proxied: o.proxied, Token: token, Command: process, Yield: yield,
	})
	if err != nil {
		return err
	}
	l, err := net.Listen("tcp", o.listen)
	if err != nil {
		return errors.Join(cli.UsageError(fmt.Errorf("--listen: %w", err), "name a free port, for example --listen localhost:0"), server.Close())
	}
	scheme := "http"
	if certificates != nil {
		scheme = "https"
	}
	fmt.Fprintf(o.Out, "%s://%s\n", scheme, reachable(o.listen, l.Addr()))
	return errors.Join(server.Serve(ctx, l, certificates), server.Close())
}

func (o *options) certificates(ctx context.Context) (*tls.Config, error) {
	if (o.cert == "") != (o.key == "") {
		return nil, cli.UsageError(errors.New("--cert and --key go together"), o.HelpAdvice())
	}
	if o.cert == "" {
		return nil, nil
	}
	var files [2][]byte
	for i, path := range []string{o.cert, o.key} {
		var err error
		if files[i], err = task.ReadSmall(ctx, o.In, path, 1<<20); err != nil {
			return nil, task.CannotRead(err)
		}
	}
	pair, err := tls.X509KeyPair(files[0], files[1])
	if err != nil {
		return nil, cli.DataError(fmt.Errorf("--cert, --key: %w", err), "both must be PEM files: a certificate and its private key")
	}
	return &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}, nil
}

// leastToken is the least length of a token, long enough that it cannot be guessed over
// a network.
const leastToken = 16

// readToken reads the token for --write; "" without --write.
func (o *options) readToken(ctx context.Context) (string, error) {
	if o.write != o.Given("token") {
		return "", cli.UsageError(errors.New("--write and --token go together"),
			"make a token with: (umask 077; head -c 18 /dev/urandom | base64 > token.txt), and start the server with: --write --token token.txt")
	}
	if !o.write {
		return "", nil
	}
	info, err := os.Stat(o.token)
	if err != nil {
		return "", task.CannotRead(err)
	}
	// On Windows the mode of a file does not say which users can read it.
	if runtime.GOOS != "windows" && info.Mode().IsRegular() && info.Mode().Perm()&0o007 != 0 {
		return "", cli.DataError(fmt.Errorf("--token %s: other users of this machine can read or change it", o.token), "chmod 600 "+text.Quoted(o.token)+", and put a new token into it")
	}
	text, err := task.ReadSmall(ctx, o.In, o.token, 1000)
	if err != nil {
		return "", task.CannotRead(err)
	}
	word := strings.TrimSpace(string(text))
	if strings.ContainsFunc(word, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return "", cli.DataError(fmt.Errorf("--token %s: the file must hold a single token of ASCII letters, digits and signs", o.token), "put one token without spaces on one line")
	}
	if len(word) < leastToken {
		return "", cli.DataError(fmt.Errorf("--token %s: the token has %d characters; use at least %d so that it cannot be guessed", o.token, len(word), leastToken),
			"make a longer one: head -c 18 /dev/urandom | base64")
	}
	return word, nil
}

// process is the process of a job: this program with the job's arguments.
func process(ctx context.Context, args ...string) *exec.Cmd {
	path, err := os.Executable()
	cmd := exec.CommandContext(ctx, path, args...)
	if err != nil {
		cmd.Err = err
	}
	cmd.SysProcAttr = apart()
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
