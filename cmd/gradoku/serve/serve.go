// Package serve opens a database to browsers and programs.
package serve

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
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

// options are what the command line of "gradoku serve" says.
type options struct {
	cli.Call
	db, listen string
	cors       urfave.StringSlice
	cert, key  string
	work       int
	write      bool
	token      string
	quiet      bool
}

// Command is "gradoku serve".
func Command(s cli.Streams) *urfave.Command {
	var o options
	return &urfave.Command{
		Name:  "serve",
		Usage: "show a database in a browser, and answer programs over HTTP",
		UsageText: "gradoku serve\n" +
			"gradoku serve --db puzzles.db --listen localhost:9000\n" +
			"gradoku serve --write --token token.txt\n" +
			"gradoku serve --listen :443 --cert cert.pem --key key.pem --cors https://example.com",
		Description: "Pages to browse, solve and try puzzles, and an API: docs/API.md, or /docs of the server. It only\n" +
			"reads the database, which other commands may write to meanwhile, and listens to this machine alone\n" +
			"unless --listen says otherwise. Ctrl-C ends it when the running requests are done.\n\n" +
			"With --write its pages also make puzzles, books and studies, for whoever knows the word in the file\n" +
			"of --token: they run this program, as jobs, which stop with the server. --db is made if it is not there.",
		Flags: []urfave.Flag{
			cli.DBFlag(&o.db),
			&urfave.StringFlag{Name: "listen", Destination: &o.listen, Value: "localhost:8080", Usage: "listen on `HOST:PORT`; port 0 is any free one, no host is every network"},
			&urfave.StringSliceFlag{Name: "cors", Destination: &o.cors, Usage: "let the pages of this `ORIGIN`, such as https://example.com, call the API; may be repeated"},
			&urfave.StringFlag{Name: "cert", Destination: &o.cert, Usage: "speak TLS with the certificates of this `FILE` (PEM)"},
			&urfave.StringFlag{Name: "key", Destination: &o.key, Usage: "the private key of --cert, a `FILE` (PEM)"},
			&urfave.IntFlag{Name: "work", Destination: &o.work, Value: 120, Usage: "let one client compute for `N` seconds a minute, over all cores; 0 for no limit"},
			&urfave.BoolFlag{Name: "write", Destination: &o.write, Usage: "let who knows the token start jobs that make puzzles, books and studies"},
			&urfave.StringFlag{Name: "token", Destination: &o.token, Usage: "the `FILE` with the token, a word of at least 16 characters that others cannot read"},
			cli.QuietFlag(&o.quiet),
		},
		Before: cli.NoArgs,
		Action: cli.Action(s, &o.Call, o.run),
	}
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
	debug.SetGCPercent(400) // a twentieth less CPU time for each request, for some 15 MB
	// What cannot be opened now is refused in the words of all commands.
	mode := store.ReadOnly
	if o.write {
		mode = store.ReadWrite
	}
	db, err := store.Open(ctx, o.db, mode)
	if err == nil {
		err = db.Close()
	}
	if err != nil {
		return err
	}
	level := slog.LevelInfo
	if o.quiet {
		level = slog.LevelError
	}
	server, err := web.New(ctx, web.Options{
		DB: o.db, Version: cli.Version, Origins: o.cors.Value(), Work: time.Duration(o.work) * time.Second, Workers: runtime.GOMAXPROCS(0),
		Log:   slog.New(slog.NewTextHandler(o.Err, &slog.HandlerOptions{Level: level})),
		Token: token, Command: process, Yield: yield,
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

// certificates reads --cert and --key.
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
		return nil, cli.DataError(fmt.Errorf("--cert, --key: %w", err), "both are files in PEM, a certificate and its private key")
	}
	return &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}, nil
}

// leastToken is the length of a token that cannot be guessed over a network.
const leastToken = 16

// readToken reads the word that --write asks for; "" without --write.
func (o *options) readToken(ctx context.Context) (string, error) {
	if o.write != o.Given("token") {
		return "", cli.UsageError(errors.New("--write and --token go together"),
			"make a token with: (umask 077; head -c 18 /dev/urandom | base64 > token.txt), and serve with: --write --token token.txt")
	}
	if !o.write {
		return "", nil
	}
	info, err := os.Stat(o.token)
	if err != nil {
		return "", task.CannotRead(err)
	}
	// Windows has other ways to say who may read a file, of which the mode knows nothing.
	if runtime.GOOS != "windows" && info.Mode().IsRegular() && info.Mode().Perm()&0o007 != 0 {
		return "", cli.DataError(fmt.Errorf("--token %s: everybody on this machine may read or change it", o.token), "chmod 600 "+text.Quoted(o.token)+", and put a new word into it")
	}
	text, err := task.ReadSmall(ctx, o.In, o.token, 1000)
	if err != nil {
		return "", task.CannotRead(err)
	}
	word := strings.TrimSpace(string(text))
	if strings.ContainsFunc(word, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return "", cli.DataError(fmt.Errorf("--token %s: it holds more than one word of plain letters, digits and signs", o.token), "leave one word in it, on one line")
	}
	if len(word) < leastToken {
		return "", cli.DataError(fmt.Errorf("--token %s: its word has %d characters; %d are the least that cannot be guessed", o.token, len(word), leastToken),
			"make a longer one: head -c 18 /dev/urandom | base64")
	}
	return word, nil
}

// process is this program with other arguments, as a job runs it.
func process(ctx context.Context, args ...string) *exec.Cmd {
	path, err := os.Executable()
	cmd := exec.CommandContext(ctx, path, args...)
	if err != nil {
		cmd.Err = err
	}
	cmd.SysProcAttr = apart()
	return cmd
}

// reachable is the address that a browser takes: the host as it was named, with the
// port that was found.
func reachable(listen string, addr net.Addr) string {
	host, _, _ := net.SplitHostPort(listen)
	_, port, _ := net.SplitHostPort(addr.String())
	if host == "" {
		host = "localhost"
	}
	return net.JoinHostPort(host, port)
}
