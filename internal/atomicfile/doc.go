// Package atomicfile keeps files that are being written out of sight until they
// are complete.
//
// Whoever writes a file asks [Make] for a place and writes to the file that
// [Place.Create] makes, or has another program write to [Place.Path]. At the
// end, [Place.Keep] gives the file its name in one step, or [Place.Remove]
// removes it. A new file has the permissions that the user's umask leaves; one
// that is replaced keeps its own. The place is a folder beside the file, on the
// same file system, so that renaming copies nothing. It is a folder because a
// database brings further files, such as its -wal.
//
// A program that is killed by SIGKILL or a power cut removes nothing. So the
// folder is named after the file, and its maker holds a lock on it that ends
// with the process. The next writer of the same file removes the folders
// without an owner; a program that finds the file already there does so with
// [Sweep]. Leftovers do not pile up, and a repeated command leaves none. [Held] tells
// others whether a place still has its maker.
//
// Where there are no locks, as on Windows and some network file systems, a folder
// tells by its name which process of which machine made it, and has no owner once that
// process has ended. Numbers of processes come round, so this alone would keep some
// leftovers for a while, and those of other machines for ever; a lock tells at once.
package atomicfile
