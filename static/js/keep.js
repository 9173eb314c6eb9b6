// Keeps pages and what they are made of, to open them without network. On a page that leads to forms:
// <p data-module="keep" data-pages="/t/…/enter/ …" data-modules="board-entry photo"></p>

const CACHE = "sdadata-1"; // the service worker's

export async function keepPages(pages) {
  if (!("serviceWorker" in navigator) || !("caches" in window)) return;
  await navigator.serviceWorker.register("/service-worker.js");
  const cache = await caches.open(CACHE);
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  const parts = loaded.filter((name) => name.startsWith(`${location.origin}/static/`));
  await Promise.allSettled([...pages, ...new Set(parts)].map((name) => cache.add(name)));
}

async function keep({ pages, modules }) {
  await Promise.all(modules.split(" ").map((name) => import(`./${name}.js`))); // now they are among the parts
  await keepPages([location.href, ...pages.split(" ").filter(Boolean)]);
}

export function start(element) {
  keep(element.dataset).catch(() => {}); // storage full or refused: forms work, with a network only
}
