"use strict";
// A job that goes on is told as it goes on; when it ends, the page is loaded anew with
// what it made. The token stays in this tab, and is typed once.
(() => {
  const token = document.getElementById("token");
  if (token) {
    token.value = sessionStorage.getItem("token") || "";
    token.form.addEventListener("submit", () => sessionStorage.setItem("token", token.value));
  }
  const job = document.querySelector('[data-state="queued"], [data-state="running"]');
  if (!job) return;
  const lines = job.querySelector(".lines"), state = job.querySelector(".state");
  const events = new EventSource(`/v1/jobs/${job.dataset.job}/events`);
  events.addEventListener("job", (e) => {
    const now = JSON.parse(e.data), end = lines.scrollTop + lines.clientHeight > lines.scrollHeight - 40;
    state.textContent = now.state;
    lines.textContent = now.lines.join("\n");
    if (end) lines.scrollTop = lines.scrollHeight;
    if (now.state === "queued" || now.state === "running") return;
    events.close();
    location.reload();
  });
})();
