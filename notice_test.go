package gradoku_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gradoku/internal/golden"
)

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
modules, under licences of their own, whose full texts come with their sources (go mod download puts them into the module cache). If you pass
a binary on, pass these texts on with it. Some modules are in the binary on some systems only.

| module | version | licences | copyright |
|---|---|---|---|
`)
	linked := linkedModules(t, "./cmd/gradoku", "linux/amd64", "darwin/amd64", "windows/amd64") // the same list on every machine
	for _, m := range linked {
		names, holders := licencesOf(t, m)
		if len(names) == 0 {
			t.Errorf("%s: its licence is not known: look at %s and add it to the table here", m.Path, m.Dir)
		}
		fmt.Fprintf(&want, "| %s | %s | %s | %s |\n", m.Path, m.Version, strings.Join(names, ", "), strings.Join(holders, "; "))
	}
	want.WriteString("\n## Notices of modules under the Apache License\n")
	for _, m := range linked {
		if text, err := os.ReadFile(filepath.Join(m.Dir, "NOTICE")); err == nil {
			indented := regexp.MustCompile(`(?m)^(.+)$`).ReplaceAllString(strings.TrimSpace(string(text)), "    $1")
			fmt.Fprintf(&want, "\n%s:\n\n%s\n", m.Path, indented)
		}
	}
	golden.Check(t, "NOTICE.md", want.String())
}

type module struct {
	Path, Version, Dir string
	Main               bool
	folders            []string // its own and those above its packages in the binary
}

// TestNoticeOfTheModule: the JavaScript package carries the licence of golang.org/x/image
// for all that is in its WebAssembly module beside gradoku.
func TestNoticeOfTheModule(t *testing.T) {
	texts := map[string]bool{}
	for _, m := range linkedModules(t, "./wasm", "wasip1/wasm") {
		text, err := os.ReadFile(filepath.Join(m.Dir, "LICENSE"))
		if err != nil {
			t.Fatal(err)
		}
		if texts[string(text)] = true; !strings.Contains(string(text), "Copyright 2009 The Go Authors") {
			t.Errorf("%s has a licence of its own: npm/build.sh has to bring it along", m.Path)
		}
	}
	if len(texts) != 1 {
		t.Errorf("there are %d licences, and npm/build.sh brings one along", len(texts))
	}
}

// linkedModules lists the modules that have packages in a program, on any of these
// systems.
func linkedModules(t *testing.T, program string, systems ...string) (modules []*module) {
	t.Helper()
	var list []byte
	for _, s := range systems {
		system, arch, _ := strings.Cut(s, "/")
		c := exec.Command("go", "list", "-deps", "-json=Dir,Module", program)
		c.Env = append(os.Environ(), "GOOS="+system, "GOARCH="+arch, "CGO_ENABLED=0")
		out, err := c.Output()
		if err != nil {
			t.Fatalf("go list for %s: %v", s, err)
		}
		list = append(list, out...)
	}
	for d := json.NewDecoder(bytes.NewReader(list)); ; {
		var p struct {
			Dir    string
			Module *module
		}
		err := d.Decode(&p)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if p.Module == nil || p.Module.Main {
			continue
		}
		i := slices.IndexFunc(modules, func(m *module) bool { return m.Path == p.Module.Path })
		if i < 0 {
			i = len(modules)
			modules = append(modules, p.Module)
		}
		for dir := p.Dir; len(dir) >= len(p.Module.Dir); dir = filepath.Dir(dir) {
			if !slices.Contains(modules[i].folders, dir) {
				modules[i].folders = append(modules[i].folders, dir)
			}
		}
	}
	slices.SortFunc(modules, func(a, b *module) int { return strings.Compare(a.Path, b.Path) })
	for _, m := range modules {
		slices.Sort(m.folders)
	}
	return modules
}

var copyright = regexp.MustCompile(`(?mi)^\W*(copyright (?:\(c\)|©)?\s*.*(?:\d{4}|@).*)$`)

// licencesOf reads the licence files of a module: its own, and those of others that lie
// beside code which it took from them.
func licencesOf(t *testing.T, m *module) (names, holders []string) {
	t.Helper()
	var others []string
	for _, dir := range m.folders {
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			upper := strings.ToUpper(e.Name())
			if e.IsDir() || !strings.HasPrefix(upper, "LICENSE") && !strings.HasPrefix(upper, "LICENCE") && !strings.HasPrefix(upper, "COPYING") {
				continue
			}
			if strings.Contains(upper, "3RD") { // long, and most of it is of its tools and tests
				others = append(others, "those in "+e.Name())
				continue
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
	}
	return append(names, others...), holders
}
