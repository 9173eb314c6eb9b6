// Parts of a page that the server may send again: every element with data-fragment="name".

function busy(element) {
  const active = document.activeElement;
  return element.contains(active) && active.matches("input, select, textarea");
}

function openParts(element) {
  return new Set([...element.querySelectorAll("details[open][id]")].map((one) => one.id));
}

function replaceOne(old, fresh) {
  const focused = old.contains(document.activeElement) ? document.activeElement.id : "";
  for (const id of openParts(old)) fresh.querySelector(`details#${CSS.escape(id)}`)?.setAttribute("open", "");
  old.replaceWith(fresh);
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  fresh.dispatchEvent(new CustomEvent("fragment", { bubbles: true }));
}

// Puts the fragments of an answer in the place of those on the page; leaves alone where somebody is typing.
export function replaceFragments(html, { evenBusy = false } = {}) {
  const answer = new DOMParser().parseFromString(html, "text/html");
  for (const fresh of answer.querySelectorAll("[data-fragment]")) {
    const old = document.querySelector(`[data-fragment="${CSS.escape(fresh.dataset.fragment)}"]`);
    if (old && (evenBusy || !busy(old))) replaceOne(old, document.adoptNode(fresh));
  }
}

// Shows a whole answer in place of this page: its title and its main part.
export function replaceMain(html) {
  const answer = new DOMParser().parseFromString(html, "text/html");
  const main = answer.querySelector("main");
  if (!main) return false;
  document.title = answer.title;
  replaceOne(document.querySelector("main"), document.adoptNode(main));
  window.scrollTo(0, 0);
  return true;
}

export function csrfToken() {
  const cookie = document.cookie.match(/(?:^|; )csrftoken=([^;]+)/);
  return cookie?.[1] ?? document.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";
}

// Sends a form and shows the fragments of the answer; falls back on the browser's own way.
export async function sendForm(form) {
  const answer = await fetch(form.getAttribute("action") ?? "", {
    method: "POST",
    body: new FormData(form),
    headers: { "X-CSRFToken": csrfToken(), "X-Fragments": "1" },
  });
  replaceFragments(await answer.text(), { evenBusy: true });
  return answer;
}
