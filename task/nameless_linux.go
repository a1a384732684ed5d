package task

import (
	"os"
	"syscall"
)

// oTmpfile is O_TMPFILE of open(2), which package syscall does not define. Its own bit is
// the same on all processors that Go supports.
const oTmpfile = 0o20000000 | syscall.O_DIRECTORY

// nameless makes a temporary file that never has a name, so that even a process killed at
// once leaves nothing behind. Not every file system supports that; then it returns an
// error.
func nameless() (*os.File, error) {
	return os.OpenFile(os.TempDir(), os.O_RDWR|oTmpfile, 0o600)
}
