// The sixteen cards in a sheet, for one seat after the other: a button [data-pick-for="red"] opens the sheet, a card
// sets the select [data-objective-of="red"]. A card that another seat holds says so and cannot be taken.

export function start(dialog) {
  let select = null;

  function mark() {
    const others = [...document.querySelectorAll("select[data-objective-of]")].filter((one) => one !== select);
    for (const card of dialog.querySelectorAll("[data-card]")) {
      const holder = others.find((one) => one.value === card.dataset.card);
      card.disabled = Boolean(holder);
      card.setAttribute("aria-pressed", String(select.value === card.dataset.card));
    }
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-pick-for]");
    if (!button) return;
    select = document.querySelector(`select[data-objective-of="${button.dataset.pickFor}"]`);
    dialog.querySelector("[data-picking]").textContent = button.dataset.words ?? "";
    mark();
    dialog.showModal();
  });

  dialog.addEventListener("click", (event) => {
    const card = event.target.closest("[data-card]");
    if (card) {
      select.value = select.value === card.dataset.card ? "" : card.dataset.card;
      select.dispatchEvent(new Event("change", { bubbles: true }));
    }
    if (card || event.target === dialog || event.target.closest("[data-close]")) dialog.close();
  });
}
