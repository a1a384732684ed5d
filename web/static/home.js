"use strict";
// The first page shows what this browser has kept, and fetches puzzles ahead for times without a network.
(() => {
  const $ = (id) => document.getElementById(id), make = (tag, properties, ...children) => {
    const e = Object.assign(document.createElement(tag), properties);
    e.append(...children);
    return e;
  };
  if (!$("levels")) return; // there are no puzzles yet
  const open = () => games.all().filter((g) => g.past && !g.done && /[1-9A-G]/.test(g.puzzle) && g.left !== 0);
  const list = () => {
    $("continue").hidden = !open().length;
    $("continue").querySelector("ul").replaceChildren(...open().slice(0, 6).map((g) => {
      const address = g.page || "/try?puzzle=" + encodeURIComponent(g.puzzle), name = g.name || "Puzzle";
      const picture = make("img", { src: "/board.svg?plain=true&puzzle=" + encodeURIComponent(g.puzzle), width: 92, height: 92, alt: "" });
      const over = make("button", { type: "button", className: "quiet", textContent: "Give up" });
      over.setAttribute("aria-label", `Give up ${name}`);
      over.addEventListener("click", () => {
        games.end({ puzzle: g.puzzle, spent: g.spent, finished: false, errors: g.errors || 0, hints: g.hints, level: g.level || "" });
        games.remove(g.place);
        list();
        results();
      });
      return make("li", {}, make("a", { href: address }, picture, make("span", { className: "what", textContent: `${name} · ${games.clock(g.spent)}` }), make("span", { className: "what dim", textContent: g.left ? `${g.left} to go` : "" })), over);
    }));
  };
  const results = () => {
    const all = games.log(), solved = all.filter((r) => r.finished), levels = [...new Set(solved.map((r) => r.level))];
    const order = [...$("levels").children].map((a) => a.textContent), streak = games.streak();
    levels.sort((a, b) => order.indexOf(a) - order.indexOf(b));
    $("results").hidden = !all.length;
    $("streak").textContent = `${solved.length} solved` + (streak ? `; today’s puzzle ${streak === 1 ? "on one day" : `on ${streak} days in a row`}.` : ".");
    $("results").querySelector("tbody").replaceChildren(...levels.map((level) => {
      const mine = solved.filter((r) => r.level === level), times = mine.map((r) => r.seconds * 1000).sort((a, b) => a - b);
      const cells = [mine.length, mine.filter((r) => !r.hints).length, games.clock(times[0]), games.clock(times[times.length >> 1])];
      return make("tr", {}, make("td", { textContent: level || "Other" }), ...cells.map((c) => make("td", { className: "n", textContent: c })));
    }));
    $("log").href = URL.createObjectURL(new Blob([games.csv()], { type: "text/csv" }));
  };
  const show = () => { list(); results(); };
  show();
  addEventListener("pageshow", (e) => { if (e.persisted) show(); });
  const day = new Date().toISOString().slice(0, 10);
  navigator.serviceWorker?.ready.then(async () => {
    if (games.read("gradoku-ahead") === day) return;
    for (const a of document.querySelectorAll(".start")) if (!(await fetch(a.href)).ok) return;
    games.write("gradoku-ahead", day);
  }).catch(() => {}); // next time
})();
