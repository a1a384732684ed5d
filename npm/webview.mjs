// Writes webview.html, the package in one page that needs no server: for apps whose JavaScript
// engine has no WebAssembly, such as Hermes, but which can show a WebView. The README has the
// app's half.
import { readFile, writeFile } from "node:fs/promises";

const read = (name, kind) => readFile(new URL(name, import.meta.url), kind);
const inOne = (text) => text.replace(/^(import|export) \{.*$/gm, "").replace(/^export /gm, "").replaceAll("import.meta.url", "location.href");
const code = inOne(await read("engine.js", "utf8")) + inOne(await read("index.js", "utf8"));
const wasm = await read(process.argv[2] ?? "gradoku.wasm", "base64");
await writeFile(process.argv[3] ?? "webview.html", `<!doctype html><meta charset="utf-8"><script type="module">
${code}
const tell = (message) => (window.ReactNativeWebView ?? window.parent).postMessage(JSON.stringify(message), "*");
const engine = load({ wasm: Uint8Array.from(atob("${wasm}"), (c) => c.charCodeAt(0)) });
const heard = async ({ data }) => {
  const { id, question, args } = typeof data === "string" ? JSON.parse(data) : {};
  if (!question) return;
  try {
    tell({ id, answer: await (await engine)[question](...args) });
  } catch ({ code, message }) {
    tell({ id, error: { code, text: message } });
  }
};
window.addEventListener("message", heard);
document.addEventListener("message", heard); // where Android's WebView tells it
</script>
`);
