// Package store keeps runs, puzzles and grades in a SQLite file, or in a schema of a
// PostgreSQL server. It is the only package that uses SQL: all of gradoku's statements
// are here.
//
// # Engines
//
// A statement is written once, in SQL that both engines understand, and selects the same
// rows on both. The differences are in the table of engines: pieces of SQL, how a
// place is opened, what its errors mean, how many rows are saved at once.
// docs/OPERATIONS.md lists what users will notice. The rest of this text is about files.
//
// # The file
//
// A database is one file, made by [Open] when it is missing. Its header contains
// an application id, so that another program's file is recognised from its first
// bytes and refused before SQLite touches it. The schema is in package
// migrations; docs/SCHEMA.md explains it for people who read the file with a
// tool of their own.
//
// # Writing
//
// A file is in WAL mode: readers see the last commit and never wait, and there
// is one writer at a time. So a [DB] has two handles: a writer with a single
// connection, whose transactions take the write lock when they begin (one that
// begins by reading and writes later can fail half-way with BUSY), and a pool of
// readers that cannot write at all. With synchronous=NORMAL a power cut may
// lose the last transactions but never part of one, and a killed process loses
// nothing that was committed.
//
// Puzzles come in batches; one batch is one transaction:
//
//	Batch{From, To, Puzzles}     the attempts [From, To) and their puzzles
//	      |
//	      +- byCanon             which canonical forms are known already?
//	      +- plan                for each attempt: accept, count a duplicate, or stop
//	      +- insert              puzzles with their grades, then techniques, in blocks of rows
//	      +- UPDATE run          counters, state
//
// The counters of a run change together with its rows, so a crash cannot make them
// disagree. The plan depends on attempts and not on batches, so it does not matter
// where a batch ends: the same attempts give the same rows and ids. That makes a run
// resumable: continue at Run.Next.
//
// # Reading
//
// [DB.Puzzles] streams in constant memory. Every value from a caller is a bound
// parameter; column names come only from tables in this package.
//
// # Files
//
//	open.go         handles and transactions
//	engine.go       how engines differ; there is a file for each:
//	sqlite.go       what a path holds, pragmas, pieces of SQL, rows in blocks
//	postgres.go     URLs, connections, schema, rows by COPY
//	schema.go       whether a file has the schema that gradoku makes
//	migrate.go      schema versions of a file, the switch to WAL
//	run.go          runs
//	batch.go        saving puzzles: what is accepted, and its rows
//	puzzle.go       reading puzzles and grades; filter.go: selecting them
//	sharedrun.go    what workers on several machines compute
//	corpus.go       corpora, their files and labels; item.go: importing items
//	play.go         games, and the times measured from them
//	grader.go       techniques, grades that are missing or out of date
//	needs.go        what people need for a puzzle, computed on request
//	where.go        conditions about the columns of selection.go
//	find.go         the first puzzles of a selection in an order
//	shuffle.go      a seed's random sample and walk
//	page.go         listings in pages
//	facets.go       counts of puzzles by what people filter on
//	export.go       what was exported; the database for an app to ship
//	copy.go         copies of a whole database, between files and servers
//	info.go         counts of what a file contains
//	check.go        finding errors in a file
//	errors.go       the errors that a caller can test for
package store
