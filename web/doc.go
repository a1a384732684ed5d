// Package web opens a database to browsers and programs: pages and an API over
// HTTP, for gradoku serve.
//
// # The path of a request
//
//	listener ── observed ── secured ── cors ── cross-origin ── gzip ── admitted ── route
//	            time limit,  headers                                   large bodies  |
//	            log, metrics                                           and streams   v
//	                                            page (html/template) <─ use(db) ─> JSON (huma)
//
// A route gets the database from a source. The source notices when the file was deleted or
// replaced, and opens the file that is there now. If a route returns an error, it becomes a
// problem of the table in problem.go, with a status, a title and advice: JSON for a
// program, a page for a person. Errors on the server's side are described only in the log.
//
// # What computes
//
// Grading, solving, generating and counting go through work: a slot for each core, and a
// budget for each client. Requests that only look something up never wait behind them. The
// server counts a whole selection once for all clients (counter), and computes the path of
// a puzzle once for all its steps (paths).
//
// # What writes
//
// The server itself only reads. Everything that writes is a job: a gradoku command that runs
// as a separate process. The server composes it from a form, so that the command line on a
// page is the one that runs. A job's memory use, crash or stop does not affect the server.
// The command prints events as JSON (task.Event), which command.go reads. jobs.go runs jobs,
// write.go checks the token and has the endpoints, and jobpages.go has the pages.
//
// A new kind of job is a struct with the fields that a client may set, taken from the
// options of a task where there is one. It has a method that checks them and composes a
// [JobSpec]; make.go is the shortest example. It needs a field in [JobRequest], from which
// the documentation of POST /v1/jobs follows, and its name in jobRequest. Its form is a
// jobForm in the table of pageRoutes: formPage reads it, shows its fields from their tags,
// asks for the token and starts the job; the jobForm adds what only its kind shows. Long
// texts from the client, such as a style file, become files of the job, under names that the
// server chooses. The command runs in the same folder and writes its own files there. A value
// that a person chose always follows a =.
//
// The page of books (bookpage.go) shows the pages of a book before the book is made. The
// same command draws them, at once and without a token, since it does not mark any puzzle
// as used. The client's work budget pays for it.
//
// # Pages
//
// The server makes the pages, and they can be read without JavaScript; scripts add playing,
// keys and live verdicts. The address of a page has all of its state, except for games,
// settings and results, which the browser keeps (games.js). A worker keeps the pages for
// playing for times without a network (worker.js). Nothing is loaded from other hosts. The content policy forbids inline scripts and styles, so the widths of
// bars are attributes of SVG. Everything on a page goes through html/template.
//
// # The API
//
// The types of answers are those of package api, which the command line prints too.
// Endpoints that read are registered with huma, which parses and checks their parameters;
// the questions come from the table of package api. Both are in the OpenAPI document, from
// which docs/API.md and the page /docs are made.
package web
