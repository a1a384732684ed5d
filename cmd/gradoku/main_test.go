package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/urfave/cli/v2"

	"gradoku/internal/boardtest"
	"gradoku/internal/pgtest"
)

var long, attacks = boardtest.Long, boardtest.Attacks

// rounds is how many attacks each of TestInjected and TestDamagedValues makes: a few by default.
func rounds(few int) int {
	switch {
	case *attacks > 0:
		return *attacks
	case *long:
		return 500
	}
	return few
}

// TestMain is gradoku when it is called by that name, which is in the path of all tests, and
// when gradoku, as serve does for its jobs, calls its own program with a command.
func TestMain(m *testing.M) {
	// Commands use little memory, and collecting garbage takes a fifth of a test's time. The
	// variable keeps a study from collecting more often for all commands after it.
	debug.SetGCPercent(400)
	os.Setenv("GOGC", "400")
	if filepath.Base(os.Args[0]) == "gradoku" || len(os.Args) > 1 && !strings.HasPrefix(os.Args[1], "-") {
		main()
	}
	dir, err := os.MkdirTemp("", "gradoku-test")
	if err == nil {
		err = linkProgram(filepath.Join(dir, "gradoku"))
	}
	code := 1
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	} else {
		os.Setenv("PATH", dir+string(filepath.ListSeparator)+os.Getenv("PATH"))
		code = m.Run()
	}
	os.RemoveAll(dir)
	os.Exit(code)
}

// linkProgram gives this program another name.
func linkProgram(name string) error {
	path, err := os.Executable()
	if err != nil || os.Link(path, name) == nil {
		return err
	}
	program, err := os.ReadFile(path) // on another disk
	return errors.Join(err, os.WriteFile(name, program, 0o755))
}

// scripted is held by the command of a script that runs in this process, since folder and
// environment are the process's.
var scripted sync.Mutex

// runInScript runs gradoku without a process of its own: to start one takes longer than
// most of the commands of scripts, of which there are more than a thousand. One that
// reads stdin, runs beside others or finds an empty variable is written exec gradoku.
func runInScript(ts *testscript.TestScript, neg bool, args []string) {
	scripted.Lock()
	defer scripted.Unlock()
	before, err := os.Getwd()
	ts.Check(errors.Join(err, os.Chdir(ts.MkAbs("."))))
	defer os.Chdir(before)
	for _, name := range []string{"HOME", "TMPDIR", "GRADOKU_DB"} {
		old, was := os.LookupEnv(name)
		if os.Unsetenv(name); ts.Getenv(name) != "" {
			os.Setenv(name, ts.Getenv(name))
		}
		defer func() {
			if os.Unsetenv(name); was {
				os.Setenv(name, old)
			}
		}()
	}
	in := iotest.ErrReader(errors.New("a command of a script that reads stdin is written exec gradoku"))
	var out, talk bytes.Buffer
	code := execute(append([]string{"gradoku"}, args...), Streams{In: in, Out: &out, Err: &talk})
	ts.Stdout().Write(out.Bytes())
	ts.Stderr().Write(talk.Bytes())
	if (code != 0) != neg {
		ts.Fatalf("exit code %d\n%s%s", code, &out, &talk)
	}
}

// scripts is a folder of scripts, by a path that holds in every folder.
func scripts(t *testing.T, name string) string {
	t.Helper()
	dir, err := filepath.Abs(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestScripts runs one script per command.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                scripts(t, "script"),
		RequireUniqueNames: true,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"gradoku": runInScript,
			"schema":  checkSchema,
			// until TEXT ARGUMENT... gives a command of gradoku again until it prints TEXT.
			"until": func(ts *testscript.TestScript, _ bool, args []string) {
				for ok := false; !ok; ok = strings.Contains(ts.ReadFile("stdout"), args[0]) {
					ts.Check(ts.Exec("gradoku", args[1:]...))
				}
			},
			// database NAME... sets variables to URLs of databases on a PostgreSQL server.
			"database": func(ts *testscript.TestScript, _ bool, names []string) {
				for _, name := range names {
					ts.Setenv(name, pgtest.URL(t))
				}
			},
		},
		Condition: func(condition string) (bool, error) {
			switch condition {
			case "postgres":
				return pgtest.Available()
			case "long":
				return *long, nil
			}
			return false, fmt.Errorf("there is no condition %q", condition)
		},
	})
}

// TestUsage: every command and every option says what it is for.
func TestUsage(t *testing.T) {
	eachCommand(newApp(Streams{}).Commands, nil, func(path []string, c *cli.Command) {
		if c.Usage == "" {
			t.Errorf("%s has no usage: cmd/gradoku/help.txt has a section for each command", path)
		}
		for _, f := range c.Flags {
			if f, ok := f.(*optionFlag); ok && f.Usage == "" {
				t.Errorf("--%s of %s has no usage", f.Name, path)
			}
		}
	})
}

// eachCommand calls look with each command and the words that name it.
func eachCommand(commands []*cli.Command, path []string, look func(path []string, c *cli.Command)) {
	for _, c := range commands {
		words := append(slices.Clone(path), c.Name)
		look(words, c)
		eachCommand(c.Subcommands, words, look)
	}
}

// TestCompletion asks for what can follow each option of each command: that writes no file,
// opens no database, and offers nothing for a value of one's own.
func TestCompletion(t *testing.T) {
	t.Chdir(t.TempDir())
	ask := func(words ...string) string {
		var out, said bytes.Buffer
		code := execute(append([]string{"gradoku", askCompletion}, words...), Streams{In: strings.NewReader(""), Out: &out, Err: &said})
		if left, err := os.ReadDir("."); err != nil || len(left) > 0 || code != 0 || said.Len() > 0 {
			t.Fatalf("%s: exit code %d, %s, %v, %v", words, code, &said, left, err)
		}
		return out.String()
	}
	options := 0
	eachCommand(newApp(Streams{}).Commands, nil, func(path []string, c *cli.Command) {
		flags := ask(append(path, "-")...)
		for _, f := range c.Flags {
			f, ok := f.(*optionFlag)
			if !ok {
				continue
			}
			options++
			name := dashed(f.Name)
			if !strings.Contains("\n"+flags, "\n"+name+"\t") {
				t.Errorf("%s: %s is not offered", path, name)
			}
			want := ""
			if f.TakesValue() && len(f.Field.Choices) > 0 {
				want = strings.Join(f.Field.Choices, "\n") + "\n"
			}
			if got := ask(append(path, name, "")...); f.TakesValue() && got != want {
				t.Errorf("%s %s: offers %q, want %q", path, name, got, want)
			}
		}
	})
	if options < 300 {
		t.Errorf("only %d options were tried", options)
	}
}
