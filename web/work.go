package web

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// errWork says that a client has used up its share of the server's work.
var errWork = errors.New("the work budget is spent")

// workError says how long to wait before a retry.
type workError struct {
	after time.Duration
	why   string
}

func (e *workError) Error() string {
	return fmt.Sprintf("%s; try again in %s s", e.why, seconds(e.after))
}
func (e *workError) Unwrap() error { return errWork }

// work shares the processor. A request that computes (grading, solving, generating,
// counting) takes a slot; there is one slot for each core. Its time is charged to the
// client, which has a fixed number of seconds per minute (a token bucket). A request
// is refused if the client has no time left or no slot becomes free soon. The answer says
// when to retry. So cheap requests never wait behind expensive ones.
type work struct {
	slots     chan struct{}
	perMinute time.Duration // 0: no limit
	patience  time.Duration // how long to wait for a slot

	mu      sync.Mutex
	clients map[string]*bucket
	refused func()
}

// bucket is the computing time that a client has left.
type bucket struct {
	left time.Duration
	at   time.Time
}

// maxClients limits the table of clients. When the table is full, clients with a full
// bucket are removed, which changes nothing for them.
const maxClients = 10_000

func newWork(slots int, perMinute time.Duration) *work {
	return &work{slots: make(chan struct{}, slots), perMinute: perMinute, patience: 2 * time.Second, clients: map[string]*bucket{}, refused: func() {}}
}

// do runs f in a slot, charges its time to a client, and returns its error.
func (w *work) do(ctx context.Context, client string, f func() error) error {
	if after := w.wait(client); after > 0 {
		w.refused()
		return &workError{after, "your share of the server's work is used up"}
	}
	timer := time.NewTimer(w.patience)
	defer timer.Stop()
	select {
	case w.slots <- struct{}{}:
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-timer.C:
		w.refused()
		return &workError{w.patience, "the server is at its limit"}
	}
	began := time.Now()
	defer func() {
		<-w.slots
		w.charge(client, time.Since(began))
	}()
	return f()
}

// wait returns how long the client must wait until its bucket has time left.
func (w *work) wait(client string) time.Duration {
	if w.perMinute == 0 {
		return 0
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	b := w.bucket(client)
	if b.left > 0 {
		return 0
	}
	return max(time.Second, -b.left*time.Minute/w.perMinute)
}

func (w *work) charge(client string, d time.Duration) {
	if w.perMinute == 0 {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.bucket(client).left -= d
}

// bucket returns the client's bucket, refilled up to now.
func (w *work) bucket(client string) *bucket {
	now := time.Now()
	b := w.clients[client]
	if b == nil {
		if len(w.clients) >= maxClients {
			for name, b := range w.clients {
				if w.fill(b, now); b.left == w.perMinute {
					delete(w.clients, name)
				}
			}
		}
		b = &bucket{left: w.perMinute, at: now}
		w.clients[client] = b
	}
	w.fill(b, now)
	return b
}

func (w *work) fill(b *bucket, now time.Time) {
	b.left = min(w.perMinute, b.left+time.Duration(float64(now.Sub(b.at))*float64(w.perMinute)/float64(time.Minute)))
	b.at = now
}
