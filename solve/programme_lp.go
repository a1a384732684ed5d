package solve

import (
	"bufio"
	"fmt"
	"io"
	"slices"
)

// WriteLP writes the programme in CPLEX-LP form, which glpsol, cbc, HiGHS and
// most other solvers read. The variable x_1_2_3 is 1 when row 1, column 2
// holds digit 3.
//
// Variables are declared as general integers with bounds. A section "Binary"
// would say it better, but the reader of HiGHS lets that section reset the bound
// that makes a clue.
func (m *Programme) WriteLP(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "\\ Sudoku %dx%d as a 0-1 programme: %d variables, %d equations, %d nonzeros.\n",
		m.geo.Size, m.geo.Size, m.Variables, len(m.Equations), m.Nonzeros())
	fmt.Fprintln(out, "\\ x_i_j_k = 1: row i, column j holds digit k.")
	fmt.Fprint(out, "Minimize\n objective:")
	all := make([]int, m.Variables)
	for i := range all {
		all[i] = i + 1
	}
	m.writeSum(out, all, func(v int) string { return fmt.Sprintf("%d ", v) })
	fmt.Fprint(out, "\nSubject To\n")
	one := func(int) string { return "" }
	for _, eq := range m.Equations {
		fmt.Fprintf(out, " %s:", eq.Name)
		m.writeSum(out, eq.Variables, one)
		fmt.Fprint(out, " = 1\n")
	}
	for i, ones := range m.Excluded {
		fmt.Fprintf(out, " another_%d:", i+1)
		m.writeSum(out, ones, one)
		fmt.Fprintf(out, " <= %d\n", len(ones)-1)
	}
	fmt.Fprint(out, "Bounds\n")
	for _, v := range all {
		lower := 0
		if slices.Contains(m.Clues, v) {
			lower = 1
		}
		fmt.Fprintf(out, " %d <= %s <= 1\n", lower, m.name(v))
	}
	fmt.Fprint(out, "General\n")
	for _, v := range all {
		fmt.Fprintf(out, " %s\n", m.name(v))
	}
	fmt.Fprint(out, "End\n")
	if err := out.Flush(); err != nil {
		return fmt.Errorf("writing a 0-1 programme: %w", err)
	}
	return nil
}

// writeSum writes a sum of variables with their coefficients, over several
// lines: readers may refuse lines of more than 510 characters.
func (m *Programme) writeSum(out *bufio.Writer, variables []int, coefficient func(v int) string) {
	for i, v := range variables {
		switch {
		case i > 0 && i%8 == 0:
			fmt.Fprint(out, "\n  +")
		case i > 0:
			fmt.Fprint(out, " +")
		}
		fmt.Fprintf(out, " %s%s", coefficient(v), m.name(v))
	}
}

func (m *Programme) name(variable int) string {
	c, d := m.Meaning(variable)
	return fmt.Sprintf("x_%d_%d_%d", m.geo.Row(c)+1, m.geo.Col(c)+1, d)
}
