// Pages seen once open again without a network: network first, the copy when there is none.
// Results are not kept here: outbox.js sends them, this only shows the forms.

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

async function networkFirst(request) {
  const cache = await caches.open(CACHE);
  try {
    const answer = await fetch(request);
    if (answer.ok && !answer.redirected) await cache.put(request, answer.clone());
    return answer;
  } catch (error) {
    const copy = await cache.match(request, { ignoreVary: true });
    if (copy) return copy;
    throw error;
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  const isForm = request.mode === "navigate" && url.pathname.includes("/entry");
  if (isForm || url.pathname.startsWith(STATIC)) event.respondWith(networkFirst(request));
});
