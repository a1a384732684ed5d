package web

import (
	"context"
	"testing"
	"time"
)

// TestLane: who finds no place in time is told that others hold it, who goes away leaves
// its place at once, and no place is lost.
func TestLane(t *testing.T) {
	slow := make(chan struct{}, 1)
	leave, err := enter(t.Context(), slow)
	if err != nil {
		t.Fatal(err)
	}
	late, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if _, err := enter(late, slow); err == nil {
		t.Fatal("two have one place")
	} else if p, known := problemOf(err); p.Slug != "busy" || p.after == 0 || !known {
		t.Errorf("who waited is told %+v", p)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := enter(gone, slow); err == nil {
		t.Fatal("two have one place")
	} else if p, _ := problemOf(err); p.Slug == "busy" {
		t.Errorf("who went away is told %+v", p)
	}
	leave()
	if _, err := enter(t.Context(), slow); err != nil {
		t.Errorf("a place that was left: %v", err)
	}
}
