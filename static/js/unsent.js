// What waits to be sent: an outbox in IndexedDB. Each entry has an idempotency key that never changes, so that
// sending it again after a lost answer cannot store it twice.

import { csrfToken } from "./fragments.js";

const STORE = "entries";
const RETRY = 15000;
export const WAITING = "waiting";
export const CONFLICT = "conflict";
export const REFUSED = "refused";

let flushing = null;
const underWay = new Map(); // key → the attempt that runs

function open() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("sdadata-outbox", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "key" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function run(mode, work) {
  const database = await open();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = work(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = transaction.onerror = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

export const all = () => run("readonly", (store) => store.getAll());
export const find = (key) => run("readonly", (store) => store.get(key));
export const remove = (key) => run("readwrite", (store) => store.delete(key)).then(showBadge);
export const put = (entry) => run("readwrite", (store) => store.put(entry)).then(showBadge);

export async function showBadge() {
  const entries = await all();
  const badge = document.querySelector("[data-outbox-badge]");
  if (badge) {
    badge.hidden = entries.length === 0;
    badge.textContent = `${entries.length} ${badge.dataset.words ?? ""}`.trim();
  }
  document.dispatchEvent(new CustomEvent("outbox", { detail: entries }));
  return entries;
}

async function send(entry) {
  const body = new FormData();
  for (const [name, value] of entry.fields) body.append(name, value);
  return fetch(entry.url, {
    method: "POST",
    body,
    headers: { "Idempotency-Key": entry.key, "X-CSRFToken": csrfToken(), "X-Outbox": "1" },
  });
}

// Stored means: the server went on to the next page (not to the sign-in), or said so by a header.
function isStored(answer) {
  if (!answer.ok) return false;
  if (answer.headers.has("X-Stored")) return true;
  const login = document.querySelector("[data-outbox-badge]")?.dataset.login;
  return answer.redirected && !(login && new URL(answer.url).pathname.startsWith(login));
}

function stateAfter(answer) {
  if (answer.status === 409) return CONFLICT;
  return answer.status >= 500 || answer.status === 429 ? WAITING : REFUSED;
}

// One attempt at a time for an entry: a second caller joins it. Returns the server's answer, or null when there was none.
export async function attempt(entry) {
  if (!underWay.has(entry.key)) {
    underWay.set(entry.key, attemptOnce(entry).finally(() => underWay.delete(entry.key)));
  }
  return (await underWay.get(entry.key))?.clone() ?? null;
}

// The entry goes only with a yes.
async function attemptOnce(entry) {
  let answer;
  try {
    answer = await send(entry);
  } catch {
    return null;
  }
  if (isStored(answer)) await remove(entry.key);
  else await put({ ...entry, state: stateAfter(answer) });
  return answer;
}

async function flushOnce() {
  for (const { key } of await all()) {
    const entry = await find(key); // its form may have sent it meanwhile
    if (entry?.state === WAITING && (await attempt(entry)) === null) break;
  }
}

// Sends what waits, in the order it was written; a second call while one runs joins it.
export function flush() {
  return (flushing ??= flushOnce().finally(() => (flushing = null)));
}

export function watch() {
  addEventListener("online", flush);
  document.addEventListener("visibilitychange", () => document.hidden || flush());
  setInterval(flush, RETRY);
  showBadge().then(flush);
}
