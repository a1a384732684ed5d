package web

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"time"

	"gradoku/api"
)

// errWork says that a client must wait for its share of the server's work.
var errWork = errors.New("the server has no time for this now")

// workError says why a client must wait, and how long.
type workError struct {
	code  api.Code // the kind of problem
	after time.Duration
	why   string
}

func (e *workError) Error() string {
	return fmt.Sprintf("%s; try again in %s s", e.why, seconds(e.after))
}
func (e *workError) Unwrap() error { return errWork }

// work shares a resource, such as the cores or the connections to the database, among the
// clients. A request waits for one of its places, and a place that becomes free goes to the
// client that has used the resource least lately. So a client gets its share however many
// requests another one sends. One more place is kept for cheap requests of light clients, so
// that these do not even wait for one expensive request to end.
//
// The time in a place is charged to the client as it passes. If there is a budget, a client
// that has spent it is refused until time has passed.
type work struct {
	places   int           // without the one that is kept
	cheap    time.Duration // how long a request may have the reserved place; 0: none is reserved
	budget   time.Duration // of each client per minute; 0: no limit
	patience time.Duration // how long to wait for a place
	share    int           // the most places of one client; 0: all
	last     bool          // the last free place is for light clients
	refused  func()

	mu      sync.Mutex
	taken   int
	cheaply bool       // the kept place is taken
	waiting []*waiting // in the order of arrival
	clients map[string]*account
}

// account is what a client has used. Half of it is forgotten in a minute.
type account struct {
	used    time.Duration // in places
	begun   float64       // requests that got a place
	running int           // those that still have it
	at      time.Time
}

// light reports whether a client may have the place that is kept: it has used little, or its
// requests are brief on average, however many they are.
func (a *account) light() bool { return a.used < little+time.Duration(a.begun*float64(brief)) }

// waiting is a request without a place.
type waiting struct {
	client string
	cheap  bool          // it may have the kept place
	large  bool          // it has a large body, and waits as if its client had used little more
	ready  chan struct{} // closed when it gets a place
	kept   bool          // the place is the kept one
}

const (
	halfLife = time.Minute
	// A client that has used less than little, and less than brief more for each request, is
	// light.
	little = 2 * time.Second
	brief  = 50 * time.Millisecond
	// maxClients limits the table of clients. When it is full, those who have used hardly
	// anything lately are removed, which changes nothing for them.
	maxClients = 10_000
)

// newWork returns a resource with the given number of places and, unless cheap is 0, one more
// that is reserved for cheap requests. A request that takes longer than cheap in the reserved
// place starts again in another place.
func newWork(places int, cheap, budget time.Duration) *work {
	return &work{places: places, cheap: cheap, budget: budget, patience: 5 * time.Second, clients: map[string]*account{}, refused: func() {}}
}

// do runs f in a place, charges its time to the client of the request, and returns its
// error. f may be run a second time after its context has ended.
func (w *work) do(ctx context.Context, f func(context.Context) error) error {
	for first := w.cheap > 0; ; first = false {
		p, err := w.enter(ctx, first)
		if err != nil {
			return err
		}
		within, cancel := ctx, func() {}
		if p.kept {
			within, cancel = context.WithTimeout(ctx, w.cheap)
		}
		err = w.run(within, p, f)
		late := within.Err() != nil && ctx.Err() == nil
		if cancel(); err == nil || !late {
			return err
		}
	}
}

// run runs f in a place and leaves it.
func (w *work) run(ctx context.Context, p *waiting, f func(context.Context) error) error {
	defer func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.account(p.client).running--
		if p.kept {
			w.cheaply = false
		} else {
			w.taken--
		}
		w.grant()
	}()
	return f(ctx)
}

// enter waits for a place.
func (w *work) enter(ctx context.Context, cheap bool) (*waiting, error) {
	large, _ := ctx.Value(largeKey{}).(bool)
	me := &waiting{client: clientOf(ctx), cheap: cheap && !large, large: large, ready: make(chan struct{})} // it would hold the reserved place for too long
	w.mu.Lock()
	// A client that uses its budget in every minute has an account of budget/ln 2.
	if over := math.Ln2 * float64(w.account(me.client).used) / float64(w.budget); w.budget > 0 && over >= 1 {
		w.mu.Unlock()
		after := max(time.Second, time.Duration(math.Log2(over)*float64(halfLife)))
		w.refused()
		return nil, &workError{"work", after, "your share of the server's work is used up"}
	}
	w.waiting = append(w.waiting, me)
	w.grant()
	w.mu.Unlock()
	timer := time.NewTimer(w.patience)
	defer timer.Stop()
	var err error
	select {
	case <-me.ready:
		return me, nil
	case <-ctx.Done():
		err = context.Cause(ctx)
	case <-timer.C:
		err = &workError{"crowded", 2 * time.Second, "the server is at its limit"}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if i := slices.Index(w.waiting, me); i >= 0 {
		w.waiting = slices.Delete(w.waiting, i, i+1)
		if ctx.Err() == nil {
			w.refused()
		}
		return nil, err
	}
	return me, nil // it got its place at the last moment
}

// busy reports whether a request must wait, or use the place that is kept.
func (w *work) busy() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.taken >= w.places
}

// grant gives free places to waiting requests.
func (w *work) grant() {
	for {
		usual := w.taken < w.places
		next, least, leastUsed := -1, (*account)(nil), time.Duration(0)
		for i, q := range w.waiting {
			a := w.account(q.client)
			place := usual && (!w.last || w.taken+1 < w.places || a.light())
			fits := place || !w.cheaply && q.cheap && a.light()
			within := w.share == 0 || a.running < w.share
			used := a.used
			if q.large { // many clients with large bodies, each of which has used hardly anything, would all be first
				used += little
			}
			if fits && within && (least == nil || a.running < least.running || a.running == least.running && used < leastUsed) {
				next, least, leastUsed = i, a, used
			}
		}
		if next < 0 {
			return
		}
		q := w.waiting[next]
		if q.kept = !usual; usual {
			w.taken++
		} else {
			w.cheaply = true
		}
		least.running++
		least.begun++
		w.waiting = slices.Delete(w.waiting, next, next+1)
		close(q.ready)
	}
}

// account returns the client's account as it is now.
func (w *work) account(client string) *account {
	now := time.Now()
	update := func(a *account) {
		since := now.Sub(a.at)
		rest := math.Exp2(-float64(since) / float64(halfLife))
		a.used, a.begun, a.at = time.Duration(float64(a.used)*rest)+time.Duration(a.running)*since, a.begun*rest, now
	}
	a := w.clients[client]
	if a == nil {
		if len(w.clients) >= maxClients {
			for name, b := range w.clients {
				if update(b); b.used < time.Millisecond && b.running == 0 {
					delete(w.clients, name)
				}
			}
		}
		a = &account{at: now}
		w.clients[client] = a
	}
	update(a)
	return a
}
