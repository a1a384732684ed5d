// gradoku: Sudoku in JavaScript. load() gives an engine in this thread, start() one in a
// worker, and gradoku is one in a worker that starts when it is first asked; all answer the
// same questions.
import { Engine, GradokuError } from "./engine.js";

export { GradokuError };

/** Compiles the module: from the place beside this file, or what the caller has. */
async function compiled(wasm) {
  if (typeof WebAssembly === "undefined") throw new GradokuError("other", "this JavaScript engine has no WebAssembly, which gradoku needs; run it in a WebView");
  wasm = await (wasm ?? new URL("./gradoku.wasm", import.meta.url));
  if (wasm instanceof WebAssembly.Module) return wasm;
  if (wasm instanceof ArrayBuffer || ArrayBuffer.isView(wasm)) return WebAssembly.compile(wasm);
  if (typeof Response !== "undefined" && wasm instanceof Response) return compiledResponse(wasm);
  const url = new URL(wasm, import.meta.url);
  if (url.protocol === "file:") {
    const { readFile } = await import(/* @vite-ignore */ "node:" + "fs/promises");
    return WebAssembly.compile(await readFile(url));
  }
  return compiledResponse(await fetch(url));
}

async function compiledResponse(response) {
  if (!response.ok) throw new GradokuError("unreadable", `${response.url}: ${response.status} ${response.statusText}`);
  // A server may not know the type of .wasm; then streaming is refused.
  if (response.headers.get("content-type") === "application/wasm") return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** Writes a grid that is an array of cells or of rows as text; what is no cell becomes a character that no reader takes. */
function gridText(grid) {
  if (!Array.isArray(grid) && !(grid instanceof Uint8Array)) return grid;
  return Array.from(grid).flat(3).map((cell) => {
    if (cell === null || cell === undefined || cell === "" || cell === 0) return ".";
    if (typeof cell === "string") return cell; // also a whole row
    return Number.isInteger(cell) && cell > 0 && cell < 36 ? cell.toString(36).toUpperCase() : "?";
  }).join("");
}

/** Parts what is for the engine from the signal. */
function parted(puzzle, options, name = "puzzle") {
  const { signal, ...request } = options ?? {};
  if (request.state) request.state = gridText(request.state);
  return [{ ...request, [name]: gridText(puzzle) }, signal];
}

/** The questions, for whatever answers them. */
class Gradoku {
  #answer;
  #close;

  constructor(answer, close) {
    this.#answer = answer;
    this.#close = close;
  }

  #ask(question, [request, signal]) {
    return this.#answer(question, request, signal);
  }

  parse(text, options) { return this.#ask("parse", parted(text, options, "text")); }
  format(puzzle, options) { return this.#ask("parse", parted(puzzle, { form: "line", ...options }, "text")); }
  check(puzzle, options) { return this.#ask("check", parted(puzzle, options)); }
  solve(puzzle, options) { return this.#ask("solve", parted(puzzle, options)); }
  grade(puzzle, options) { return this.#ask("grade", parted(puzzle, options)); }
  path(puzzle, options) { return this.#ask("grade", parted(puzzle, { ...options, steps: true })); }
  hint(puzzle, options) { return this.#ask("hint", parted(puzzle, options)); }
  canonical(puzzle, options) { return this.#ask("canonical", parted(puzzle, options)); }
  minimal(puzzle, options) { return this.#ask("minimal", parted(puzzle, options)); }
  morph(puzzle, options) { return this.#ask("morph", parted(puzzle, options)); }
  list(options) { return this.#ask("list", parted(undefined, options)); }
  draw(puzzle, options) { return this.#ask("draw", parted(puzzle, options)); }
  generate(options) {
    const { signal, ...request } = options ?? {};
    return this.#ask("generate", [request, signal]);
  }

  /** Ends the engine; what is still asked is rejected. */
  close() { this.#close(); }
}

/** An engine in this thread: generate, and what has a signal, lets it do other work. */
export async function load(options = {}) {
  const engine = new Engine(await compiled(options.wasm));
  await engine.begin();
  let closed = false;
  return new Gradoku(async (question, request, signal) => {
    signal?.throwIfAborted();
    if (closed) throw new GradokuError("other", "the engine is closed");
    return signal || question === "generate" ? engine.askSlowly(question, request, signal) : engine.ask(question, request);
  }, () => { closed = true; });
}

/** An engine in a worker: no question blocks the page, and a signal ends any. */
export async function start(options = {}) {
  const { ask, close } = await inWorker(options);
  return new Gradoku(ask, close);
}

let shared = null;

/** The same, started when it is first asked, and again after close. */
export const gradoku = new Gradoku(async (question, request, signal) => {
  const engine = (shared ??= inWorker({}));
  try {
    return (await engine).ask(question, request, signal);
  } catch (error) {
    shared = null; // it did not start
    throw error;
  }
}, () => {
  shared?.then(({ close }) => close(), () => {});
  shared = null;
});

async function inWorker(options) {
  const module = await compiled(options.wasm);
  const NodeWorker = typeof Worker === "undefined" ? (await import(/* @vite-ignore */ "node:" + "worker_threads")).Worker : null;
  const queue = []; // the first is being answered
  let worker = null, closed = false, last = 0;

  function begin() {
    worker = NodeWorker
      ? new NodeWorker(new URL("./worker.js", import.meta.url))
      : options.worker?.() ?? new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    const mine = worker;
    const heard = (data) => {
      if (mine !== worker || data.id !== queue[0]?.id) return;
      const { resolve, reject } = queue.shift();
      if (data.error) reject(new GradokuError(data.error.code, data.error.text));
      else resolve(data.answer);
      next();
    };
    const broken = (event) => {
      if (mine !== worker) return;
      end();
      queue.shift()?.reject(new GradokuError("other", `the worker broke down: ${event.message ?? event}`));
      next();
    };
    if (NodeWorker) worker.on("message", heard).on("error", broken);
    else Object.assign(worker, { onmessage: (event) => heard(event.data), onerror: broken });
    worker.postMessage({ module });
  }

  function end() {
    worker?.terminate();
    worker = null;
  }

  function next() {
    if (queue.length === 0) {
      worker?.unref?.(); // a waiting worker does not keep Node alive
      return;
    }
    if (!worker) begin();
    worker.ref?.();
    const { id, question, request } = queue[0];
    worker.postMessage({ id, question, request });
  }

  const ask = (question, request, signal) => new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    if (closed) return reject(new GradokuError("other", "the engine is closed"));
    try {
      request = JSON.parse(JSON.stringify(request)); // what cannot be sent is told here
    } catch (cause) {
      return reject(new GradokuError("request", `the request of ${question} is not JSON: ${cause.message}`, { cause }));
    }
    const aborted = () => {
      const i = queue.findIndex((q) => q.id === asked.id);
      if (i < 0) return;
      queue.splice(i, 1);
      reject(signal.reason);
      if (i === 0) { // its answer is under way: only the end of the worker stops that
        end();
        next();
      }
    };
    const settled = (settle) => (value) => {
      signal?.removeEventListener("abort", aborted);
      settle(value);
    };
    const asked = { id: ++last, question, request, resolve: settled(resolve), reject: settled(reject) };
    signal?.addEventListener("abort", aborted, { once: true });
    queue.push(asked);
    if (queue.length === 1) next();
  });

  begin();
  worker.unref?.();
  const close = () => {
    closed = true;
    end();
    for (const { reject } of queue.splice(0)) reject(new GradokuError("other", "the engine is closed"));
  };
  return { ask, close };
}
