// The engine in a worker: the first message is the module, each other one a question.
import { Engine } from "./engine.js";

const port = typeof self !== "undefined" && typeof self.postMessage === "function"
  ? self
  : (await import(/* @vite-ignore */ "node:" + "worker_threads")).parentPort;

let engine;
const heard = async ({ data }) => {
  if (data.module) {
    engine = new Engine(data.module);
    return;
  }
  try {
    port.postMessage({ id: data.id, answer: await engine.ask(data.question, data.request) });
  } catch (error) {
    port.postMessage({ id: data.id, error: { code: error.code ?? "other", text: error.message } });
  }
};

if (port.addEventListener) {
  port.addEventListener("message", heard);
  port.start?.();
} else {
  port.on("message", (data) => heard({ data }));
}
