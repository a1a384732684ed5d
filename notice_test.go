package gradoku_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite NOTICE.md")

// licences are known by a sentence of theirs. Where a file offers several, all count.
var licences = []struct{ name, says string }{
	{"Apache-2.0", "Apache License"},
	{"MPL-2.0", "Mozilla Public License"},
	{"OFL-1.1", "SIL OPEN FONT LICENSE"},
	{"FTL", "FreeType"},
	{"GPL-2.0", "GNU General Public License (GPL)"}, // an offer of it; the MPL speaks of it without one
	{"CC-BY-4.0", "Creative Commons Attribution 4.0"},
	{"MIT", "Permission is hereby granted, free of charge"},
	{"ISC", "Permission to use, copy, modify, and/or distribute this software"},
	{"ISC", "Permission to use, copy, modify, and distribute this software"},
	{"BSD", "Redistribution and use in source and binary forms"},
	{"public domain", "public domain"},
}

// TestNotice compares NOTICE.md with the modules that are in the binary, and fails when
// the licence of one is not known.
func TestNotice(t *testing.T) {
	var want bytes.Buffer
	want.WriteString(`# Notice

gradoku is licensed under the Apache License 2.0, see LICENSE. The binary also contains Go's runtime and library (BSD, Copyright 2009 The Go Authors) and these
modules, under licences of their own, whose full texts come with their sources (go mod download puts them into the module cache). Some are there on some systems
only, or with the build tag parquet.

| module | version | licences | copyright |
|---|---|---|---|
`)
	for _, m := range linkedModules(t) {
		names, holders := licencesOf(t, m.Dir)
		if len(names) == 0 {
			t.Errorf("%s: its licence is not known: look at %s and add it to the table here", m.Path, m.Dir)
		}
		fmt.Fprintf(&want, "| %s | %s | %s | %s |\n", m.Path, m.Version, strings.Join(names, ", "), strings.Join(holders, "; "))
	}
	if *update {
		if err := os.WriteFile("NOTICE.md", want.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile("NOTICE.md")
	if err != nil || !bytes.Equal(got, want.Bytes()) {
		t.Errorf("NOTICE.md is stale: go test . -run TestNotice -update (%v)", err)
	}
}

type module struct {
	Path, Version, Dir string
	Main               bool
}

// linkedModules lists the modules that have packages in the binary, on any system that it
// is built for and with any tag.
func linkedModules(t *testing.T) (modules []module) {
	t.Helper()
	var list []byte
	for _, system := range []string{"linux", "darwin", "windows"} { // the same list on every machine
		c := exec.Command("go", "list", "-deps", "-tags=parquet", "-json=Module", "./cmd/gradoku")
		c.Env = append(os.Environ(), "GOOS="+system, "GOARCH=amd64", "CGO_ENABLED=0")
		out, err := c.Output()
		if err != nil {
			t.Fatalf("go list for %s: %v", system, err)
		}
		list = append(list, out...)
	}
	for d := json.NewDecoder(bytes.NewReader(list)); ; {
		var p struct{ Module *module }
		err := d.Decode(&p)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if p.Module != nil && !p.Module.Main && !slices.Contains(modules, *p.Module) {
			modules = append(modules, *p.Module)
		}
	}
	slices.SortFunc(modules, func(a, b module) int { return strings.Compare(a.Path, b.Path) })
	return modules
}

var copyright = regexp.MustCompile(`(?mi)^\W*(copyright (?:\(c\)|©)?\s*.*(?:\d{4}|@).*)$`)

// licencesOf reads the licence files of a module.
func licencesOf(t *testing.T, dir string) (names, holders []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		upper := strings.ToUpper(e.Name())
		if e.IsDir() || !strings.HasPrefix(upper, "LICENSE") && !strings.HasPrefix(upper, "LICENCE") && !strings.HasPrefix(upper, "COPYING") || strings.Contains(upper, "3RD") {
			continue // what others contributed to a module stands in a file that its own licence names
		}
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		plain := strings.Join(strings.Fields(string(text)), " ")
		for _, l := range licences {
			if strings.Contains(plain, l.says) && !slices.Contains(names, l.name) {
				names = append(names, l.name)
			}
		}
		for _, m := range copyright.FindAllSubmatch(text, -1) {
			holder := strings.TrimSuffix(strings.TrimSpace(string(m[1])), ".")
			holder = strings.TrimSpace(strings.NewReplacer("|", "/", " All rights reserved", "", "  ", " ").Replace(holder))
			if !slices.Contains(holders, holder) && len(holder) < 120 {
				holders = append(holders, holder)
			}
		}
	}
	return names, holders
}
