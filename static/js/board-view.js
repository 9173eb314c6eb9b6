// A board to look at: zoom and pan, nothing else.

import { panZoom } from "./pan-zoom.js";

export function start(frame) {
  panZoom(frame.querySelector("svg.board"), frame);
}
