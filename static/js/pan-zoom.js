// Looking closer at an <svg>: pinch, drag, wheel with Ctrl, and buttons [data-zoom=in|all] beside it.
// The view keeps the shape of the element: on a phone's tall frame it begins with the full height of the board.

const NARROWEST = 330; // units across the view, at the closest
const STEP = 1.6;
const MOVED = 8;
const LEGIBLE = 0.7; // pixels a unit: from here on names can be read

const clamp = (value, low, high) => Math.min(Math.max(value, low), high);

export function panZoom(svg, frame) {
  const [, , width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
  const box = () => svg.getBoundingClientRect();
  const ratio = () => box().height / box().width || height / width;
  const covering = () => Math.min(width, height / ratio());
  const fingers = new Map();
  const view = { x: 0, y: 0, w: width };
  let moved = false;
  let gap = 0;

  function show() {
    const h = view.w * ratio();
    view.x = clamp(view.x, 0, width - view.w);
    view.y = h >= height ? (height - h) / 2 : clamp(view.y, 0, height - h);
    svg.setAttribute("viewBox", [view.x, view.y, view.w, h].map((value) => value.toFixed(1)).join(" "));
    svg.classList.toggle("is-zoomed", view.w < covering() - 1);
    svg.classList.toggle("is-far", box().width / view.w < LEGIBLE);
  }

  function zoomTo(w, at = { x: 0.5, y: 0.5 }) {
    const next = clamp(w, NARROWEST, width);
    view.x += at.x * (view.w - next);
    view.y += at.y * (view.w - next) * ratio();
    view.w = next;
    show();
  }

  function begin() {
    const w = covering();
    Object.assign(view, { w, x: (width - w) / 2, y: 0 });
    show();
  }

  const share = (x, y) => ({ x: (x - box().left) / box().width, y: (y - box().top) / box().height });
  const spread = ([a, b]) => Math.hypot(a.x - b.x, a.y - b.y);

  svg.addEventListener("pointerdown", (event) => {
    if (fingers.size === 0) moved = false;
    const point = { x: event.clientX, y: event.clientY };
    fingers.set(event.pointerId, { ...point, from: point });
    if (fingers.size === 2) gap = spread([...fingers.values()]);
  });

  function pinch([a, b]) {
    const now = spread([a, b]);
    if (now && gap) zoomTo((view.w * gap) / now, share((a.x + b.x) / 2, (a.y + b.y) / 2));
    gap = now;
  }

  addEventListener("pointermove", (event) => {
    const finger = fingers.get(event.pointerId);
    if (!finger) return;
    const unit = view.w / box().width;
    const step = { x: (event.clientX - finger.x) * unit, y: (event.clientY - finger.y) * unit };
    Object.assign(finger, { x: event.clientX, y: event.clientY });
    moved ||= spread([finger, finger.from]) > MOVED;
    if (fingers.size === 2) {
      moved = true;
      pinch([...fingers.values()]);
    } else if (moved) {
      view.x -= step.x;
      view.y -= step.y;
      show();
    }
  });

  for (const end of ["pointerup", "pointercancel"]) {
    addEventListener(end, (event) => fingers.delete(event.pointerId));
  }

  svg.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      zoomTo(view.w * (event.deltaY < 0 ? 1 / STEP : STEP), share(event.clientX, event.clientY));
    },
    { passive: false },
  );

  frame.addEventListener("click", (event) => {
    const kind = event.target.closest("[data-zoom]")?.dataset.zoom;
    if (kind === "in") zoomTo(view.w / STEP);
    else if (kind === "all") view.w < width ? zoomTo(width) : begin();
  });

  // Brings a box of the picture into view (keyboard walking while zoomed).
  function reveal(part) {
    const h = view.w * ratio();
    if (part.x < view.x || part.x + part.width > view.x + view.w) view.x = part.x + part.width / 2 - view.w / 2;
    if (part.y < view.y || part.y + part.height > view.y + h) view.y = part.y + part.height / 2 - h / 2;
    show();
  }

  new ResizeObserver(begin).observe(svg);
  begin();
  return { wasMoved: () => moved, reveal };
}
