//go:build !unix

package pgtest

import "os/exec"

// account is not needed on systems without root.
type account struct{}

func unprivileged(string) (*account, error) { return nil, nil }

func (a *account) runs(*exec.Cmd) {}
