// Armies on the board of a dispute: after “adds an army” a tap adds one to the territory instead of giving it away.
// What counts are the fields [data-armies-on] of the list: without this script the list alone does the same.

const STILL = 8;

class ArmyTaps {
  constructor(root) {
    this.root = root;
    this.svg = root.querySelector("svg.board");
    this.fields = new Map([...root.querySelectorAll("[data-armies-on]")].map((field) => [field.dataset.armiesOn, field]));
    this.buttons = [...root.querySelectorAll("[data-tap]")];
    this.step = 0;
    for (const button of this.buttons) button.addEventListener("click", () => this.choose(button));
    const frame = this.svg.parentElement;
    frame.addEventListener("pointerdown", (event) => { this.from = [event.clientX, event.clientY]; }, true);
    frame.addEventListener("click", (event) => this.tap(event), true);
    frame.addEventListener("keydown", (event) => this.key(event), true);
    root.addEventListener("input", (event) => {
      const name = event.target.dataset.armiesOn;
      if (name) this.paint(name);
    });
    root.querySelector("#armies-list")?.removeAttribute("open");
    for (const name of this.fields.keys()) this.paint(name);
  }

  choose(button) {
    this.step = Number(button.dataset.tap) || 0;
    this.root.toggleAttribute("data-tapping", this.step !== 0);
    for (const one of this.buttons) one.setAttribute("aria-pressed", String(one === button));
  }

  tap(event) {
    const land = event.target.closest("[data-land]");
    if (!this.step || !land) return;
    const [x, y] = this.from ?? [event.clientX, event.clientY];
    if (Math.hypot(event.clientX - x, event.clientY - y) < STILL) this.add(land.dataset.land, this.step);
  }

  key(event) {
    const land = event.target.closest("[data-land]");
    const step = { "+": 1, "-": -1 }[event.key] ?? (event.key === "Enter" || event.key === " " ? this.step : 0);
    if (!land || !step) return;
    event.stopPropagation();
    event.preventDefault();
    this.add(land.dataset.land, step);
  }

  add(name, step) {
    const field = this.fields.get(name);
    field.value = Math.max(0, (Number(field.value) || 1) + step);
    this.paint(name);
    const land = this.svg.querySelector(`[data-land="${name}"]`);
    this.root.querySelector("[data-tap-said]").textContent = `${land.dataset.name}: ${field.value}`;
  }

  // The number of the label: armies where they are known, else the printed value.
  paint(name) {
    const number = this.svg.querySelector(`[data-label="${name}"] .value`);
    const land = this.svg.querySelector(`[data-land="${name}"]`);
    const typed = this.fields.get(name).value.trim();
    if (!number) return;
    number.textContent = typed || land.dataset.value;
    number.classList.toggle("typed", Boolean(typed));
  }
}

export function start(root) {
  new ArmyTaps(root);
}
