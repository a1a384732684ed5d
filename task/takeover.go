package task

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"gradoku/board"
	"gradoku/internal/text"
	"gradoku/run"
	"gradoku/store"
)

// databasePart is a part of a gradoku database to import: a file of one of its corpora, or the
// puzzles that came from no file. A file keeps its corpus, name and hash, so it is known
// here whether its items came from the file itself or from a database.
type databasePart struct {
	corpus store.Corpus     // zero for the puzzles that came from no file
	file   store.CorpusFile // likewise
}

// databaseParts returns the parts of the database that a file is.
func databaseParts(ctx context.Context, f gathered) (parts []gathered, err error) {
	err = WithDB(ctx, f.path, func(db *store.DB) error {
		for _, err := range db.Items(ctx, store.CorpusFile{}) {
			if _, damaged := errors.AsType[*store.RowError](err); err != nil && !damaged {
				return err
			}
			rest := f
			rest.part = &databasePart{}
			parts = append(parts, rest)
			break
		}
		corpora, err := db.Corpora(ctx)
		if err != nil {
			return err
		}
		for _, c := range corpora {
			files, err := db.CorpusFiles(ctx, c.ID)
			if err != nil {
				return err
			}
			for _, file := range files {
				parts = append(parts, gathered{
					name: file.Name, path: f.path, sha256: file.SHA256, bytes: file.Bytes, how: f.how, part: &databasePart{c, file},
				})
			}
		}
		runs, err := db.Runs(ctx)
		if err == nil && len(runs) > 0 {
			f.how.Warn(fmt.Sprintf("%s: its puzzles are imported, but not the record of its %s; gradoku db copy copies a whole database", f.name, text.Count(len(runs), "run", "runs")))
		}
		exports, err2 := db.Exports(ctx)
		if err2 == nil && len(exports) > 0 {
			f.how.Warn(fmt.Sprintf("%s: the record of its %s is not imported, so its exported puzzles count as unused here", f.name, text.Count(len(exports), "export", "exports")))
		}
		return errors.Join(err, err2)
	})
	return parts, err
}

// errPart ends the items of a file of which the other database has only the first.
var errPart = errors.New("the database does not have the rest of the file")

// items yields the items of the part in the form that run.Import takes.
func (p *databasePart) items(ctx context.Context, path string) iter.Seq2[run.Found, error] {
	return func(yield func(run.Found, error) bool) {
		db, err := store.Open(ctx, path, store.ReadOnly)
		if err != nil {
			yield(run.Found{}, err)
			return
		}
		defer db.Close()
		line := 0
		for stored, err := range db.Items(ctx, p.file) {
			if line++; p.file.ID == 0 {
				stored.Line = line
			}
			item := run.Found{Line: stored.Line, Column: stored.Column, Labels: stored.Labels, Play: stored.Play, Earlier: &stored}
			damaged, isRow := errors.AsType[*store.RowError](err)
			switch {
			case isRow:
				item.Fault = text.Visible(damaged.Error())
			case err != nil:
				yield(run.Found{}, err)
				return
			case stored.Givens != "":
				if item.Puzzle, err = board.Parse(stored.Givens); err != nil {
					item.Fault = text.Visible(err.Error())
				}
			}
			if !yield(item, nil) {
				return
			}
		}
		if p.file.ID != 0 && !p.file.Done {
			yield(run.Found{}, errPart)
		}
	}
}

// sameGames checks that the items of the part that are here already were read in the same way
// as the part: with or without games, and with the same names for the players.
func (p *databasePart) sameGames(ctx context.Context, path string, line int, player string) (same bool, err error) {
	for item, err := range p.items(ctx, path) {
		if err != nil || item.Line == line {
			return err == nil && (item.Play == nil && player == "" || item.Play != nil && item.Play.Player == player), err
		}
	}
	return true, nil
}
