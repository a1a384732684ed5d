// A playable board with hints. The engine runs in a worker, and after the first visit
// the service worker serves everything, so it plays without a network.
import { start } from "./gradoku/index.js";

const $ = (id) => document.getElementById(id);
const size = 9;
const names = [...Array(size * size).keys()].map((i) => `r${Math.floor(i / size) + 1}c${(i % size) + 1}`);
const boxOf = (i) => 3 * Math.floor(i / 27) + Math.floor((i % size) / 3);
const sees = (a, b) => Math.floor(a / size) === Math.floor(b / size) || a % size === b % size || boxOf(a) === boxOf(b);

let game = null; // { puzzle, digits: [81], marks: [81 sets of bits] }
let past = []; // what undo brings back
let cursor = 40, noting = false, hint = null, depth = 0, asking = null, making = null;

const engine = start().catch((error) => say(`The engine cannot start: ${error.message}`));
if ("serviceWorker" in navigator) {
  navigator.serviceWorker.register("sw.js").catch(() => {}); // without it the board plays on, with a network
}

// The board.

const cells = names.map((name, i) => {
  const cell = Object.assign(document.createElement("div"), { className: "cell", tabIndex: -1, id: name });
  cell.setAttribute("role", "gridcell");
  cell.addEventListener("pointerdown", () => moveTo(i));
  cell.addEventListener("focus", () => moveTo(i));
  return cell;
});
for (let r = 0; r < size; r++) {
  const row = document.createElement("div");
  row.setAttribute("role", "row");
  row.append(...cells.slice(size * r, size * (r + 1)));
  $("board").append(row);
}
for (let d = 1; d <= size; d++) {
  const button = Object.assign(document.createElement("button"), { textContent: d });
  button.setAttribute("aria-label", `Digit ${d}`);
  button.addEventListener("click", () => enter(d));
  $("pad").append(button);
}

function draw() {
  const step = hint?.step;
  const hinted = new Set(step?.cells), wrong = new Set(hint?.wrong?.map((w) => w.cell));
  const digitsOf = (list) => {
    const bits = {};
    for (const { cell, digit } of list ?? []) bits[cell] |= 1 << digit;
    return bits;
  };
  const places = digitsOf(step?.places), removes = digitsOf(step?.removes), because = digitsOf(step?.because);
  const noted = Object.fromEntries((step?.notes ?? []).map((n) => [n.cell, n.digits.reduce((bits, d) => bits | 1 << d, 0)]));
  const now = game?.digits[cursor];
  cells.forEach((cell, i) => {
    const name = names[i], digit = game?.digits[i] ?? 0, given = game && game.puzzle[i] !== ".";
    const place = places[name] ?? 0, marks = (game?.marks[i] ?? 0) | (digit ? 0 : noted[name] ?? 0);
    cell.className = "cell";
    cell.classList.toggle("given", !!given);
    cell.classList.toggle("cursor", i === cursor);
    cell.classList.toggle("peer", i !== cursor && sees(i, cursor) && !step);
    cell.classList.toggle("same", !!digit && digit === now && !step);
    cell.classList.toggle("region", !!step && inRegion(i, step.region));
    cell.classList.toggle("hinted", hinted.has(name) || place > 0);
    cell.classList.toggle("wrong", wrong.has(name));
    cell.tabIndex = i === cursor ? 0 : -1;
    cell.setAttribute("aria-selected", i === cursor);
    const list = digitsIn(marks);
    cell.setAttribute("aria-label", `row ${Math.floor(i / size) + 1}, column ${(i % size) + 1}: ` +
      (digit ? `${digit}${given ? ", given" : ""}${wrong.has(name) ? ", wrong" : ""}` : list.length ? `notes ${list.join(" ")}` : "blank"));
    if (digit || place) {
      cell.textContent = digit || digitsIn(place)[0];
      if (!digit) cell.innerHTML = `<span class="gained">${digitsIn(place)[0]}</span>`;
      return;
    }
    if (!marks) {
      cell.textContent = "";
      return;
    }
    const grid = Object.assign(document.createElement("div"), { className: "marks" });
    for (let d = 1; d <= size; d++) {
      const mark = Object.assign(document.createElement("span"), { textContent: marks >> d & 1 ? d : "" });
      if (removes[name] >> d & 1) mark.className = "removed";
      else if (because[name] >> d & 1) mark.className = "because";
      grid.append(mark);
    }
    cell.replaceChildren(grid);
  });
  $("undo").disabled = past.length === 0;
  $("do").disabled = !(step && depth === 2);
  $("notes").setAttribute("aria-pressed", noting);
}

const digitsIn = (bits) => [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((d) => bits >> d & 1);

/** Whether a cell is in a house: b3, c7 or r4. */
function inRegion(i, house) {
  const n = Number(house.slice(1)) - 1;
  return { b: boxOf(i), c: i % size, r: Math.floor(i / size) }[house[0]] === n;
}

function say(text, busy = false) {
  $("say").textContent = text;
  $("say").setAttribute("aria-busy", busy);
}

// Playing.

function moveTo(i) {
  if (cursor === i) return;
  cursor = i;
  draw();
}

function change(how) {
  if (!game) return;
  past.push({ digits: [...game.digits], marks: [...game.marks] });
  how();
  forget();
  keep();
  if (game.digits.every(Boolean)) finish();
}

/** A hint is about the position that it was asked for. */
function forget() {
  asking?.abort();
  hint = null;
  depth = 0;
  say(making ? "Making a puzzle …" : "", !!making);
  draw();
}

function enter(d) {
  if (!game || game.puzzle[cursor] !== ".") return;
  if (noting && !game.digits[cursor]) {
    change(() => { game.marks[cursor] ^= 1 << d; });
    return;
  }
  if (game.digits[cursor] !== d) change(() => put(cursor, d));
}

/** Enters a digit, and takes it out of the notes of all cells that see it. */
function put(i, d) {
  game.digits[i] = d;
  game.marks[i] = 0;
  for (let k = 0; k < names.length; k++) if (sees(i, k)) game.marks[k] &= ~(1 << d);
}

function erase() {
  if (!game || game.puzzle[cursor] !== "." || !(game.digits[cursor] || game.marks[cursor])) return;
  change(() => { game.digits[cursor] = 0; game.marks[cursor] = 0; });
}

function undo() {
  if (past.length === 0) return;
  Object.assign(game, past.pop());
  forget();
  keep();
}

async function finish() {
  const { status, wrong } = await ask("full");
  say(status === "solved" ? "Solved. Well done!" : `Something is wrong: ${wrong?.map((w) => w.cell).join(", ")}.`);
}

// Hints.

const depths = ["nudge", "where", "full"];

function ask(how) {
  asking?.abort();
  asking = new AbortController();
  const { signal } = asking;
  const state = game.digits.map((d) => d || ".").join("");
  const candidates = game.marks.some(Boolean)
    ? game.marks.map((bits, i) => (game.digits[i] ? "........." : [1, 2, 3, 4, 5, 6, 7, 8, 9].map((d) => (bits >> d & 1 ? d : ".")).join(""))).join("")
    : undefined;
  return engine.then((g) => g.hint(game.puzzle, { state, candidates, depth: how, signal }));
}

async function tell(n) {
  if (!game) return;
  try {
    const slow = setTimeout(() => say("Thinking …", true), 150);
    const told = await ask(depths[n]).finally(() => clearTimeout(slow));
    hint = told;
    depth = n;
    say(told.text);
    draw();
  } catch (error) {
    if (error.name !== "AbortError") say(error.message);
  }
}

function doIt() {
  if (depth !== 2 || !hint?.step) return;
  const { notes = [], removes = [], places = [] } = hint.step;
  change(() => {
    for (const n of notes) game.marks[names.indexOf(n.cell)] = n.digits.reduce((bits, d) => bits | 1 << d, 0);
    for (const r of removes) game.marks[names.indexOf(r.cell)] &= ~(1 << r.digit);
    for (const p of places) put(names.indexOf(p.cell), p.digit);
  });
}

// Games.

function begin(puzzle) {
  game = { puzzle, digits: [...puzzle].map((c) => Number(c) || 0), marks: Array(size * size).fill(0) };
  past = [];
  cursor = 40;
}

async function newGame(level) {
  asking?.abort();
  making?.abort(); // entering a digit does not abort it
  const mine = making = new AbortController();
  say(`Making a puzzle: ${level} …`, true);
  try {
    const g = await engine;
    const made = await g.generate({ level, symmetry: "rotate180", signal: mine.signal });
    making = null;
    begin(made.puzzle);
    forget();
    keep();
    const label = [...$("level").options].find((o) => o.value === made.level).text; // of the level asked for
    say(`${label}, rated ${made.rating.toFixed(1)}, ${made.clues} clues.`);
  } catch (error) {
    if (making === mine) making = null;
    if (error.name !== "AbortError") say(error.message);
  }
}

function keep() {
  try {
    localStorage.setItem("game", JSON.stringify(game));
  } catch {} // a private window may have no room; the game goes on
}

function kept() {
  try {
    const old = JSON.parse(localStorage.getItem("game"));
    return old?.puzzle?.length === 81 && old.digits.length === 81 && old.marks.length === 81 ? old : null;
  } catch {
    return null;
  }
}

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.target.closest("select")) return;
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    if (key === "z") undo();
    return;
  }
  const step = { arrowup: -size, arrowdown: size, arrowleft: -1, arrowright: 1 }[key];
  if (step) {
    const next = cursor + step;
    const leaves = next < 0 || next >= size * size || Math.abs(step) === 1 && Math.floor(next / size) !== Math.floor(cursor / size);
    if (!leaves) cells[next].focus();
    event.preventDefault();
  } else if (key >= "1" && key <= "9") enter(Number(key));
  else if (key === "0" || key === "backspace" || key === "delete") erase();
  else if (key === "n") { noting = !noting; draw(); }
  else if (key === "u") undo();
  else if (key === "h") tell(hint?.step || hint?.status.startsWith("wrong") ? Math.min(depth + 1, 2) : 0);
});
for (const button of document.querySelectorAll("[data-depth]")) {
  button.addEventListener("click", () => tell(depths.indexOf(button.dataset.depth)));
}
$("do").addEventListener("click", doIt);
$("notes").addEventListener("click", () => { noting = !noting; draw(); });
$("erase").addEventListener("click", erase);
$("undo").addEventListener("click", undo);
$("new").addEventListener("submit", (event) => {
  event.preventDefault();
  newGame($("level").value);
});

// A puzzle in the address, ?puzzle=..., goes before the game that was left.
const given = new URLSearchParams(location.search).get("puzzle");
game = given ? null : kept();
if (given) {
  engine.then((g) => g.check(given, { quick: true })).then((c) => {
    if (!c.proper || c.puzzle.length !== 81) throw new Error(c.proper ? "the board is 9x9" : c.text);
    begin(c.puzzle);
    forget();
  }).catch((error) => say(`This is no puzzle: ${error.message}`));
} else if (game) say("Here is your game.");
else newGame("easy");
draw();
