package task

import (
	"os"
	"syscall"
)

// oTmpfile is O_TMPFILE of open(2), which package syscall lacks; its own bit is the same
// on all processors that Go knows.
const oTmpfile = 0o20000000 | syscall.O_DIRECTORY

// nameless makes a file for a while that never has a name, so that not even a process
// that is killed at once leaves it. Not every file system can; then it is an error.
func nameless() (*os.File, error) {
	return os.OpenFile(os.TempDir(), os.O_RDWR|oTmpfile, 0o600)
}
