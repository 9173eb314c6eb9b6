// What a form would make, shown again whenever something in it changes. Its button does the same without script.

import { sendForm } from "./fragments.js";

export function start(form) {
  form.addEventListener("change", () => sendForm(form));
}
