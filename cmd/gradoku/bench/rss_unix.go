//go:build unix && !darwin

package bench

// rssUnit is the unit of the kernel's Maxrss, in bytes.
const rssUnit = 1024
