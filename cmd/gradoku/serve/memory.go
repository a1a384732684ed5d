package serve

import (
	"io/fs"
	"math"
	"os"
	"path"
	"runtime/debug"
	"strconv"
	"strings"
)

// usualMemory is how much Go memory the server may use before garbage is collected more often. It
// uses some 40 MB, and several times that only for large bodies, whose number is limited.
const usualMemory = 128 << 20

// limitMemory makes the collector heed a limit. GOMEMLIMIT comes first.
func limitMemory() {
	if os.Getenv("GOMEMLIMIT") == "" {
		// A quarter of the group's memory is for what is not Go's: SQLite, the jobs.
		debug.SetMemoryLimit(min(usualMemory, groupMemory(os.DirFS("/"))/4*3))
	}
}

// groupMemory is the memory limit of this process's control group (version 2), or of a group
// around it; it is large if there is none.
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
