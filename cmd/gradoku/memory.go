package main

import (
	"io/fs"
	"math"
	"os"
	"path"
	"runtime/debug"
	"strconv"
	"strings"
)

// usualMemory is how much Go memory the server may use before garbage is collected more often. The
// server usually needs some 40 MB. Only large bodies, whose number is limited, need several times
// that.
const usualMemory = 128 << 20

// limitMemory sets a memory limit for the garbage collector. GOMEMLIMIT takes precedence.
func limitMemory() {
	if os.Getenv("GOMEMLIMIT") == "" {
		// A quarter of the group's memory is left for SQLite and the jobs, which Go does not manage.
		debug.SetMemoryLimit(min(usualMemory, groupMemory(os.DirFS("/"))/4*3))
	}
}

// groupMemory is the lowest memory limit of this process's control group (version 2) and the groups
// that contain it; without a limit, it is math.MaxInt64.
func groupMemory(root fs.FS) (least int64) {
	least = math.MaxInt64
	said, _ := fs.ReadFile(root, "proc/self/cgroup")
	group, found := strings.CutPrefix(strings.TrimSpace(string(said)), "0::/")
	for dir := path.Join("sys/fs/cgroup", group); found && dir != "sys/fs"; dir = path.Dir(dir) {
		text, _ := fs.ReadFile(root, path.Join(dir, "memory.max"))
		if limit, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64); err == nil && limit > 0 {
			least = min(least, limit)
		}
	}
	return least
}
