// Package store keeps runs, puzzles and grades in a SQLite file, or in a schema of a
// PostgreSQL server. It is the only package that knows SQL, and every statement of
// gradoku is in it.
//
// # Engines
//
// A statement is written once, in what both engines understand, and means the same
// rows on both. What differs is a row in the table of engines: pieces of SQL, how a
// place is opened, what its errors mean, how many rows are saved at once.
// docs/POSTGRESQL.md tells users what they will notice. What follows is about files.
//
// # The file
//
// A database is one file, made by [Open] when it is missing. Its header carries
// an application id, so that another program's file is recognised from its first
// bytes and refused before SQLite touches it. The schema is in package
// migrations; docs/SCHEMA.md explains it for people who read the file with a
// tool of their own.
//
// # Writing
//
// A file is in WAL mode: readers see the last commit and never wait, and there
// is one writer at a time. So a [DB] has two handles: a writer of a single
// connection whose transactions take the write lock when they begin (one that
// begins reading and writes later can fail half-way with BUSY), and a pool of
// readers that cannot write at all. With synchronous=NORMAL a power cut may
// lose the last transactions but never tears one, and a killed process loses
// nothing that was committed.
//
// Puzzles come in batches; one batch is one transaction:
//
//	Batch{From, To, Puzzles}     the tries [From, To) and their puzzles
//	      |
//	      +- byCanon             which canonical forms are known already?
//	      +- plan                walk the tries: accept, count a duplicate, or cut
//	      +- insert              puzzles, then grades, then uses, in blocks of rows
//	      +- UPDATE run          counters, state
//
// The counters of a run change together with its rows, so that a crash cannot
// leave them apart, and the plan looks at tries and not at batches, so that it
// does not matter where a batch was cut: same tries, same rows, same ids. That
// is what makes a run resumable: go on at Run.Next.
//
// # Reading
//
// [DB.Puzzles] streams in constant memory. Every value from a caller is a bound
// parameter; names of columns come only from tables in this package.
//
// # Files
//
//	open.go         handles and transactions
//	engine.go       what engines differ in; a file for each of them:
//	sqlite.go       what a path holds, pragmas, pieces of SQL, rows by the block
//	postgres.go     URLs, connections, schema, rows by COPY
//	sound.go        whether a file may be written to
//	migrate.go      schema versions of a file, the switch to WAL
//	run.go          runs; shard.go: runs that end by their tries, and slices
//	batch.go        saving puzzles: what is accepted, and its rows
//	puzzle.go       reading puzzles and grades; filter.go: which ones
//	sharedrun.go    what workers on several machines compute
//	corpus.go       corpora, their files and labels; item.go: importing items
//	grader.go       versions of the grader: techniques, missing grades, differences
//	needs.go        what people need for a puzzle, computed when it is asked for
//	where.go        conditions about the columns of columns.go
//	shortcut.go     the first few, through an index
//	sample.go       a reproducible sample
//	page.go         listings in pages
//	walk.go         the random walk of a seed
//	lookup.go       single puzzles, for a server
//	facets.go       puzzles counted by what people choose them by
//	export.go       what was exported; the database for an app to ship
//	merge.go        making one database of several, by the plan of mergeplan.go;
//	                copy.go: from and to a server
//	info.go         what is in a file, in numbers
//	check.go        what cannot be right in a file
//	errors.go       what a caller can branch on
package store
