// Who owns what: a map from territory to army with its way back, and what it is worth. No page in here.

export class Position {
  #owners = new Map();
  #past = [];

  constructor(values, objectives) {
    this.values = values; // territory → printed value, in the printed order
    this.objectives = objectives; // number → bits of its territories
    this.bits = new Map([...values.keys()].map((name, index) => [name, 1n << BigInt(index)]));
  }

  owner(name) {
    return this.#owners.get(name) ?? "";
  }

  set(name, army, { remember = true } = {}) {
    const before = this.owner(name);
    if (before === army) return false;
    if (remember) this.#past.push([name, before]);
    if (army) this.#owners.set(name, army);
    else this.#owners.delete(name);
    return true;
  }

  undo() {
    const last = this.#past.pop();
    if (!last) return "";
    this.set(last[0], last[1], { remember: false });
    return last[0];
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  free() {
    return [...this.values.keys()].filter((name) => !this.owner(name));
  }

  // Territories held, points inside the objective, points outside; points are null without an objective.
  count(army, objective) {
    const held = [...this.#owners].filter(([, owner]) => owner === army).map(([name]) => name);
    const mask = BigInt(this.objectives[objective] ?? 0);
    const worth = (names) => names.reduce((sum, name) => sum + this.values.get(name), 0);
    const inside = held.filter((name) => mask & this.bits.get(name));
    return {
      territories: held.length,
      points: objective ? worth(inside) : null,
      outside: objective ? worth(held) - worth(inside) : null,
    };
  }
}
