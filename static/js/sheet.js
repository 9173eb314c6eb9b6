// A button that opens a <dialog class="sheet">: data-sheet="#id". Inside, [data-close] closes; so does a tap beside it.

export function start(button) {
  const dialog = document.querySelector(button.dataset.sheet);
  button.addEventListener("click", () => dialog.showModal());
  if (dialog.dataset.watched) return;
  dialog.dataset.watched = "yes";
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog || event.target.closest("[data-close]")) dialog.close();
  });
}
