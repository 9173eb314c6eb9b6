// The bar with the last act: Ctrl+Z takes it back, Escape puts the bar away.

function typing() {
  return document.activeElement?.matches("input, textarea, select");
}

export function start(form) {
  addEventListener("keydown", (event) => {
    if (!form.isConnected || form.hidden || typing()) return;
    if ((event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === "z") {
      event.preventDefault();
      form.requestSubmit();
    } else if (event.key === "Escape") {
      form.hidden = true;
    }
  });
}
