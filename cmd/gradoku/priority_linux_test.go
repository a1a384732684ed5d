package main

import (
	"os/exec"
	"syscall"
	"testing"
)

// TestYield: a job has a lower priority than the server, the server its own.
func TestYield(t *testing.T) {
	cmd := exec.Command("sleep", "60")
	cmd.SysProcAttr = ownGroup()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Wait()
	defer cmd.Process.Kill()
	nice := func(pid int) int {
		n, err := syscall.Getpriority(syscall.PRIO_PROCESS, pid)
		if err != nil {
			t.Fatal(err)
		}
		return 20 - n // as Linux tells it
	}
	own := nice(0)
	if err := lowerPriority(cmd.Process); err != nil {
		t.Fatal(err)
	}
	if job := nice(cmd.Process.Pid); job != max(own, jobNice) {
		t.Errorf("a job has the nice value %d, not %d", job, jobNice)
	}
	if now := nice(0); now != own {
		t.Errorf("the server has the nice value %d, before %d", now, own)
	}
}
