// What the module costs: node bench.mjs FILE..., each a file of puzzles, one on a line.
// Times are CPU time of the process, its compiler threads included, since a busy
// machine stretches the clock; the clock's own p95 stands beside them.
import { readFile } from "node:fs/promises";
import { gzipSync, brotliCompressSync } from "node:zlib";
import { Engine } from "./engine.js";

const cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))].toFixed(1);

const bytes = await readFile(new URL("./gradoku.wasm", import.meta.url));
console.log(`size: ${bytes.length} bytes, ${gzipSync(bytes, { level: 9 }).length} with gzip -9, ${brotliCompressSync(bytes).length} with brotli`);
let clock = performance.now(), used = cpu();
const engine = new Engine(await WebAssembly.compile(bytes));
await engine.begin();
console.log(`ready: ${(cpu() - used).toFixed(0)} ms of CPU, ${(performance.now() - clock).toFixed(0)} ms by the clock`);

console.log("puzzles\thints\tp50\tp95\tp99\tmost\tclock p95");
for (const file of process.argv.slice(2)) {
  const cpus = [], clocks = [], lines = (await readFile(file, "utf8")).split("\n").filter(Boolean);
  for (const line of lines) {
    const puzzle = line.slice(0, 81);
    let state = puzzle, marks = null;
    for (;;) {
      clock = performance.now(), used = cpu();
      const { status, step } = await engine.ask("hint", { puzzle, state, candidates: marks?.map((m) => m.join("")).join("") });
      if (status !== "ok") break;
      cpus.push(cpu() - used);
      clocks.push(performance.now() - clock);
      const place = (cell) => 9 * (cell[1] - 1) + (cell[3] - 1);
      for (const { cell, digits } of step.notes ?? []) {
        marks ??= Array.from({ length: 81 }, () => Array(9).fill("."));
        for (const d of digits) marks[place(cell)][d - 1] = d;
      }
      for (const { cell, digit } of step.removes ?? []) marks[place(cell)][digit - 1] = ".";
      for (const { cell, digit } of step.places ?? []) state = state.slice(0, place(cell)) + digit + state.slice(place(cell) + 1);
    }
  }
  cpus.sort((a, b) => a - b);
  clocks.sort((a, b) => a - b);
  console.log([`${file} (${lines.length})`, cpus.length, at(cpus, 0.5), at(cpus, 0.95), at(cpus, 0.99), at(cpus, 1), at(clocks, 0.95)].join("\t"));
}
console.log(`memory: ${engine.memory >> 20} MiB of the module, ${process.memoryUsage().rss >> 20} MiB of the process`);
