// A form that gets through, now or later: <form data-module="outbox" data-outbox-label="Table 7"> with a hidden
// idempotency_key. Saved on the device first, then sent; shown as "not sent yet" until the server has said yes.

import { replaceMain } from "./fragments.js";
import { keepPages } from "./keep.js";
import { CONFLICT, REFUSED, WAITING, all, attempt, find, flush, put, remove } from "./unsent.js";

function freshKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16)); // randomUUID is missing on plain http
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const plain = (_name, value) => (value instanceof File ? [value.name, value.size, value.lastModified] : value);
const same = (a, b) => JSON.stringify(a, plain) === JSON.stringify(b, plain);
const isNothing = (value) => value instanceof File && value.size === 0; // no file chosen: a new one each time
const fieldsOf = (data) => [...data].filter(([, value]) => !isNothing(value));

// The same form sent again keeps its key; another content under a key that waits gets its own.
async function entryOf(form, submitter) {
  const data = new FormData(form, submitter);
  data.delete("csrfmiddlewaretoken");
  let key = data.get("idempotency_key") || freshKey();
  const waiting = await find(key);
  let fields = fieldsOf(data);
  if (waiting && !same(waiting.fields, fields)) {
    key = freshKey();
    data.set("idempotency_key", key);
    fields = fieldsOf(data);
  }
  const action = submitter?.getAttribute("formaction") ?? form.getAttribute("action") ?? "";
  const url = new URL(action, location.href).href;
  return { key, url, fields, label: form.dataset.outboxLabel ?? document.title, at: Date.now(), state: WAITING };
}

// Sends while somebody is looking: the next page, or the same one with what is wrong (both versions in a conflict).
async function sendNow(entry) {
  const answer = await attempt(entry);
  if (answer === null || answer.status >= 500) return false;
  if (answer.redirected) {
    location.href = answer.url;
    return true;
  }
  const shown = replaceMain(await answer.text());
  if (shown && ![401, 403].includes(answer.status)) await remove(entry.key); // its figures stand in the form now
  return shown;
}

function say(form, which) {
  const note = form.querySelector("[data-outbox-note]");
  if (!note) return;
  note.hidden = false;
  note.textContent = note.dataset[which] ?? "";
}

function list(element, entries) {
  const words = element.dataset;
  element.replaceChildren(
    ...entries.map((entry) => {
      const row = document.createElement("li");
      row.className = entry.state === WAITING ? "is-warn" : "is-bad";
      const text = document.createElement("span");
      const state = { [WAITING]: words.waiting, [CONFLICT]: words.conflict, [REFUSED]: words.refused }[entry.state];
      const time = new Date(entry.at).toLocaleTimeString(document.documentElement.lang, { timeStyle: "short" });
      text.textContent = `${entry.label} · ${time} · ${state}`;
      const tools = document.createElement("span");
      if (entry.state !== WAITING) tools.append(tool(words.look, () => sendNow(entry)), tool(words.discard, () => remove(entry.key)));
      else tools.append(tool(words.send, flush));
      row.append(text, tools);
      return row;
    }),
  );
}

function tool(label, act) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button button-quiet";
  button.textContent = label;
  button.addEventListener("click", act);
  return button;
}

function startForm(form) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (form.ariaBusy === "true") return;
    form.ariaBusy = "true";
    try {
      const entry = await entryOf(form, event.submitter);
      await put(entry);
      if (!(await sendNow(entry))) say(form, "kept");
    } catch {
      form.submit(); // the device keeps nothing (private window): the browser's own way
    } finally {
      form.ariaBusy = null;
    }
  });
}

export function start(element) {
  if (element.matches("form")) {
    startForm(element);
    keepPages([location.href]).catch(() => {}); // storage full or refused: the form works, until a reload
    return;
  }
  document.addEventListener("outbox", (event) => list(element, event.detail));
  all().then((entries) => list(element, entries));
}
