// Entering a position: tap a territory, it goes to the army that is chosen; tap it again or press long, it is free.
// What counts are the selects [data-territory] of the list: without this script the list alone does the same.

import { isArrow, neighbourTowards } from "./board-keys.js";
import { panZoom } from "./pan-zoom.js";
import { Position } from "./position.js";

const SVG = "http://www.w3.org/2000/svg";
const LONG_PRESS = 550;
const NAMES_SHOWN = 6;

class BoardEntry {
  constructor(root) {
    this.root = root;
    this.svg = root.querySelector("svg.board");
    this.lands = new Map([...this.svg.querySelectorAll("[data-land]")].map((land) => [land.dataset.land, land]));
    this.labels = new Map([...this.svg.querySelectorAll("[data-label]")].map((label) => [label.dataset.label, label]));
    this.selects = new Map([...root.querySelectorAll("select[data-territory]")].map((one) => [one.dataset.territory, one]));
    this.armies = new Map([...root.querySelectorAll("button[data-army]")].map((button) => [button.dataset.army, button]));
    this.position = new Position(
      new Map([...this.lands].map(([name, land]) => [name, Number(land.dataset.value)])),
      JSON.parse(this.svg.dataset.objectives),
    );
    this.army = "";
    this.view = panZoom(this.svg, root.querySelector(".board-view") ?? this.svg.parentElement);
    this.cursor = this.drawCursor();
    for (const [name, select] of this.selects) this.position.set(name, select.value, { remember: false });
    for (const name of this.lands.keys()) this.paint(name);
    root.querySelector("[data-board-list]")?.removeAttribute("open");
    this.watch();
    this.choose(this.armies.keys().next().value);
    this.count();
  }

  drawCursor() {
    const cursor = document.createElementNS(SVG, "g");
    cursor.setAttribute("class", "cursor");
    cursor.append(document.createElementNS(SVG, "use"), document.createElementNS(SVG, "use"));
    this.svg.append(cursor);
    [...this.lands.values()].forEach((land, index) => {
      land.setAttribute("role", "button");
      land.tabIndex = index === 0 ? 0 : -1;
    });
    return cursor;
  }

  watch() {
    const { root, svg } = this;
    for (const [army, button] of this.armies) button.addEventListener("click", () => this.choose(army));
    root.addEventListener("change", (event) => {
      const name = event.target.dataset.territory;
      if (name) this.give(name, event.target.value);
      else if (event.target.matches("[data-objective-of]")) this.count();
    });
    root.querySelector("[data-board-undo]")?.addEventListener("click", () => this.undo());
    svg.addEventListener("pointerdown", (event) => this.press(event));
    svg.addEventListener("click", (event) => this.tap(event));
    svg.addEventListener("contextmenu", (event) => event.preventDefault());
    svg.addEventListener("focusin", (event) => this.walkTo(event.target.closest("[data-land]")));
    svg.addEventListener("focusout", () => this.outline(""));
    svg.addEventListener("keydown", (event) => this.key(event));
  }

  choose(army) {
    this.army = army;
    for (const [name, button] of this.armies) button.setAttribute("aria-pressed", String(name === army));
  }

  // Another module around this one uses the taps while it says so (data-tapping).
  isTakenOver() {
    return Boolean(this.root.closest("[data-tapping]"));
  }

  press(event) {
    const land = event.target.closest("[data-land]");
    clearTimeout(this.timer);
    this.wasLong = false;
    if (!land || this.isTakenOver()) return;
    this.timer = setTimeout(() => {
      if (this.view.wasMoved()) return;
      this.wasLong = true;
      this.give(land.dataset.land, "");
      navigator.vibrate?.(15);
    }, LONG_PRESS);
  }

  tap(event) {
    clearTimeout(this.timer);
    const land = event.target.closest("[data-land]");
    if (land && !this.wasLong && !this.view.wasMoved() && !this.isTakenOver()) this.toggle(land.dataset.land, this.army);
  }

  toggle(name, army) {
    this.give(name, this.position.owner(name) === army ? "" : army);
  }

  give(name, army) {
    if (!this.position.set(name, army)) return;
    this.show(name);
  }

  undo() {
    const name = this.position.undo();
    if (name) this.show(name);
  }

  show(name) {
    this.paint(name);
    this.count();
    const select = this.selects.get(name);
    if (select && select.value !== this.position.owner(name)) select.value = this.position.owner(name);
    this.say(this.lands.get(name).getAttribute("aria-label"));
  }

  paint(name) {
    const army = this.position.owner(name);
    const land = this.lands.get(name);
    const button = this.armies.get(army);
    for (const one of [land, this.labels.get(name)]) {
      one.classList.remove(...this.armies.keys());
      if (army) one.classList.add(army);
    }
    this.labels.get(name).querySelector(".letter").textContent = button?.dataset.letter ?? "";
    const words = [land.dataset.name, land.dataset.value, ...(button ? [button.dataset.words] : [])].join(", ");
    land.setAttribute("aria-label", words);
    land.querySelector("title").textContent = words;
  }

  count() {
    for (const army of this.armies.keys()) {
      const objective = this.root.querySelector(`[data-objective-of="${army}"]`)?.value ?? "";
      const found = this.position.count(army, objective);
      for (const [what, value] of Object.entries(found)) {
        for (const place of this.root.querySelectorAll(`[data-${what}-of="${army}"]`)) place.textContent = value ?? "–";
      }
    }
    this.remaining();
    const back = this.root.querySelector("[data-board-undo]");
    if (back) back.disabled = !this.position.canUndo;
  }

  remaining() {
    const place = this.root.querySelector("[data-remaining]");
    if (!place) return;
    const free = this.position.free();
    const names = free.slice(0, NAMES_SHOWN).map((name) => this.lands.get(name).dataset.name);
    const words = free.length === 1 ? place.dataset.one : place.dataset.many;
    place.dataset.left = free.length;
    place.textContent = free.length
      ? `${words.replace("%n", free.length)}: ${names.join(", ")}${free.length > NAMES_SHOWN ? " …" : ""}`
      : place.dataset.none;
  }

  walkTo(land) {
    if (!land) return;
    for (const one of this.lands.values()) one.tabIndex = one === land ? 0 : -1;
    if (!land.matches(":focus-visible")) return;
    this.outline(`#t-${land.dataset.land}`);
    this.view.reveal(land.getBBox());
  }

  outline(href) {
    for (const one of this.cursor.children) one.setAttribute("href", href);
  }

  key(event) {
    const land = event.target.closest("[data-land]");
    if (!land || event.altKey || event.ctrlKey || event.metaKey) return;
    const name = land.dataset.land;
    const armies = [...this.armies];
    const byLetter = armies.find(([, button]) => button.dataset.letter.toLowerCase() === event.key.toLowerCase());
    const byNumber = armies[Number(event.key) - 1];
    if (isArrow(event.key)) neighbourTowards(land, event.key, this.lands)?.focus();
    else if (event.key === "Enter" || event.key === " ") this.toggle(name, this.army);
    else if (event.key === "Delete" || event.key === "Backspace") this.give(name, "");
    else if (byLetter ?? byNumber) this.give(name, (byLetter ?? byNumber)[0]);
    else return;
    event.preventDefault();
  }

  say(words) {
    const place = this.root.querySelector("[data-board-said]");
    if (place) place.textContent = words;
  }
}

export function start(root) {
  new BoardEntry(root);
}
