package importer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"gradoku/cmd/gradoku/cli"
	"gradoku/run"
	"gradoku/store"
)

// distributeIn has workers import the rest of a file, which it reads for them, and
// prints the first faults.
func (j *job) distributeIn(ctx context.Context, f gathered, file store.CorpusFile) (store.CorpusFile, error) {
	cfg := j.config()
	known := 0 // faults of earlier calls
	for _, err := range j.db.Faults(ctx, file) {
		if known++; err != nil {
			return file, err
		}
	}
	p, err := j.db.BeginPlan(ctx, store.Plan{Command: run.ImportCommand, FileID: file.ID, Options: cfg.Encode(), Version: cli.Version, Size: run.FirstItems})
	if err == nil {
		err = cli.TellWorkers(ctx, &j.Call, j.db, j.options.db, j.say)
	}
	if err != nil {
		return file, err
	}
	var assumed cli.Assumed
	watching, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	give := func(waits func(why error)) error {
		return run.Give(watching, j.db, p, found(watching, f, &assumed), j.detach, waits)
	}
	if j.detach {
		err = give(func(why error) { j.say("%v; waiting for it", why) })
		assumed.Tell(j.Err)
		switch {
		case err == nil:
			j.say("%s was read; the workers import it as %v", f.name, p)
		case ctx.Err() == nil:
			err = errors.Join(err, j.unread(ctx, p))
		}
		return file, j.ended(f, file, err)
	}
	given, waits := make(chan error, 1), make(chan error, 1)
	go func() {
		given <- give(func(why error) {
			select {
			case waits <- why:
			default: // one was not told yet
			}
		})
	}()
	progress := j.progress(f, file.Items)
	var reading error
	done := false
	p, err = cli.Watch(watching, j.db, p, j.say, func(p store.Plan) {
		progress(p.Settled)
		select {
		case why := <-waits:
			if !errors.Is(why, store.ErrServer) { // the watch tells of that
				j.say("%v; waiting for it", why)
			}
		default:
		}
		if !done {
			select {
			case reading = <-given:
				done = true
			default:
			}
		}
		if reading != nil && p.Settled == p.Given {
			stop(reading)
		}
	})
	stop(nil)
	if !done {
		<-given
	}
	if ctx.Err() != nil {
		return file, cli.Unwatched(&j.Call, j.options.db, p, fmt.Sprintf("interrupted; the workers go on with what was read of %s, and the same command reads on", f.name))
	}
	if reading != nil && errors.Is(err, reading) {
		err = errors.Join(err, j.unread(ctx, p))
	}
	now, again := j.db.CorpusFile(ctx, file.ID)
	if again != nil {
		return file, cmp.Or(err, again)
	}
	faults := faultLines{w: j.Err, name: f.name}
	for it, err := range j.db.Faults(ctx, file) {
		if err != nil {
			return now, err
		}
		if known--; known < 0 {
			faults.add(it)
		}
	}
	if place, strict := strings.CutPrefix(p.Ended, run.ErrStrict.Error()+": "); strict {
		fmt.Fprintf(j.Err, "gradoku: %s:%s\n", cli.OnOneLine(f.name), place)
		return now, j.ended(f, now, run.ErrStrict)
	}
	faults.end()
	assumed.Tell(j.Err)
	if p.Ended != "" && p.Ended != store.Complete {
		return now, err
	}
	return now, j.ended(f, now, err)
}

// unread ends the import of a file that cannot be read to its end.
func (j *job) unread(ctx context.Context, p store.Plan) error {
	err := j.db.EndPlan(ctx, p.ID, "the file could not be read further")
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	return err
}
