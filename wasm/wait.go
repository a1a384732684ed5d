//go:build !js

package main

// wait returns: a WASI library has no main, and elsewhere there is nothing to do.
func wait() {}
