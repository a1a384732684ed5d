"use strict";
// Keeps the pages for playing that were seen, and those that the first page fetches ahead, for
// times without a network. With one, pages come from the server.
const most = 120, plays = /^($|puzzle\/\w+$|random$|daily\/today$|try$|techniques$)/, root = registration.scope;
const open = () => caches.open("gradoku");
const keep = async (address, answer) => {
  const kept = await open(), keys = (await kept.keys()).filter((k) => !k.url.includes("/static/"));
  await Promise.all(keys.slice(0, Math.max(0, keys.length - most)).map((k) => kept.delete(k))); // the oldest pages
  await kept.put(address, answer);
};
const remember = async (request, fresh) => {
  const copy = new Response(await fresh.blob(), { headers: fresh.headers }); // does not say that it was redirected
  await keep(fresh.redirected ? fresh.url : request.url, copy);
  if (fresh.redirected) await keep(request.url, Response.redirect(fresh.url));
};
const answer = async (request, url) => {
  const fixed = url.search.startsWith("?v="), kept = fixed && await (await open()).match(request);
  if (kept) return kept;
  try {
    const fresh = await fetch(request);
    if (fresh.ok) await remember(request, fresh.clone()).catch(() => {}); // there may be no room
    return fresh;
  } catch (e) {
    const there = await (await open()).match(request) || request.mode === "navigate" && await (await open()).match(root);
    if (there) return there;
    throw e;
  }
};
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (e) => e.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (e) => {
  const url = new URL(e.request.url), ours = url.href.startsWith(root) && e.request.method === "GET";
  const path = url.pathname.slice(new URL(root).pathname.length);
  if (ours && (plays.test(path) || path.startsWith("static/"))) e.respondWith(answer(e.request, url));
});
