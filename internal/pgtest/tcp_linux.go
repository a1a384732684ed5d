package pgtest

import (
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"slices"
	"strconv"
	"testing"

	"golang.org/x/sys/unix"
)

// OverTCP returns the URL by which a database is reached by TCP, and what makes the nth
// connection of this process to it half-open: a filter of the system drops all that arrives
// there, acknowledgements too, as a network does that is cut. It reports whether there is
// such a connection.
func OverTCP(t testing.TB, place string) (tcp string, drop func(nth int) bool) {
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
	return u.String(), func(nth int) bool {
		fds := connectedTo(t, l.Addr().(*net.TCPAddr).Port)
		if nth >= len(fds) {
			return false
		}
		nothing := unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K}
		err := unix.SetsockoptSockFprog(fds[nth], unix.SOL_SOCKET, unix.SO_ATTACH_FILTER, &unix.SockFprog{Len: 1, Filter: &nothing})
		if err != nil {
			t.Skip(fmt.Errorf("no filter can be attached here: %w", err))
		}
		return true
	}
}

// connectedTo lists the connections of this process to a port, in order.
func connectedTo(t testing.TB, port int) (fds []int) {
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
		if peer, err := unix.Getpeername(fd); err == nil {
			if to, ok := peer.(*unix.SockaddrInet4); ok && to.Port == port {
				fds = append(fds, fd)
			}
		}
	}
	slices.Sort(fds)
	return fds
}
