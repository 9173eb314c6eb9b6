// What time it is for the server. The difference to this device is learnt from pages and answers, and kept, so that
// a reload without network still shows the hall's time.

const KEY = "server-offset";
const COARSE = 1500; // a Date header is whole seconds old and the way took a moment

let offset = null;

function kept() {
  try {
    const value = localStorage.getItem(KEY);
    return value === null ? null : Number(value);
  } catch {
    return null; // a private window may refuse storage
  }
}

function keep(value) {
  offset = value;
  try {
    localStorage.setItem(KEY, String(value));
  } catch {
    return;
  }
}

function arrivedAt() {
  const page = performance.getEntriesByType("navigation")[0];
  return performance.timeOrigin + (page?.responseStart ?? 0);
}

function pageIsOld() {
  const page = performance.getEntriesByType("navigation")[0];
  return !navigator.onLine || page?.deliveryType === "cache" || page?.type === "back_forward";
}

// From a page that says when it was written (milliseconds).
export function learnFromPage(written) {
  if (offset !== null || !written) return;
  const known = kept();
  if (pageIsOld() && known !== null) offset = known;
  else keep(written - arrivedAt());
}

// From the Date header of an answer that arrived just now: only a large difference says something.
export function learnServerTime(moment) {
  const heard = moment + 500 - Date.now();
  if (offset === null || Math.abs(heard - offset) > COARSE) keep(heard);
}

export function serverNow() {
  return Date.now() + (offset ?? kept() ?? 0);
}
