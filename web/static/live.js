"use strict";
// Shows the progress of running runs.
document.querySelectorAll('tr[data-state="running"]').forEach((row) => {
  const events = new EventSource(`/v1/runs/${row.dataset.run}/events`);
  events.addEventListener("run", (e) => {
    const run = JSON.parse(e.data);
    row.querySelector(".state").textContent = run.state;
    row.querySelector(".puzzles").textContent = run.puzzles.toLocaleString("en");
    row.querySelector("progress").value = run.target ? Math.min(100, (100 * run.puzzles) / run.target) : 0;
    if (run.state !== "running") events.close();
  });
});
