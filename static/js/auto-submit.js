// A form that is sent as soon as a choice changes; its button is for those without script.

export function start(form) {
  form.addEventListener("change", () => form.requestSubmit());
}
