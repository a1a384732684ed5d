package web

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"
	"time"

	"gradoku/store"
)

// source is the database behind the pages. SQLite goes on reading a file that was
// deleted or replaced, so every request looks whether the open file still has its
// name, which takes a microsecond, and opens the new one when there is another. A file
// that we may not write is read without locks, and opened anew when somebody writes it.
type source struct {
	path string
	mode store.Mode

	mu     sync.Mutex
	now    *opened   // nil when there is none
	failed error     // why there is none
	retry  time.Time // when to try again
}

// opened is an open database. It is closed when it was replaced and its last user is
// done.
type opened struct {
	db    *store.DB
	look  *store.Lookup
	file  fs.FileInfo // nil for a database that is no file
	users int
	old   bool
}

// retryAfter bounds how often a database that cannot be opened is tried again.
const retryAfter = 250 * time.Millisecond

// errNoDatabase wraps every error of a database that is not there or cannot be used,
// so that it is told from a puzzle that is not there.
var errNoDatabase = errors.New("the database cannot be used")

// use passes the open database to f.
func (s *source) use(ctx context.Context, f func(*store.DB) error) error {
	return s.with(ctx, func(o *opened) error { return f(o.db) })
}

func (s *source) with(ctx context.Context, f func(*opened) error) error {
	o, err := s.acquire(ctx)
	if err != nil {
		return fmt.Errorf("%w: %w", errNoDatabase, err)
	}
	err = f(o)
	s.release(o, err)
	return err
}

// The database keeps four connections open; more would be opened and closed again
// and again, which takes longer than to look something up. So quick look-ups take
// turns on two of them, and what may be slow on the others, out of their way.
const lane = 2

// enter waits for a place in a lane and returns what leaves it. Whoever waits in vain has
// asked for nothing large: others have.
func enter(ctx context.Context, lane chan struct{}) (leave func(), err error) {
	select {
	case lane <- struct{}{}:
		return func() { <-lane }, nil
	case <-ctx.Done():
		if err = context.Cause(ctx); errors.Is(err, context.DeadlineExceeded) {
			err = fmt.Errorf("%w: %w", store.ErrBusy, err)
		}
		return nil, err
	}
}

// acquire returns the open database, or why there is none.
func (s *source) acquire(ctx context.Context) (*opened, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	file, err := s.stat()
	if s.now != nil && (err != nil || file != nil && (!os.SameFile(file, s.now.file) || s.now.db.Outdated())) {
		s.retire()
	}
	if s.now == nil {
		if err != nil && s.mode == store.ReadOnly {
			return nil, fmt.Errorf("%w: there is no such file", store.ErrNotFound)
		}
		if s.failed != nil && time.Now().Before(s.retry) {
			return nil, s.failed
		}
		// The request that happens to come first may end; the database stays.
		db, err := store.Open(context.WithoutCancel(ctx), s.path, s.mode)
		if err != nil {
			s.failed, s.retry = err, time.Now().Add(retryAfter)
			return nil, err
		}
		o := &opened{db: db}
		if o.file, err = s.stat(); err != nil {
			err = fmt.Errorf("%w: %w", store.ErrGone, err)
		} else {
			o.look, err = db.NewLookup(context.WithoutCancel(ctx))
		}
		if err != nil {
			o.close()
			return nil, err
		}
		s.now, s.failed = o, nil
	}
	s.now.users++
	return s.now, nil
}

// stat looks at the file; nil for a database that is none.
func (s *source) stat() (fs.FileInfo, error) {
	if !store.IsFile(s.path) {
		return nil, nil
	}
	return os.Stat(s.path)
}

// release ends a use. What was overwritten in place shows itself by errors: it is
// opened anew, with all the checks of opening.
func (s *source) release(o *opened, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	o.users--
	var row *store.RowError
	broken := errors.Is(err, store.ErrCorrupt) && !errors.As(err, &row) || errors.Is(err, store.ErrNotDatabase) || errors.Is(err, store.ErrGone)
	if broken && s.now == o {
		s.retire()
	}
	if o.old && o.users == 0 {
		o.close()
	}
}

// retire drops the open database.
func (s *source) retire() {
	s.now.old = true
	if s.now.users == 0 {
		s.now.close()
	}
	s.now = nil
}

func (o *opened) close() error {
	if o.look != nil {
		o.look.Close()
	}
	return o.db.Close()
}

func (s *source) close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.now == nil {
		return nil
	}
	o := s.now
	s.now = nil
	return o.close()
}
