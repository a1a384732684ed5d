package corpus

import (
	"bufio"
	"crypto/sha1"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
)

// The records of the "Puzzle Bank" of sudokuexchange.com
// (grantm/sudoku-exchange-puzzle-bank, README): 100 bytes each, so that the
// n-th is found without reading the others.
//
//	00015097c6c3 083020090000800100...010030540  7.2
//	12 hex       81 digits, 0 a blank            nn.n
//
// The first twelve digits of a SHA-1 give an order unrelated to the puzzles.
// The hash is not that of the 81 digits, so it is kept but not checked.
const (
	exchangeSize = 99 // without the line end
	exchangeHash = 12
	exchangeGrid = exchangeHash + 1
	exchangeRate = exchangeGrid + 81 + 1
)

func isExchange(line string) bool {
	return len(line) == exchangeSize && line[exchangeHash] == ' ' && line[exchangeRate-1] == ' ' &&
		strings.Trim(line[:exchangeHash], "0123456789abcdef") == ""
}

func readExchange(in *input, line string) (Record, *LineError) {
	if !isExchange(line) {
		return Record{}, in.fault(1, "not a record of 12 hex digits, a space, 81 digits, a space and a rating of 4 characters")
	}
	hash, digits, rating := line[:exchangeHash], line[exchangeGrid:exchangeRate-1], strings.TrimSpace(line[exchangeRate:])
	g, ok := exact(digits)
	if !ok {
		return Record{}, in.misspelt(in.line, line, exchangeGrid, digits)
	}
	if _, err := strconv.ParseFloat(rating, 64); err != nil {
		return Record{}, in.fault(exchangeRate+1, "%q is not a rating", rating)
	}
	rec := Record{Puzzle: g, Line: in.line, Column: exchangeGrid + 1}
	if hash != digitsHash(digits) {
		rec.Fields = append(rec.Fields, Field{"sha1", hash})
	}
	if rating != "0.0" {
		rec.Fields = append(rec.Fields, Field{Rating, rating})
	}
	return rec, nil
}

// digitsHash is the hash written when there is none.
func digitsHash(digits string) string {
	sum := sha1.Sum([]byte(digits))
	return hex.EncodeToString(sum[:])[:exchangeHash]
}

func writeExchange(w *bufio.Writer, row *Row) error {
	puzzle := row.zeros()
	hash := row.text("sha1")
	if _, err := hex.DecodeString(hash); err != nil || len(hash) != exchangeHash {
		hash = digitsHash(puzzle)
	}
	rating := 0.0
	if text := row.text(Rating); text != "" {
		var err error
		if rating, err = strconv.ParseFloat(text, 64); err != nil || rating < 0 || rating >= 99.95 {
			return fmt.Errorf("the rating %q is not a number from 0.0 to 99.9", text)
		}
	}
	_, err := fmt.Fprintf(w, "%s %s %4.1f\n", strings.ToLower(hash), puzzle, rating)
	return err
}
