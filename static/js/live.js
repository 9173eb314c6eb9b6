// Keeps marked fragments fresh: <section data-module="live" data-live-url="…" data-live-every="5"> asks every few
// seconds with the ETag of the last answer; 304 costs nothing. [data-live-status] says whether it still holds.

import { replaceFragments } from "./fragments.js";
import { learnServerTime } from "./server-time.js";

const LONGEST_WAIT = 60;
const TIMEOUT = 8000;

function show(state, moment) {
  for (const status of document.querySelectorAll("[data-live-status]")) {
    status.dataset.state = state;
    const time = status.querySelector("time");
    if (moment && time) {
      time.dateTime = moment.toISOString();
      time.textContent = moment.toLocaleTimeString(document.documentElement.lang, { hour12: false });
    }
  }
}

export function start(element) {
  const url = element.dataset.liveUrl ?? location.href;
  const every = Math.min(Number(element.dataset.liveEvery ?? 5), 5);
  let etag = element.dataset.liveEtag ?? "";
  let wait = every;
  let timer = 0;

  async function ask() {
    const headers = { "X-Fragments": "1", ...(etag && { "If-None-Match": etag }) };
    const answer = await fetch(url, { headers, cache: "no-store", signal: AbortSignal.timeout?.(TIMEOUT) });
    if (!answer.ok && answer.status !== 304) throw new Error(String(answer.status));
    const moment = new Date(answer.headers.get("Date") ?? Date.now());
    learnServerTime(moment.getTime());
    if (answer.status !== 304) {
      etag = answer.headers.get("ETag") ?? "";
      replaceFragments(await answer.text());
    }
    show("live", moment);
  }

  async function turn() {
    clearTimeout(timer);
    if (!element.isConnected) return;
    if (!document.hidden) {
      try {
        await ask();
        wait = every;
      } catch {
        show("lost"); // what is shown stays, and says how old it is
        wait = Math.min(wait * 2, LONGEST_WAIT);
      }
    }
    timer = setTimeout(turn, wait * 1000 * (0.8 + 0.2 * Math.random()));
  }

  document.addEventListener("visibilitychange", () => document.hidden || turn());
  addEventListener("online", turn);
  timer = setTimeout(turn, every * 1000);
}
