// The hall display: one [data-slide] at a time for data-tv-seconds; a list longer than the screen scrolls while it shows.
// Fresh content comes from the module live; a lost network leaves the last picture standing.

const SPEED = 40; // units of the screen a second
const PAUSE = 2500;

const listOf = (slide) => slide?.querySelector(".tv-scroll") ?? null;

function overflow(list) {
  return list ? Math.max(list.scrollHeight - list.clientHeight, list.scrollWidth - list.clientWidth) : 0;
}

// Scrolls so far and stays there; `current` gives the list as it stands now, since fresh content may take its place on
// the way, and none once another slide is shown.
function scroll(current, far) {
  const seconds = far / SPEED;
  const started = performance.now() + PAUSE;
  function step(now) {
    const list = current();
    if (!list) return;
    const done = Math.min(Math.max((now - started) / 1000 / seconds, 0), 1);
    list[list.scrollWidth > list.clientWidth ? "scrollLeft" : "scrollTop"] = far * done;
    requestAnimationFrame(step);
  }
  requestAnimationFrame(step);
  return PAUSE * 2 + seconds * 1000;
}

export function start(element) {
  const least = Number(element.dataset.tvSeconds ?? 12) * 1000;
  let position = -1;

  function mark() {
    const slides = [...element.querySelectorAll("[data-slide]")];
    slides.forEach((slide, index) => {
      slide.hidden = index !== position % Math.max(slides.length, 1);
    });
    return slides[position % Math.max(slides.length, 1)];
  }

  function next() {
    position += 1;
    const turn = position;
    const far = overflow(listOf(mark()));
    const current = () => (turn === position ? listOf(element.querySelector("[data-slide]:not([hidden])")) : null);
    setTimeout(next, far > 0 ? Math.max(least, scroll(current, far)) : least);
  }

  document.addEventListener("fragment", mark);
  next();
}
