#!/bin/sh
# Packs the package, installs it in an empty folder and uses it from there: as an ES
# module in Node, and with "all" also from TypeScript and from vite, which npm fetches.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm pack --silent --pack-destination "$work" "$here" >/dev/null
npm init -y >/dev/null
npm install --silent --no-audit --no-fund ./gradoku-*.tgz
grep -q "The Go Authors" node_modules/gradoku/LICENSE-GO
cat >use.mjs <<'JS'
import { load, start } from "gradoku";
for (const make of [load, start]) {
  const g = await make();
  const { puzzle, solution } = await g.generate({ seed: 1, symmetry: "rotate180" });
  if ((await g.solve(puzzle)).solution !== solution) throw new Error("another solution");
  g.close();
}
JS
node use.mjs
echo "an ES module in Node"
# Deno and Bun run the same file, where they are.
if command -v deno >/dev/null; then deno run --allow-read use.mjs && echo "an ES module in Deno"; fi
if command -v bun >/dev/null; then bun use.mjs && echo "an ES module in Bun"; fi
[ "${1:-}" = all ] || exit 0

npm install --silent --no-audit --no-fund typescript@5.9.3 vite@8.3.8
cat >use.mts <<'TS'
import { GradokuError, gradoku, load, start, type Gradoku, type Hint } from "gradoku";

const g: Gradoku = await load();
const hint: Hint = await g.hint(".".repeat(81), { depth: "where", signal: AbortSignal.timeout(1000) });
await gradoku.hint([[1, 0], [null, ""]], { state: new Uint8Array(4) });
const cells: string[] = hint.step?.cells ?? [];
const rating: number | null = (await g.grade("1")).rating;
const score: number = (await g.path("1", { technique_order: "human" })).steps[0]?.score ?? 0;
try {
  await (await start()).generate({ level: "hard", seed: 1 });
} catch (error) {
  if (error instanceof GradokuError && error.code === "exhausted") console.log(cells, rating, score);
}
// @ts-expect-error a depth that there is not
await g.hint("", { depth: "deep" });
// @ts-expect-error what is asked must be a puzzle
await g.solve(5);
// @ts-expect-error a level that there is not
await g.generate({ level: "hrad" });
// @ts-expect-error a technique that there is not
await g.hint("", { known: ["naked-triple"] });
await g.generate({ level: "medium,hard", symmetry: (await g.list({ lang: "de-AT" })).symmetries[0] && "full", rating: 4.2, clues: 24 });
await g.hint("", { lang: "de-AT", up_to: "4.4", notes: "complete" });
TS
npx tsc --strict --noEmit --target es2022 --module nodenext --lib es2022,dom use.mts
echo "TypeScript"
cat >use.cts <<'TS'
import { load, type Gradoku } from "gradoku";
import gradoku = require("gradoku");
load().then(async (g: Gradoku) => {
  await g.generate({ level: "no" as "easy" }).catch((error) => { if (!(error instanceof gradoku.GradokuError)) throw error; });
  if ((await g.generate({ rating: 2.6, seed: 1 })).rating !== 2.6) throw new Error("another rating");
});
TS
for module in nodenext node16 "commonjs --moduleResolution node10"; do
  npx tsc --strict --target es2022 --lib es2022,dom --module $module use.cts
  node use.cjs
done
echo "require under TypeScript"
mkdir app && cat >app/index.html <<'HTML'
<!doctype html><script type="module" src="main.js"></script>
HTML
cat >app/main.js <<'JS'
import { start } from "gradoku";
start().then(async (g) => { document.title = (await g.solve("1...........2.4.")).status; });
JS
npx vite build app --logLevel warn
ls app/dist/assets/*.wasm app/dist/assets/worker-*.js >/dev/null
echo "vite"
