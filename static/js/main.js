// Starts the behaviours a page asks for: each element with data-module="name …" gets /js/name.js.
// A module exports start(element); it runs once for each element, also for those that arrive later.

import { watchTheme } from "./theme.js";

const MODULES = new Set([
  "army-taps",
  "auto-submit",
  "board-entry",
  "board-view",
  "clock",
  "drag-seats",
  "filter",
  "in-place",
  "keep",
  "live",
  "objective-picker",
  "outbox",
  "photo",
  "preview",
  "sheet",
  "tv",
  "undo",
  "unfold",
  "until",
]);
const started = new WeakMap();

async function startOne(element, name) {
  const names = started.get(element) ?? new Set();
  if (names.has(name)) return;
  started.set(element, names.add(name));
  (await import(`./${name}.js`)).start(element);
}

function startAll(root = document) {
  for (const element of [root, ...root.querySelectorAll("[data-module]")]) {
    for (const name of (element.dataset?.module ?? "").split(/\s+/)) {
      if (MODULES.has(name)) startOne(element, name);
    }
  }
  for (const { offsetLeft, parentElement: row } of root.querySelectorAll("nav [aria-current]")) {
    row.scrollLeft = offsetLeft - row.offsetLeft - row.clientWidth / 2; // on a phone
  }
}

watchTheme();
startAll();
document.querySelector("[data-focus]")?.focus();
document.addEventListener("fragment", (event) => startAll(event.target));
if ("indexedDB" in window) import("./unsent.js").then((unsent) => unsent.watch());
