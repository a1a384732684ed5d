// The engine in a worker: the first message is the module, each other one a question.
import { Engine } from "./engine.js";

function serve(post, listen) {
  let engine;
  listen(async (data) => {
    if (data.module) {
      engine = new Engine(data.module);
      return;
    }
    try {
      post({ id: data.id, answer: await engine.ask(data.question, data.request) });
    } catch (error) {
      post({ id: data.id, error: { code: error.code ?? "other", text: error.message } });
    }
  });
}

if (typeof self !== "undefined" && typeof self.postMessage === "function") {
  serve((message) => self.postMessage(message), (heard) => self.addEventListener("message", (event) => heard(event.data)));
} else {
  import(/* @vite-ignore */ "node:" + "worker_threads").then(({ parentPort }) => {
    serve((message) => parentPort.postMessage(message), (heard) => parentPort.on("message", heard));
  });
}
