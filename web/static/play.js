"use strict";
// The board for playing, the steps of a solution, and the tabs with everything else.
// Without this script, the page still shows all texts.
(() => {
  const $ = (id) => document.getElementById(id);

  // Tabs: each section of the page below the board becomes a panel.
  const panels = [...document.querySelectorAll(".tabbed > section")], tabs = [];
  const open = (panel, focus) => panels.forEach((p, i) => {
    p.hidden = p !== panel;
    tabs[i].setAttribute("aria-selected", p === panel);
    tabs[i].tabIndex = p === panel ? 0 : -1;
    if (focus && p === panel) tabs[i].focus();
  });
  if (panels.length > 1) {
    const list = document.createElement("div");
    list.setAttribute("role", "tablist");
    list.setAttribute("aria-label", "About the puzzle");
    for (const p of panels) {
      const title = p.querySelector("h2"), b = Object.assign(document.createElement("button"), { type: "button", textContent: title.textContent, id: `${p.id}-tab` });
      title.className = "first"; // for users of screen readers
      for (const [k, v] of [["role", "tab"], ["aria-controls", p.id]]) b.setAttribute(k, v);
      for (const [k, v] of [["role", "tabpanel"], ["aria-labelledby", b.id]]) p.setAttribute(k, v);
      b.addEventListener("click", () => open(p));
      tabs.push(b);
      list.append(b);
    }
    list.addEventListener("keydown", (e) => {
      const move = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
      if (move) open(panels[(tabs.indexOf(e.target) + move + panels.length) % panels.length], true);
    });
    panels[0].before(list);
    open(document.querySelector("#steps [aria-current=step]") || location.hash === "#position" ? $("steps") : panels[0]);
    if (location.hash === "#position") $("position")?.scrollIntoView();
  }

  // Steps. The links of the ladders have the words; the picture comes from the server.
  const view = $("position");
  let ladder, step;
  const address = (of, from, n) => {
    const u = new URL(of, location);
    if (n) u.searchParams.set("technique_order", from), u.searchParams.set("step", n);
    return u.pathname + u.search;
  };
  const show = (to, of = ladder) => {
    const all = [...document.querySelectorAll(`[data-ladder="${of}"] a[data-step]`)], now = all[to - 1];
    if (to < 0 || to > all.length) return;
    [ladder, step] = [of, to];
    document.querySelectorAll(".ladder a[aria-current]").forEach((a) => a.removeAttribute("aria-current"));
    if (now) {
      now.setAttribute("aria-current", "step");
      const box = now.closest("ol");
      box.scrollTop = now.parentElement.offsetTop - box.offsetTop - box.clientHeight / 2;
    }
    const picture = $("picture"), words = now ? now.textContent.replace(/^\s*\S+\s*/, "") : "The puzzle";
    picture.src = address(view.dataset.picture, of, to);
    picture.alt = words;
    $("words").textContent = now ? words + " " : "Use the arrow keys to step through the solution.";
    if (now) $("words").append(Object.assign(document.createElement("a"), { href: "/techniques#" + now.dataset.technique, textContent: "About this technique" }));
    $("at").textContent = `step ${to} of ${all.length}`;
    for (const [a, n] of [[$("prev"), to - 1], [$("next"), to + 1]]) {
      const there = n >= 0 && n <= all.length;
      a.toggleAttribute("aria-disabled", !there);
      if (there) a.href = address(view.dataset.page, of, n) + "#position";
      else a.removeAttribute("href");
    }
    history.replaceState(null, "", address(view.dataset.page, of, to));
    if (all[to]) new Image().src = address(view.dataset.picture, of, to + 1);
  };
  if (view) {
    [ladder, step] = [view.dataset.ladder, +view.dataset.step];
    if (!step) $("words").textContent = "Use the arrow keys to step through the solution.";
    // The Tab key stops once at a list; the arrow keys move within it.
    document.querySelectorAll(".ladder a").forEach((a) => { a.tabIndex = -1; });
    $("steps").addEventListener("click", (e) => {
      const a = e.target.closest(".ladder a[data-step], #prev, #next");
      if (!a || e.ctrlKey || e.metaKey || e.shiftKey) return;
      if (a.dataset.step) show(+a.dataset.step, a.closest(".ladder").dataset.ladder);
      else show(step + (a.id === "next" ? 1 : -1));
      e.preventDefault();
    });
    $("steps").addEventListener("keydown", (e) => {
      if (e.altKey || e.ctrlKey || e.metaKey) return;
      const list = e.target.closest("ol[tabindex]"), of = list ? list.closest(".ladder").dataset.ladder : ladder;
      if (e.key === "ArrowRight" || list && e.key === "ArrowDown") show(of === ladder ? step + 1 : 1, of);
      else if (e.key === "ArrowLeft" || list && e.key === "ArrowUp") show(of === ladder ? step - 1 : 1, of);
      else return;
      e.preventDefault();
    });
    $("from").hidden = false;
  }

  // The board. A cell of a position is written as 5* for a given, 5 for an entry, or 12-34
  // for corner marks and notes, and then ~6 for a colour. Commas separate cells. Undo, the browser's storage
  // and links use this text.
  const play = $("play"), table = play.querySelector(".sudoku"), cells = [...table.querySelectorAll("td")];
  const side = +table.dataset.side, names = "123456789ABCDEFG".slice(0, side), setting = "set" in play.dataset;
  const row = (i) => Math.floor(i / side), col = (i) => i % side;
  const houses = cells.map((td) => td.dataset.houses.split(" "));
  const seen = houses.map((of, i) => houses.map((other, j) => i !== j && of.some((h) => other.includes(h))));
  const peers = (i, j) => seen[i][j];
  const near = (i, j) => houses[i].some((h) => !h.endsWith("~") && houses[j].includes(h)); // they share a house that the board shows
  const ordered = (marks) => [...names].filter((n) => marks.includes(n)).join("");
  const variant = play.dataset.variant; // the text of a puzzle begins with it
  const start = play.dataset.puzzle || ".".repeat(side * side), place = games.prefix + variant + start;
  let solution = play.dataset.solution || "";
  const modes = [...(setting ? ["given"] : []), "digit", "centre", "corner", "colour"], settings = games.read("gradoku-settings", {});
  let board, past = [], now = -1, at = 0, chosen = new Set([0]), mode = modes[0];
  let wrong = new Set(), clue = null, depth = 0, hinted = "", spent = 0, hints = 0, errors = 0, done = false, paused = false, before = null;
  let noted = -1; // the move since which the notes are complete; -1: they are not

  const write = () => board.map((c) => (c.digit ? c.digit + (c.given ? "*" : "") : c.corner || c.centre ? `${c.corner}-${c.centre}` : "") + (c.colour && "~" + c.colour)).join(",");
  const blank = () => ({ digit: "", given: false, corner: "", centre: "", colour: "" });
  const read = (text) => {
    const list = text.toUpperCase().split(",");
    if (list.length !== cells.length) return null;
    return list.map((cell, i) => {
      const [t, colour = ""] = cell.split("~"), fixed = start[i] !== "." && !setting, [corner, centre] = t.includes("-") ? t.split("-") : ["", ""];
      const digit = fixed ? start[i] : names.includes(t[0]) && !t.includes("-") ? t[0] || "" : "";
      return { digit, given: fixed || setting && t.endsWith("*"), corner: digit ? "" : ordered(corner), centre: digit ? "" : ordered(centre), colour: /^[1-9]$/.test(colour) ? colour : "" };
    });
  };
  const begin = () => [...start].map((d) => (d === "." ? "" : d + "*")).join(",");
  const make = (tag, properties) => Object.assign(document.createElement(tag), properties);
  const say = (text, link, name) => $("said").replaceChildren(text + " ", ...(link ? [make("a", { href: link, textContent: name })] : []));
  const halted = () => paused && (say("Paused. Press P or Pause to continue."), true); // the board is hidden
  const givens = () => board.map((c) => (c.given ? c.digit : ".")).join("");
  const digits = () => board.map((c) => c.digit || ".").join("");
  const clashes = () => new Set(board.flatMap((c, i) => (c.digit && board.some((o, j) => o.digit === c.digit && peers(i, j)) ? [i] : [])));

  // A cell shows its notes at fixed places, also those that a hint is about. Spaces separate them for those who do not see them.
  const told = (kind, i) => clue?.[kind].get(i) || "";
  const notesOf = (c, i) => (c.digit ? "" : ordered(c.centre + ["noted", "uses", "loses", "places"].map((kind) => told(kind, i)).join("")));
  const fill = (span, c, i) => {
    const of = (kind) => told(kind, i), shown = notesOf(c, i);
    span.className = c.digit ? "" : "marks";
    if (c.digit || !c.corner && !shown) return span.replaceChildren(c.digit);
    const notes = make("b", { className: "notes" });
    for (const n of shown ? names : "") notes.append(make("i", { textContent: shown.includes(n) ? n + " " : "", className: ["uses", "loses", "places"].filter((kind) => of(kind).includes(n)).join(" ") }));
    span.replaceChildren(make("i", { className: "corner", textContent: [...c.corner].map((n) => n + " ").join("") }), notes);
  };
  const draw = () => {
    const clash = clashes(), light = settings.highlight !== false && !clue, digit = light && board[at].digit;
    const bad = new Set([...wrong, ...(settings.live && solution ? board.flatMap((c, i) => (c.digit && c.digit !== solution[i] ? [i] : [])) : [])]);
    cells.forEach((td, i) => {
      const c = board[i], parts = [c.digit];
      fill(td.firstElementChild, c, i);
      if (c.given) parts.push("clue");
      if (c.corner) parts.push("corner marks " + [...c.corner].join(" "));
      if (notesOf(c, i)) parts.push("notes " + [...notesOf(c, i)].join(" "));
      if (clue?.loses.has(i)) parts.push("loses " + [...clue.loses.get(i)].join(" "));
      for (const [name, on] of [["given", c.given], ["chosen", chosen.has(i)], ["at", i === at], ["peer", i !== at && light && near(i, at)], ["same", !!digit && c.digit === digit && i !== at],
        ["clash", clash.has(i)], ["wrong", bad.has(i)], ["told", !!clue?.cells.has(i)], ["losing", !!clue?.loses.has(i)], ["placing", !!clue?.places.has(i)], ["area", !!clue?.area.has(i)]]) td.classList.toggle(name, on);
      if (clash.has(i)) parts.push("clashes");
      if (c.colour) parts.push("colour " + c.colour);
      td.dataset.colour = c.colour;
      if (bad.has(i)) parts.push("wrong");
      td.tabIndex = i === at ? 0 : -1;
      td.setAttribute("aria-label", `row ${row(i) + 1}, column ${col(i) + 1}, ${parts.filter(Boolean).join(", ") || "blank"}`);
      td.setAttribute("aria-selected", chosen.has(i));
    });
    arrows();
    $("apply").hidden = !clue?.places.size && !clue?.loses.size;
    $("undo").disabled = now < 1;
    $("redo").disabled = now >= past.length - 1;
    play.querySelector(".pad").classList.toggle("colours", mode === "colour");
    play.querySelectorAll("[data-mode]").forEach((b) => b.setAttribute("aria-pressed", b.dataset.mode === mode));
    play.querySelectorAll("[data-digit]").forEach((b) => b.classList.toggle("all", board.filter((c) => c.digit === b.dataset.digit).length >= side));
  };

  const keep = () => {
    if (past.length < 2) return;
    const name = play.dataset.level || document.querySelector("h1").textContent, left = board.filter((c) => !c.digit).length;
    games.write(place, { past, now, noted, spent: Math.round(spent), hints, errors, done, day: Date.now(), page: play.dataset.page, level: play.dataset.level, name, left });
  };
  let ticked = performance.now();
  const tick = () => {
    const t = performance.now();
    if (!paused && !done && !document.hidden && mode !== "given") spent += t - ticked;
    ticked = t;
    $("clock").textContent = games.clock(spent);
  };
  setInterval(tick, 500);
  document.addEventListener("visibilitychange", () => { ticked = performance.now(); keep(); });
  window.addEventListener("pagehide", () => { tick(); keep(); });
  const pause = (on) => {
    tick();
    paused = on;
    play.classList.toggle("paused", on);
    table.toggleAttribute("inert", on);
    $("pause").setAttribute("aria-pressed", on);
    say(on ? "Paused. Press P or Pause to continue." : "");
    keep();
  };

  // verdict reports the state of the game after a move.
  const verdict = () => {
    const bad = clashes().size, full = board.every((c) => c.digit);
    if (!full || mode === "given") return say("");
    if (bad || solution && digits() !== solution) return say("The board is full, but not all of it is right. Check shows which cells are wrong.");
    tick();
    if (!done) games.end({ puzzle: variant + start, spent, finished: true, errors, hints, level: play.dataset.level, daily: new URLSearchParams(location.search).get("day") || "" });
    done = true;
    const help = hints ? ` with ${hints} ${hints === 1 ? "hint" : "hints"}` : "", minutes = play.dataset.minutes;
    const beside = minutes ? ` The prediction is about ${minutes}; half of such puzzles take ${play.dataset.half}.` : "";
    say(`Solved in ${games.clock(spent)}${help}.${beside}`, play.dataset.like, "Next like this");
  };
  // Notes are complete once they were filled in: then a candidate that is missing was ruled out.
  const complete = () => noted >= 0 && now >= noted;
  const changed = () => { wrong.clear(); clue = null; depth = 0; };
  // commit records the board as a move that can be undone.
  const commit = () => {
    const text = write();
    if (text === past[now]) return draw();
    if (noted > now) noted = -1;
    past.splice(now + 1);
    past.push(text);
    if (past.length > 400) past.shift(), noted = Math.max(noted - 1, Math.min(noted, 0));
    now = past.length - 1;
    changed();
    verdict();
    draw();
    keep();
    if (setting) look();
  };
  const move = (by) => {
    if (!past[now + by]) return say(by < 0 ? "There is nothing to undo." : "There is nothing to redo.");
    if (before && by < 0 && now === before.now) [spent, hints, errors, done, before] = [before.spent + spent, before.hints + hints, before.errors + errors, before.done, null];
    now += by;
    board = read(past[now]);
    changed();
    say("");
    draw();
    keep();
    if (setting) look();
  };
  const put = (i, d, given = false) => {
    Object.assign(board[i], { digit: d, given, corner: "", centre: "" });
    if (!given && solution && d !== solution[i]) errors++;
    if (settings.notes !== false) board.forEach((c, j) => { if (peers(i, j)) Object.assign(c, { corner: c.corner.replace(d, ""), centre: c.centre.replace(d, "") }); });
  };
  const enter = (d, kind = mode) => {
    if (halted()) return;
    if (kind === "colour") {
      if (d > "9") return;
      const all = [...chosen].every((i) => board[i].colour === d);
      for (const i of chosen) board[i].colour = all ? "" : d;
      return commit();
    }
    const list = [...chosen].filter((i) => kind === "given" || !board[i].given);
    if (!list.length) return say("Clues are fixed.");
    if (!d) {
      const entered = list.some((i) => board[i].digit);
      for (const i of list) Object.assign(board[i], { digit: "", given: false }, entered ? {} : { corner: "", centre: "" });
    } else if (kind === "corner" || kind === "centre") {
      const blank = list.filter((i) => !board[i].digit), all = blank.every((i) => board[i][kind].includes(d));
      for (const i of blank) board[i][kind] = all ? board[i][kind].replace(d, "") : ordered(board[i][kind] + d);
    } else {
      const same = list.every((i) => board[i].digit === d && board[i].given === (kind === "given"));
      for (const i of list) {
        if (same) Object.assign(board[i], { digit: "", given: false, corner: "", centre: "" });
        else put(i, d, kind === "given");
      }
    }
    commit();
  };
  const go = (i, more) => {
    at = (i + cells.length) % cells.length;
    if (!more) chosen.clear();
    chosen.add(at);
    draw();
    cells[at].focus();
  };
  const check = () => {
    if (!solution) return say("A puzzle without exactly one solution cannot be checked.");
    const those = (test) => board.flatMap((c, i) => (test(c, i) ? [i] : []));
    const digits = those((c, i) => c.digit && c.digit !== solution[i]), blanks = those((c) => !c.digit);
    const lacking = complete() ? blanks.filter((i) => !board[i].centre.includes(solution[i])) : [];
    wrong = new Set([...digits, ...lacking]);
    draw();
    if (!wrong.size && !blanks.length) return verdict();
    const bad = [];
    if (digits.length) bad.push(digits.length === 1 ? "One digit is wrong." : `${digits.length} digits are wrong.`);
    if (lacking.length) bad.push(`The notes of ${lacking.length === 1 ? "one cell" : lacking.length + " cells"} lack the right digit.`);
    say(bad.join(" ") || `All right so far; ${blanks.length} to go.`);
  };
  const candidates = () => {
    board.forEach((c, i) => { if (!c.digit) c.centre = [...names].filter((n) => !board.some((o, j) => o.digit === n && peers(i, j))).join(""); });
    commit();
    noted = now;
    keep();
  };
  const again = () => {
    before = { now: now + 1, spent, hints, errors, done };
    board = setting ? board.map((c) => (c.given ? c : blank())) : read(begin());
    [spent, hints, errors, done, hinted] = [0, 0, 0, false, ""];
    commit();
    noted = -1;
    say("From the start. Undo brings everything back.");
  };
  const post = async (path, body) => {
    const answer = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
    const found = await answer.json();
    if (!answer.ok) throw new Error(found.detail || "The server has no answer now.");
    return found;
  };
  const unreached = (e) => say(e instanceof TypeError ? "The server cannot be reached." : e.message);
  // Asked again in the same position, a hint says more.
  let hinting = 0;
  const hint = async () => {
    if (complete() && board.some((c) => !c.digit && !c.centre)) return say("A blank cell has no notes. Undo, or fill in all candidates again.");
    const asked = ["nudge", "where", "full"][Math.min(depth++, 2)], was = past[now], mine = ++hinting;
    const marks = (kind) => board.map((c) => [...names].map((n) => (c[kind].includes(n) ? n : ".")).join("")).join("");
    const found = await post("/v1/hint", { puzzle: variant + givens(), depth: asked, state: digits(), candidates: marks("centre"), corners: marks("corner"), notes: complete() ? "complete" : "partial" });
    if (was !== past[now] || mine !== hinting) return; // the position has changed since, or more was asked
    if (/^(ok|wrong)/.test(found.status) && was !== hinted) hints++, hinted = was;
    clue = clueOf(found);
    wrong = new Set((found.wrong || []).map((m) => numberOf(m.cell)));
    draw();
    say(found.text, found.step && "/techniques#" + found.step.technique, "About it");
  };
  // clueOf turns an answer into what the board shows of it, as gradoku hint --svg does: the cells
  // of the pattern, the houses to look at, and by cell the candidates to note, used, lost and entered.
  const numberOf = (name) => { const [, r, c] = /^r(\d+)c(\d+)$/.exec(name); return (r - 1) * side + (c - 1); };
  const clueOf = ({ step: s = {}, houses: at = [] }) => {
    const by = (list = []) => list.reduce((m, k) => m.set(numberOf(k.cell), (m.get(numberOf(k.cell)) || "") + (k.digits || [k.digit]).map((d) => names[d - 1]).join("")), new Map());
    const because = s.because || [], chains = (s.chains || []).map((list) => list.map((l) => ({ ...l, n: names[l.digit - 1], i: numberOf(l.cell) })));
    const links = chains.flatMap((list) => list.flatMap((to) => (to.from || []).map((f) => [list[f], to, to.on])));
    if (/^xyz?-wing$/.test(s.technique)) { // from the pivot to the digit that each wing shares with it and that stays
      const used = because.filter((m) => m.digit !== s.removes[0].digit).map((m) => ({ ...m, n: names[m.digit - 1], i: numberOf(m.cell) })), pivot = used.filter((m) => m.cell === s.cells[0]);
      links.push(...used.flatMap((to) => pivot.filter((from) => from.digit === to.digit && from.cell !== to.cell).map((from) => [from, to, false])));
    }
    const named = [...at, s.region, ...(s.houses || []), ...because.map((m) => m.house).filter((h) => h && !/^[bcr]\d/.test(h))];
    return {
      cells: new Set([...(s.cells || []), ...because.map((m) => m.cell)].map(numberOf)),
      area: new Set(houses.flatMap((of, i) => (of.some((h) => named.includes(h.replace("~", ""))) ? [i] : []))),
      noted: by(s.notes), uses: by([...because.filter((m) => !m.house), ...(s.chains || []).flat()]), loses: by(s.removes), places: by(s.places), links,
    };
  };
  // arrows draws the links of a hint: solid where one candidate must be true, dashed where it cannot be.
  const arrows = () => {
    const svg = $("arrows"), box = table.getBoundingClientRect(), element = (tag, attributes) => {
      const e = document.createElementNS(svg.namespaceURI, tag);
      for (const k in attributes) e.setAttribute(k, attributes[k]);
      return e;
    };
    svg.querySelectorAll("path.link").forEach((p) => p.remove());
    if (!clue?.links.length) return;
    svg.setAttribute("viewBox", `0 0 ${box.width} ${box.height}`);
    const spot = ({ i, n }) => {
      const e = cells[i].querySelector(".notes")?.children[names.indexOf(n)] || cells[i], r = e.getBoundingClientRect();
      return [r.x + r.width / 2 - box.x, r.y + r.height / 2 - box.y];
    };
    for (const [from, to, strong] of clue.links) {
      const [x, y] = spot(from), [u, v] = spot(to), far = Math.hypot(u - x, v - y), bend = Math.min(0.14, 20 / far), rim = Math.min(7, far * 0.3) / far;
      const [p, q] = [(x + u) / 2 + bend * (v - y), (y + v) / 2 - bend * (u - x)];
      const near = (a, b, c, d) => `${a + (c - a) * 2 * rim} ${b + (d - b) * 2 * rim}`;
      if (far) svg.append(element("path", { class: strong ? "link" : "link weak", d: `M${near(x, y, p, q)} Q${p} ${q} ${near(u, v, p, q)}`, "marker-end": "url(#head)" }));
    }
  };
  const apply = () => {
    if (!clue || $("apply").hidden) return;
    const { noted, loses, places } = clue;
    noted.forEach((digits, i) => { board[i].centre = digits; });
    for (const [i, digits] of loses) for (const kind of ["corner", "centre"]) board[i][kind] = [...board[i][kind]].filter((n) => !digits.includes(n)).join("");
    places.forEach((d, i) => put(i, d));
    commit();
  };
  // look checks the board on the page Try.
  let asked = 0, timer;
  const look = () => {
    const mine = ++asked, puzzle = givens();
    solution = "";
    clearTimeout(timer);
    if (!/[^.]/.test(puzzle)) return say("Type the clues into the board, or paste a grid.");
    timer = setTimeout(async () => {
      try {
        const found = await post("/v1/check", { puzzle: variant + puzzle });
        if (mine !== asked) return; // a later check is on its way
        if (found.proper) solution = found.solution.slice(variant.length);
        if (mode === "given") say(found.text[0].toUpperCase() + found.text.slice(1) + ".", found.proper && "/try?puzzle=" + encodeURIComponent(variant + puzzle), "Play it");
      } catch (e) { unreached(e); }
    }, 200);
  };
  const share = async () => {
    const link = new URL(setting ? "/try?puzzle=" + encodeURIComponent(variant + ".".repeat(cells.length)) : play.dataset.page, location).href + "#p=" + write();
    try {
      await navigator.clipboard.writeText(link);
      say("A link to this position is copied.");
    } catch { say("A link to this position:", link, "copy it"); }
  };

  const cellAt = (e) => {
    const td = document.elementFromPoint(e.clientX, e.clientY)?.closest("td[data-cell]");
    return td && table.contains(td) ? +td.dataset.cell : -1;
  };
  table.addEventListener("focusin", (e) => { if (+e.target.dataset.cell !== at) go(+e.target.dataset.cell); });
  let dragging = false;
  table.addEventListener("pointerdown", (e) => {
    const i = cellAt(e);
    if (i < 0 || e.button) return;
    dragging = true;
    table.setPointerCapture(e.pointerId);
    go(i, e.shiftKey || e.ctrlKey || e.metaKey);
    e.preventDefault();
  });
  table.addEventListener("pointermove", (e) => { const i = dragging ? cellAt(e) : -1; if (i >= 0 && i !== at) go(i, true); });
  for (const end of ["pointerup", "pointercancel"]) table.addEventListener(end, () => { dragging = false; });
  const turn = (to) => { mode = to; draw(); if (setting) look(); };
  const tools = {
    undo: () => move(-1), redo: () => move(1), check, apply, again, candidates, share, clear: () => enter(""), hint: () => hint().catch(unreached), pause: () => pause(!paused),
  };
  const use = (tool) => (["pause", "share"].includes(tool) || !halted()) && tools[tool]();
  for (const id of Object.keys(tools)) $(id)?.addEventListener("click", () => use(id));
  for (const box of play.querySelectorAll("[data-setting]")) {
    const name = box.dataset.setting, show = () => play.classList.toggle("without-" + name, !box.checked);
    box.checked = settings[name] ?? box.checked;
    show();
    box.addEventListener("change", () => { settings[name] = box.checked; games.write("gradoku-settings", settings); show(); draw(); });
  }
  $("more").addEventListener("click", (e) => { if (e.target.closest("button")) $("more").hidePopover(); });
  play.querySelectorAll("[data-mode]").forEach((b) => b.addEventListener("click", () => turn(mode === b.dataset.mode ? "digit" : b.dataset.mode)));
  for (const n of names) {
    const b = make("button", { type: "button", textContent: n });
    b.dataset.digit = n;
    b.addEventListener("click", () => enter(n));
    play.querySelector(".pad").append(b);
  }
  // Keys: digits work wherever the focus is, except in text fields.
  document.addEventListener("keydown", (e) => {
    if (e.defaultPrevented || e.altKey || e.target.closest("input:not([type=checkbox]), textarea, select")) return;
    const key = e.key.toUpperCase(), control = e.ctrlKey || e.metaKey, code = /^(?:Digit|Numpad)([1-9])$/.exec(e.code);
    const digit = key.length === 1 && names.includes(key) ? key : code && (key.length === 1 || e.shiftKey) && names.includes(code[1]) ? code[1] : "";
    const arrow = { ARROWUP: -side, ARROWDOWN: side, ARROWLEFT: -1, ARROWRIGHT: 1 }[key], outside = e.target.closest(".tabbed, header, details");
    const tool = control ? { Z: e.shiftKey ? "redo" : "undo", Y: "redo" }[key] : { U: "undo", Y: "redo", H: "hint", A: "apply", K: "check", P: "pause", BACKSPACE: "clear", DELETE: "clear", 0: "clear" }[key];
    if (digit && !control) enter(digit, e.shiftKey ? "corner" : mode);
    else if (tool) use(tool);
    else if (control) return;
    else if (key === "N") turn(modes[(modes.indexOf(mode) + 1) % modes.length]);
    else if (arrow && !outside) go(at + arrow, e.shiftKey);
    else if (key === "HOME" && !outside) go(row(at) * side, e.shiftKey);
    else if (key === "END" && !outside) go(row(at) * side + side - 1, e.shiftKey);
    else if (key === "ESCAPE" && !document.querySelector(":popover-open")) go(at);
    else return;
    e.preventDefault();
  });
  // A pasted grid is sent to the page Try, which reads every format.
  document.addEventListener("paste", (e) => {
    const text = $("text");
    if (!text || e.target.closest("input, textarea")) return;
    text.value = e.clipboardData.getData("text");
    text.form.requestSubmit();
    e.preventDefault();
  });
  if (view) $("from").addEventListener("click", async () => {
    if (halted()) return;
    try {
      board = read(await (await fetch(`/position.json?puzzle=${encodeURIComponent(variant + start)}&technique_order=${ladder}&step=${step}`)).json());
      commit();
      noted = now;
      hints++;
      say(`From step ${step} on.`);
      play.scrollIntoView();
    } catch (e) { unreached(e); }
  });

  // Restore the game that was left here, or the position in the address.
  try {
    const kept = JSON.parse(localStorage.getItem(place));
    if (kept && kept.past.every(read)) ({ past, now, noted = -1, spent, hints, errors = 0, done } = kept);
  } catch { /* there is none */ }
  board = past.length && read(past[now]) || read(begin());
  if (!past.length) [past, now] = [[write()], 0];
  play.querySelector(".controls").hidden = false;
  let hash = "";
  try { hash = decodeURIComponent(location.hash); } catch { /* the link was cut within a sign */ }
  const linked = /^#p=(.*)$/.exec(hash);
  if (linked) {
    history.replaceState(null, "", location.pathname + location.search);
    const there = read(linked[1]);
    if (there) { board = there; hints++; commit(); } else say("The link holds no position of this puzzle.");
  } else if (past.length > 1) verdict();
  else say(play.querySelector(".rules")?.textContent || "");
  draw();
  tick();
  if (setting) look();
})();
