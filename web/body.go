package web

import (
	"context"
	"net/http"
	"strings"
)

// A request with a large body needs several times the body's size in memory until it is answered. A
// stream needs its buffers for as long as the client keeps it open. So the number of both at a time
// is limited, in all and for each client. docs/bench/serve.md has the measurements.
const (
	smallBody   = 16 << 10 // the largest body that needs no place
	maxBodies   = 4        // large bodies that are read or answered at a time
	maxStreams  = 64
	bodyShare   = 1 // places for one client
	streamShare = 16
)

// largeKey is the context key for whether a request has a large body.
type largeKey struct{}

// large reports whether a request has a large body, or may have one because it gives no length.
func large(r *http.Request) bool { return r.ContentLength < 0 || r.ContentLength > smallBody }

// admitted makes a request with a large body, and a stream, wait for a place before anything of
// the body is read.
func (s *Server) admitted(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var places *work
		switch {
		case r.URL.Path == "/v1/jobs": // it checks the token before it reads the body
		case strings.HasPrefix(r.Header.Get("Content-Type"), "application/x-ndjson"):
			places = s.streams
		case large(r):
			places = s.bodies
		}
		if places == nil {
			next.ServeHTTP(w, r)
			return
		}
		err := places.do(r.Context(), func(context.Context) error { next.ServeHTTP(w, r); return nil })
		if err != nil {
			s.refuseError(w, r, err)
		}
	})
}
