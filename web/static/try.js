"use strict";
// Setting on the board: each change is looked at by the server, the text below follows.
(() => {
  const box = document.getElementById("setter"), table = box.querySelector(".sudoku"), cells = [...table.querySelectorAll("td")];
  const side = +table.dataset.side, names = "123456789ABCDEFG".slice(0, side), text = document.getElementById("text");
  const verdict = document.getElementById("verdict");
  let digits = cells.map((td) => td.textContent.trim()), at = 0, asked = 0, timer;
  const row = (i) => Math.floor(i / side), col = (i) => i % side;
  const draw = () => cells.forEach((td, i) => {
    td.firstElementChild.textContent = digits[i];
    td.classList.toggle("given", !!digits[i]);
    td.classList.toggle("at", i === at);
    td.tabIndex = i === at ? 0 : -1;
    td.setAttribute("aria-selected", i === at);
    td.setAttribute("aria-label", `row ${row(i) + 1}, column ${col(i) + 1}, ${digits[i] || "blank"}`);
  });
  const say = (lead, more = "") => {
    const p = Object.assign(document.createElement("p"), { className: "lead", textContent: lead });
    verdict.replaceChildren(p);
    if (more) verdict.append(Object.assign(document.createElement("p"), { textContent: more }));
  };
  const look = async () => {
    const mine = ++asked, puzzle = digits.map((d) => d || ".").join("");
    text.value = puzzle;
    if (!digits.some(Boolean)) return verdict.replaceChildren();
    try {
      const answer = await fetch("/v1/check", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ puzzle }) });
      const found = await answer.json();
      if (mine !== asked) return; // a later change is on its way
      if (!answer.ok) return say(found.detail);
      const needless = found.needless && found.needless.length ? `Each of these could go: ${found.needless.join(", ")}.` : "";
      say(found.text[0].toUpperCase() + found.text.slice(1), found.proper ? `${found.clues} clues${found.minimal ? ", none of them needless" : ""}. ${needless}` : "");
    } catch { say("The server cannot be reached."); }
  };
  const go = (i) => { at = (i + side * side) % (side * side); draw(); cells[at].focus(); };
  table.addEventListener("click", (e) => { const td = e.target.closest("td"); if (td) go(+td.dataset.cell); });
  table.addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const key = e.key.toUpperCase(), move = { ARROWUP: -side, ARROWDOWN: side, ARROWLEFT: -1, ARROWRIGHT: 1 }[key];
    const clears = key === "BACKSPACE" || key === "DELETE" || key === "0" || key === "." || key === " ";
    if (move) go(at + move);
    else if (key.length === 1 && names.includes(key) || clears) {
      digits[at] = clears ? "" : key;
      draw();
      clearTimeout(timer);
      timer = setTimeout(look, 200);
    } else return;
    e.preventDefault();
  });
  document.querySelector(".live-help").hidden = false;
  draw();
})();
