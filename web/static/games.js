"use strict";
// Games, settings and results, which are kept in this browser and nowhere else.
const games = (() => {
  const prefix = "gradoku ", read = (key, otherwise) => {
    try { return JSON.parse(localStorage.getItem(key)) ?? otherwise; } catch { return otherwise; }
  };
  // write returns whether there was room. When there is none, the oldest games are removed.
  const write = (key, value) => {
    for (let tries = 0; tries < 20; tries++) {
      try { return localStorage.setItem(key, JSON.stringify(value)), true; } catch { // storage is full or not available
        const oldest = all().filter((g) => g.place !== key).pop();
        if (!oldest) return false;
        remove(oldest.place);
      }
    }
    return false;
  };
  const remove = (place) => localStorage.removeItem(place);
  // all lists the games, the latest first.
  const all = () => {
    try {
      return Object.keys(localStorage).filter((k) => k.startsWith(prefix)).map((place) => ({ ...read(place, {}), place, puzzle: place.slice(prefix.length) })).sort((a, b) => b.day - a.day);
    } catch { return []; }
  };
  const log = () => read("gradoku-log", []);
  const player = () => {
    const name = read("gradoku-player", "player-" + [...crypto.getRandomValues(new Uint8Array(8))].map((n) => n.toString(36)).join(""));
    write("gradoku-player", name);
    return name;
  };
  // end adds a result. Only the first game of a puzzle counts, as in studies of play.
  const end = ({ spent, ...result }) => {
    if (!log().some((r) => r.puzzle === result.puzzle)) write("gradoku-log", [...log(), { ...result, seconds: Math.max(1, Math.round(spent / 1000)) }]);
  };
  // csv is the log as gradoku import --plays reads it.
  const csv = () => "puzzle,player,seconds,finished,errors,hints,order\n" +
    log().map((r, i) => [r.puzzle, player(), r.seconds, r.finished ? "yes" : "no", r.errors, r.hints, i + 1].join() + "\n").join("");
  // streak counts the days in a row, up to today or yesterday, whose puzzle of the day was solved.
  const streak = (today = Date.now()) => {
    const days = new Set(log().filter((r) => r.finished).map((r) => r.daily)), day = 86_400_000, there = (t) => days.has(new Date(t).toISOString().slice(0, 10));
    let n = 0;
    for (let t = there(today) ? today : today - day; there(t); t -= day) n++;
    return n;
  };
  const clock = (ms) => {
    const s = Math.floor(ms / 1000), two = (n) => String(n).padStart(2, "0");
    return (s < 3600 ? "" : Math.floor(s / 3600) + ":") + (s < 3600 ? Math.floor(s / 60) : two(Math.floor(s / 60) % 60)) + ":" + two(s % 60);
  };
  return { prefix, read, write, remove, all, log, end, csv, streak, clock };
})();
if (document.querySelector("#play, #levels")) navigator.serviceWorker?.register("/static/worker.js", { scope: "/static/../" }).catch(() => {}); // pages then need the network
