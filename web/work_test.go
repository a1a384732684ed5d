package web

import (
	"context"
	"errors"
	"net/http/httptest"
	"sync"
	"testing"
	"time"
)

// TestWorkIsFair: a client that has used much takes neither the place that is kept for light
// clients, nor the next place that is free.
func TestWorkIsFair(t *testing.T) {
	for _, budget := range []time.Duration{0, time.Minute} {
		w := newWork(1, cheapRead, budget)
		w.patience = time.Minute
		w.clients["loud"] = &account{used: 2 * little, at: time.Now()}
		var mu sync.Mutex
		var order []string
		var ended sync.WaitGroup
		ask := func(client string) (begun, end chan bool) {
			begun, end = make(chan bool), make(chan bool)
			ended.Go(func() {
				err := w.do(context.WithValue(t.Context(), clientKey{}, client), func(context.Context) error {
					mu.Lock()
					order = append(order, client)
					mu.Unlock()
					close(begun)
					<-end
					return nil
				})
				if err != nil {
					t.Errorf("%s: %v", client, err)
				}
			})
			return // naming the channels here would write to what the goroutine reads
		}
		queued := func(n int) {
			for {
				w.mu.Lock()
				have := len(w.waiting)
				w.mu.Unlock()
				if have == n {
					return
				}
				time.Sleep(time.Millisecond)
			}
		}
		first, firstEnd := ask("loud")
		<-first
		_, secondEnd := ask("loud")
		queued(1)
		_, thirdEnd := ask("loud")
		queued(2)
		if !w.busy() {
			t.Error("the places are taken, and it is not busy")
		}
		quiet, quietEnd := ask("quiet") // gets the place that is kept
		<-quiet
		other, otherEnd := ask("other")
		queued(3)
		close(firstEnd) // its place goes to a client that has none
		<-other
		close(secondEnd)
		close(thirdEnd)
		close(quietEnd)
		close(otherEnd)
		ended.Wait()
		if got := order[:3]; got[0] != "loud" || got[1] != "quiet" || got[2] != "other" || len(order) != 5 {
			t.Errorf("with a budget of %v, the order is %v", budget, order)
		}
		if w.taken != 0 || len(w.waiting) != 0 || w.clients["loud"].running != 0 {
			t.Errorf("places are lost: %+v", w)
		}
	}
}

// TestWorkRefuses: a request that finds no place in time is told why, one whose client goes
// away leaves the queue, and no place is lost.
func TestWorkRefuses(t *testing.T) {
	w := newWork(1, 0, 0)
	w.patience = time.Millisecond
	err := w.do(t.Context(), func(context.Context) error {
		if p, known := problemOf(w.do(t.Context(), func(context.Context) error { return nil })); p.Code != "crowded" || p.Status != 503 || p.after == 0 || !known {
			t.Errorf("a request that waited is told %+v", p)
		}
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		w.patience = time.Minute
		if err := w.do(gone, func(context.Context) error { return nil }); !errors.Is(err, context.Canceled) {
			t.Errorf("a client that went away: %v", err)
		}
		return nil
	})
	if err != nil || len(w.waiting) != 0 || w.taken != 0 {
		t.Errorf("%v, %+v", err, w)
	}
}

// TestLastPlace: a client that has used much does not get the last place, a light one does.
func TestLastPlace(t *testing.T) {
	w := newWork(2, 0, 0)
	w.last, w.patience = true, time.Millisecond
	w.clients["loud"] = &account{used: 100 * little, at: time.Now()}
	ask := func(client string, f func(context.Context) error) error {
		return w.do(context.WithValue(t.Context(), clientKey{}, client), f)
	}
	got := false
	err := ask("loud", func(context.Context) error {
		if err := ask("loud", func(context.Context) error { return nil }); !errors.Is(err, errWork) {
			t.Errorf("the last place went to a loud client: %v", err)
		}
		w.patience = time.Minute
		return ask("quiet", func(context.Context) error { got = true; return nil })
	})
	if err != nil || !got {
		t.Errorf("a quiet client: %v, %v", got, err)
	}
}

// TestLargeWaits: a small request goes before the large body of a client that has used less, but
// not of one that has used much less.
func TestLargeWaits(t *testing.T) {
	for used, want := range map[time.Duration]string{little / 2: "small large", 2 * little: "large small"} {
		w := newWork(1, 0, 0)
		w.patience = time.Minute
		w.clients["small"] = &account{used: used, at: time.Now()}
		order, ended := make(chan string, 2), sync.WaitGroup{}
		ask := func(client string, f func()) {
			ctx := context.WithValue(context.WithValue(t.Context(), clientKey{}, client), largeKey{}, client == "large")
			if err := w.do(ctx, func(context.Context) error { f(); return nil }); err != nil {
				t.Error(err)
			}
		}
		ask("first", func() {
			for i, client := range []string{"large", "small"} {
				ended.Go(func() { ask(client, func() { order <- client }) })
				for n := 0; n <= i; time.Sleep(time.Millisecond) {
					w.mu.Lock()
					n = len(w.waiting)
					w.mu.Unlock()
				}
			}
		})
		ended.Wait()
		if got := <-order + " " + <-order; got != want {
			t.Errorf("after %v the order is %s, want %s", used, got, want)
		}
	}
}

// slowClient takes a hundredth of a second for each write, and keeps the deadlines.
type slowClient struct {
	*httptest.ResponseRecorder
	left []time.Duration
}

func (c *slowClient) SetWriteDeadline(at time.Time) error {
	c.left = append(c.left, time.Until(at))
	return nil
}

func (c *slowClient) Write(b []byte) (int, error) {
	time.Sleep(10 * time.Millisecond)
	return len(b), nil
}

// TestOutlet: a client that takes little at a time has less and less time left; one that takes
// much gets back its time, but no more.
func TestOutlet(t *testing.T) {
	client := &slowClient{ResponseRecorder: httptest.NewRecorder()}
	s := &Server{opt: Options{Limits: Limits{Body: time.Hour}}}
	out := s.outlet(client)
	for _, n := range []int{1, 1, 1, 1 << 20, 1} {
		if _, err := out.Write(make([]byte, n)); err != nil {
			t.Fatal(err)
		}
	}
	if l := client.left; l[1] > l[0] || l[3] > time.Hour-29*time.Millisecond || l[4] > time.Hour || l[4] < l[3] {
		t.Errorf("the time left before each write is %v", l)
	}
}

// TestLight: a client is light for its first two seconds, and for as long as its requests are
// brief; one that runs becomes heavy while it runs.
func TestLight(t *testing.T) {
	for _, c := range []struct {
		a     account
		since time.Duration
		want  bool
	}{
		{account{}, 0, true},
		{account{used: 3 * time.Second, begun: 10}, 0, false},
		{account{used: 3 * time.Second, begun: 10}, time.Minute, true},
		{account{used: 30 * time.Second, begun: 1000}, 0, true},
		{account{running: 1, begun: 1}, time.Second, true},
		{account{running: 1, begun: 1}, 3 * time.Second, false},
	} {
		w := newWork(1, cheapRead, 0)
		a := c.a
		a.at = time.Now().Add(-c.since)
		w.clients["x"] = &a
		if got := w.account("x").light(); got != c.want {
			t.Errorf("%+v after %v: light is %v", c.a, c.since, got)
		}
	}
}

// TestClient: the client is told apart by its address or network, and by what the proxy says
// if there is one.
func TestClient(t *testing.T) {
	for _, c := range []struct {
		proxied         bool
		from, forwarded string
		want            string
	}{
		{false, "192.0.2.7:1234", "198.51.100.1", "192.0.2.7"},
		{false, "[::ffff:192.0.2.7]:1234", "", "192.0.2.7"},
		{false, "[2001:db8::1:2:3:4]:1234", "", "2001:db8::/64"},
		{true, "127.0.0.1:1234", "", "127.0.0.1"},
		{true, "127.0.0.1:1234", "203.0.113.9, 198.51.100.1", "198.51.100.1"},
		{true, "127.0.0.1:1234", "nonsense", "nonsense"},
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = c.from
		if c.forwarded != "" {
			r.Header.Set("X-Forwarded-For", c.forwarded)
		}
		s := Server{opt: Options{Proxied: c.proxied}}
		if got := s.client(r); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
}
