//go:build !linux

package store

func mounted(string) bool { return false }
