package bench

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"

	"gradoku/board"
	"gradoku/corpus"
)

// seed is the seed of everything random here.
const seed = 20261121

func newRand() *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

// mostPuzzles is how many puzzles of a file are used: more would measure the memory,
// not the code.
const mostPuzzles = 10_000

// errAbsent is the error of a case whose file is missing.
var errAbsent = errors.New("not in the data folder")

// env holds what the cases work on. Puzzles are made and read once.
type env struct {
	data   string // folder, "" for none
	temp   string // folder for databases
	made   map[[2]int][]board.Grid
	hashes map[string]string // of the files read
}

func newEnv(data, temp string) *env {
	return &env{data: data, temp: temp, made: map[[2]int][]board.Grid{}, hashes: map[string]string{}}
}

// minimal returns the first n random minimal puzzles of the seed.
func (e *env) minimal(size, n int) ([]board.Grid, error) {
	if puzzles, ok := e.made[[2]int{size, n}]; ok {
		return puzzles, nil
	}
	g, err := plainGenerator(size)
	if err != nil {
		return nil, err
	}
	var puzzles []board.Grid
	for index := uint64(0); len(puzzles) < n; index++ {
		p, err := g.Try(seed, index)
		if err != nil {
			return nil, err
		}
		puzzles = append(puzzles, p.Grid)
	}
	e.made[[2]int{size, n}] = puzzles
	return puzzles, nil
}

// file returns the first puzzles of a file, disguised, and notes its hash.
func (e *env) file(name string) ([]board.Grid, error) {
	rng := newRand()
	var puzzles []board.Grid
	err := e.read(name, func(rec *corpus.Record) error {
		if len(puzzles) < mostPuzzles {
			t := board.RandomTransform(rec.Puzzle.Geometry(), rng)
			puzzles = append(puzzles, t.Apply(&rec.Puzzle))
		}
		return nil
	})
	return puzzles, err
}

// ratings is the file that the bands of the scale come from: puzzles with their
// ratings by Sudoku Explainer.
const ratings = "ratings/se-dev.tsv"

// band returns the puzzles that Sudoku Explainer rated between from and to, in
// tenths. They are not disguised, since that could change a rating.
func (e *env) band(from, to int) ([]board.Grid, error) {
	var puzzles []board.Grid
	err := e.read(ratings, func(rec *corpus.Record) error {
		if rater, _ := rec.Field("rater"); rater != "SE1.2.1.3" {
			return nil
		}
		text, _ := rec.Field("ER")
		er, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return fmt.Errorf("%s:%d: column ER: %w", ratings, rec.Line, err)
		}
		if t := int(er*10 + 0.5); from <= t && t <= to {
			puzzles = append(puzzles, rec.Puzzle)
		}
		return nil
	})
	if err == nil && len(puzzles) == 0 {
		err = fmt.Errorf("%w: %s has no puzzle of this band", errAbsent, ratings)
	}
	return puzzles, err
}

// read goes through a file of the data folder.
func (e *env) read(name string, take func(*corpus.Record) error) error {
	if e.data == "" {
		return errAbsent
	}
	f, err := os.Open(filepath.Join(e.data, filepath.FromSlash(name)))
	if errors.Is(err, fs.ErrNotExist) {
		return errAbsent
	}
	if err != nil {
		return err
	}
	defer f.Close()
	sum := sha256.New()
	for rec, err := range corpus.Read(name, io.TeeReader(f, sum)) {
		if err != nil {
			return err
		}
		if err := take(&rec); err != nil {
			return err
		}
	}
	e.hashes[name] = hex.EncodeToString(sum.Sum(nil))
	return nil
}
