package board

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSizes(t *testing.T) {
	type shape struct{ Size, BoxRows, BoxCols, Cells, Houses, Bands, Stacks int }
	want := []shape{
		{4, 2, 2, 16, 12, 2, 2},
		{6, 2, 3, 36, 18, 3, 2},
		{9, 3, 3, 81, 27, 3, 3},
		{12, 3, 4, 144, 36, 4, 3},
		{16, 4, 4, 256, 48, 4, 4},
	}
	var got []shape
	for _, g := range Sizes() {
		got = append(got, shape{g.Size, g.BoxRows, g.BoxCols, g.Cells, g.Houses, g.Bands(), g.Stacks()})
		if g.All.Len() != g.Size || !g.All.Has(1) || !g.All.Has(Digit(g.Size)) {
			t.Errorf("size %d: All = %v", g.Size, g.All)
		}
		if square := g.Size != 6 && g.Size != 12; g.Square() != square {
			t.Errorf("size %d: Square() = %v", g.Size, g.Square())
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("sizes (-want +got):\n%s", diff)
	}
}

func TestLookup(t *testing.T) {
	for _, want := range Sizes() {
		if g, err := ForSize(want.Size); g != want || err != nil {
			t.Errorf("ForSize(%d) = %v, %v", want.Size, g, err)
		}
		if g := ForCells(want.Cells); g != want {
			t.Errorf("ForCells(%d) = %v", want.Cells, g)
		}
	}
	if Nine().Size != 9 {
		t.Errorf("Nine() has size %d", Nine().Size)
	}
	for _, n := range []int{-1, 0, 1, 5, 8, 10, 17, 25} {
		g, err := ForSize(n)
		if g != nil || err == nil || !strings.Contains(err.Error(), "4, 6, 9, 12 or 16") {
			t.Errorf("ForSize(%d) = %v, %v; want an error that lists the sizes", n, g, err)
		}
		if g := ForCells(n); g != nil {
			t.Errorf("ForCells(%d) has size %d, want nil", n, g.Size)
		}
	}
}

// TestHouseShape checks what a box, a column and a row are against arithmetic
// of its own.
func TestHouseShape(t *testing.T) {
	for _, g := range Sizes() {
		for i := range g.Cells {
			c := Cell(i)
			row, col := i/g.Size, i%g.Size
			box := row/g.BoxRows*(g.Size/g.BoxCols) + col/g.BoxCols
			if g.Row(c) != row || g.Col(c) != col || g.Box(c) != box || g.CellAt(row, col) != c {
				t.Fatalf("size %d: cell %d is at row %d, column %d, box %d", g.Size, i, g.Row(c), g.Col(c), g.Box(c))
			}
			want := [3]House{g.BoxHouse(box), g.ColHouse(col), g.RowHouse(row)}
			if !slices.Equal(g.HousesOf(c), want[:]) {
				t.Errorf("size %d: HousesOf(%d) = %v, want %v", g.Size, i, g.HousesOf(c), want)
			}
			for k, h := range want {
				index := []int{box, col, row}[k]
				if g.Kind(h) != HouseKind(k) || g.Index(h) != index {
					t.Errorf("size %d: house %d is %v %d", g.Size, h, g.Kind(h), g.Index(h))
				}
			}
		}
	}
}

func TestPeers(t *testing.T) {
	for _, g := range Sizes() {
		want := 3*g.Size - 1 - g.BoxRows - g.BoxCols // 20 on 9x9
		for i := range g.Cells {
			c := Cell(i)
			peers := g.Peers(c)
			if len(peers) != want || !slices.IsSorted(peers) || SetOf(peers...) != g.PeerSet(c) {
				t.Fatalf("size %d: peers of %s: %v", g.Size, g.CellName(c), peers)
			}
			for j := range g.Cells {
				d := Cell(j)
				share := c != d && (g.Row(c) == g.Row(d) || g.Col(c) == g.Col(d) || g.Box(c) == g.Box(d))
				if slices.Contains(peers, d) != share {
					t.Errorf("size %d: %s peer of %s: want %v", g.Size, g.CellName(d), g.CellName(c), share)
				}
			}
		}
	}
}

func TestNames(t *testing.T) {
	nine, six := Nine(), Sizes()[1]
	tests := []struct{ got, want string }{
		{nine.CellName(0), "r1c1"},
		{nine.CellName(33), "r4c7"},
		{nine.CellName(80), "r9c9"},
		{nine.HouseName(nine.BoxHouse(2)), "b3"},
		{nine.HouseName(nine.ColHouse(6)), "c7"},
		{nine.HouseName(nine.RowHouse(3)), "r4"},
		{nine.HouseWords(nine.BoxHouse(2)), "box 3"},
		{nine.HouseWords(nine.ColHouse(6)), "column 7"},
		{nine.HouseWords(nine.RowHouse(3)), "row 4"},
		{six.CellName(35), "r6c6"},
		{six.HouseName(House(six.Houses - 1)), "r6"},
		{Sizes()[4].CellName(255), "r16c16"},
	}
	for _, tt := range tests {
		if tt.got != tt.want {
			t.Errorf("name %q, want %q", tt.got, tt.want)
		}
	}
}
