// The answers of the module are those of Go, byte for byte.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { Engine } from "../engine.js";

test("golden answers", async () => {
  const engine = new Engine(await WebAssembly.compile(await readFile(new URL("../gradoku.wasm", import.meta.url))));
  await engine.begin();
  const lines = (await readFile(new URL("../../wasm/testdata/golden.tsv", import.meta.url), "utf8")).trimEnd().split("\n");
  assert.ok(lines.length > 700);
  for (const line of lines) {
    const [question, request, sum] = line.split("\t");
    const said = engine.askText(question, request);
    assert.equal(createHash("sha256").update(said).digest("hex"), sum, `${question} ${request}: ${said}`);
  }
  assert.ok(engine.memory < 64 << 20, `the engine takes ${engine.memory} bytes`);
});
