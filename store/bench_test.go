//go:build unix

package store

import (
	"context"
	"encoding/binary"
	"math/rand/v2"
	"syscall"
	"testing"

	"gradoku/grade"
)

// cpuMicros is the processor time of this process, in microseconds.
func cpuMicros() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e3
}

// benchPuzzles are as alike to real ones as matters here: keys without order,
// six techniques used, ratings and levels that vary.
func benchPuzzles(n int64) []Puzzle {
	r := rand.New(rand.NewPCG(1, 2))
	techniques := grade.Techniques()
	all := make([]Puzzle, n)
	for i := range all {
		p := fake(int64(i), int64(i))
		binary.BigEndian.PutUint64(p.Canon[:], r.Uint64())
		binary.BigEndian.PutUint64(p.Canon[8:], r.Uint64())
		hardest := 5 + r.IntN(len(techniques)-5)
		p.Grade.Rating, p.Grade.Hardest = techniques[hardest].Rating, techniques[hardest].ID
		p.Grade.Level = []string{"Gentle", "Easy", "Fair", "Hard", "Severe", "Extreme"}[r.IntN(6)]
		for k := range 5 {
			p.Grade.Uses[k] = uint16(1 + r.IntN(40))
		}
		p.Grade.Uses[hardest] = 1
		all[i] = p
	}
	return all
}

const (
	benchTotal = 1 << 16
	benchBatch = 4096
)

// BenchmarkSave measures what a puzzle costs on its way into the file, in
// processor time, which includes commits and checkpoints. bare is the least a
// database can do: one statement per row into the table puzzle alone.
func BenchmarkSave(b *testing.B) {
	all := benchPuzzles(benchTotal)
	b.Run("9/batch4096", func(b *testing.B) { benchmarkSave(b, all, saveBatches) })
	b.Run("9/bare4096", func(b *testing.B) { benchmarkSave(b, all, saveBare) })
}

func benchmarkSave(b *testing.B, all []Puzzle, save func(*testing.B, *DB, []Puzzle)) {
	var cpu float64
	for b.Loop() {
		b.StopTimer()
		d := create(b)
		b.StartTimer()
		before := cpuMicros()
		save(b, d, all)
		cpu += cpuMicros() - before
		b.StopTimer()
		if n, err := d.CountPuzzles(context.Background(), Filter{}); err != nil || n != benchTotal {
			b.Fatalf("%d puzzles, %v", n, err)
		}
		d.Close()
		b.StartTimer()
	}
	b.ReportMetric(cpu/float64(b.N)/benchTotal, "µs-cpu/puzzle")
	b.ReportMetric(float64(b.N)*benchTotal/b.Elapsed().Seconds(), "puzzles/s")
}

func saveBatches(b *testing.B, d *DB, all []Puzzle) {
	run := begin(b, d, wish(1, benchTotal))
	for at := 0; at < len(all); at += benchBatch {
		save(b, d, Batch{RunID: run.ID, From: int64(at), To: int64(at + benchBatch), Puzzles: all[at : at+benchBatch]})
	}
}

func saveBare(b *testing.B, d *DB, all []Puzzle) {
	run := begin(b, d, wish(1, benchTotal))
	for at := 0; at < len(all); at += benchBatch {
		tx, err := d.writer.Begin()
		if err != nil {
			b.Fatal(err)
		}
		insert, err := tx.Prepare(`INSERT INTO puzzle (run_id, seq, size, givens, solution, canon, clues, symmetry, minimal)
			VALUES (?, ?, 9, ?, ?, ?, ?, 'none', 1)`)
		if err != nil {
			b.Fatal(err)
		}
		for i := range all[at : at+benchBatch] {
			p := &all[at+i]
			if _, err := insert.Exec(run.ID, p.Seq, p.Givens, p.Solution, p.Canon[:], int64(p.Clues)); err != nil {
				b.Fatal(err)
			}
		}
		if err := tx.Commit(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkRead measures a stream of all puzzles with their grades, and one
// puzzle at a time.
func BenchmarkRead(b *testing.B) {
	d := create(b)
	saveBatches(b, d, benchPuzzles(benchTotal))
	for _, order := range []string{"id", "rating", "random"} {
		b.Run("9/"+order, func(b *testing.B) {
			for b.Loop() {
				if n := len(puzzles(b, d, Filter{Order: order})); n != benchTotal {
					b.Fatalf("%d puzzles", n)
				}
			}
			b.ReportMetric(float64(b.N)*benchTotal/b.Elapsed().Seconds(), "puzzles/s")
		})
	}
	b.Run("9/hardest10", func(b *testing.B) {
		for b.Loop() {
			if n := len(puzzles(b, d, Filter{Order: "rating", Desc: true, Limit: 10})); n != 10 {
				b.Fatalf("%d puzzles", n)
			}
		}
	})
	b.Run("9/one", func(b *testing.B) {
		id := int64(0)
		for b.Loop() {
			id = id%benchTotal + 1
			if p, err := d.PuzzleByID(context.Background(), id); err != nil || p.ID != id {
				b.Fatalf("puzzle %d: %v", p.ID, err)
			}
		}
		b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "puzzles/s")
	})
}
