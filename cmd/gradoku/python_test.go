package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestPython runs the tests of the Python package with this program.
func TestPython(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err == nil {
		err = exec.Command(python, "-c", "import sys; sys.exit(sys.version_info < (3, 11))").Run()
	}
	if err != nil {
		t.Skip("no Python 3.11:", err)
	}
	program, err := exec.LookPath("gradoku") // see TestMain
	if err != nil {
		t.Fatal(err)
	}
	folder, err := filepath.Abs(filepath.Join("..", "..", "python"))
	if err != nil {
		t.Fatal(err)
	}
	test := exec.Command(python, "-X", "dev", "-m", "unittest", "discover", "tests")
	test.Dir = folder
	test.Env = append(os.Environ(), "GRADOKU="+program, "PYTHONPATH="+folder, "PYTHONDONTWRITEBYTECODE=1")
	if said, err := test.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, said)
	}
}
