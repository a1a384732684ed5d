package corpus

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"gradoku/board"
	"gradoku/internal/text"
)

// The saved games of GNOME Sudoku (gnome-sudoku, sudoku-saver.vala; since 2026
// board.vala): an object drawn over several lines, with the cells that have a
// digit or earmarks.
//
//	{"difficulty_category" : "Hard Difficulty", "time_elapsed" : -1.0,
//	 "cells" : [{"position" : [0, 3], "value" : 5, "fixed" : true, "earmarks" : []}]}
//
// The program opens no game whose category is not one of four texts, nor one with a negative time other
// than -1, and ignores other members. So a level of any name is kept in a member of its own, next to the
// nearest category; the member also records that there is no level.

type gnomeGame struct {
	Category string      `json:"difficulty_category"`
	Level    *string     `json:"level,omitempty"` // ours; "" for none
	Time     json.Number `json:"time_elapsed"`
	Cells    []gnomeCell `json:"cells"`
}

const gnomeSuffix = " Difficulty"

// gnomeCategory returns the category of a level: the one of that name if there is
// one, Medium if the level is unknown.
func gnomeCategory(level string) string {
	switch strings.TrimSuffix(strings.ToLower(level), strings.ToLower(gnomeSuffix)) {
	case "gentle", "easy", "very easy", "simple", "beginner":
		return "Easy" + gnomeSuffix
	case "hard", "difficult":
		return "Hard" + gnomeSuffix
	case "very hard", "expert", "extreme", "beyond", "diabolical", "evil":
		return "Very Hard" + gnomeSuffix
	}
	return "Medium" + gnomeSuffix
}

type gnomeCell struct {
	Position [2]int `json:"position"` // row and column from 0
	Value    int    `json:"value"`
	Fixed    bool   `json:"fixed"`
	Earmarks []int  `json:"earmarks"`
}

func looksGnome(head []byte) bool {
	head = bytes.TrimLeft(head, " \t\r\n")
	return bytes.HasPrefix(head, []byte("{")) && bytes.Contains(head, []byte(`"cells"`)) &&
		(bytes.Contains(head, []byte(`"difficulty_category"`)) || bytes.Contains(head, []byte(`"position"`)))
}

func readGnome(in *input, yield emit) {
	s := jsonScanner{in: in, yield: yield, line: in.line}
	s.each(func(text string) bool {
		rec, err := gnomeRecord(text)
		if err != nil {
			return yield(Record{}, s.faultAt(err.Error()))
		}
		rec.Line, rec.Column = s.first.line, s.first.column
		return yield(rec, nil)
	})
}

func gnomeRecord(content string) (Record, error) {
	var game gnomeGame
	if err := json.Unmarshal([]byte(content), &game); err != nil {
		return Record{}, fmt.Errorf("not a saved game: %w", text.JSONFault(err))
	}
	geo := board.Nine()
	p := newProgress(geo)
	for i, cell := range game.Cells {
		r, k := cell.Position[0], cell.Position[1]
		if r < 0 || r >= geo.Size || k < 0 || k >= geo.Size {
			return Record{}, fmt.Errorf("cell %d of the saved game is at %v; rows and columns are 0 to 8", i+1, cell.Position)
		}
		err := p.fCell(geo.CellAt(r, k), fCell{Value: cell.Value, Given: cell.Fixed, Center: cell.Earmarks})
		if err != nil {
			return Record{}, fmt.Errorf("cell %d of the saved game: %w", i+1, err)
		}
	}
	level := strings.TrimSuffix(game.Category, gnomeSuffix)
	if game.Level != nil {
		level = *game.Level
	} else if level == "Unknown" {
		level = ""
	}
	fields := appendNamed(nil, Level, level)
	if seconds, err := game.Time.Float64(); err == nil && seconds > 0 {
		fields = appendNamed(fields, "time_elapsed", strconv.FormatFloat(seconds, 'f', -1, 64))
	}
	return Record{Puzzle: p.puzzle, Fields: append(fields, p.fields()...)}, nil
}

func writeGnome(w *bufio.Writer, row *Row) error {
	game, err := gnomeGameOf(row)
	if err != nil {
		return fmt.Errorf("writing gnome: %w", err)
	}
	text, err := json.MarshalIndent(game, "", "  ")
	if err != nil {
		return fmt.Errorf("writing gnome: %w", err)
	}
	w.Write(text)
	return w.WriteByte('\n')
}

func gnomeGameOf(row *Row) (gnomeGame, error) {
	level := strings.TrimSpace(row.text(Level))
	game := gnomeGame{Category: gnomeCategory(level), Time: "0", Cells: []gnomeCell{}}
	if level+gnomeSuffix != game.Category {
		game.Level = &level
	}
	if seconds := row.text("time_elapsed"); seconds != "" {
		if n, err := strconv.ParseFloat(seconds, 64); err != nil || n < 0 || !json.Valid([]byte(seconds)) {
			return game, fmt.Errorf("the time %q is not a number of seconds", seconds)
		}
		game.Time = json.Number(seconds)
	}
	filled, marks, err := row.filled()
	if err != nil {
		return game, err
	}
	geo := board.Nine()
	for i, d := range filled.Digits() {
		c := board.Cell(i)
		cell := gnomeCell{Position: [2]int{geo.Row(c), geo.Col(c)}, Value: int(d), Fixed: row.Puzzle[i] != '.', Earmarks: []int{}}
		if d == 0 && marks != nil {
			cell.Earmarks = appendDigits(cell.Earmarks, marks[i])
		}
		if d != 0 || len(cell.Earmarks) > 0 {
			game.Cells = append(game.Cells, cell)
		}
	}
	return game, nil
}
