package main

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

var hints = flag.String("hints", "", "tell how long hints take in Chromium, for the puzzles in these `FILES`, with commas between")

// TestLatency plays puzzles in Chromium by hints alone, for docs/bench/wasm.md. Its only
// verdict is that they are solved.
func TestLatency(t *testing.T) {
	if *hints == "" {
		t.Skip("-hints names no file of puzzles")
	}
	p := &page{browser(t), t}
	server := site(t)
	p.do("a page", chromedp.Navigate(server.URL+"/board.css"))
	t.Logf("ready after %s ms by the clock", p.js(`(async () => {
		const from = performance.now();
		window.g = await (await import("/gradoku/index.js")).load();
		return (performance.now() - from).toFixed(0);
	})()`))
	for _, file := range strings.Split(*hints, ",") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		puzzles, err := json.Marshal(strings.Fields(string(text)))
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %s", filepath.Base(file), p.js(`(async (puzzles) => {
			const times = [], place = (cell) => 9 * (cell[1] - 1) + (cell[3] - 1);
			for (const puzzle of puzzles) {
				let state = puzzle, marks = null;
				for (;;) {
					const from = performance.now();
					const { status, step } = await g.hint(puzzle, { state, candidates: marks?.map((m) => m.join("")).join("") });
					if (status === "solved") break;
					if (status !== "ok") return puzzle + ": " + status;
					times.push(performance.now() - from);
					for (const { cell, digits } of step.notes ?? []) {
						marks ??= Array.from({ length: 81 }, () => Array(9).fill("."));
						for (const d of digits) marks[place(cell)][d - 1] = d;
					}
					for (const { cell, digit } of step.removes ?? []) marks[place(cell)][digit - 1] = ".";
					for (const { cell, digit } of step.places ?? []) state = state.slice(0, place(cell)) + digit + state.slice(place(cell) + 1);
				}
			}
			times.sort((a, b) => a - b);
			const at = (share) => times[Math.min(times.length - 1, Math.floor(share * times.length))].toFixed(1);
			return times.length + " hints, p50 " + at(0.5) + ", p95 " + at(0.95) + ", p99 " + at(0.99) + ", most " + at(1) + " ms by the clock";
		})(`+string(puzzles)+`)`))
	}
}
