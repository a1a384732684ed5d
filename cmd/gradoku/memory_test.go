package main

import (
	"math"
	"testing"
	"testing/fstest"
)

// TestGroupMemory: the least limit of the groups around the process counts.
func TestGroupMemory(t *testing.T) {
	const unit = "sys/fs/cgroup/system.slice/gradoku.service/memory.max"
	for name, c := range map[string]struct {
		group string
		files map[string]string
		want  int64
	}{
		"a unit":        {"0::/system.slice/gradoku.service\n", map[string]string{unit: "1000\n"}, 1000},
		"the slice":     {"0::/system.slice/gradoku.service\n", map[string]string{unit: "max\n", "sys/fs/cgroup/system.slice/memory.max": "500\n"}, 500},
		"a container":   {"0::/\n", map[string]string{"sys/fs/cgroup/memory.max": "300\n"}, 300},
		"another group": {"0::/other\n", map[string]string{unit: "1000\n"}, math.MaxInt64},
		"version 1":     {"4:memory:/a\n", map[string]string{"sys/fs/cgroup/memory.max": "300\n"}, math.MaxInt64},
		"none":          {"", nil, math.MaxInt64},
	} {
		root := fstest.MapFS{"proc/self/cgroup": {Data: []byte(c.group)}}
		for name, text := range c.files {
			root[name] = &fstest.MapFile{Data: []byte(text)}
		}
		if got := groupMemory(root); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}
