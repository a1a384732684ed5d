"use strict";
// Shows the progress of running runs, while the page can be seen.
(() => {
  const rows = new Set(document.querySelectorAll('tr[data-state="running"]'));
  const look = async () => {
    for (const row of document.hidden ? [] : rows) {
      const run = await (await fetch(`/v1/runs/${row.dataset.run}`)).json();
      row.querySelector(".state").textContent = run.state;
      row.querySelector(".puzzles").textContent = run.puzzles.toLocaleString("en");
      row.querySelector("progress").value = run.target ? Math.min(100, (100 * run.puzzles) / run.target) : 0;
      if (run.state !== "running") rows.delete(row);
    }
  };
  const again = () => rows.size && setTimeout(() => look().catch(() => {}).then(again), 2000);
  again();
})();
