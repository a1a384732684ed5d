// Package atomicfile keeps files that are being written out of sight until they
// are whole.
//
// Whoever writes a file asks [Make] for a place, writes to [Place.Path], and
// ends with [Place.Keep], which gives the file its name in one step, or with
// [Place.Remove]. The place is a folder beside the file, on the same file system,
// so that the renaming copies nothing; a folder, because a database brings files
// of its own, such as its -wal.
//
// A program that is killed with SIGKILL, or by the power, removes nothing. So
// the folder is named after the file, and its maker holds a lock on it that ends
// with the process: whoever writes the same file next removes the folders without
// an owner, and so does who finds the file there already, with [Sweep]. Leftovers
// do not pile up, and the command that is repeated leaves none.
package atomicfile
