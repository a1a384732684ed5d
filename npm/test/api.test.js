import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { GradokuError, gradoku, load, start } from "../index.js";

const easy = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";
const hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

for (const [name, make] of [["in this thread", load], ["in a worker", start], ["when asked", async () => gradoku]]) {
  test(`every question ${name}`, async () => {
    const g = await make();
    assert.equal((await g.parse("1 2 . .\n....\n.... ....")).clues, 2);
    assert.match((await g.format(easy, { form: "zeros" })).text, /^0+3085/);
    assert.equal((await g.check(easy)).minimal, true);
    assert.equal((await g.solve(easy)).unique, true);
    assert.equal((await g.grade(easy)).clues, 17);
    assert.ok((await g.path(easy, { technique_order: "human" })).steps.length > 60);
    assert.equal((await g.hint(easy, { depth: "nudge" })).status, "ok");
    assert.equal((await g.canonical(easy)).key.length, 32);
    assert.equal((await g.minimal("12343412214343..")).minimal.length, 16);
    assert.equal((await g.morph(easy, { count: 3 })).copies.length, 3);
    assert.match((await g.draw(easy, { candidates: true })).svg, /<\/svg>/);
    assert.equal((await g.list({ lang: "de-AT" })).symmetries.length, 10);
    const made = await g.generate({ seed: 7, symmetry: "rotate180" });
    assert.equal(made.seed, 7);
    assert.deepEqual(await g.generate({ seed: 7, symmetry: "rotate180", signal: new AbortController().signal }), made);
    const cells = [...easy].map((c) => (c === "." ? 0 : Number(c))), rows = Array.from({ length: 9 }, (_, r) => cells.slice(9 * r, 9 * r + 9));
    for (const grid of [cells, rows, cells.map((d) => d || null), cells.map((d) => (d ? String(d) : "")), Uint8Array.from(cells), rows.map((row) => row.join("")),
      Array.from({ length: 3 }, (_, b) => rows.slice(3 * b, 3 * b + 3)), [...easy]]) {
      assert.equal((await g.solve(grid)).puzzle, easy);
      assert.equal((await g.hint(easy, { state: grid })).status, "ok");
    }
    assert.equal((await g.parse([...Array(143).fill(0), 12])).puzzle.at(-1), "C");
    for (const wrong of [1.5, -1, NaN, 36, 10, "12", true, {}]) await assert.rejects(g.solve([wrong, ...cells.slice(1)]), { code: "malformed" });
    g.close();
    await assert.rejects(g.parse("1"), GradokuError);
  });

  test(`nonsense is an error ${name}`, async () => {
    const g = await make();
    const circle = {};
    circle.circle = circle;
    const values = [undefined, null, 0, -1, 1.5, NaN, Infinity, 10n ** 30n, true, "", "x", "\0", "\ud800", "11" + ".".repeat(14), ".".repeat(1e5), "9".repeat(3e6),
      [], [1], {}, circle, () => 1, Symbol("s"), new Date(), new Uint8Array(9), new Proxy({}, {})];
    for (const question of ["parse", "format", "check", "solve", "grade", "path", "hint", "canonical", "minimal", "morph", "draw"]) {
      for (const value of values) {
        for (const args of [[value], [easy, { [question === "draw" ? "step" : "state"]: value, nothing: value }]]) {
          await g[question](...args).then((answer) => assert.equal(typeof answer, "object"), (error) => {
            assert.ok(error instanceof GradokuError, `${question} ${String(value)}: ${error}`);
            assert.notEqual(error.code, "other", `${question}: ${error.message}`);
          });
        }
      }
    }
    for (const { question, request: { puzzle, text, ...options }, code } of JSON.parse(await readFile(new URL("../../api/testdata/faults.json", import.meta.url)))) {
      await assert.rejects(question === "generate" ? g.generate(options) : g[question](puzzle ?? text, options), { code });
    }
    await assert.rejects(g.generate({ size: "9" }), { message: 'the request of generate: size: "9" is not a whole number' });
    assert.equal((await g.grade(easy)).clues, 17); // it lives
    g.close();
  });
}

test("a signal ends a question in a worker, and the others go on", async () => {
  const g = await start();
  const abort = new AbortController();
  const long = g.grade(hard, { signal: abort.signal }), waiting = g.solve(hard, { signal: abort.signal }), after = g.solve(easy);
  setTimeout(() => abort.abort(), 20);
  await assert.rejects(long, { name: "AbortError" });
  await assert.rejects(waiting, { name: "AbortError" });
  assert.equal((await after).unique, true);
  await assert.rejects(g.solve(easy, { signal: AbortSignal.abort() }), { name: "AbortError" });
  g.close();
});

test("a signal ends a question in this thread, which does other work meanwhile", async () => {
  const g = await load();
  const rare = { seed: 1, rating: "9.3-9.6", attempts: 1 }, limit = () => ({ signal: AbortSignal.timeout(100) });
  for (const long of [() => g.generate({ ...rare, ...limit() }), () => g.generate({ seed: 1, clues: "17", ...limit() }), () => g.generate({ seed: 1, size: 16, level: "extreme", ...limit() }),
    () => g.grade(hard, { budget: 1e12, ...limit() })]) {
    const end = assert.rejects(long(), { name: "TimeoutError" });
    assert.equal((await g.solve(hard)).unique, true);
    await end;
  }
  const abort = new AbortController();
  const first = g.generate({ ...rare, signal: abort.signal }), waiting = g.generate({ ...rare, ...limit() });
  await assert.rejects(waiting, { name: "TimeoutError" });
  abort.abort();
  await assert.rejects(first, { name: "AbortError" });
  assert.equal((await g.generate({ seed: 7, size: 4 })).size, 4); // it lives
  g.close();
});

test("what is answered a little at a time is what is answered at once", async () => {
  const here = await load(), there = await start();
  for (const request of [{ seed: 3, level: "hard" }, { seed: 3, technique: "x-wing" }]) {
    assert.deepEqual(await here.generate(request), await there.generate(request));
  }
  there.close();
});

// docs/bench/wasm.md has the aim.
test("the size", async () => {
  const bytes = await readFile(new URL("../gradoku.wasm", import.meta.url));
  const size = gzipSync(bytes, { level: 9 }).length; // brotli takes ten seconds: see bench.mjs
  assert.ok(size < 1_575_000, `${size} bytes with gzip`);
});

test("the module can come from anywhere, and nothing is left behind", async () => {
  const names = Object.getOwnPropertyNames(globalThis).sort();
  const bytes = await readFile(new URL("../gradoku.wasm", import.meta.url));
  for (const wasm of [bytes, bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength), WebAssembly.compile(bytes),
    new URL("../gradoku.wasm", import.meta.url), new Response(bytes, { headers: { "content-type": "application/wasm" } }), new Response(bytes)]) {
    const g = await load({ wasm });
    assert.equal((await g.solve(easy)).unique, true);
  }
  await assert.rejects(load({ wasm: new Response("", { status: 404 }) }), { code: "unreadable" });
  assert.deepEqual(Object.getOwnPropertyNames(globalThis).sort(), names);
});

test("an engine that broke down is made anew", async () => {
  const g = await load();
  const text = TextDecoder.prototype.decode;
  TextDecoder.prototype.decode = () => { throw new RangeError("no memory"); };
  await assert.rejects(g.solve(easy), { code: "other" });
  TextDecoder.prototype.decode = text;
  assert.equal((await g.solve(easy)).unique, true);
});

test("without WebAssembly one error says so", async (t) => {
  const there = globalThis.WebAssembly;
  t.after(() => { globalThis.WebAssembly = there; });
  delete globalThis.WebAssembly;
  await assert.rejects(load(), { name: "GradokuError", message: /no WebAssembly/ });
  await assert.rejects(start(), { name: "GradokuError", message: /no WebAssembly/ });
});
