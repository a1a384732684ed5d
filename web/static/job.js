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
    form.addEventListener("input", () => form.querySelectorAll(".forecast, .command").forEach((e) => e.remove()));
    at(0);
    tell();
  }

  const job = document.querySelector('[data-state="queued"], [data-state="running"]');
  if (!job) return;
  const lines = job.querySelector(".lines"), state = job.querySelector(".state");
  let made; // reconnects while the job runs: at first a resumed run still counts as stopped
  const follow = (run) => {
    made = new EventSource(`/v1/runs/${run}/events`);
    made.addEventListener("run", (e) => {
      const now = JSON.parse(e.data), bar = job.querySelector("progress");
      if (!bar) return;
      bar.value = now.target ? Math.min(100, (100 * now.puzzles) / now.target) : 0;
      job.querySelector(".puzzles").textContent = now.puzzles.toLocaleString("en");
    });
  };
  const events = new EventSource(`/v1/jobs/${job.dataset.job}/events`);
  events.addEventListener("job", (e) => {
    const now = JSON.parse(e.data), end = lines.scrollTop + lines.clientHeight > lines.scrollHeight - 40;
    state.textContent = now.state;
    job.querySelector(".now").textContent = now.progress;
    lines.textContent = now.lines.join("\n");
    if (end) lines.scrollTop = lines.scrollHeight;
    if (now.run && !made) {
      if (!job.querySelector("progress")) return location.reload(); // reload to show the new run
      follow(now.run);
    }
    if (now.state === "queued" || now.state === "running") return;
    events.close();
    if (made) made.close();
    location.reload();
  });
})();
