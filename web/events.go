package web

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

const (
	// maxStreams is how many event streams may be open. Each may query the database every
	// second.
	maxStreams = 200
	// eventsRest is the shortest time between two events, since a job may print a thousand
	// lines at once.
	eventsRest = 250 * time.Millisecond
	// heartbeat is how long a stream may be silent. Proxies close silent connections.
	heartbeat = 15 * time.Second
)

// telling is the content of an event.
type telling struct {
	name    string
	value   any             // as JSON
	changed <-chan struct{} // is closed when the value changes; nil to check every second
	over    bool            // this is the last event
}

// follow answers with server-sent events. It sends what now returns, first at once and then
// after each change.
func (s *Server) follow(ctx context.Context, now func() (telling, error)) (*huma.StreamResponse, error) {
	t, err := now()
	if err != nil {
		return nil, s.failure(ctx, err)
	}
	if s.streams.Add(1) > maxStreams {
		s.streams.Add(-1)
		return nil, s.failure(ctx, &workError{time.Minute, fmt.Sprintf("%d streams of events are open", maxStreams)})
	}
	return &huma.StreamResponse{Body: func(hc huma.Context) {
		defer s.streams.Add(-1)
		hc.SetHeader("Content-Type", "text/event-stream")
		hc.SetHeader("Cache-Control", "no-store")
		_, w := humago.Unwrap(hc)
		out := s.outlet(w)
		for last, at := "", time.Now(); ; {
			text, err := json.Marshal(t.value)
			if event := fmt.Sprintf("event: %s\ndata: %s\n\n", t.name, text); err == nil && event != last {
				_, err = fmt.Fprint(out, event)
				last, at = event, time.Now()
			} else if err == nil && time.Since(at) >= heartbeat {
				_, err = fmt.Fprint(out, ": still there\n\n")
				at = time.Now()
			}
			if err != nil || out.flush() != nil || t.over {
				return
			}
			rest := time.After(eventsRest)
			select {
			case <-ctx.Done():
				return
			case <-s.ending:
				return
			case <-t.changed:
			case <-time.After(time.Second):
			}
			<-rest
			if t, err = now(); err != nil {
				p, _ := problemOf(err)
				text, _ := json.Marshal(p.model())
				fmt.Fprintf(out, "event: problem\ndata: %s\n\n", text)
				return
			}
		}
	}}, nil
}
