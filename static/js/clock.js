// A clock that counts to data-ends by the server's time (data-now, milliseconds); data-stopped stands still.

import { learnFromPage, serverNow } from "./server-time.js";

const SPOKEN = new Set([600, 300, 60, 0]);

export function format(seconds) {
  const total = Math.abs(seconds);
  const hours = Math.floor(total / 3600);
  const text = [Math.floor((total % 3600) / 60), total % 60].map((part) => String(part).padStart(2, "0")).join(":");
  return (seconds < 0 ? "−" : "") + (hours ? `${hours}:` : "") + text;
}

export function start(element) {
  const face = document.createElement("span");
  face.ariaHidden = "true";
  const spoken = document.createElement("span");
  spoken.className = "only-sr";
  spoken.role = "status";
  element.replaceChildren(face, spoken);
  if (element.dataset.stopped) {
    face.textContent = spoken.textContent = format(Math.round(Number(element.dataset.stopped)));
    return;
  }
  learnFromPage(Number(element.dataset.now));
  const ends = Number(element.dataset.ends);
  spoken.textContent = format(Math.ceil((ends - serverNow()) / 1000));

  function tick() {
    if (!element.isConnected) return;
    const left = ends - serverNow();
    const seconds = Math.ceil(left / 1000);
    face.textContent = format(seconds);
    element.dataset.state = seconds <= 0 ? "over" : "running";
    if (SPOKEN.has(seconds)) spoken.textContent = face.textContent;
    setTimeout(tick, (((left % 1000) + 1000) % 1000) + 5);
  }
  tick();
}
