//go:build !unix

package pgtest

import "os/exec"

// account is not needed where there is no root.
type account struct{}

func unprivileged(string) (*account, error) { return nil, nil }

func (a *account) runs(*exec.Cmd) {}
