package task

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"

	"gradoku/board"
	"gradoku/book"
	"gradoku/grade"
	"gradoku/internal/bind"
	"gradoku/internal/field"
	"gradoku/solve"
)

// Sheet makes pages of given puzzles to print at home.
type Sheet struct {
	Output     string   `query:"o" json:"output,omitempty" minLength:"1" alias:"output" value:"FILE" doc:"write to FILE, - for stdout"`
	Paper      string   `query:"paper" json:"paper,omitempty" doc:"paper size: 8.5x11, letter, 8x10, 7x10, 6x9, 5x8, 5.5x8.5, A4, A5, or measures such as 170x240mm" usual:"letter" example:"A4"`
	PerPage    string   `query:"per-page" json:"per_page,omitempty" doc:"puzzles on a page: 1, 2, 3, 4, 6, 8, 9 or 12" usual:"all, 9 at most" example:"4"`
	Solutions  bool     `query:"solutions" json:"solutions,omitempty" doc:"add the solutions: upside down at the foot for two to four puzzles of one size, else on pages of their own"`
	Title      string   `query:"title" json:"title,omitempty" doc:"the title"`
	Labels     string   `query:"labels" json:"labels,omitempty" doc:"what to print under each puzzle: stars, level, rating, letter, or none" usual:"level,rating"`
	LargePrint bool     `query:"large-print" json:"large_print,omitempty" doc:"text of 16 points or more where the page has room for it, at most 2 puzzles on a page"`
	Without    []string `query:"without" json:"without,omitempty" list:"," choices:"tick,time" doc:"what to leave out: tick (the box under each puzzle), time (the line for it)"`
	Lang       string   `query:"lang" label:"Language" json:"lang,omitempty" doc:"language of all fixed words: en, de, fr, es, it, pt, nl, pl, zh, ja (zh and ja need a font)" usual:"en" example:"de"`
	Font       string   `query:"font" json:"font,omitempty" value:"FILE" doc:"a font FILE (.ttf, .otf, .ttc) instead of the built-in one"`
	FontBold   string   `query:"font-bold" json:"font_bold,omitempty" value:"FILE" doc:"FILE with the bold face, which distinguishes clues from other digits"`
	Printout

	Puzzles iter.Seq2[Source, error] `json:"-"`
}

// SheetResult says what was made.
type SheetResult struct {
	Puzzles int `json:"puzzles"`
	Pages   int `json:"pages"`
}

// Implied returns the format of the file: see [bind.Implier].
func (s *Sheet) Implied(name string) string { return s.Printout.implied(name, s.Output) }

// Run makes the sheet.
func (s Sheet) Run(ctx context.Context, env Env) (result SheetResult, err error) {
	if err := bind.Check(&s, nil); err != nil {
		return result, err
	}
	look := Look{Font: s.Font, Fine: Fine{LargePrint: s.LargePrint, Print: Print{FontBold: s.FontBold}}}
	look.Title, look.Lang, look.Without = s.Title, s.Lang, s.Without
	look.Trim, look.PerPage, look.Labels = cmp.Or(s.Paper, "letter"), s.PerPage, cmp.Or(s.Labels, "level,rating")
	spec := book.Spec{Version: Version}
	if err := look.spec(&spec); err != nil {
		if wrong := (*field.Error)(nil); errors.As(err, &wrong) && wrong.Field == "trim" {
			wrong.Field = "paper"
		}
		return result, err
	}
	print := s.Printout
	if err := print.settle("sheet", s.Output, "1"); err != nil {
		return result, err
	}
	list, err := s.puzzles(ctx)
	if err != nil {
		return result, err
	}
	b, err := book.Sheet(spec, list, s.Solutions)
	if err != nil {
		return result, layoutError(err)
	}
	for _, w := range b.Warnings {
		env.warn("%s", w)
	}
	result = SheetResult{Puzzles: b.Puzzles, Pages: len(b.Pages)}
	switch {
	case print.onePage() && s.Page == "" && len(b.Pages) > 1:
		return result, UsageError(fmt.Errorf("png shows one page, but the sheet has %d", len(b.Pages)), "name it: --page 2, or write a PDF")
	case print.onePage():
		err = print.write(ctx, &env, s.Output, b)
	default:
		var pdf bytes.Buffer
		if err = b.PDF(&pdf); err == nil {
			err = env.write(ctx, s.Output, Whole(pdf.Bytes()))
		}
	}
	if err == nil {
		env.notify(Event{Written: &Written{Path: s.Output, Kind: "sheet", Puzzles: b.Puzzles}})
	}
	return result, err
}

// puzzles reads and solves the puzzles. A puzzle without exactly one solution is an error,
// since nobody should be given one.
func (s *Sheet) puzzles(ctx context.Context) ([]book.Puzzle, error) {
	var list []book.Puzzle
	var prover solve.Prover
	var graders grade.Graders
	for src, err := range s.Puzzles {
		if err != nil {
			return nil, err
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		p := src.Record.Puzzle
		solution, err := prover.Prove(&p)
		if err != nil {
			return nil, DataError(Placed(&src, err), "a sheet can only have puzzles with exactly one solution")
		}
		if len(list) == book.MaxPages {
			return nil, UsageError(fmt.Errorf("there are more than %d puzzles", book.MaxPages), "gradoku book makes books of saved puzzles")
		}
		list = append(list, book.Puzzle{Givens: p, Solution: solution, Canon: board.Key(&p, &solution), Grade: graders.Of(p.Geometry()).Grade(&p)})
	}
	return list, nil
}
