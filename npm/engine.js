// The engine in the thread that calls it: a module of WebAssembly and the few
// functions of WASI that a Go program asks for. Nothing here touches a file, the
// network or a global name.

/** What an engine says instead of an answer. */
export class GradokuError extends Error {
  constructor(code, text, options) {
    super(text, options);
    this.name = "GradokuError";
    this.code = code;
  }
}

const success = 0, badDescriptor = 8, notSupported = 58;

/** The imports of a module whose memory is told later; log collects what it prints. */
function wasi(memory, log) {
  const view = () => new DataView(memory().buffer);
  const bytes = (at, n) => new Uint8Array(memory().buffer, at, n);
  const none = (count, size) => {
    view().setUint32(count, 0, true);
    view().setUint32(size, 0, true);
    return success;
  };
  return {
    args_sizes_get: none,
    args_get: () => success,
    environ_sizes_get: none,
    environ_get: () => success,
    clock_time_get(clock, _precision, at) {
      const ms = clock === 0 ? Date.now() : performance.now();
      view().setBigUint64(at, BigInt(Math.round(ms * 1e6)), true);
      return success;
    },
    random_get(at, n) {
      for (let from = 0; from < n; from += 65536) crypto.getRandomValues(bytes(at + from, Math.min(65536, n - from)));
      return success;
    },
    fd_write(_fd, vectors, count, written) {
      let n = 0;
      for (let i = 0; i < count; i++) {
        const at = view().getUint32(vectors + 8 * i, true), size = view().getUint32(vectors + 8 * i + 4, true);
        log.push(new TextDecoder().decode(bytes(at, size)));
        n += size;
      }
      view().setUint32(written, n, true);
      return success;
    },
    fd_fdstat_get(fd, at) {
      if (fd > 2) return badDescriptor;
      bytes(at, 24).fill(0);
      bytes(at, 1)[0] = 2; // a character device
      return success;
    },
    // Every wait is over at once: no question waits for the clock.
    poll_oneoff(subscriptions, events, count, ready) {
      for (let i = 0; i < count; i++) {
        bytes(events + 32 * i, 32).fill(0);
        view().setBigUint64(events + 32 * i, view().getBigUint64(subscriptions + 48 * i, true), true);
        bytes(events + 32 * i + 10, 1)[0] = bytes(subscriptions + 48 * i + 8, 1)[0];
      }
      view().setUint32(ready, count, true);
      return success;
    },
    proc_exit(code) {
      throw new Error(`the engine has ended with code ${code}`);
    },
    sched_yield: () => success,
    fd_close: () => badDescriptor,
    fd_read: () => badDescriptor,
    fd_prestat_get: () => badDescriptor,
    fd_prestat_dir_name: () => badDescriptor,
    fd_fdstat_set_flags: () => notSupported,
  };
}

/** An engine made of a compiled module. */
export class Engine {
  #module;
  #exports = null;
  #log = [];
  #begun = false; // whether a question is being answered a little at a time

  constructor(module) {
    this.#module = module;
  }

  /** Makes the instance; asking does so when needed. */
  async begin() {
    if (this.#exports) return;
    let memory;
    this.#log.length = 0;
    const imports = { wasi_snapshot_preview1: wasi(() => memory, this.#log) };
    const { exports } = await WebAssembly.instantiate(this.#module, imports);
    memory = exports.memory;
    exports._initialize();
    this.#exports = exports;
  }

  /** How many bytes the engine's memory has. */
  get memory() {
    return this.#exports?.memory.buffer.byteLength ?? 0;
  }

  /** Answers a question, or throws a GradokuError. Only begin waits. */
  async ask(question, request) {
    const text = textOf(question, request);
    await this.begin();
    return answered(this.askText(question, text));
  }

  /** Does so a little at a time, so that the thread can do other work, questions included, and
   *  hear a signal. Of several such questions one is answered at a time. */
  async askSlowly(question, request, signal) {
    const text = textOf(question, request);
    while (this.#begun) {
      await turn();
      signal?.throwIfAborted();
    }
    this.#begun = true;
    try {
      await this.begin();
      const own = this.#exports;
      this.#safely(() => own.begin(...this.#put(question, text)));
      for (;;) {
        const n = this.#safely(() => own.proceed(12)); // less than a frame of a screen
        if (n >= 0) {
          signal?.throwIfAborted();
          return answered(this.#safely(() => this.#said(own, n)));
        }
        await turn();
        if (signal?.aborted) own.cancel();
      }
    } finally {
      this.#begun = false;
    }
  }

  /** Answers a question whose request is JSON, in JSON: {"answer":...} or {"error":...}. */
  askText(question, text) {
    const own = this.#exports;
    return this.#safely(() => this.#said(own, own.ask(...this.#put(question, text))));
  }

  /** Puts a question where the engine reads it; returns the lengths of its two parts. */
  #put(question, text) {
    const { room, memory } = this.#exports;
    const name = new TextEncoder().encode(question), body = new TextEncoder().encode(text);
    const at = room(name.length + body.length);
    if (name.length + body.length <= 1 << 20) { // else the engine says so
      const input = new Uint8Array(memory.buffer, at, name.length + body.length);
      input.set(name);
      input.set(body, name.length);
    }
    return [name.length, body.length];
  }

  #said({ memory, answer }, n) {
    return new TextDecoder().decode(new Uint8Array(memory.buffer, answer(), n));
  }

  #safely(call) {
    try {
      return call();
    } catch (cause) {
      // The instance is lost, for want of memory or stack; the next question gets another.
      this.#exports = null;
      throw new GradokuError("other", `the engine broke down: ${this.#log.join("").split("\n", 1)[0] || cause.message}`, { cause });
    }
  }
}

/** Ends the turn of this thread, so that others may have theirs. */
const turn = () => new Promise((resolve) => setTimeout(resolve));

function textOf(question, request) {
  try {
    return JSON.stringify(request ?? {});
  } catch (cause) {
    throw new GradokuError("request", `the request of ${question} is not JSON: ${cause.message}`, { cause });
  }
}

function answered(text) {
  const { answer, error } = JSON.parse(text);
  if (error) throw new GradokuError(error.code, error.text);
  return answer;
}
