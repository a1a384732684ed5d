"use strict";
// The page of a puzzle: steps by the arrow keys, and the board on which one plays.
// All that is read is on the page without it.
(() => {
  const $ = (id) => document.getElementById(id);
  const view = $("position"), picture = $("picture"), prev = $("prev"), next = $("next");

  // Steps. The links of the ladders hold the words; the picture comes from the server.
  const links = (ladder) => [...document.querySelectorAll(`[data-ladder="${ladder}"] a[data-step]`)];
  let ladder = view.dataset.ladder, step = +view.dataset.step;
  const show = (to, of = ladder, keep = false) => {
    const all = links(of);
    if (to < 0 || to > all.length) return;
    ladder = of;
    step = to;
    document.querySelectorAll('.ladder a[aria-current]').forEach((a) => a.removeAttribute("aria-current"));
    const now = all[step - 1];
    const words = now ? now.textContent.replace(/^\s*\S+\s*/, "") : "The puzzle";
    if (now) {
      now.setAttribute("aria-current", "step");
      const box = now.closest("ol");
      box.scrollTop = now.parentElement.offsetTop - box.offsetTop - box.clientHeight / 2;
    }
    picture.src = view.dataset.page + "/board.svg" + (step ? `?ladder=${ladder}&step=${step}` : "");
    picture.alt = words;
    $("words").textContent = step ? words : "The arrow keys go through the solution.";
    $("at").textContent = `step ${step} of ${all.length}`;
    const link = (a, n) => {
      const there = n >= 0 && n <= all.length;
      a.toggleAttribute("aria-disabled", !there);
      if (there) a.href = `${view.dataset.page}?ladder=${ladder}&step=${n}#position`;
      else a.removeAttribute("href");
    };
    link(prev, step - 1);
    link(next, step + 1);
    if (!keep) history.replaceState(null, "", step ? `?ladder=${ladder}&step=${step}` : location.pathname);
    const after = all[step];
    if (after) new Image().src = `${view.dataset.page}/board.svg?ladder=${ladder}&step=${step + 1}`;
  };
  // A list is one stop of the Tab key; the arrow keys go through it.
  document.querySelectorAll(".ladder a").forEach((a) => { a.tabIndex = -1; });
  document.addEventListener("click", (e) => {
    const a = e.target.closest(".ladder a[data-step], #prev, #next");
    if (!a || e.ctrlKey || e.metaKey || e.shiftKey) return;
    if (a.dataset.step) show(+a.dataset.step, a.closest(".ladder").dataset.ladder);
    else show(step + (a === next ? 1 : -1));
    e.preventDefault();
  });
  document.addEventListener("keydown", (e) => {
    if (e.target.closest("input, textarea, select, .sudoku") || e.altKey || e.ctrlKey || e.metaKey) return;
    const list = e.target.closest("ol[tabindex]"), of = list ? list.closest(".ladder").dataset.ladder : ladder;
    if (e.key === "ArrowRight" || list && e.key === "ArrowDown") show(of === ladder ? step + 1 : 1, of);
    else if (e.key === "ArrowLeft" || list && e.key === "ArrowUp") show(of === ladder ? step - 1 : 1, of);
    else return;
    e.preventDefault();
  });

  // Play.
  const play = $("play"), table = play.querySelector(".sudoku"), cells = [...table.querySelectorAll("td")];
  const side = +table.dataset.side, names = "123456789ABCDEFG".slice(0, side);
  const puzzle = play.dataset.puzzle, solution = play.dataset.solution;
  const boxRows = { 4: 2, 6: 2, 9: 3, 12: 3, 16: 4 }[side], boxCols = side / boxRows;
  const row = (i) => Math.floor(i / side), col = (i) => i % side;
  const box = (i) => Math.floor(row(i) / boxRows) * boxRows + Math.floor(col(i) / boxCols);
  const peers = (i, j) => i !== j && (row(i) === row(j) || col(i) === col(j) || box(i) === box(j));
  let digits, marks, past = [], at = 0, notes = false, wrong = new Set(), told = new Set();
  const given = (i) => puzzle[i] !== ".";
  const say = (text) => { $("said").textContent = text; };

  const draw = () => {
    const digit = digits[at];
    cells.forEach((td, i) => {
      const d = digits[i], span = td.firstElementChild;
      span.className = d ? "" : "marks";
      if (d) span.textContent = d;
      else span.replaceChildren(...[...names].map((n) => Object.assign(document.createElement("i"), { textContent: marks[i].includes(n) ? n : "" })));
      td.classList.toggle("at", i === at);
      td.classList.toggle("peer", peers(i, at));
      td.classList.toggle("same", !!digit && d === digit && i !== at);
      td.classList.toggle("wrong", wrong.has(i));
      td.classList.toggle("told", told.has(i));
      td.tabIndex = i === at ? 0 : -1;
      const content = d ? `${d}${given(i) ? ", given" : ""}` : marks[i] ? `notes ${[...marks[i]].join(" ")}` : "blank";
      td.setAttribute("aria-label", `row ${row(i) + 1}, column ${col(i) + 1}, ${content}${wrong.has(i) ? ", wrong" : ""}`);
      td.setAttribute("aria-selected", i === at);
    });
  };
  const go = (i) => { at = (i + side * side) % (side * side); draw(); cells[at].focus(); };
  const keep = () => { past.push([digits.slice(), marks.slice()]); if (past.length > 500) past.shift(); };
  const enter = (d) => {
    if (given(at)) return say("A given stays.");
    keep();
    wrong.clear();
    told.clear();
    if (notes && d) {
      digits[at] = "";
      marks[at] = marks[at].includes(d) ? marks[at].replace(d, "") : [...names].filter((n) => (marks[at] + d).includes(n)).join("");
    } else {
      digits[at] = digits[at] === d ? "" : d;
      if (digits[at]) cells.forEach((_, i) => { if (peers(i, at)) marks[i] = marks[i].replace(d, ""); });
      else if (!d) marks[at] = "";
    }
    draw();
    if (digits.join("") === solution) say("Solved.");
    else say("");
  };
  const undo = () => {
    if (!past.length) return say("There is nothing to take back.");
    [digits, marks] = past.pop();
    wrong.clear();
    told.clear();
    draw();
  };
  const check = () => {
    wrong = new Set(digits.flatMap((d, i) => (d && d !== solution[i] ? [i] : [])));
    const blank = digits.filter((d) => !d).length;
    draw();
    say(wrong.size ? `${wrong.size === 1 ? "One digit is" : wrong.size + " digits are"} wrong.` : blank ? `All right so far; ${blank} to go.` : "Solved.");
  };
  const possible = (i) => [...names].filter((n) => !digits.some((d, j) => d === n && peers(i, j))).join("");
  const fresh = () => { digits = [...puzzle].map((c) => (c === "." ? "" : c)); marks = digits.map(() => ""); past = []; wrong.clear(); told.clear(); };
  const askHint = async (depth) => {
    const body = {
      puzzle, depth, state: digits.map((d) => d || ".").join(""),
      candidates: marks.map((m) => [...names].map((n) => (m.includes(n) ? n : ".")).join("")).join(""),
    };
    const answer = await fetch("/v1/hint", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
    const hint = await answer.json();
    if (!answer.ok) return say(hint.detail || "No hint can be had now.");
    const index = (name) => { const m = /^r(\d+)c(\d+)$/.exec(name); return m ? (m[1] - 1) * side + (m[2] - 1) : -1; };
    const s = hint.step || {}, cellsOf = (list) => (list || []).map((m) => m.cell);
    told = new Set([...(s.cells || []), ...cellsOf(s.places), ...cellsOf(s.removes), ...cellsOf(hint.wrong)].map(index));
    draw();
    say(hint.text);
  };
  const hint = (depth) => askHint(depth).catch(() => say("The server cannot be reached."));

  table.addEventListener("click", (e) => { const td = e.target.closest("td"); if (td) go(+td.dataset.cell); });
  table.addEventListener("keydown", (e) => {
    const key = e.key.toUpperCase(), move = { ARROWUP: -side, ARROWDOWN: side, ARROWLEFT: -1, ARROWRIGHT: 1 }[key];
    if (key === "Z" && (e.ctrlKey || e.metaKey)) undo();
    else if (e.ctrlKey || e.metaKey || e.altKey) return;
    else if (move) go(at + move);
    else if (key === "HOME") go(row(at) * side);
    else if (key === "END") go(row(at) * side + side - 1);
    else if (names.includes(key) && key.length === 1) enter(key);
    else if (key === "BACKSPACE" || key === "DELETE" || key === "0") enter("");
    else if (key === "N") $("notes").click();
    else if (key === "U") undo();
    else if (key === "H") hint("nudge");
    else if (key === "C" && side < 12) check();
    else return;
    e.preventDefault();
  });
  const pad = play.querySelector(".pad");
  for (const n of [...names, ""]) {
    const b = Object.assign(document.createElement("button"), { type: "button", textContent: n || "⌫" });
    if (!n) b.setAttribute("aria-label", "clear the cell");
    b.addEventListener("click", () => enter(n));
    pad.append(b);
  }
  $("notes").addEventListener("click", (e) => { notes = !notes; e.currentTarget.setAttribute("aria-pressed", notes); });
  $("undo").addEventListener("click", undo);
  $("check").addEventListener("click", check);
  $("marks").addEventListener("click", () => { keep(); marks = digits.map((d, i) => (d ? "" : possible(i))); draw(); });
  $("again").addEventListener("click", () => { fresh(); draw(); say(""); });
  $("from").addEventListener("click", async () => {
    const url = `${play.dataset.page}/position.json?ladder=${ladder}&step=${step}`;
    try {
      const p = await (await fetch(url)).json();
      keep();
      [digits, marks] = [p.digits, p.candidates];
      wrong.clear();
      told.clear();
      draw();
      say(`From step ${step} on.`);
    } catch { say("The server cannot be reached."); }
  });
  play.querySelectorAll(".hint").forEach((b) => b.addEventListener("click", () => hint(b.dataset.depth)));
  play.querySelector(".controls").hidden = false;
  fresh();
  draw();
})();
