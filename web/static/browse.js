"use strict";
// Completes the names of columns in the condition. Without this script, the list below the
// field has the same names.
(() => {
  const field = document.getElementById("where");
  // Empty fields are left out of the address.
  field.form.addEventListener("formdata", (e) => [...e.formData].forEach(([name, value]) => { if (!value) e.formData.delete(name); }));
  const columns = [...document.querySelectorAll("#where-help dt")].map((dt) => [dt.textContent, dt.nextElementSibling.textContent]);
  const words = [...columns, ["and", ""], ["or", ""], ["not", ""], ["in", "one of a list in brackets"], ["between", "from and to"], ["is null", "is not known"]];
  const list = Object.assign(document.createElement("ul"), { className: "suggest", id: "suggest", hidden: true });
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", "Columns and words");
  field.after(list);
  field.setAttribute("role", "combobox");
  field.setAttribute("aria-autocomplete", "list");
  field.setAttribute("aria-controls", "suggest");
  field.setAttribute("aria-expanded", "false");
  let chosen = -1;
  const close = () => { list.hidden = true; chosen = -1; field.setAttribute("aria-expanded", "false"); field.removeAttribute("aria-activedescendant"); };
  const begun = () => /[\p{L}\d_.-]*$/u.exec(field.value.slice(0, field.selectionStart))[0];
  const mark = (n) => {
    chosen = (n + list.children.length) % list.children.length;
    [...list.children].forEach((li, i) => li.setAttribute("aria-selected", i === chosen));
    list.children[chosen].scrollIntoView({ block: "nearest" });
    field.setAttribute("aria-activedescendant", list.children[chosen].id);
  };
  const take = (word) => {
    const to = field.selectionStart, from = to - begun().length;
    field.setRangeText(word.replace(/(TECHNIQUE|NAME)$/, "") + (/\.(TECHNIQUE|NAME)$/.test(word) ? "" : " "), from, to, "end");
    close();
    field.focus();
  };
  field.addEventListener("input", () => {
    const word = begun().toLowerCase();
    const fits = word ? words.filter(([w]) => w.toLowerCase().startsWith(word) && w.toLowerCase() !== word) : [];
    list.replaceChildren(...fits.map(([w, doc], i) => {
      const li = document.createElement("li");
      li.id = "suggest-" + i;
      li.setAttribute("role", "option");
      li.setAttribute("aria-selected", "false");
      li.append(w, Object.assign(document.createElement("span"), { className: "dim", textContent: doc }));
      li.addEventListener("mousedown", (e) => { e.preventDefault(); take(w); });
      return li;
    }));
    if (!fits.length) return close();
    list.hidden = false;
    chosen = -1;
    field.setAttribute("aria-expanded", "true");
  });
  field.addEventListener("keydown", (e) => {
    if (list.hidden) return;
    if (e.key === "ArrowDown") mark(chosen + 1);
    else if (e.key === "ArrowUp") mark(chosen - 1);
    else if (e.key === "Escape") close();
    else if ((e.key === "Enter" || e.key === "Tab") && chosen >= 0) take(words.find(([w]) => list.children[chosen].firstChild.textContent === w)[0]);
    else return;
    e.preventDefault();
  });
  field.addEventListener("blur", close);
})();
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
