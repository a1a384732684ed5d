// Package migrations holds the database schema as a list of changes, in one folder
// for each engine.
//
// Each SQL file is one change, named NNNN_what.sql and numbered without gaps
// from 0001. Files are only ever added. A released file is never edited, since
// databases exist that were made with it. The number of the last file is the
// schema's version. SQLite keeps it in every database as PRAGMA user_version; in
// PostgreSQL it is the largest version in the table migration. The newest versions
// of both have the same tables and columns, except label.number and the tables that
// only machines sharing a database need: worker, plan and staged.
//
// The SQL explains itself: SQLite stores the text of a CREATE statement,
// comments included, so ".schema" in any SQLite tool explains each table and
// column, and docs/SCHEMA.md is generated from the same text. Hence two rules,
// which a test checks: the first lines inside a statement say what a row is,
// and every column ends with a comment on its own line. PostgreSQL migrations have
// the same form; package store turns their comments into COMMENT statements.
package migrations
