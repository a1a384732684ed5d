package generate

import (
	"fmt"
	"sync"
	"testing"

	"gradoku/board"
)

func newUniform(t testing.TB, geo *board.Geometry) *Uniform {
	t.Helper()
	u, err := NewUniform(geo)
	must(t, err)
	return u
}

// countable lists the sizes whose grids can be drawn uniformly.
func countable() []*board.Geometry { return board.Sizes()[:3] }

func TestUniformSizes(t *testing.T) {
	for _, tt := range []struct {
		size int
		want string
	}{
		{4, ""},
		{6, ""},
		{9, ""},
		{12, "no exact method makes uniform grids of 12x12, only of 4x4, 6x6 and 9x9"},
		{16, "no exact method makes uniform grids of 16x16, only of 4x4, 6x6 and 9x9"},
	} {
		geo, _ := board.ForSize(tt.size)
		u, err := NewUniform(geo)
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != tt.want || (u == nil) != (tt.want != "") {
			t.Errorf("%dx%d: %v, error %q, want %q", tt.size, tt.size, u, got, tt.want)
		}
	}
}

// TestUniformGolden pins the grids of a stream: a change here changes what every
// stored run means.
func TestUniformGolden(t *testing.T) {
	for _, tt := range []struct {
		size  int
		first string
		hash  uint64 // of the first thousand
	}{
		{4, "2413132441323241", 0x4f4109be2b280ff1},
		{6, "316425542316623154451263135642264531", 0xc1f29e52c4b2f579},
		{9, "632849175815276934947531286498627513253194867176385429721453698384962751569718342", 0xc9193bb4cda51e4d},
	} {
		geo, _ := board.ForSize(tt.size)
		hash, n := uint64(14695981039346656037), 0 // FNV-1a
		for g := range uniformGrids(t, geo, 42, 1_000) {
			if s := g.String(); n == 0 && s != tt.first {
				t.Errorf("%dx%d: the first grid is %s, want %s", tt.size, tt.size, s, tt.first)
			}
			for _, d := range g.Digits() {
				hash = (hash ^ uint64(d)) * 1099511628211
			}
			n++
		}
		if hash != tt.hash {
			t.Errorf("%dx%d: a thousand grids hash to %#x, want %#x", tt.size, tt.size, hash, tt.hash)
		}
	}
}

// TestUniformKeepsNothing: the grid of a stream does not depend on the grids
// drawn before, nor on other goroutines that draw from the same tables.
func TestUniformKeepsNothing(t *testing.T) {
	const n = 200
	for _, geo := range countable() {
		shared := newUniform(t, geo)
		var want [n]board.Grid
		s := newStream()
		for i := range want {
			s.rekey(8, uint64(i))
			want[i] = shared.Fill(s.Rand)
		}
		var group sync.WaitGroup
		for range 4 {
			group.Go(func() {
				s := newStream()
				for i := n - 1; i >= 0; i-- {
					s.rekey(8, uint64(i))
					if g := shared.Fill(s.Rand); g != want[i] {
						t.Errorf("%dx%d, stream %d: %v, alone %v", geo.Size, geo.Size, i, g, want[i])
					}
				}
			})
		}
		group.Wait()
	}
}

func BenchmarkUniform(b *testing.B) {
	for _, geo := range countable() {
		b.Run(fmt.Sprint(geo.Size), func(b *testing.B) {
			u, s := newUniform(b, geo), newStream()
			i := uint64(0)
			for b.Loop() {
				s.rekey(1, i)
				i++
				if g := u.Fill(s.Rand); !g.Full() {
					b.Fatal("not full")
				}
			}
			b.ReportMetric(float64(i)/b.Elapsed().Seconds(), "grids/s")
		})
	}
}
