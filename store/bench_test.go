//go:build unix

package store

import (
	"database/sql"
	"encoding/binary"
	"flag"
	"math/rand/v2"
	"slices"
	"syscall"
	"testing"

	"gradoku/grade"
	"gradoku/internal/pgtest"
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
		p.Grade.Level = []string{"gentle", "easy", "fair", "hard", "severe", "extreme"}[r.IntN(6)]
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

// BenchmarkSaveShare brings the same rows into the same schema with the same transactions in two
// ways: with SaveBatch, and with only its INSERT statements. They take turns, so that other load
// on the machine affects both. The result is the speed of SaveBatch in percent of that of the bare
// inserts, by processor time with commits and checkpoints: the median over the rounds.
func BenchmarkSaveShare(b *testing.B) {
	all := benchPuzzles(benchTotal)
	var shares []float64
	for b.Loop() {
		var cpu [2]float64
		for i, save := range []func(*testing.B, *DB, []Puzzle){saveBatches, saveInserts} {
			d := create(b)
			before := cpuMicros()
			save(b, d, all)
			cpu[i] = cpuMicros() - before
			if n, err := d.CountPuzzles(b.Context(), Filter{}); err != nil || n != benchTotal {
				b.Fatalf("%d puzzles, %v", n, err)
			}
			d.Close()
		}
		shares = append(shares, 100*cpu[1]/cpu[0])
	}
	slices.Sort(shares)
	b.ReportMetric(shares[len(shares)/2], "%of-inserts4096")
}

// BenchmarkSaveServer measures what a puzzle costs on its way into a server on the same
// machine: here and there in processor time, and by the clock.
func BenchmarkSaveServer(b *testing.B) {
	all := benchPuzzles(benchTotal)
	d := reopen(b, pgtest.URL(b), ReadWrite)
	run := begin(b, d, wish(1, 1<<40))
	r := rand.New(rand.NewPCG(3, 4))
	here, there := pgtest.CPU(b)
	at := int64(0)
	for b.Loop() {
		batch := all[at%benchTotal:][:benchBatch]
		renumber(batch, at, r)
		save(b, d, Batch{RunID: run.ID, From: at, To: at + benchBatch, Puzzles: batch})
		at += benchBatch
	}
	b.ReportMetric(float64(at)/b.Elapsed().Seconds(), "puzzles/s")
	hereThen, thereThen := pgtest.CPU(b)
	b.ReportMetric(1e6*(hereThen-here)/float64(at), "µs-here/puzzle")
	b.ReportMetric(1e6*(thereThen-there)/float64(at), "µs-server/puzzle")
}

func saveBatches(b *testing.B, d *DB, all []Puzzle) {
	run := begin(b, d, wish(1, benchTotal))
	for at := 0; at < len(all); at += benchBatch {
		save(b, d, Batch{RunID: run.ID, From: int64(at), To: int64(at + benchBatch), Puzzles: all[at : at+benchBatch]})
	}
}

// saveInserts saves by the batch, with a transaction for each and nothing else.
func saveInserts(b *testing.B, d *DB, all []Puzzle) {
	run := begin(b, d, wish(1, benchTotal))
	accepted := make([]int, benchBatch)
	for i := range accepted {
		accepted[i] = i
	}
	for at := 0; at < len(all); at += benchBatch {
		must(b, transact(b.Context(), d.writer, func(tx *sql.Tx) error {
			return insertPuzzles(b.Context(), txn{tx, &sqliteEngine}, Batch{RunID: run.ID, Puzzles: all[at : at+benchBatch]}, accepted)
		}))
	}
}

var rows = flag.Int64("rows", benchTotal, "how many puzzles BenchmarkAnswer puts into the database that it asks")

// BenchmarkAnswer asks what people and apps ask of a database. The time of an answer
// must not grow with the number of puzzles: compare -rows 100000 with -rows 10000000.
func BenchmarkAnswer(b *testing.B) {
	d := grow(b, *rows)
	level := func(names ...string) grade.Selection { return grade.Selection{Level: grade.LevelSet{IDs: names}} }
	rated := func(from, to int) grade.Selection {
		return grade.Selection{Rating: grade.RatingSet{Ranges: []grade.Range{{From: from, To: to}}}}
	}
	for _, question := range []struct {
		name   string
		filter Filter
		random bool
	}{
		{"ten-of-a-level", Filter{Selection: Selection{Selection: level("hard")}, Limit: 10}, false},
		{"ten-of-two-levels", Filter{Selection: Selection{Selection: level("gentle", "extreme")}, Limit: 10}, false},
		{"ten-rated-4.0-4.6", Filter{Selection: Selection{Selection: rated(40, 46)}, Limit: 10}, false},
		{"ten-rated-8.0-or-more", Filter{Selection: Selection{Selection: rated(80, grade.NoCeiling)}, Limit: 10}, false},
		{"ten-hardest", Filter{Order: "-rating", Limit: 10}, false},
		{"one-at-random", Filter{}, true},
		{"one-of-a-level-at-random", Filter{Selection: Selection{Selection: level("gentle")}}, true},
		{"one-by-number", Filter{IDs: []int64{*rows/2 + 1}}, false},
	} {
		b.Run("9/"+question.name, func(b *testing.B) {
			for seed := int64(0); b.Loop(); seed++ {
				f := question.filter
				if question.random {
					var err error
					if f.IDs, err = d.Sample(b.Context(), f, 1, seed); err != nil {
						b.Fatal(err)
					}
				}
				if n := len(puzzles(b, d, f)); n != max(1, f.Limit) {
					b.Fatalf("%d puzzles", n)
				}
			}
		})
	}
}

// grow fills a new database with n puzzles, the same few under new keys: only the place
// of its key in the index makes the cost of a row differ.
func grow(b *testing.B, n int64) *DB {
	d := create(b)
	run := begin(b, d, wish(1, n))
	r := rand.New(rand.NewPCG(3, 4))
	some := benchPuzzles(benchBatch)
	for at := int64(0); at < n; at += benchBatch {
		batch := some[:min(benchBatch, n-at)]
		renumber(batch, at, r)
		save(b, d, Batch{RunID: run.ID, From: at, To: at + int64(len(batch)), Puzzles: batch})
	}
	return d
}

// renumber makes other puzzles of a batch: of the attempts from at, with keys of their own.
func renumber(batch []Puzzle, at int64, r *rand.Rand) {
	for i := range batch {
		batch[i].Seq = at + int64(i)
		binary.BigEndian.PutUint64(batch[i].Canon[:], r.Uint64())
	}
}
