package book

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gradoku/draw"
)

// TestOtherReaders: the programs that printers use take the files.
func TestOtherReaders(t *testing.T) {
	for _, kind := range []string{"", draw.PDFX1a} {
		s := spec(t, "6x9")
		s.PDF.Kind = kind
		pdf := written(t, laidOut(t, s, sections(2, 6, 9)))
		if r := checked(t, pdf); len(r.Problems) > 0 {
			t.Errorf("%s: %q", kind, r.Problems)
		}
		t.Run(kind, func(t *testing.T) { otherReaders(t, pdf) })
	}
}

func otherReaders(t *testing.T, pdf []byte) {
	path := filepath.Join(t.TempDir(), "book.pdf")
	if err := os.WriteFile(path, pdf, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ program, arg, want string }{
		{"qpdf", "--check", "No syntax or stream encoding errors found"},
		{"pdffonts", "", "GRDOKU+stixtwotext"},
	} {
		t.Run(test.program, func(t *testing.T) {
			if _, err := exec.LookPath(test.program); err != nil {
				t.Skipf("%s is not installed", test.program)
			}
			args := []string{path}
			if test.arg != "" {
				args = []string{test.arg, path}
			}
			out, err := exec.Command(test.program, args...).CombinedOutput()
			if err != nil || !strings.Contains(string(out), test.want) {
				t.Fatalf("%v: %s", err, out)
			}
			if test.program == "pdffonts" {
				for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n")[2:] {
					if f := strings.Fields(line); len(f) < 7 || f[4] != "yes" || f[5] != "yes" {
						t.Errorf("not embedded as a subset: %s", line)
					}
				}
			}
		})
	}
}
