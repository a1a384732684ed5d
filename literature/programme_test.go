package literature

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gradoku/board"
	"gradoku/internal/boardtest"
)

// TestProgrammeOrder samples the numbering and the order of the equations.
func TestProgrammeOrder(t *testing.T) {
	empty := board.NewGrid(board.Nine())
	m := NewProgramme(&empty)
	for _, tt := range []struct {
		index int
		want  Equation
	}{
		{0, Equation{"column_1_digit_1", []int{1, 2, 3, 4, 5, 6, 7, 8, 9}}},
		{10, Equation{"column_2_digit_2", []int{91, 92, 93, 94, 95, 96, 97, 98, 99}}},
		{81, Equation{"row_1_digit_1", []int{1, 10, 19, 28, 37, 46, 55, 64, 73}}},
		{162, Equation{"box_1_digit_1", []int{1, 2, 3, 10, 11, 12, 19, 20, 21}}},
		{171, Equation{"box_2_digit_1", []int{28, 29, 30, 37, 38, 39, 46, 47, 48}}},
		{243, Equation{"cell_1_1", []int{1, 82, 163, 244, 325, 406, 487, 568, 649}}},
		{323, Equation{"cell_9_9", []int{81, 162, 243, 324, 405, 486, 567, 648, 729}}},
	} {
		if diff := cmp.Diff(tt.want, m.Equations[tt.index]); diff != "" {
			t.Errorf("equation %d (-want +got):\n%s", tt.index+1, diff)
		}
	}
}

// TestProgrammeVariables: Meaning undoes Variable, and each number from 1 on
// is used once.
func TestProgrammeVariables(t *testing.T) {
	for _, geo := range board.Sizes() {
		empty := board.NewGrid(geo)
		m := NewProgramme(&empty)
		seen := map[int]bool{}
		for i := range geo.Cells {
			for d := range geo.All.All() {
				v := m.Variable(board.Cell(i), d)
				seen[v] = true
				if c, e := m.Meaning(v); c != board.Cell(i) || e != d || v < 1 || v > m.Variables {
					t.Fatalf("size %d: cell %d digit %v is variable %d, which means cell %d digit %v", geo.Size, i, d, v, c, e)
				}
			}
		}
		if len(seen) != m.Variables {
			t.Errorf("size %d: %d numbers for %d variables", geo.Size, len(seen), m.Variables)
		}
	}
}

// TestProgrammeMeansSudoku: a full grid satisfies all equations exactly when it
// has no conflict.
func TestProgrammeMeansSudoku(t *testing.T) {
	for _, geo := range board.Sizes() {
		rng := boardtest.Rand(3)
		full := boardtest.Pattern(geo)
		m := NewProgramme(&full)
		if !satisfied(m, &full) {
			t.Errorf("size %d: %v breaks an equation", geo.Size, full)
		}
		for range boardtest.Rounds(20) {
			wrong := full
			a, b := board.Cell(rng.IntN(geo.Cells)), board.Cell(rng.IntN(geo.Cells))
			wrong.Set(a, full.At(b))
			wrong.Set(b, full.At(a))
			if satisfied(m, &wrong) != (wrong.Check() == nil) {
				t.Errorf("size %d: %v satisfies the equations: %v", geo.Size, wrong, satisfied(m, &wrong))
			}
		}
	}
}

func satisfied(m *Programme, g *board.Grid) bool {
	ones := map[int]bool{}
	for _, v := range m.ones(g) {
		ones[v] = true
	}
	for _, eq := range m.Equations {
		sum := 0
		for _, v := range eq.Variables {
			if ones[v] {
				sum++
			}
		}
		if sum != 1 {
			return false
		}
	}
	return true
}

// TestObjectiveConstant: 29565 on every solved grid, whichever the puzzle, and
// on a Latin square whose boxes are wrong too.
func TestObjectiveConstant(t *testing.T) {
	for _, l := range Puzzles() {
		p, solution := literary(t, l.Key)
		if got := NewProgramme(&p).Objective(&solution); got != 29565 {
			t.Errorf("%s: objective %d, want 29565", l.Key, got)
		}
	}
	latin := board.NewGrid(board.Nine())
	for i := range latin.Digits() {
		latin.Set(board.Cell(i), board.Digit((i/9+i%9)%9+1))
	}
	if got := NewProgramme(&latin).Objective(&latin); got != 29565 || latin.Check() == nil {
		t.Errorf("the Latin square: objective %d, conflict %v", got, latin.Check())
	}
	for _, geo := range board.Sizes() {
		rng := boardtest.Rand(1)
		full := boardtest.Pattern(geo)
		other := board.RandomTransform(geo, rng).Apply(&full)
		m := NewProgramme(&full)
		if a, b := m.Objective(&full), m.Objective(&other); a != b || full == other {
			t.Errorf("size %d: objectives %d and %d", geo.Size, a, b)
		}
	}
}

// TestWriteLPLines checks what readers of the format insist on, and that the
// parts are all there.
func TestWriteLPLines(t *testing.T) {
	p, _ := literary(t, "royle")
	var out bytes.Buffer
	if err := NewProgramme(&p).WriteLP(&out); err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	for line := range strings.Lines(out.String()) {
		if len(line) > 510 {
			t.Errorf("a line of %d characters", len(line))
		}
		for _, part := range []string{" = 1\n", " 0 <= ", " 1 <= ", "Minimize\n", "Subject To\n", "Bounds\n", "General\n", "End\n"} {
			if strings.HasPrefix(line, part) || strings.HasSuffix(line, part) {
				counts[part]++
			}
		}
	}
	want := map[string]int{
		" = 1\n": 324, " 0 <= ": 708, " 1 <= ": 21,
		"Minimize\n": 1, "Subject To\n": 1, "Bounds\n": 1, "General\n": 1, "End\n": 1,
	}
	if diff := cmp.Diff(want, counts); diff != "" {
		t.Errorf("lines (-want +got):\n%s", diff)
	}
	for _, part := range []string{" 1 x_1_1_1 + 2 x_2_1_1 ", " 729 x_9_9_9\n", "\n 1 <= x_1_2_2 <= 1\n", " row_1_digit_1: x_1_1_1 + x_1_2_1 "} {
		if !strings.Contains(out.String(), part) {
			t.Errorf("%q is missing", part)
		}
	}
}

func TestWriteLPFails(t *testing.T) {
	p, _ := literary(t, "royle")
	full := errors.New("the disk is full")
	if err := NewProgramme(&p).WriteLP(failing{full}); !errors.Is(err, full) {
		t.Errorf("error %v", err)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

// TestGLPSOL has an independent integer programming solver read what WriteLP
// writes and solve it.
func TestGLPSOL(t *testing.T) {
	if _, err := exec.LookPath("glpsol"); err != nil {
		t.Skip("needs glpsol, of the GNU Linear Programming Kit: ", err)
	}
	for _, tt := range []struct {
		name, puzzle string
		objective    int
	}{
		{"royle", "", 29565},
		{"inkala", "", 29565},
		{"diagonal", "1....2....3....4", 16 + 4*6*(1+4+16)},
		{"pattern of 6", ".15...3...1...4.56...4..4..2..5...3.", 36 + 6*15*(1+6+36)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var p board.Grid
			if tt.puzzle == "" {
				p, _ = literary(t, tt.name)
			} else {
				p = boardtest.Parse(t, tt.puzzle)
			}
			g, objective, ok := glpsol(t, NewProgramme(&p))
			if !ok || !g.Solves(&p) || objective != tt.objective {
				t.Fatalf("glpsol: %v, objective %d, want %d", g, objective, tt.objective)
			}
		})
	}
}

// glpsol solves a programme; false means that it is infeasible.
func glpsol(t *testing.T, m *Programme) (g board.Grid, objective int, ok bool) {
	t.Helper()
	dir := t.TempDir()
	lp, answer := filepath.Join(dir, "in.lp"), filepath.Join(dir, "out")
	var text bytes.Buffer
	if err := m.WriteLP(&text); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(lp, text.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.CommandContext(t.Context(), "glpsol", "--lp", lp, "--write", answer).CombinedOutput(); err != nil {
		t.Fatalf("glpsol: %v\n%s", err, out)
	}
	solved, err := os.ReadFile(answer)
	if err != nil {
		t.Fatal(err)
	}
	model := make([]bool, m.Variables)
	for line := range strings.Lines(string(solved)) {
		f := strings.Fields(line)
		switch {
		case f[0] == "s" && len(f) == 6: // s mip ROWS COLUMNS STATUS OBJECTIVE
			ok = f[4] == "o"
			objective, _ = strconv.Atoi(f[5])
		case f[0] == "j" && f[2] == "1": // j COLUMN VALUE
			v, _ := strconv.Atoi(f[1])
			model[v-1] = true
		}
	}
	return m.grid(model), objective, ok
}
