// Package migrations holds the database schema as the list of its changes.
//
// Each SQL file is one change, named NNNN_what.sql and numbered without a gap
// from 0001. The files are only ever added to: a file that has been in a release
// is never edited, since databases exist that were made with it. The number of
// the last file is the schema's version, which SQLite keeps in every database as
// PRAGMA user_version.
//
// The SQL carries its own explanations: SQLite stores the text of a CREATE
// statement, comments included, so that ".schema" in any SQLite tool explains
// each table and column, and docs/SCHEMA.md is generated from the same text.
// Hence two habits that a test holds: the first lines inside a statement say
// what a row is, and every column ends with a comment on its own line.
package migrations
