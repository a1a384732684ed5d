package store

import "golang.org/x/sys/unix"

// mounted reports whether a file is the root of a mount. Such a file has another name
// somewhere, with another -wal file next to it. Kernels before 5.8 do not report this.
func mounted(path string) bool {
	var s unix.Statx_t
	err := unix.Statx(unix.AT_FDCWD, path, 0, 0, &s)
	return err == nil && s.Attributes&unix.STATX_ATTR_MOUNT_ROOT != 0
}
