package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"gradoku/api"
	"gradoku/internal/atomicfile"
	"gradoku/internal/text"
	"gradoku/store"
	"gradoku/task"
)

// outputParser parses what a command prints on both of its streams. A line is an event as
// JSON. Any other line, such as one of a crash trace, becomes a note.
type outputParser struct {
	tell func(task.Event)
	line []byte // the last line, which has no end yet
}

// eventLength is the longest line. A longer line is cut, so it cannot be parsed as an
// event.
const eventLength = 64 << 10

func (p *outputParser) Write(text []byte) (int, error) {
	n := len(text)
	for len(text) > 0 {
		line, rest, ended := bytes.Cut(text, []byte("\n"))
		p.line = append(p.line, line[:min(len(line), eventLength-len(p.line))]...)
		if text = rest; ended {
			p.end()
		}
	}
	return n, nil
}

func (p *outputParser) end() {
	var event task.Event
	if err := json.Unmarshal(p.line, &event); err != nil || event == (task.Event{}) {
		event = task.Event{Note: string(p.line)}
	}
	p.line = p.line[:0]
	p.tell(event)
}

// flush handles a last line without an end.
func (p *outputParser) flush() {
	if len(p.line) > 0 {
		p.end()
	}
}

// process makes the process of a command that prints events and works on the database.
func (o *Options) process(ctx context.Context, dir string, out *outputParser, args ...string) *exec.Cmd {
	cmd := o.Command(ctx, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, out, out
	cmd.Env = append(cmd.Environ(), task.EventsEnv+"=1", "GRADOKU_DB="+o.DB)
	return cmd
}

// checkArgs refuses arguments with control characters, or that are not UTF-8.
func checkArgs(args []string) error {
	for _, arg := range args {
		if name, value, _ := strings.Cut(strings.TrimLeft(arg, "-"), "="); strings.ContainsFunc(value, unicode.IsControl) || !utf8.ValidString(value) {
			return refuse(api.CodeRequest, name, "it has a character that a text cannot have")
		}
	}
	return nil
}

// runCommand runs a command while a page waits for it, and returns its events. The client's
// work budget pays for it. If the command refuses its options, the error is a problem.
func (s *Server) runCommand(ctx context.Context, dir string, args ...string) (events []task.Event, err error) {
	if err := checkArgs(args); err != nil {
		return nil, err
	}
	var failed error
	err = s.work.do(ctx, func(ctx context.Context) error {
		events = nil
		out := &outputParser{tell: func(e task.Event) { events = append(events, e) }}
		failed = s.opt.process(ctx, dir, out, args...).Run()
		out.flush()
		return ctx.Err()
	})
	exit, exited := errors.AsType[*exec.ExitError](failed)
	switch {
	case err != nil:
		return nil, err
	case !exited || exit.ExitCode() < 0:
		return events, failed
	}
	var words []string
	for _, e := range events {
		if e.Failed != nil {
			fault, advice := s.opt.told(e.Failed)
			if words = append(words, fault); advice != "" {
				words = append(words, advice)
			}
		}
	}
	return nil, refuse(api.CodeRequest, "", strings.Join(words, "; "))
}

// serverFault replaces an error of a database server, which would show its user and addresses.
const serverFault = "there was an error with the database server; it is in the log of gradoku serve"

// told returns the error of a command and its advice in the form that clients may see.
func (o *Options) told(f *task.Failed) (fault, advice string) {
	if fault = o.shown(f.Text); fault == serverFault {
		return fault, "" // it is about the settings of the server
	}
	return fault, o.shown(f.Advice)
}

// shown returns a line in the form that clients may see: without the path or address of the
// database.
func (o *Options) shown(line string) string {
	line = strings.TrimRight(text.Visible(line), " ")
	switch name := store.Shown(o.DB); {
	case store.IsFile(o.DB):
		line = strings.ReplaceAll(line, o.DB, filepath.Base(o.DB))
	case strings.Contains(line, name+": "), strings.Contains(line, store.ErrServer.Error()):
		o.Log.Error("a command failed", "error", line)
		line = serverFault
	default:
		line = strings.ReplaceAll(line, name, "the database")
	}
	return strings.ToValidUTF8(line[:min(len(line), lineLength)], "")
}

// folder holds the temporary files of a server. It is one place, made when first needed,
// with a lock that ends with the process. The next server can therefore find and remove
// what a killed server left, including files of clients.
type folder struct {
	mu    sync.Mutex
	place *atomicfile.Place
}

// servers returns the path, in the folder for temporary files, next to which places are
// made.
func servers() string { return filepath.Join(os.TempDir(), "gradoku-serve") }

// make makes a folder inside the place.
func (f *folder) make(pattern string) (string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.place != nil {
		dir, err := os.MkdirTemp(f.place.Path(), pattern)
		if !errors.Is(err, fs.ErrNotExist) {
			return dir, err
		}
		_ = f.place.Remove() // another program has removed the place
		f.place = nil
	}
	var err error
	if f.place, err = atomicfile.Make(servers()); err == nil {
		err = os.Mkdir(f.place.Path(), 0o700)
	}
	if err != nil {
		return "", err
	}
	return os.MkdirTemp(f.place.Path(), pattern)
}

// close removes all temporary files.
func (f *folder) close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.place == nil {
		return nil
	}
	place := f.place
	f.place = nil
	return place.Remove()
}

// joined quotes arguments for a shell and joins them.
func joined(args []string) string {
	var words []string
	for _, arg := range args {
		words = append(words, argument(arg))
	}
	return strings.Join(words, " ")
}

// argument quotes --flag=value for a shell, with the flag outside of the quotes.
func argument(arg string) string {
	if name, value, ok := strings.Cut(arg, "="); ok && value != "" && strings.HasPrefix(name, "-") && text.Quoted(name) == name {
		return name + "=" + text.Quoted(value)
	}
	return text.Quoted(arg)
}
