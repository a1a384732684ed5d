// Package atomicfile hides files that are being written until they are
// complete.
//
// A writer gets a place from [Make] and writes to the file that [Place.Create]
// creates, or lets another program write to [Place.Path]. At the end,
// [Place.Keep] gives the file its name in one step, or [Place.Remove] removes
// it. A new file has the permissions that the user's umask allows; a replaced
// one keeps its own. The place is a folder next to the file, on the same file
// system, so that renaming copies nothing. It is a folder because a database
// has further files, such as its -wal.
//
// A program that is killed by SIGKILL or a power cut removes nothing. So the
// folder's name is derived from the file's, and its maker holds a lock on it that
// ends with the process. The next writer of the same file removes the folders
// without an owner; a program that finds the file already there does so with
// [Sweep]. Leftovers do not pile up, and a repeated command leaves none. [Held] tells
// others whether a place still has its maker.
//
// Without locks, as on Windows and some network file systems, the name of a folder
// says which process of which machine made it; it has no owner once that process has
// ended. Process numbers are reused, so this alone would keep some leftovers for a
// while, and those of other machines forever; a lock shows it at once.
package atomicfile
