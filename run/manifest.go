package run

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"

	"gradoku/grade"
	"gradoku/internal/text"
	"gradoku/store"
)

// manifestFormat is raised when the meaning of a manifest changes.
const manifestFormat = 1

// ErrUngraded is wrapped by the error for a run with a puzzle that this grader has not
// graded.
var ErrUngraded = fmt.Errorf("has no grade of grader %d", grade.Version)

// Manifest describes a run and its result, so that anyone with the same version of
// gradoku can compute the rows again and compare their hash, without the database.
// docs/RUNS.md defines the hashed text.
type Manifest struct {
	Format     int             `json:"gradoku_manifest"` // manifestFormat
	Command    string          `json:"command"`
	Options    json.RawMessage `json:"options"`
	Seed       int64           `json:"seed"`
	Version    string          `json:"version"` // of gradoku
	Grader     int             `json:"grader"`  // version of the grader whose grades are hashed
	State      string          `json:"state"`
	Target     int64           `json:"target"`
	Next       int64           `json:"next_index"` // attempts computed, from 0
	Accepted   int64           `json:"accepted"`
	Duplicates int64           `json:"duplicates"`
	Missed     int64           `json:"missed"`
	// Known lists the attempts whose puzzle the database already had from another run or a
	// corpus. The seed alone does not determine them.
	Known  []int64 `json:"known_elsewhere,omitempty"`
	SHA256 string  `json:"sha256"` // of the accepted rows' canonical text, in hex
}

// NewManifest describes a run as it is stored. It computes the run again only
// when some of its attempts were duplicates.
func NewManifest(ctx context.Context, db *store.DB, run store.Run, cfg Config) (Manifest, error) {
	if err := checkCommand(run); err != nil {
		return Manifest{}, err
	}
	m := Manifest{
		Format: manifestFormat, Command: run.Command, Options: json.RawMessage(run.Options), Seed: run.Seed,
		Version: run.Version, Grader: grade.Version, State: run.State, Target: run.Target, Next: run.Next,
		Accepted: run.Accepted, Duplicates: run.Duplicates, Missed: run.Next - run.Accepted - run.Duplicates,
	}
	rows, last := &rowsHash{Hash: sha256.New()}, int64(-1)
	for p, err := range db.Puzzles(ctx, store.Filter{Selection: store.Selection{Run: run.ID}, Order: inAttempts, Keys: true}) {
		switch {
		case err != nil:
			return m, err
		case p.Seq >= run.Next: // saved since the run was read
			continue
		case p.Grader != grade.Version:
			return m, fmt.Errorf("puzzle %d of run %d %w", p.ID, run.ID, ErrUngraded)
		case p.Seq <= last:
			return m, fmt.Errorf("puzzle %d of run %d comes from attempt %d but is saved after attempt %d: gradoku db check --run %d says more", p.ID, run.ID, p.Seq, last, run.ID)
		}
		last = p.Seq
		rows.add(&p)
	}
	m.SHA256 = rows.sum()
	if rows.rows != run.Accepted {
		return m, fmt.Errorf("run %d counts %d rows but has %d: run gradoku db check for details", run.ID, run.Accepted, rows.rows)
	}
	if run.Duplicates == 0 {
		return m, nil
	}
	var err error
	m.Known, err = knownElsewhere(ctx, db, run, cfg)
	return m, err
}

// knownElsewhere finds the attempts of a run that were refused because the database had
// their puzzle from another run or a corpus.
func knownElsewhere(ctx context.Context, db *store.DB, run store.Run, cfg Config) ([]int64, error) {
	var known []int64
	err := recompute(ctx, cfg, run.Seed, run.Next, func(made *store.Puzzle) (bool, error) {
		holder, err := db.PuzzleByCanon(ctx, made.Canon)
		if errors.Is(err, store.ErrNotFound) {
			return false, fmt.Errorf("computing run %d again does not give the stored rows: gradoku db check --run %d shows where they differ", run.ID, run.ID)
		}
		if err == nil && holder.RunID != run.ID {
			known = append(known, made.Seq)
		}
		return holder.RunID == run.ID && holder.Seq == made.Seq, err
	})
	return known, err
}

// Write writes the manifest as JSON over several lines.
func (m *Manifest) Write(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(m)
}

// MaxManifest is the most bytes of a manifest. One of 100 million rows, with a million
// puzzles known elsewhere, has 15 MB. Reading the worst text of this length takes 900 MB
// of memory.
const MaxManifest = 16 << 20

// ReadManifest reads what Write wrote. The error says what is missing or inconsistent.
func ReadManifest(file []byte) (Manifest, error) {
	var m Manifest
	if err := json.Unmarshal(file, &m); err != nil {
		return m, fmt.Errorf("it is not a manifest: %w", text.JSONFault(err))
	}
	switch {
	case m.Format == 0:
		return m, errors.New("it is not a manifest: gradoku_manifest is missing")
	case m.Format != manifestFormat:
		return m, fmt.Errorf("it is a manifest of format %d; this gradoku reads format %d", m.Format, manifestFormat)
	case m.Next < 0 || len(m.SHA256) != 64:
		return m, errors.New("it is not a complete manifest: its number of attempts or its hash is not valid")
	}
	// Each attempt gave a row, a duplicate or no match. Compare differences, which cannot
	// overflow.
	if m.Accepted < 0 || m.Accepted > m.Next || m.Duplicates < 0 || m.Duplicates > m.Next-m.Accepted || m.Missed != m.Next-m.Accepted-m.Duplicates {
		return m, fmt.Errorf("it is damaged: %d attempts cannot give %d rows, %d duplicates and %d without a match", m.Next, m.Accepted, m.Duplicates, m.Missed)
	}
	if err := m.checkEnd(); err != nil {
		return m, fmt.Errorf("it is damaged: %w", err)
	}
	return m, m.checkKnown()
}

// checkEnd compares the state of the run with its target.
func (m *Manifest) checkEnd() error {
	byAttempts, err := (&store.Run{Options: string(m.Options)}).EndsByAttempts()
	if err != nil {
		return err
	}
	has := m.Accepted
	if byAttempts {
		has = m.Next
	}
	if !store.IsState(m.State) || has > m.Target || (m.State == store.Done) != (has == m.Target) {
		return fmt.Errorf("a run cannot have the state %q with %d of %d", m.State, has, m.Target)
	}
	return nil
}

// checkKnown checks the list of attempts whose puzzles were known elsewhere.
func (m *Manifest) checkKnown() error {
	last := int64(-1)
	for _, attempt := range m.Known {
		if attempt <= last || attempt >= m.Next {
			return fmt.Errorf("it is damaged: the list of attempts whose puzzle is known elsewhere has attempt %d after %d", attempt, last)
		}
		last = attempt
	}
	if int64(len(m.Known)) > m.Duplicates {
		return fmt.Errorf("it is damaged: it has more attempts whose puzzle is known elsewhere (%d) than duplicates (%d)", len(m.Known), m.Duplicates)
	}
	return nil
}

// Verify computes the run of a manifest again, without a database, and compares
// the hashes of its rows.
func (m *Manifest) Verify(ctx context.Context, cfg Config) (Verified, error) {
	if m.Command != Command {
		return Verified{}, fmt.Errorf("its run belongs to gradoku %s: only runs of gradoku %s can be computed again", m.Command, Command)
	}
	r := Verified{Attempts: m.Next, First: []string{}}
	known := map[int64]bool{}
	for _, seq := range m.Known {
		known[seq] = true
	}
	rows, accepted := &rowsHash{Hash: sha256.New()}, map[[16]byte]bool{}
	err := recompute(ctx, cfg, m.Seed, m.Next, func(made *store.Puzzle) (bool, error) {
		switch {
		case known[made.Seq]:
			r.Known++
		case accepted[made.Canon]:
			r.Again++
		default:
			accepted[made.Canon] = true
			rows.add(made)
			return true, nil
		}
		return false, nil
	})
	if err != nil {
		return r, err
	}
	r.Rows = rows.rows
	if r.Rows != m.Accepted || r.Again+r.Known != m.Duplicates {
		r.differ(-1, "the manifest counts %d rows and %d duplicates, but computing the run again gives %d and %d", m.Accepted, m.Duplicates, r.Rows, r.Again+r.Known)
	}
	if sum := rows.sum(); sum != m.SHA256 && r.Wrong == 0 {
		r.differ(-1, "the SHA-256 of the rows is %s, but the manifest says %s", sum, m.SHA256)
	}
	return r, nil
}

// AppendRow appends the canonical text of a row: what a run decides about a
// puzzle and nothing that the database adds, such as ids and times. It is one
// line of fields separated by tabs, as docs/RUNS.md lists them. The hash of a
// run is the hash of these lines in the order of its attempts.
func AppendRow(dst []byte, p *store.Puzzle) []byte {
	g := &p.Grade
	for _, field := range [...]any{
		p.Seq, p.Size, p.Givens, p.Solution, hex.EncodeToString(p.Canon[:]), p.Clues, p.Symmetry, bit(p.Minimal),
		p.Grader, g.Blanks, g.Freedom, g.X, g.Y, letter(g.LetterPrinted), letter(g.LetterFitted),
		g.Rating, g.Pearl, g.Diamond, g.Hardest, g.Level, bit(g.SolvedByLogic), bit(g.AtLeast), g.Scan,
	} {
		dst = append(fmt.Append(dst, field), '\t')
	}
	uses := store.UsesText(g, func(t *grade.Technique) string { return t.ID }, ':', " ")
	return append(append(dst, uses...), '\n')
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// letter is "" for a puzzle that has no grade.
func letter(c byte) string {
	if c == 0 {
		return ""
	}
	return string(rune(c))
}

// rowsHash hashes rows as they arrive.
type rowsHash struct {
	hash.Hash
	rows int64
	line []byte
}

func (h *rowsHash) add(p *store.Puzzle) {
	h.line = AppendRow(h.line[:0], p)
	h.Write(h.line) // writing to a hash cannot fail
	h.rows++
}

// sum returns the hash of all rows.
func (h *rowsHash) sum() string { return hex.EncodeToString(h.Sum(nil)) }
