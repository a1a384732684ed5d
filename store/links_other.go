//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package store

import "io/fs"

func links(fs.FileInfo) int { return 1 }

func mayWrite(string) bool { return true }
