"use strict";
// Changes the order of a book by dragging and by buttons, and adds up the quotas.
(() => {
  const form = document.getElementById("book"), shelf = form.querySelector(".shelf"), sum = document.getElementById("sum");
  const add = () => {
    const n = [...form.querySelectorAll(".quotas input")].reduce((all, field) => all + (+field.value || 0), 0);
    sum.textContent = n ? `${n.toLocaleString("en")} ${n === 1 ? "puzzle" : "puzzles"}` : "";
  };
  if (sum) { form.addEventListener("input", add); add(); }
  if (!shelf) return;
  const said = document.getElementById("moved"), order = document.getElementById("order");
  // After the first change the list is the user's own, and its order counts.
  const changed = (text) => {
    shelf.querySelectorAll("input").forEach((field) => { field.name = "keys"; });
    if (!order.querySelector('[value="given"]')) order.prepend(new Option("as listed below", "given"));
    order.value = "given";
    said.textContent = `${text} Show the book to see its pages anew.`;
  };
  const place = (li) => `${li.querySelector("img").alt} is number ${[...shelf.children].indexOf(li) + 1} of ${shelf.children.length}.`;
  shelf.addEventListener("click", (e) => {
    const button = e.target.closest("button");
    if (!button) return;
    const li = button.closest("li"), what = button.dataset.move;
    if (what === "drop") {
      const next = li.nextElementSibling || li.previousElementSibling;
      if (!next) return;
      const name = li.querySelector("img").alt;
      li.remove();
      next.querySelector("button").focus();
      return changed(`${name} is left out.`);
    }
    const other = what === "up" ? li.previousElementSibling : li.nextElementSibling;
    if (!other) return;
    if (what === "up") other.before(li); else other.after(li);
    button.focus();
    changed(place(li));
  });
  form.querySelectorAll(".moves").forEach((part) => { part.hidden = false; });
  let dragged;
  [...shelf.children].forEach((li) => { li.draggable = true; });
  shelf.addEventListener("dragstart", (e) => { dragged = e.target.closest("li"); dragged.classList.add("dragged"); e.dataTransfer.effectAllowed = "move"; });
  shelf.addEventListener("dragover", (e) => {
    const li = e.target.closest("li");
    if (!dragged) return;
    e.preventDefault();
    if (!li || li === dragged) return;
    const box = li.getBoundingClientRect();
    if (e.clientX < box.left + box.width / 2) li.before(dragged); else li.after(dragged);
  });
  shelf.addEventListener("drop", (e) => e.preventDefault());
  shelf.addEventListener("dragend", () => { dragged.classList.remove("dragged"); changed(place(dragged)); dragged = null; });
})();
