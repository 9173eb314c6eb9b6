// The seating editor. Two seats change places: drag one on the other, or pick one and then the other (tap, Enter).
// A seat dropped on a table moves there. Each act posts the form [data-swap-form] with first and second (or table).

import { sendForm } from "./fragments.js";

const seatOf = (event) => event.target.closest?.("[data-seat]");
const tableOf = (event) => event.target.closest?.("[data-table]");

export function start(editor) {
  let picked = null;

  function pick(seat) {
    picked?.setAttribute("aria-pressed", "false");
    picked = seat;
    picked?.setAttribute("aria-pressed", "true");
  }

  function fill(form, values) {
    for (const name of ["first", "second", "table"]) {
      if (form.elements[name]) form.elements[name].value = values[name] ?? "";
    }
  }

  async function act(values) {
    const form = document.querySelector("[data-swap-form]");
    fill(form, values);
    pick(null);
    editor.ariaBusy = "true";
    try {
      await sendForm(form);
      document.getElementById(`seat-${values.first}`)?.focus();
    } catch {
      form.submit(); // no answer for the script: let the browser show what is wrong
    } finally {
      editor.ariaBusy = "false";
    }
  }

  editor.addEventListener("click", (event) => {
    const seat = seatOf(event);
    if (!seat) return;
    event.preventDefault();
    if (!picked || !picked.isConnected) pick(seat);
    else if (picked === seat) pick(null);
    else act({ first: picked.dataset.seat, second: seat.dataset.seat });
  });

  editor.addEventListener("keydown", (event) => {
    if (event.key === "Escape") pick(null);
  });

  let dragged = null;
  let over = null;

  function hover(target) {
    over?.classList.remove("is-over");
    over = target;
    over?.classList.add("is-over");
  }

  editor.addEventListener("dragstart", (event) => {
    dragged = seatOf(event) ?? null;
    if (!dragged) return;
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", dragged.textContent.trim());
    dragged.classList.add("is-dragged");
  });

  editor.addEventListener("dragover", (event) => {
    const target = seatOf(event) ?? tableOf(event);
    if (!dragged || !target) return;
    event.preventDefault();
    hover(target === dragged ? null : target);
  });

  editor.addEventListener("drop", (event) => {
    if (!dragged) return;
    event.preventDefault();
    const seat = seatOf(event);
    const table = tableOf(event);
    const first = dragged.dataset.seat;
    if (seat && seat !== dragged) act({ first, second: seat.dataset.seat });
    else if (!seat && table && !table.contains(dragged)) act({ first, table: table.dataset.table });
  });

  editor.addEventListener("dragend", () => {
    dragged?.classList.remove("is-dragged");
    dragged = null;
    hover(null);
  });
}
