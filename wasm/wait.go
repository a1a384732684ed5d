//go:build !js

package main

// wait returns: a library of WASI has no main, and elsewhere there is nothing to do.
func wait() {}
