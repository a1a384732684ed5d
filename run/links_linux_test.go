package run

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/url"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"gradoku/internal/ordered"
	"gradoku/store"
)

// TestHalfOpenLinks: one connection of a node after the other, to write, to read, for the
// queue and to listen, carries nothing any more in one direction or in both, not even
// acknowledgements. The run goes on by itself, and its rows are the same.
func TestHalfOpenLinks(t *testing.T) {
	links, ways := 2, []way{fromServer}
	if *many {
		links, ways = 6, []way{fromServer, toServer, fromServer | toServer}
	}
	for i := range links * len(ways) {
		nth, way := i%links, ways[i/links]
		t.Run(fmt.Sprintf("%d %v", nth, way), func(t *testing.T) {
			t.Parallel()
			place, db, run, want := distributed(t)
			tcp, drop := overTCP(t, place)
			begun, slow := make(chan bool, 1000), make(chan bool)
			node(t, NodeOptions{DB: tcp, Cores: 2, compute: func(ctx context.Context, w *work, tries ordered.Range) (Chunk, error) {
				begun <- true
				<-slow
				return w.compute(ctx, tries)
			}})
			<-begun
			if !drop(nth, way) {
				t.Skip("the node has fewer connections")
			}
			start := time.Now()
			close(slow)
			complete(t, db, run, want)
			if took := time.Since(start); took > time.Minute {
				t.Errorf("it took %v", took)
			} else {
				t.Logf("connection %d, %v: %v", nth, way, took.Round(time.Second/10))
			}
		})
	}
}

// TestEndOverDeadLinks: a node that is told to end does so soon though all of its
// connections are dead, and so does a run that is computed here.
func TestEndOverDeadLinks(t *testing.T) {
	const soon = 14 * time.Second // of the promised ten, on a busy machine
	for _, shared := range []bool{true, false} {
		t.Run(fmt.Sprint("shared ", shared), func(t *testing.T) {
			t.Parallel()
			place, _, run, _ := distributed(t)
			tcp, drop := overTCP(t, place)
			ctx, cancel := context.WithCancel(t.Context())
			ended := make(chan error, 1)
			if shared {
				n, err := OpenNode(ctx, NodeOptions{DB: tcp, Version: version, Cores: 2, Log: slog.New(slog.DiscardHandler)})
				if err != nil {
					t.Fatal(err)
				}
				go func() { n.Run(ctx); ended <- n.Close() }()
			} else {
				db, err := store.Open(ctx, tcp, store.ReadWrite)
				if err != nil {
					t.Fatal(err)
				}
				target, err := DecodeOptions(run.Options)
				if err != nil {
					t.Fatal(err)
				}
				run, err := db.BeginRun(ctx, store.Run{Command: Command, Options: run.Options, Seed: 9, Version: version, Target: 1_000_000})
				if err != nil {
					t.Fatal(err)
				}
				go func() {
					Generate(ctx, db, run, Config{Options: target, Workers: 1})
					ended <- db.Close()
				}()
			}
			time.Sleep(3 * time.Second) // it is at work
			for nth := 0; drop(nth, fromServer); nth++ {
			}
			cancel()
			start := time.Now()
			select {
			case <-ended:
				t.Logf("it took %v", time.Since(start).Round(time.Second/10))
			case <-time.After(time.Minute):
				t.Fatal("it has not ended after a minute")
			}
			if took := time.Since(start); took > soon {
				t.Errorf("it took %v", took)
			}
		})
	}
}

// way is a set of directions.
type way int

const (
	fromServer way = 1 << iota
	toServer
)

func (w way) String() string {
	return [...]string{fromServer: "from the server", toServer: "to the server", fromServer | toServer: "both ways"}[w]
}

// overTCP returns the URL by which a database is reached by TCP, and what cuts the nth
// connection of this process to it: filters of the system drop all that arrives at an end,
// acknowledgements too, as a network does that is cut. It reports whether there is
// such a connection.
func overTCP(t testing.TB, place string) (tcp string, drop func(nth int, w way) bool) {
	t.Helper()
	u, err := url.Parse(place)
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	socket := q.Get("host") + "/.s.PGSQL.5432"
	if q.Get("host") == "" || q.Get("host")[0] != '/' {
		t.Skip("the server is not one of pgtest's own")
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			from, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer from.Close()
				to, err := net.Dial("unix", socket)
				if err != nil {
					return
				}
				defer to.Close()
				go func() { io.Copy(to, from); to.Close() }()
				io.Copy(from, to)
			}()
		}
	}()
	q.Del("host")
	q.Set("sslmode", "disable")
	u.Host, u.RawQuery = l.Addr().String(), q.Encode()
	return u.String(), func(nth int, w way) bool {
		fds := connected(t, l.Addr().(*net.TCPAddr).Port, unix.Getpeername)
		if nth >= len(fds) {
			return false
		}
		near, err := unix.Getsockname(fds[nth])
		if err != nil {
			t.Fatal(err)
		}
		ends := map[way][]int{fromServer: fds[nth : nth+1], toServer: nil}
		for _, fd := range connected(t, l.Addr().(*net.TCPAddr).Port, unix.Getsockname) {
			if far, err := unix.Getpeername(fd); err == nil && far.(*unix.SockaddrInet4).Port == near.(*unix.SockaddrInet4).Port {
				ends[toServer] = append(ends[toServer], fd)
			}
		}
		for of, fds := range ends {
			for _, fd := range fds {
				nothing := unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K}
				if w&of == 0 {
					continue
				}
				if err := unix.SetsockoptSockFprog(fd, unix.SOL_SOCKET, unix.SO_ATTACH_FILTER, &unix.SockFprog{Len: 1, Filter: &nothing}); err != nil {
					t.Skip(fmt.Errorf("no filter can be attached here: %w", err))
				}
			}
		}
		return w == fromServer || len(ends[toServer]) == 1
	}
}

// connected lists the connections of this process one end of which has a port, in order.
func connected(t testing.TB, port int, end func(fd int) (unix.Sockaddr, error)) (fds []int) {
	t.Helper()
	all, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range all {
		fd, err := strconv.Atoi(entry.Name())
		if err != nil {
			continue
		}
		if name, err := end(fd); err == nil {
			if at, ok := name.(*unix.SockaddrInet4); ok && at.Port == port {
				fds = append(fds, fd)
			}
		}
	}
	slices.Sort(fds)
	return fds
}
