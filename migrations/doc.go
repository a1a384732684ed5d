// Package migrations holds the database schema as the list of its changes, in a
// folder for each engine.
//
// Each SQL file is one change, named NNNN_what.sql and numbered without a gap
// from 0001. Files are only ever added: one that has been in a release is never
// edited, since databases exist that were made with it. The number of the last
// file is the schema's version, which SQLite keeps in every database as PRAGMA
// user_version; in PostgreSQL it is the largest in the table migration. The
// newest versions of both have the same tables and columns, but for label.number
// and for what only machines that share a database need: worker, plan, given and
// staged.
//
// The SQL explains itself: SQLite stores the text of a CREATE statement,
// comments included, so ".schema" in any SQLite tool explains each table and
// column, and docs/SCHEMA.md is generated from the same text. Hence two rules,
// which a test checks: the first lines inside a statement say what a row is,
// and every column ends with a comment on its own line. A migration of
// PostgreSQL's has the same form, and package store makes COMMENT statements of it.
package migrations
