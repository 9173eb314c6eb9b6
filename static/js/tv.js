// The hall display: one [data-slide] at a time for data-tv-seconds; a list longer than the screen scrolls while it shows.
// Fresh content comes from the module live; a lost network leaves the last picture standing.

const SPEED = 40; // units of the screen a second
const PAUSE = 2500;

function overflow(slide) {
  const list = slide.querySelector(".tv-scroll");
  return list ? { list, far: Math.max(list.scrollHeight - list.clientHeight, list.scrollWidth - list.clientWidth) } : null;
}

function scroll({ list, far }) {
  const seconds = far / SPEED;
  const started = performance.now() + PAUSE;
  const across = list.scrollWidth > list.clientWidth;
  function step(now) {
    if (!list.isConnected) return;
    const done = Math.min(Math.max((now - started) / 1000 / seconds, 0), 1);
    list[across ? "scrollLeft" : "scrollTop"] = far * done;
    if (done < 1) requestAnimationFrame(step);
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
    const slide = mark();
    const long = slide && overflow(slide);
    setTimeout(next, long?.far > 0 ? Math.max(least, scroll(long)) : least);
  }

  document.addEventListener("fragment", mark);
  next();
}
