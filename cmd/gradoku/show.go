package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"gradoku/api"
	"gradoku/board"
	"gradoku/grade"
	"gradoku/internal/text"
	"gradoku/store"
	"gradoku/task"
)

type showOptions struct {
	Call `fields:"db,json"`
}

func showCommand(s Streams) *cli.Command {
	var o showOptions
	return newCommand(s, "show", "ID", &o, readingDB(&o.Call, o.run), lineKind{"the puzzle", showRecord{}})
}

// listIDs is the advice when no valid ID was given.
const listIDs = "gradoku export --limit 10 --format csv lists IDs"

func (o *showOptions) run(ctx context.Context, db *store.DB) error {
	id, err := strconv.ParseInt(o.Args[0], 10, 64)
	if err != nil || id < 1 {
		return task.UsageError(fmt.Errorf("%q is not an ID: a whole number from 1", o.Args[0]), listIDs)
	}
	p, err := db.PuzzleByID(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return task.DataError(err, listIDs)
	}
	if err != nil {
		return err
	}
	entries, err := db.CorpusEntries(ctx, id)
	if err != nil {
		return err
	}
	return o.print(&p, entries)
}

type showRecord struct {
	Puzzle    string              `json:"puzzle"`
	Solution  string              `json:"solution"`
	Key       string              `json:"key" jsonschema:"the key of its canonical form, the same for all isomorphic puzzles"`
	ID        int64               `json:"id" jsonschema:"ID of the puzzle in the database"`
	Size      int                 `json:"size"`
	Symmetry  string              `json:"symmetry" jsonschema:"symmetry of the clue pattern, one of gradoku list symmetries"`
	Minimal   bool                `json:"minimal" jsonschema:"whether it is known to be minimal"`
	api.Grade                     // as it is saved
	Corpora   []store.CorpusEntry `json:"corpora" jsonschema:"the corpora that contain the puzzle, with its place and labels there"`
	Steps     []api.Step          `json:"steps" jsonschema:"how the puzzle is solved"`
}

func (o *showOptions) print(p *store.Puzzle, entries []store.CorpusEntry) error {
	puzzle, err := board.Parse(p.Givens)
	if err != nil {
		return fmt.Errorf("reading the clues of puzzle %d: %w", p.ID, err)
	}
	solution, err := board.Parse(p.Solution)
	if err != nil {
		return fmt.Errorf("reading the solution of puzzle %d: %w", p.ID, err)
	}
	var g gradedPuzzle
	g.Grade, g.Steps = grade.NewGrader(puzzle.Geometry()).Path(&puzzle)
	if o.JSON {
		list := make([]store.CorpusEntry, len(entries)) // [], not null
		for i, e := range entries {
			if e.Labels == nil {
				e.Labels = []store.Label{}
			}
			list[i] = e
		}
		saved := &p.Grade
		if !p.Graded() {
			saved = nil
		}
		return printJSON(o.Out, showRecord{
			Key: fmt.Sprintf("%x", p.Canon), Puzzle: p.Givens, Solution: p.Solution, ID: p.ID, Size: p.Size, Symmetry: p.Symmetry, Minimal: p.Minimal,
			Grade: api.GradeOf(&puzzle, saved, true), Corpora: list, Steps: api.StepsOf(puzzle.Geometry(), g.Steps, false),
		})
	}
	minimal := ""
	if p.Minimal {
		minimal = ", minimal"
	}
	fmt.Fprintf(o.Out, "puzzle %d: %d clues, symmetry %s%s\n\n", p.ID, p.Clues, text.OneLine(p.Symmetry), minimal)
	right := strings.Split(solution.Framed(), "\n")
	for i, left := range strings.Split(strings.TrimSuffix(puzzle.Framed(), "\n"), "\n") {
		fmt.Fprintf(o.Out, "%s   %s\n", left, right[i])
	}
	fmt.Fprintf(o.Out, "\n%s\n\n%s\n\n", puzzle, gradeText(puzzle.Geometry(), &g.Grade))
	if p.Outdated() {
		fmt.Fprintf(o.Out, "The database has a grade of grader %d for it; gradoku regrade replaces it.\n\n", p.Grader)
	}
	for _, e := range entries { // where the puzzle comes from, with its labels there
		fmt.Fprintf(o.Out, "corpus %s, %s:%d\n", text.OneLine(e.Corpus), text.OneLine(e.File), e.Line)
		for _, l := range e.Labels {
			fmt.Fprintf(o.Out, "  %s %s\n", text.OneLine(l.Name), text.OneLine(l.Value))
		}
	}
	if len(entries) > 0 {
		fmt.Fprintln(o.Out)
	}
	printSteps(o.Out, puzzle.Geometry(), &g, false)
	return nil
}
