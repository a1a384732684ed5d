//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package store

import (
	"io/fs"
	"syscall"
)

// links returns how many names (hard links) a file has, 1 if the system does not say.
func links(info fs.FileInfo) int {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return int(stat.Nlink)
	}
	return 1
}

// mayWrite reports whether the system lets us write to a file. It does not open the file,
// because closing it again would release SQLite's locks on it.
func mayWrite(path string) bool {
	const writing = 2 // W_OK of access(2)
	return syscall.Access(path, writing) == nil
}
