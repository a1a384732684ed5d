// Package task holds the tasks that users ask for: one file for each task, with its
// options, its Run method and its result. It knows no flags, forms, terminals or HTTP. The
// command line and the server fill the same struct and run it; a Go program writes it as a
// literal:
//
//	made, err := task.Generate{N: 1000}.Run(ctx, task.Env{DB: "puzzles.db"})
//
// # Options
//
// A task is a struct whose fields have the tags of internal/bind: help, limits, and the
// rules between fields. A field that is left out is zero, and Run applies the default
// where it uses the field, so that the options can be written back as a command line. A
// number whose zero means something is a pointer.
//
// # What a run reports
//
// Run returns facts: what was made, which rule ended it, what is missing. While it works it
// passes typed events to [Env.Notify]. The caller decides how they look: as a progress bar,
// a page or JSON. A [Problem] is an error with a kind. It has advice on what to do where
// only the task knows that advice.
//
// # Files
//
// A file gets its name when it is complete ([Draft]). If the database records the file, its
// row is written before the file gets its name. After a kill, the next task can then find
// out what became of the file: [store.DB.RecordExport].
package task
