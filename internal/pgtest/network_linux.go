package pgtest

import (
	"flag"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// OwnNetwork runs the test again in a process with its own network namespace, and reports
// whether this is that process. In that process [Cut] works, and servers listen on every
// address of 127.0.0.0/8. The test is skipped if it does not run as root, or if ip or nft is
// missing.
func OwnNetwork(t testing.TB) bool {
	t.Helper()
	if os.Getenv(inNetwork) != "" {
		return true
	}
	if programs() == "" {
		t.Skip("no PostgreSQL server programs here")
	}
	for _, program := range []string{"ip", "nft"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("a network namespace needs the programs ip (iproute2) and nft (nftables): %v", err)
		}
	}
	args := []string{"-test.run=^" + t.Name() + "$", "-test.v"}
	flag.Visit(func(f *flag.Flag) {
		if !strings.HasPrefix(f.Name, "test.") {
			args = append(args, "-"+f.Name+"="+f.Value.String())
		}
	})
	c := exec.CommandContext(t.Context(), "/bin/sh", append([]string{"-ec", `ip link set lo up
		nft 'table ip cut { chain in { type filter hook input priority 0; }; }'
		exec "$0" "$@"`, os.Args[0]}, args...)...)
	c.Env = append(os.Environ(), inNetwork+"=1", "GRADOKU_TEST_POSTGRES=")
	c.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNET, Pdeathsig: syscall.SIGKILL}
	c.Stdout, c.Stderr = t.Output(), t.Output()
	if err := c.Start(); err != nil {
		t.Skipf("only root can make a network namespace: %v", err)
	}
	if err := c.Wait(); err != nil {
		t.Fatal(err)
	}
	return false
}

// Cut makes the network drop packets, for example those matching "tcp sport 5432", until
// restore is called. The sender is not told: nothing is acknowledged or refused.
func Cut(t testing.TB, packets string) (restore func()) {
	t.Helper()
	said, err := exec.Command("nft", "--echo", "--handle", "add rule ip cut in "+packets+" drop").Output()
	if err != nil {
		t.Fatal(packets, err)
	}
	_, handle, _ := strings.Cut(strings.TrimSpace(string(said)), "# handle ")
	return func() {
		if said, err := exec.Command("nft", "delete rule ip cut in handle "+handle).CombinedOutput(); err != nil {
			t.Errorf("%s: %s", err, said)
		}
	}
}

// Via returns the URL that reaches a server's database over TCP, at an address in 127.0.0.0/8.
func Via(t testing.TB, place, address string) string {
	t.Helper()
	u, err := url.Parse(place)
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	q.Del("host")
	q.Set("sslmode", "disable")
	u.Host, u.RawQuery = address, q.Encode()
	return u.String()
}
