package web

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"sync"
	"time"

	"gradoku/store"
)

// source is the database behind the pages. SQLite goes on reading a file that was
// deleted or replaced, so every request looks whether the open file still has its
// name, which takes a microsecond, and opens the new one when there is another.
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
	o, err := s.acquire(ctx)
	if err != nil {
		return fmt.Errorf("%w: %w", errNoDatabase, err)
	}
	err = f(o.db)
	s.release(o, err)
	return err
}

// acquire returns the open database, or why there is none.
func (s *source) acquire(ctx context.Context) (*opened, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	file, err := s.stat()
	if s.now != nil && (err != nil || file != nil && !os.SameFile(file, s.now.file)) {
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
		if file, err = s.stat(); err != nil {
			db.Close()
			return nil, fmt.Errorf("%w: %w", store.ErrGone, err)
		}
		s.now, s.failed = &opened{db: db, file: file}, nil
	}
	s.now.users++
	return s.now, nil
}

// stat looks at the file; nil for a database that is none.
func (s *source) stat() (fs.FileInfo, error) {
	if strings.Contains(s.path, "://") {
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
		o.db.Close() // for reading: nothing can be lost
	}
}

// retire drops the open database.
func (s *source) retire() {
	s.now.old = true
	if s.now.users == 0 {
		s.now.db.Close()
	}
	s.now = nil
}

func (s *source) close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.now == nil {
		return nil
	}
	db := s.now.db
	s.now = nil
	return db.Close()
}
