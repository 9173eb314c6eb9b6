// Forms marked data-in-place, and the undo bar, are sent without leaving the page: the answer's fragments take the
// place of the old ones. When the network fails the browser goes its own way.

import { sendForm } from "./fragments.js";

export function start(element) {
  element.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!form.matches("[data-in-place], .undo-bar")) return;
    event.preventDefault();
    try {
      await sendForm(form);
    } catch {
      form.submit();
    }
  });
}
