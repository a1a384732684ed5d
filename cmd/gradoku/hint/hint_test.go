package hint

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/hint"
)

// TestGolden: the command gives the answers that package grade holds, in the same bytes.
func TestGolden(t *testing.T) {
	file, err := os.Open(filepath.Join("..", "..", "..", "hint", "testdata", "hints.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	asked := 0
	for n := 0; lines.Scan(); n++ {
		if n%10 > 0 {
			continue
		}
		asked++
		var golden struct {
			Query hint.Query
			Hint  json.RawMessage
		}
		if err := json.Unmarshal(lines.Bytes(), &golden); err != nil {
			t.Fatal(err)
		}
		q := golden.Query
		position, err := json.Marshal(map[string]string{"puzzle": q.Puzzle, "state": q.State, "candidates": q.Candidates})
		if err != nil {
			t.Fatal(err)
		}
		args := []string{"gradoku", "hint", "--json", "--from", "jsonl"}
		for flag, value := range map[string]string{
			"--ladder": q.Ladder, "--up-to": q.UpTo, "--known": strings.Join(q.Known, ","), "--depth": string(q.Depth), "--lang": q.Lang, "--notes": string(q.Notes),
		} {
			if value != "" {
				args = append(args, flag, value)
			}
		}
		var out, told bytes.Buffer
		streams := cli.Streams{In: bytes.NewReader(position), Out: &out, Err: &told}
		app := &urfave.App{Name: "gradoku", Commands: []*urfave.Command{Command(streams)}, ExitErrHandler: func(*urfave.Context, error) {}}
		if err := app.Run(args); err != nil {
			t.Fatalf("%v: %v %s", args, err, &told)
		}
		// The record is the position, the hint and the place in the input.
		want := strings.TrimSuffix(strings.TrimPrefix(string(golden.Hint), "{"), "}")
		if got := out.String(); !strings.HasSuffix(got, ","+want+`,"place":"stdin:1"}`+"\n") {
			t.Fatalf("%v\ngot  %s\nwant %s", args, got, want)
		}
	}
	if asked != 50 {
		t.Errorf("%d questions were asked", asked)
	}
}
