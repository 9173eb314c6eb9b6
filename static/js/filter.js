// Narrows a list while somebody types: <input data-module="filter" data-filter="#list" data-filter-min="3">. Items carry
// data-name; with a minimum nothing shows before so many letters. [data-filter-count] says how many are left.

const plain = (text) =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase();

export function matches(name, query) {
  const words = plain(name).split(/[\s,.'’-]+/);
  return plain(query)
    .split(/\s+/)
    .filter(Boolean)
    .every((part) => words.some((word) => word.startsWith(part)));
}

export function start(input) {
  const least = Number(input.dataset.filterMin ?? 0);
  const counter = document.querySelector("[data-filter-count]");

  function apply() {
    const query = input.value.trim();
    const items = [...document.querySelectorAll(`${input.dataset.filter} [data-name]`)];
    let shown = 0;
    for (const item of items) {
      item.hidden = query.length < least || !matches(item.dataset.name, query);
      shown += item.hidden ? 0 : 1;
    }
    for (const group of document.querySelectorAll(`${input.dataset.filter} [data-group]`)) {
      group.hidden = !group.querySelector("[data-name]:not([hidden])");
    }
    if (counter) counter.textContent = query.length < least ? "" : String(shown);
  }

  input.addEventListener("input", apply);
  input.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      input.value = "";
      apply();
    }
    if (event.key !== "Enter") return;
    const shown = [...document.querySelectorAll(`${input.dataset.filter} [data-name]:not([hidden])`)];
    if (shown.length !== 1) return;
    event.preventDefault();
    (shown[0].querySelector("a, button") ?? shown[0]).click();
  });
  document.addEventListener("fragment", apply);
  apply();
}
