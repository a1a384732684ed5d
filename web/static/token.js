"use strict";
// The token stays in this tab, and is typed once.
(() => {
  const token = document.getElementById("token");
  token.value = sessionStorage.getItem("token") || "";
  token.form.addEventListener("submit", () => sessionStorage.setItem("token", token.value));
})();
