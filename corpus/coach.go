package corpus

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"encoding/base32"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"gradoku/board"
)

// Sudoku Coach has links with 81 digits, for playing and for its solver, and an
// import text of its own for positions (its author on reddit.com/r/sudoku, 2024):
//
//	https://sudoku.coach/en/play/<81 digits>
//	SCv7_32_<base 32 of zlib of JSON>
//
//	{"gridSize":9, "givenDigits":"800…", "userDigits":"012…", "userCellCandidates":"0-6-…"}
//
// where candidates are a number for each cell, with bit d for digit d. Other members
// are the rules of variants or, if their names begin with user, data of the player.

const coachPrefix = "SCv7_32_"

var coachBase32 = base32.NewEncoding("0123456789abcdefghijklmnopqrstuv").WithPadding(base32.NoPadding)

type coachState struct {
	Size       int    `json:"gridSize"`
	Given      string `json:"givenDigits"`
	User       string `json:"userDigits"`
	Candidates string `json:"userCellCandidates"`
}

// readCoach reads what follows the host, or the prefix of an import text.
func readCoach(payload string) (Record, error) {
	payload, _, _ = strings.Cut(payload, "?")
	if slash := strings.LastIndexByte(payload, '/'); slash >= 0 {
		last := payload[slash+1:]
		packed, ok := strings.CutPrefix(last, coachPrefix)
		switch {
		case ok:
			payload = packed
		case len(last) != board.Nine().Cells:
			return Record{}, errors.New("it refers to a puzzle on the site but does not contain it; open it there and export it")
		default:
			g, err := parse(last)
			return Record{Puzzle: g}, err
		}
	}
	packed, err := coachBase32.DecodeString(payload)
	var text []byte
	if err == nil {
		text, err = inflate(packed)
	}
	if err != nil {
		return Record{}, fmt.Errorf("the packed part is truncated or altered: %w", err)
	}
	return coachPosition(text)
}

// inflate unpacks zlib (RFC 1950) up to the length of a line.
func inflate(packed []byte) ([]byte, error) {
	z, err := zlib.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	defer z.Close()
	text, err := io.ReadAll(io.LimitReader(z, maxLine+1))
	if err == nil && len(text) > maxLine {
		err = fmt.Errorf("it is longer than %d bytes", maxLine)
	}
	return text, err
}

func coachPosition(text []byte) (Record, error) {
	var state coachState
	members, err := membersOf(text, &state)
	if err != nil {
		return Record{}, fmt.Errorf("its contents are not a position of Sudoku Coach: %w", err)
	}
	if rules := rulesAmong(members, func(name string) bool {
		return name == "gridSize" || name == "givenDigits" || strings.HasPrefix(name, "user")
	}); rules != "" {
		return Record{}, fmt.Errorf("it is a variant, with %s; only plain Sudoku is supported", rules)
	}
	nine := board.Nine()
	if state.Size != nine.Size {
		return Record{}, fmt.Errorf("its grid is %dx%d; only 9x9 is supported", state.Size, state.Size)
	}
	p := newProgress(nine)
	for i, text := range []string{state.Given, state.User} {
		if text == "" && i == 1 {
			continue
		}
		g, ok := exact(text)
		if !ok || g.Geometry() != nine {
			return Record{}, fmt.Errorf("%q should be 81 digits", text)
		}
		for c, d := range g.Digits() {
			if p.state.At(board.Cell(c)) == 0 {
				p.set(board.Cell(c), d, i == 0)
			}
		}
	}
	if state.Candidates != "" {
		numbers := strings.Split(state.Candidates, "-")
		if len(numbers) != nine.Cells {
			return Record{}, fmt.Errorf("it has candidates for %d cells, not 81", len(numbers))
		}
		for c, text := range numbers {
			n, err := strconv.ParseUint(text, 10, 16)
			if err != nil || n&1 != 0 || n > uint64(nine.All)<<1 {
				return Record{}, fmt.Errorf("cell %d: %q are not candidates", c+1, text)
			}
			p.mark(board.Cell(c), board.Digits(n>>1))
		}
	}
	return Record{Puzzle: p.puzzle, Fields: p.fields()}, nil
}

// writeCoach writes the link to a puzzle, or the import text of a position.
func writeCoach(w *bufio.Writer, row *Row) error {
	filled, marks, err := row.filled()
	if err != nil {
		return fmt.Errorf("writing sudokucoach: %w", err)
	}
	if marks == nil && filled.String() == row.Puzzle {
		w.WriteString("https://sudoku.coach/en/play/" + row.zeros())
		return writeLabel(w, row)
	}
	state := coachState{Size: filled.Geometry().Size, Given: row.zeros()}
	user, numbers := []byte(strings.Repeat("0", len(row.Puzzle))), make([]string, len(row.Puzzle))
	for i, d := range filled.Digits() {
		if row.Puzzle[i] == '.' {
			user[i] = '0' + byte(d)
		}
		numbers[i] = "0"
		if d == 0 && marks != nil {
			numbers[i] = strconv.Itoa(int(marks[i]) << 1)
		}
	}
	state.User, state.Candidates = string(user), strings.Join(numbers, "-")
	text, err := json.Marshal(state)
	if err != nil {
		return fmt.Errorf("writing sudokucoach: %w", err)
	}
	var packed bytes.Buffer
	z := zlib.NewWriter(&packed)
	z.Write(text) // writing to a buffer never fails
	z.Close()
	w.WriteString(coachPrefix + coachBase32.EncodeToString(packed.Bytes()))
	return writeLabel(w, row)
}
