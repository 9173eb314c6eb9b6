// What holds until a moment: <p data-module="until" data-until="milliseconds"> goes when the moment has come, on a page that was
// made before as well.

const LONGEST = 2 ** 31 - 1; // of a timer, in milliseconds

export function start(element) {
  const left = Number(element.dataset.until) - Date.now();
  if (left <= 0) element.hidden = true;
  else if (left <= LONGEST) setTimeout(() => (element.hidden = true), left);
}
