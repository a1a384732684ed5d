package web

import (
	"context"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
)

// TestBodiesInFlight: of many large bodies only some are read at a time, and of one client only
// its share; the others wait unread. Small bodies need no place.
func TestBodiesInFlight(t *testing.T) {
	for kind, c := range map[string]struct {
		size          int
		places, share int
	}{
		"application/json":     {smallBody + 1, maxBodies, bodyShare},
		"application/x-ndjson": {1, maxStreams, streamShare},
	} {
		synctest.Test(t, func(t *testing.T) {
			s := &Server{bodies: newWork(maxBodies, 0, 0), streams: newWork(maxStreams, 0, 0)}
			s.bodies.share, s.streams.share = bodyShare, streamShare
			var mu sync.Mutex
			reading, served, release := map[string]int{}, 0, make(chan bool)
			h := s.admitted(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
				who := clientOf(r.Context())
				mu.Lock()
				reading[who]++
				mu.Unlock()
				io.Copy(io.Discard, r.Body)
				<-release
				mu.Lock()
				reading[who]--
				served++
				mu.Unlock()
			}))
			send := func(client string, size int) {
				r := httptest.NewRequest("POST", "/v1/convert", strings.NewReader(strings.Repeat(" ", size)))
				r.Header.Set("Content-Type", kind)
				go h.ServeHTTP(httptest.NewRecorder(), r.WithContext(context.WithValue(t.Context(), clientKey{}, client)))
			}
			inFlight := func() (n int) {
				synctest.Wait()
				for one := range maps.Values(reading) {
					n += one
				}
				return n
			}
			for range 2 * c.places {
				send("greedy", c.size)
			}
			if n := inFlight(); n != c.share {
				t.Errorf("%s: %d of one client are read, want %d", kind, n, c.share)
			}
			for i := range 2 * c.places {
				send(fmt.Sprint(i), c.size)
			}
			if n := inFlight(); n != c.places {
				t.Errorf("%s: %d are read, want %d", kind, n, c.places)
			}
			if kind == "application/json" {
				if send("greedy", smallBody); inFlight() != c.places+1 {
					t.Error("a small body waits")
				}
			}
			close(release)
			if synctest.Wait(); served < 4*c.places || slices.Max(slices.Collect(maps.Values(reading))) > 0 {
				t.Errorf("%s: %d were served, of %d", kind, served, 4*c.places)
			}
		})
	}
}
