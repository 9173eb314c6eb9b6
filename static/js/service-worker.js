// Pages seen once open again without a network: network first, the copy when there is none.
// Results are not kept here: outbox.js keeps and sends them, this only shows the forms again.

const CACHE = "sdadata-1";
const STATIC = "/static/";

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

// A page is kept when outbox.js put it here; from then on each visit renews the copy.
async function renew(request, answer) {
  const cache = await caches.open(CACHE);
  const isOurs = new URL(request.url).pathname.startsWith(STATIC) || (await cache.match(request, { ignoreVary: true }));
  if (isOurs && answer.ok && !answer.redirected) await cache.put(request, answer);
}

async function networkFirst(event) {
  try {
    const answer = await fetch(event.request);
    event.waitUntil(renew(event.request, answer.clone()));
    return answer;
  } catch (error) {
    const copy = await caches.match(event.request, { ignoreVary: true });
    if (copy) return copy;
    throw error;
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate" || url.pathname.startsWith(STATIC)) event.respondWith(networkFirst(event));
});
