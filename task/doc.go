// Package task is what users ask to have done: a file for each task, with its options,
// its run and its result. It knows no flags, forms, terminals or HTTP. The command line
// and the server fill the same struct and run it; a Go program writes it as a literal:
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
// # What a run says
//
// Run returns facts: what was made, which rule ended it, what is short. On the way it
// tells typed events to [Env.Notify]. How they look, as a progress bar, a page or JSON,
// is for whoever asked. A [Problem] is an error with a kind and, where the task alone
// knows it, advice on what to do.
//
// # Files
//
// A file gets its name when it is whole ([Draft]). One that is recorded in the database is a
// row there before that, so that the next task knows what became of it after a kill:
// [store.DB.RecordExports].
package task
