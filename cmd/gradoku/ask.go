package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"sync"
	"time"

	"github.com/urfave/cli/v2"

	"gradoku/api"
	"gradoku/internal/ask"
	"gradoku/internal/ordered"
	"gradoku/internal/text"
	"gradoku/predict"
	"gradoku/task"
)

type askOptions struct {
	Call `fields:"workers"`
}

func askCommand(s Streams) *cli.Command {
	var o askOptions
	c := newCommand(s, "ask", "", &o, o.run)
	for _, q := range api.Questions() {
		c.Description += fmt.Sprintf("\n  %-10s %s", q.Name, q.Doc)
	}
	return c
}

// question is a line of stdin.
type question struct {
	line []byte // nil if it is longer than a request may be
	last bool   // no other line has arrived yet
}

// answer is a line of stdout.
type answer struct {
	text []byte
	last bool // its question was the last one
}

func (o *askOptions) run(ctx context.Context) error {
	in := task.UntilDone(ctx, o.In)
	defer in.Close()
	var crew []ordered.Worker[question, answer]
	for range o.Workers {
		h := &ask.Host{Engine: api.Engine{Predictor: predict.Minutes, Read: task.ReadGame}}
		crew = append(crew, func(ctx context.Context, q question) (answer, error) {
			return answer{append(reply(ctx, h, q), '\n'), q.last}, nil
		})
	}
	out := &outlet{w: bufio.NewWriterSize(o.Out, 1<<16)}
	var broken error // of reading
	for a, err := range ordered.MapBytes(ctx, questions(in, &broken), func(q question) int { return len(q.line) }, crew) {
		if err == nil {
			err = out.write(a)
		}
		if err != nil {
			return err
		}
	}
	if err := out.flush(); err != nil {
		return err
	}
	return broken
}

// questions yields the lines of stdin that are not empty.
func questions(in io.Reader, broken *error) iter.Seq[question] {
	return func(yield func(question) bool) {
		lines := bufio.NewReaderSize(in, ask.Longest)
		for {
			line, err := lines.ReadSlice('\n')
			for ; errors.Is(err, bufio.ErrBufferFull); _, err = lines.ReadSlice('\n') {
				line = nil
			}
			if err != nil && !errors.Is(err, io.EOF) {
				*broken = err
				return
			}
			ahead, _ := lines.Peek(lines.Buffered())
			last := bytes.IndexByte(ahead, '\n') < 0
			if (line == nil || len(bytes.TrimSpace(line)) > 0) && !yield(question{bytes.Clone(line), last}) || err != nil {
				return
			}
		}
	}
}

func reply(ctx context.Context, h *ask.Host, q question) []byte {
	if q.line == nil {
		return ask.AppendError(nil, ask.ErrTooLong)
	}
	var asked map[string]json.RawMessage
	if err := json.Unmarshal(q.line, &asked); err != nil || len(asked) != 1 {
		reason := "it must have exactly one name"
		if err != nil {
			reason = text.JSONFault(err).Error()
		}
		return ask.AppendError(nil, &api.Error{Code: api.CodeRequest, Text: `a question is an object such as {"solve": {"puzzle": "..."}}: ` + reason})
	}
	var reply []byte
	for name, request := range asked {
		reply = h.Append(ctx, nil, name, request)
	}
	return reply
}

// outlet writes answers: at once if no other question is waiting, else together with those
// that follow within five milliseconds, since a system call for each answer would often
// cost more than the answer.
type outlet struct {
	mu  sync.Mutex
	w   *bufio.Writer
	due bool
}

func (o *outlet) write(a answer) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	_, err := o.w.Write(a.text)
	if a.last {
		return errors.Join(err, o.w.Flush())
	}
	if !o.due {
		o.due = true
		time.AfterFunc(5*time.Millisecond, func() { _ = o.flush() }) // the next write returns its error again
	}
	return err
}

func (o *outlet) flush() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.due = false
	return o.w.Flush()
}
