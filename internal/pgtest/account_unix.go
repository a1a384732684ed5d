//go:build unix

package pgtest

import (
	"errors"
	"os"
	"os/exec"
	"os/user"
	"strconv"
	"syscall"
)

// account is a user that a program can run as.
type account struct{ uid, gid int }

// unprivileged returns the account that the server runs as, since it refuses to
// run as root, and makes it the folder's owner.
func unprivileged(folder string) (*account, error) {
	if os.Getuid() != 0 {
		return nil, nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, err1 := strconv.Atoi(u.Uid)
		gid, err2 := strconv.Atoi(u.Gid)
		return &account{uid, gid}, errors.Join(err1, err2, os.Chown(folder, uid, gid))
	}
	return nil, errors.New("there is no user postgres or nobody, and root may not run it")
}

// runs makes a command run as the account, and outside of the terminal's signals.
func (a *account) runs(c *exec.Cmd) {
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if a != nil {
		c.SysProcAttr.Credential = &syscall.Credential{Uid: uint32(a.uid), Gid: uint32(a.gid)}
	}
}
