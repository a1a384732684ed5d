"use strict";
// Shows the progress of a running job. When the job ends, the page is reloaded with the
// results.
(() => {
  // A pattern is drawn cell by cell, each together with the cells that the symmetry maps it
  // to. The arrow keys move. The first change removes messages about the form.
  const table = document.querySelector(".ticked");
  if (table) {
    const side = +table.dataset.side, cells = [...table.querySelectorAll("input")], symmetry = document.getElementById("symmetry");
    const form = table.closest("form"), clear = document.getElementById("clear");
    const tell = () => {
      const n = cells.filter((c) => c.checked).length;
      document.getElementById("drawn").textContent = n ? `(${n} ${n === 1 ? "is" : "are"})` : "";
      clear.hidden = !n;
    };
    const at = (i) => cells.forEach((c, j) => { c.tabIndex = i === j ? 0 : -1; });
    table.addEventListener("change", (e) => {
      const like = symmetry.selectedOptions[0].dataset.orbits.split(" "), here = like[cells.indexOf(e.target)];
      cells.forEach((c, i) => { if (like[i] === here) c.checked = e.target.checked; });
      tell();
    });
    table.addEventListener("focusin", (e) => at(cells.indexOf(e.target)));
    table.addEventListener("keydown", (e) => {
      const move = { ArrowUp: -side, ArrowDown: side, ArrowLeft: -1, ArrowRight: 1 }[e.key];
      if (!move || e.altKey || e.ctrlKey || e.metaKey) return;
      cells[(cells.indexOf(e.target) + move + cells.length) % cells.length].focus();
      e.preventDefault();
    });
    clear.addEventListener("click", () => { cells.forEach((c) => { c.checked = false; }); tell(); cells[0].focus(); });
    document.getElementById("size").addEventListener("change", () => {
      const kept = new FormData(form);
      ["cell", "drawn", "token"].forEach((name) => kept.delete(name));
      location.href = "/make?" + new URLSearchParams([...kept].filter(([, value]) => value));
    });
    form.addEventListener("input", () => form.querySelectorAll(".command").forEach((e) => e.remove()));
    at(0);
    tell();
  }

  const job = document.querySelector('[data-state="queued"], [data-state="running"]');
  if (!job) return;
  const lines = job.querySelector(".lines"), bar = job.querySelector("progress"), get = async (path) => (await fetch(path)).json();
  const look = async () => {
    if (document.hidden) return;
    const now = await get(`/v1/jobs/${job.dataset.job}`), end = lines.scrollTop + lines.clientHeight > lines.scrollHeight - 40;
    if (!["queued", "running"].includes(now.state) || now.run && !bar) return location.reload(); // with the results, or the run
    job.querySelector(".state").textContent = now.state;
    job.querySelector(".ahead").textContent = now.state === "queued" ? `${now.ahead} before it` : "";
    job.querySelector(".now").textContent = now.progress;
    lines.textContent = now.lines.join("\n");
    if (end) lines.scrollTop = lines.scrollHeight;
    if (!now.run) return;
    const run = await get(`/v1/runs/${now.run}`);
    bar.value = run.target ? Math.min(100, (100 * run.puzzles) / run.target) : 0;
    job.querySelector(".puzzles").textContent = run.puzzles.toLocaleString("en");
  };
  const again = () => setTimeout(() => look().catch(() => {}).then(again), 1000);
  again();
})();
