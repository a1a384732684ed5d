//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package store

import (
	"io/fs"
	"syscall"
)

// links is how many names a file has, 1 if the system does not say.
func links(info fs.FileInfo) int {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return int(stat.Nlink)
	}
	return 1
}
