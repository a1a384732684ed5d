// Package web opens a database to browsers and programs: pages and an API over
// HTTP, for gradoku serve.
//
// # The way of a request
//
//	listener ── observed ── secured ── cors ── cross-origin ── gzip ── tagged ── route
//	            time limit,  headers                                    ETag       |
//	            log, metrics                                            304        v
//	                                          page (html/template) <─ use(db) ─> JSON (huma)
//
// A route gets the database from a source, which notices that the file was deleted
// or replaced and opens what is there now. What it returns as an error becomes a
// problem of the table in problem.go: its status, its title and what to do about it, as
// JSON for a program and as a page for a person. What is wrong on the server's side is
// in the log only.
//
// # What computes
//
// Grading, solving, generating and counting go through work: a slot for each core, and
// a budget for each client. What only looks something up never waits behind them.
// Counts of a whole selection are made once for all who ask (counter), the path of a
// puzzle once for all its steps (paths).
//
// # What writes
//
// The server itself only reads. What makes something is a job: commands of gradoku that
// run as processes of their own, composed from a form, so that the command line a page
// shows is the one that runs, and a job's memory, crash or stop is not the server's. They
// tell events as JSON (task.Event), which command.go reads. jobs.go runs them, write.go
// asks for the token and has the endpoints, jobpages.go the pages.
//
// A new kind of job is a struct of the fields that a client may set, which has the options
// of a task where there is one, and a method that checks them and composes a [JobSpec]
// (make.go is the shortest). It needs a field in [JobRequest], from which POST /v1/jobs and
// its documentation follow, and the route of its form, which shows the fields by
// formFields, reads them by bind, asks mayWrite and calls startAndShow. What a command
// needs from the client is a file of the job, by a name of ours, and what it writes goes
// into the same folder, in which it runs; what a person chose stands behind a =.
//
// The page of books (bookpage.go) shows the pages of a book before anything is made. They
// are drawn by the command too, at once and without a token, since no puzzle is used up;
// what that costs is the client's work.
//
// # Pages
//
// Pages are made on the server and can be read without JavaScript; scripts add playing,
// keys and live verdicts. A page's address is its state. Nothing comes from elsewhere,
// and the content policy forbids inline scripts and styles, so widths of bars are
// attributes of SVG. Whatever a page shows went through html/template.
//
// # The API
//
// The types of answers are those of package api, as the command line prints them.
// Endpoints that read are registered with huma, which reads and checks their
// parameters; the questions come from the table of package api. Both are in the
// OpenAPI document, from which docs/API.md and the page /docs are made.
package web
