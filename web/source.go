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

// source is the database behind the pages. SQLite would keep reading a file that was
// deleted or replaced. So every request checks whether the open file still has its name,
// which takes a microsecond, and opens the new file if there is one. A file that we may not
// write to is read without locks, and is opened again when another program writes to it.
type source struct {
	path string

	mu     sync.Mutex
	now    *opened   // nil if none is open
	failed error     // why none is open
	retry  time.Time // when to try again
}

// opened is an open database. After it was replaced, its last user closes it.
type opened struct {
	db    *store.DB
	file  fs.FileInfo // nil for a database that is not a file
	users int
	old   bool
}

// retryAfter is the shortest time between two attempts to open a database that failed to
// open.
const retryAfter = 250 * time.Millisecond

// use runs f with the database.
func (s *source) use(ctx context.Context, f func(*store.DB) error) error {
	o, err := s.acquire(ctx)
	if err != nil {
		return gone(err)
	}
	err = f(o.db)
	s.release(o, err)
	return err
}

// lane is half the number of connections to the database that are kept open. More would be
// opened and closed repeatedly, which takes longer than a look-up. So quick look-ups take
// turns on two of them, and slower reading uses the other two.
const lane = 2

// acquire returns the open database, or why there is none.
func (s *source) acquire(ctx context.Context) (*opened, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	file, err := s.stat()
	if s.now != nil && (err != nil || file != nil && (!os.SameFile(file, s.now.file) || s.now.db.Outdated())) {
		s.retire()
	}
	if s.now == nil {
		if err != nil {
			return nil, fmt.Errorf("%w: there is no such file", store.ErrNotFound)
		}
		if s.failed != nil && time.Now().Before(s.retry) {
			return nil, s.failed
		}
		// The first request may be cancelled, but the database must stay open.
		db, err := store.Open(context.WithoutCancel(ctx), s.path, store.ReadOnly)
		if err != nil {
			s.failed, s.retry = err, time.Now().Add(retryAfter)
			return nil, err
		}
		o := &opened{db: db}
		if o.file, err = s.stat(); err != nil {
			return nil, errors.Join(fmt.Errorf("%w: %w", store.ErrGone, err), db.Close())
		}
		s.now, s.failed = o, nil
	}
	s.now.users++
	return s.now, nil
}

// gone turns the error that there is no database into one about a database that was there
// when the server started: a missing puzzle is not found, either.
func gone(err error) error {
	if errors.Is(err, store.ErrNotFound) {
		return fmt.Errorf("%w: %w", store.ErrGone, err)
	}
	return err
}

// stat returns information about the file, nil for a database that is not a file.
func (s *source) stat() (fs.FileInfo, error) {
	if !store.IsFile(s.path) {
		return nil, nil
	}
	return os.Stat(s.path)
}

// release ends a use. Errors show that a file was overwritten in place. The database is
// then opened again, with all the checks of opening.
func (s *source) release(o *opened, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	o.users--
	_, row := errors.AsType[*store.RowError](err)
	broken := errors.Is(err, store.ErrCorrupt) && !row || errors.Is(err, store.ErrNotDatabase) || errors.Is(err, store.ErrGone)
	if broken && s.now == o {
		s.retire()
	}
	if o.old && o.users == 0 {
		o.db.Close()
	}
}

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
	o := s.now
	s.now = nil
	return o.db.Close()
}
