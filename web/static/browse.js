"use strict";
// Empty fields of the form are left out of the address.
document.querySelector(".search").addEventListener("formdata", (e) => [...e.formData].forEach(([name, value]) => { if (!value) e.formData.delete(name); }));
// Keeps puzzles ticked when the reader moves to the next page of the listing or back.
(() => {
  const form = document.getElementById("picks");
  if (!form) return;
  const picks = () => new FormData(form).getAll("pick").flatMap((p) => p.split("."));
  const keep = () => {
    const to = new URL(location.href);
    to.searchParams.delete("pick");
    if (picks().length) to.searchParams.set("pick", picks().join("."));
    history.replaceState(null, "", to);
    sessionStorage.setItem("picks", picks().join("."));
    document.getElementById("picked").textContent = picks().length ? `${picks().length} ticked` : "";
  };
  form.addEventListener("change", keep);
  addEventListener("pageshow", (e) => {
    const back = e.persisted || performance.getEntriesByType("navigation")[0]?.type === "back_forward";
    if (!back) return keep();
    const left = new Set((sessionStorage.getItem("picks") || "").split(".").filter(Boolean));
    form.querySelectorAll('[type=checkbox][name=pick]').forEach((box) => { box.checked = left.delete(box.value); });
    form.querySelectorAll('[type=hidden][name=pick]').forEach((field) => field.remove());
    if (left.size) form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "pick", value: [...left].join(".") }));
    keep();
  });
  document.addEventListener("click", (e) => {
    const a = e.target.closest('a[href^="/browse"]');
    if (!a) return;
    const to = new URL(a.href);
    if (picks().length) to.searchParams.set("pick", picks().join(".")); else to.searchParams.delete("pick");
    a.href = to.pathname + to.search;
  });
})();
