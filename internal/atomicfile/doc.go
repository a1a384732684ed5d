// Package atomicfile keeps files that are being written out of sight until they
// are whole.
//
// Whoever writes a file asks [Make] for a place, writes to the file that
// [Place.Create] makes, or has another program write to [Place.Path], and ends
// with [Place.Keep], which gives the file its name in one step, or with
// [Place.Remove]. A new file has the permissions that the user's umask leaves; one
// that is replaced keeps its own. The place is a folder beside the file, on the
// same file system, so that the renaming copies nothing; a folder, because a
// database brings files of its own, such as its -wal.
//
// A program that is killed with SIGKILL, or by the power, removes nothing. So
// the folder is named after the file, and its maker holds a lock on it that ends
// with the process. Whoever writes the same file next removes the folders without
// an owner; a program that finds the file there already does so with [Sweep].
// Leftovers do not pile up, and a command that is repeated leaves none.
package atomicfile
