package web_test

import (
	"os"
	"syscall"
	"testing"
)

// tinyDisk is a folder with room for a megabyte, or skips the test where none can be
// made.
func tinyDisk(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if os.Getuid() != 0 {
		t.Skip("only root can make a disk that is soon full")
	}
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=1m"); err != nil {
		t.Skipf("no disk that is soon full can be made here: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) })
	return dir
}
