// Keeps all files of the board, so that it plays without a network. A change of any
// file needs another name for the cache.
const cache = "board-1";
const files = ["./", "board.css", "board.js", "gradoku/index.js", "gradoku/engine.js", "gradoku/worker.js", "gradoku/gradoku.wasm"];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(cache).then((c) => c.addAll(files)).then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name !== cache) await caches.delete(name);
    await self.clients.claim();
  })());
});
self.addEventListener("fetch", (event) => {
  event.respondWith(caches.match(event.request, { ignoreSearch: true }).then((kept) => kept ?? fetch(event.request)));
});
