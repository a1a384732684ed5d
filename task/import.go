package task

import (
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"iter"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"gradoku/corpus"
	"gradoku/grade"
	"gradoku/internal/bind"
	"gradoku/internal/text"
	"gradoku/run"
	"gradoku/solve"
	"gradoku/store"
)

// Import brings puzzles made elsewhere into a database as corpora. It proves and grades
// them and keeps their labels. Running the same task again adds nothing, or continues an
// interrupted import.
type Import struct {
	Files []string // - is Env.In

	Name         string `query:"name" json:"name,omitempty" doc:"corpus to import into (default: one per file, named after it, with its extension if the bare name belongs to another file)"`
	Licence      string `query:"licence" json:"licence,omitempty" doc:"licence of the puzzles"`
	Source       string `query:"source" json:"source,omitempty" doc:"source of the puzzles, for example an address"`
	Strict       bool   `query:"strict" json:"strict,omitempty" doc:"stop at the first item that is wrong"`
	Rejects      string `query:"rejects" json:"rejects,omitempty" value:"FILE" doc:"write every item that is wrong to FILE"`
	KeepImproper bool   `query:"keep-improper" json:"keep_improper,omitempty" doc:"keep puzzles without exactly one solution for study, outside the table of puzzles"`
	Grade        string `query:"grade" json:"grade,omitempty" choices:"full,none" usual:"full" doc:"full, or none to leave grading to gradoku regrade"`
	From         string `query:"from" json:"from,omitempty" value:"FORMAT" usual:"detected from the content" doc:"read the puzzles in this FORMAT of gradoku list formats"`
	Budgeted

	Plays     bool   `query:"plays" group:"Games of players" json:"plays,omitempty" needs:"salt|keep-names" doc:"each row is a game; it has the puzzle, or its key or number in this database, the columns player and seconds, and optionally finished (yes or no), errors, hints and order (1 for the player's first game)"`
	Salt      string `query:"salt" group:"Games of players" json:"salt,omitempty" needs:"plays" value:"FILE" doc:"store only hashes of players' names, made with the secret bytes in FILE (at least 16); without them nobody can test guessed names, and the database never holds them"`
	KeepNames bool   `query:"keep-names" group:"Games of players" json:"keep_names,omitempty" needs:"plays" not:"salt" doc:"store players' names as they are"`
}

// minSalt is the shortest salt that cannot be found by trying.
const minSalt = 16

// pseudonym returns a text that replaces a name: the same text for the same name and salt.
func pseudonym(salt []byte, name string) string {
	mac := hmac.New(sha256.New, salt)
	mac.Write([]byte(name))
	return fmt.Sprintf("p%x", mac.Sum(nil)[:8])
}

// Budgeted limits the work of rating a puzzle.
type Budgeted struct {
	Budget *int64 `query:"budget" json:"budget,omitempty" minimum:"0" usual:"25000000" value:"N" doc:"end the rating of a puzzle after N units of work and give a lower bound, 0 for no limit; 25000000 is about a second"`
}

// budget returns the limit, or the default one.
func (b *Budgeted) budget() int64 {
	if b.Budget == nil {
		return grade.DefaultBudget
	}
	return *b.Budget
}

// Imported says what happened to the items of a file.
type Imported struct {
	Corpus    string           `json:"corpus"`
	File      string           `json:"file"`
	SHA256    string           `json:"sha256"`
	Read      int64            `json:"read"`
	Before    int64            `json:"read_before" jsonschema:"items of it that earlier calls had read"`
	Items     map[string]int64 `json:"items" jsonschema:"how many items ended with each status, those of earlier calls included"`
	BadAnswer int64            `json:"wrong_solutions" jsonschema:"proper puzzles that come with a wrong solution"`
	Seconds   float64          `json:"seconds"`
}

// ImportResult says what happened in an import. Each of its files was reported as an event.
type ImportResult struct {
	Files []Imported
	Wrong int64 // number of items with a problem
}

// importing is an import in progress.
type importing struct {
	*Import
	env   *Env
	db    *store.DB
	salt  []byte
	files []store.CorpusFile
	ImportResult
}

// maxRejected is how many problems of a file are reported one by one.
const maxRejected = 10

// Run imports the files, one after the other.
func (m *Import) Run(ctx context.Context, env Env) (result *ImportResult, err error) {
	how := env.reading(m.From)
	how.Candidates = true
	if err := m.check(env.DB, how); err != nil {
		return nil, err
	}
	var salt []byte
	if m.Salt != "" {
		if salt, err = ReadSmall(ctx, env.In, m.Salt, 1<<16); err != nil {
			return nil, CannotRead(err)
		}
		if len(salt) < minSalt {
			return nil, UsageError(fmt.Errorf("--salt %s: it has %d bytes; at least %d are needed", m.Salt, len(salt), minSalt), "make one with: head -c 32 /dev/urandom > FILE")
		}
	}
	files, err := gather(ctx, m.Files, how)
	defer files.remove(&err)
	switch {
	case err != nil:
		return nil, err
	case m.Plays && slices.ContainsFunc(files, func(f gathered) bool { return f.part != nil }):
		return nil, UsageError(errors.New("the games of a database are imported with its corpora, without --plays"), "leave out --plays")
	}
	db, err := store.Open(ctx, env.DB, store.ReadWrite)
	if err != nil {
		return nil, err
	}
	defer Close(db, &err)
	j := importing{Import: m, env: &env, db: db, salt: salt}
	for _, f := range files {
		if err := j.file(ctx, f); err != nil {
			return &j.ImportResult, err
		}
	}
	if m.Rejects != "" {
		err = ToFile(ctx, m.Rejects, func(w io.Writer) error { return j.writeRejects(ctx, w) })
	}
	return &j.ImportResult, err
}

func (m *Import) check(db string, how *Reading) error {
	err := cmp.Or(CheckApart("", m.Files, Output{"--db", db}), CheckApart(db, m.Files, Output{"--rejects", m.Rejects}), bind.Check(m, nil))
	if err != nil {
		return err
	}
	switch {
	case len(m.Files) == 0:
		return UsageError(errors.New("name the files to import, or - for stdin"), "see gradoku import --help")
	case m.Name == "" && slices.Contains(m.Files, "-"):
		return UsageError(errors.New("input from stdin has no file name to name the corpus after"), "name the corpus with --name")
	}
	if m.Rejects != "" {
		if err := CheckOutput(m.Rejects); err != nil {
			return err
		}
	}
	return how.CheckFrom()
}

// file imports one file and reports the result.
func (j *importing) file(ctx context.Context, f gathered) error {
	into := store.Corpus{Name: j.Name, Source: j.Source, Licence: j.Licence}
	var err error
	switch {
	case f.part != nil && f.part.corpus.Name != "":
		into, err = j.merged(ctx, f.part.corpus)
	case into.Name == "":
		into.Name, err = j.ownCorpus(ctx, f)
	}
	if err != nil {
		return err
	}
	about, file, err := j.db.BeginImport(ctx, into, store.CorpusFile{Name: f.name, SHA256: f.sha256, Bytes: f.bytes})
	if err != nil {
		return err
	}
	before, start := file.Items, time.Now()
	if before > 0 {
		if err := j.sameReading(ctx, f, file); err != nil {
			return err
		}
	}
	switch {
	case file.Done:
		j.env.note("%s is already in corpus %s; nothing to add", f.name, about.Name)
	case before > 0:
		j.env.note("%s: continuing at item %s", f.name, text.Grouped(before+1))
	}
	if !file.Done {
		if file, err = j.takeIn(ctx, f, file); err != nil {
			return err
		}
	}
	j.files = append(j.files, file)
	return j.report(ctx, about, file, f.name, before, time.Since(start))
}

// merged returns a corpus of another database without what the corpus with its name here says
// already: that stays as it is.
func (j *importing) merged(ctx context.Context, c store.Corpus) (store.Corpus, error) {
	have, err := j.db.CorpusByName(ctx, c.Name)
	if errors.Is(err, store.ErrNotFound) {
		return c, nil
	}
	for _, said := range []struct {
		what        string
		here, there *string
	}{{"licence", &have.Licence, &c.Licence}, {"source", &have.Source, &c.Source}} {
		if *said.here != "" && *said.there != "" && *said.here != *said.there {
			j.env.warn("corpus %s keeps its %s %q; the other database says %q", c.Name, said.what, *said.here, *said.there)
		}
		if *said.here != "" {
			*said.there = ""
		}
	}
	return c, err
}

// sameReading checks that an earlier import of a file read its items as this one does: with or
// without games, and with the same names for the players.
func (j *importing) sameReading(ctx context.Context, f gathered, file store.CorpusFile) error {
	line, player, err := j.db.FirstPlay(ctx, file)
	other := func(how string) error {
		return DataError(fmt.Errorf("%s was imported before %s", f.name, how), "import it in the same way, or into another corpus with --name")
	}
	switch {
	case err != nil || line == 0:
		return err
	case f.part != nil:
		same, err := f.part.sameGames(ctx, f.path, line, player)
		if err == nil && !same {
			err = other("with other games or names for the players")
		}
		return err
	case player == "" && j.Plays:
		return other("without its games")
	case player == "":
		return nil
	case !j.Plays:
		return other("with --plays")
	}
	for item, err := range j.found(ctx, f, &Assumed{}) {
		if err != nil {
			return err
		}
		if item.Line == line && item.Play != nil {
			if item.Play.Player != player {
				return other("with other names for the players: see --salt and --keep-names")
			}
			break
		}
	}
	return nil
}

// ownCorpus returns the corpus name for a file when the user gave none: the file's name,
// without its extension unless another file uses that name already.
func (j *importing) ownCorpus(ctx context.Context, f gathered) (string, error) {
	for n := 0; ; n++ {
		name := corpusName(f.name, n)
		k, err := j.db.CorpusByName(ctx, name)
		if errors.Is(err, store.ErrNotFound) {
			return name, nil
		}
		if err != nil {
			return "", err
		}
		files, err := j.db.CorpusFiles(ctx, k.ID)
		if err != nil {
			return "", err
		}
		// The corpus may have this file under another path, or an earlier, shorter version
		// of it.
		if slices.ContainsFunc(files, func(c store.CorpusFile) bool {
			return c.SHA256 == f.sha256 || filepath.Clean(c.Name) == filepath.Clean(f.name)
		}) {
			return name, nil
		}
	}
}

// noteEvery is the time between two notes of how many items are saved. The total is not
// known, so these are notes and not [Progress].
const noteEvery = 10 * time.Second

// takeIn imports the rest of a file into the database, and reports the first problems.
func (j *importing) takeIn(ctx context.Context, f gathered, file store.CorpusFile) (store.CorpusFile, error) {
	var assumed Assumed
	before, faults, start := file.Items, 0, time.Now()
	next := start.Add(noteEvery)
	now, _, err := run.Import(ctx, j.db, file, j.found(ctx, f, &assumed), run.ImportConfig{
		Workers: j.env.workers(), Grade: j.Grade != "none", Budget: j.budget(), Strict: j.Strict, KeepImproper: j.KeepImproper || f.part != nil,
		Fault: func(it store.Item) {
			if faults++; faults <= maxRejected {
				j.env.reject(&corpus.LineError{File: f.name, Line: it.Line, Column: it.Column, Reason: text.OneLine(it.Reason)})
			}
		},
		Progress: func(o run.Outcomes) {
			if time.Now().After(next) {
				next = time.Now().Add(noteEvery)
				j.env.note("%s of %s, %.0f/s", text.Count(before+o.Read(), "item", "items"), f.name, float64(o.Read())/time.Since(start).Seconds())
			}
		},
	})
	if faults > maxRejected {
		j.env.warn("%s: and %s more; --rejects FILE lists them all", f.name, text.Grouped(faults-maxRejected))
	}
	switch {
	case errors.Is(err, errPart):
		j.env.warn("%s: the database has only its first %s: import the file itself to continue", f.name, text.Count(f.part.file.Items, "item", "items"))
		err = nil
	case errors.Is(err, run.ErrStrict):
		return now, DataError(fmt.Errorf("stopped at the first invalid item; saved in %s before it: %s", j.db.Path(), text.Count(now.Items, "item", "items")),
			"without --strict the import continues after it")
	case errors.Is(err, context.Canceled):
		err = Fail(Interrupted, fmt.Errorf("interrupted; %s saved in %s", text.Count(now.Items, "item of "+f.name+" is", "items of "+f.name+" are"), j.db.Path()),
			"run the same command again to continue")
	case err != nil:
		err = fmt.Errorf("%w; saved from %s: %s", err, f.name, text.Count(now.Items, "item", "items"))
	}
	for _, text := range assumed.Texts() {
		j.env.warn("%s", text)
	}
	return now, err
}

// found yields the items of a file in the form that run.Import takes. With Plays, each item
// is a game, and it may give its puzzle by key or number.
func (j *importing) found(ctx context.Context, f gathered, assumed *Assumed) iter.Seq2[run.Found, error] {
	if f.part != nil {
		return f.part.items(ctx, f.path)
	}
	return func(yield func(run.Found, error) bool) {
		var prover solve.Prover
		for rec, err := range f.records(ctx) {
			item := run.Found{Puzzle: rec.Puzzle, Solution: rec.Solution, Line: rec.Line, Column: rec.Column}
			if err == nil {
				err = OnlyClues(&prover, &Source{Record: rec}, "a database")
			}
			var bad *corpus.LineError
			if j.Plays && (err == nil || rec.Name != "") {
				play, rest, why := usualColumns.read(rec.Fields)
				if j.salt != nil {
					play.Player = pseudonym(j.salt, play.Player)
				}
				key, id, named := parseName(rec.Name)
				switch {
				case why != "":
					err = &corpus.LineError{Line: rec.Line, Column: rec.Column, Reason: why}
				case named:
					item.Key, item.ID, err = key, id, nil
				}
				item.Play, rec.Fields = &play, rest
			}
			for _, field := range rec.Fields {
				if field.Value != "" && field.Name != "" {
					// Clone, because a short value would otherwise keep its whole line in
					// memory.
					item.Labels = append(item.Labels, store.Label{Name: strings.Clone(field.Name), Value: strings.Clone(field.Value)})
				}
			}
			switch {
			case errors.As(err, &bad):
				assumed.Add(bad)
				item = run.Found{Line: bad.Line, Column: bad.Column, Fault: bad.Reason}
			case err != nil:
				yield(run.Found{}, err)
				return
			}
			if !yield(item, nil) {
				return
			}
		}
	}
}

// report reports what happened to a file's items, including those of earlier runs of the
// task, and makes sure that none is missing.
func (j *importing) report(ctx context.Context, about store.Corpus, file store.CorpusFile, name string, before int64, took time.Duration) error {
	r := Imported{
		Corpus: about.Name, File: name, SHA256: file.SHA256, Read: file.Items, Before: before,
		Items: map[string]int64{}, Seconds: took.Seconds(),
	}
	counts, err := j.db.ItemCounts(ctx, about.ID, file.ID)
	if err != nil {
		return err
	}
	sum := int64(0)
	for _, c := range counts {
		r.Items[c.Name] = c.Rows
		sum += c.Rows
	}
	if sum != file.Items {
		return fmt.Errorf("%s read, but only %s accounted for: run gradoku db check for details", text.Count(file.Items, "item was", "items were"), text.Grouped(sum))
	}
	for it, err := range j.db.Faults(ctx, file) {
		if err != nil {
			return err
		}
		switch it.Status {
		case store.StatusSeveral, store.StatusNone:
			if j.KeepImproper {
				continue // expected
			}
		case store.StatusNew, store.StatusKnown, store.StatusIsomorph:
			r.BadAnswer++
		}
		j.Wrong++
	}
	j.ImportResult.Files = append(j.ImportResult.Files, r)
	j.env.notify(Event{Imported: &r})
	return nil
}

// writeRejects writes the items with problems, of all files, as csv.
func (j *importing) writeRejects(ctx context.Context, w io.Writer) error {
	out := csv.NewWriter(w)
	out.Write([]string{"file", "line", "column", "status", "reason", "puzzle"}) // Flush returns its error
	for i, file := range j.files {
		for it, err := range j.db.Faults(ctx, file) {
			if err != nil {
				return err
			}
			row := []string{j.ImportResult.Files[i].File, strconv.Itoa(it.Line), strconv.Itoa(it.Column), it.Status, it.Reason, it.Puzzle.Givens}
			for k := range row {
				row[k] = text.Guarded(text.OneLine(row[k])) // the database may come from other people
			}
			out.Write(row)
		}
	}
	out.Flush()
	return out.Error()
}
