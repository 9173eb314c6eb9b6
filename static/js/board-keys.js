// Walking on the board: arrows go along borders, in the direction that fits best.

const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const HALF_WORLD = 800;

function middle(land) {
  const box = land.getBBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

// Over the edge of the map: from the far east one goes on east into the far west.
function across(distance) {
  return Math.abs(distance) > HALF_WORLD ? distance - Math.sign(distance) * 2 * HALF_WORLD : distance;
}

export function neighbourTowards(land, key, lands) {
  const [dx, dy] = DIRECTIONS[key];
  const [x, y] = middle(land);
  let best = null;
  let bestFit = 0.3;
  for (const name of land.dataset.near.split(" ")) {
    const [nx, ny] = middle(lands.get(name));
    const [vx, vy] = [across(nx - x), ny - y];
    const fit = (vx * dx + vy * dy) / Math.hypot(vx, vy);
    if (fit > bestFit) [best, bestFit] = [lands.get(name), fit];
  }
  return best;
}

export const isArrow = (key) => key in DIRECTIONS;
