/** Where the pop-over stands: beside its route or its city, covering as little as can be. */

import { middle } from "../board/paths.js";

/** @typedef {import("../board/map.js").BoardMap} BoardMap */
/** @typedef {{ x: number, y: number, side: "left" | "right" | "above" | "below", toX: number, toY: number, most?: number }} Spot `most`: pixels of height, where the pop-over has to scroll */

const NEAR = 20;
const FAR = 90;

/**
 * @param {BoardMap} map
 * @param {number | string} target a route, or a city by its name
 * @param {number} width of the pop-over
 * @param {number} height
 * @returns {Spot}
 */
export function findSpot(map, target, width, height) {
  const { clientWidth, clientHeight } = map.root;
  const scene = sceneOf(map, target);
  const [midX, midY] = scene.mid;
  /** @type {Spot & { cost: number } | null} */
  let best = null;
  for (let x = 8; x + width <= clientWidth - 8; x += 10) {
    for (let y = 8; y + height <= clientHeight - 6; y += 8) {
      const dx = Math.max(x - midX, 0, midX - x - width);
      const dy = Math.max(y - midY, 0, midY - y - height);
      const distance = Math.hypot(dx, dy);
      if (distance < NEAR || distance > FAR || (dx && dy)) continue;
      const cost = distance * 1.3 + covered(scene, { x, y, width, height });
      const side = dx ? (x > midX ? "right" : "left") : y > midY ? "below" : "above";
      if (!best || cost < best.cost) best = { x, y, side, cost, toX: midX - x, toY: midY - y };
    }
  }
  if (best) return best;
  const x = Math.min(Math.max(4, midX - width / 2), Math.max(4, clientWidth - width - 4)); // no room: where there is most of it
  const below = midY < clientHeight / 2;
  const most = Math.min(height, (below ? clientHeight - midY : midY) - NEAR - 4);
  const y = below ? midY + NEAR : midY - NEAR - most;
  return { x, y, side: below ? "below" : "above", toX: midX - x, toY: midY - y, most };
}

/** Everything on the map in pixels of the panel. @param {BoardMap} map @param {number | string} target */
function sceneOf(map, target) {
  const geometry = /** @type {import("../types").MapGeometry} */ (map.geometry);
  const route = typeof target === "number" ? target : null;
  const { a, b } = route === null ? { a: target, b: target } : map.board.routes[route];
  const city = geometry.cities.find(({ name }) => name === a);
  return {
    mid: route === null ? map.onScreen(city?.x ?? 0, city?.y ?? 0) : map.onScreen(...middle(geometry.routes[route])),
    names: geometry.cities.map(({ name, label: { box } }) => {
      const [x, y] = map.onScreen(box.x, box.y);
      const [right, bottom] = map.onScreen(box.x + box.width, box.y + box.height);
      return { x, y, right, bottom, mine: name === a || name === b };
    }),
    dots: geometry.cities.map(({ name, x, y }) => ({ at: map.onScreen(x, y), mine: name === a || name === b })),
    cars: geometry.routes.flatMap((place, n) => place.cars.map((car) => ({
      at: map.onScreen(car.x, car.y), cost: n === route ? 900 : (map.state.owners[n] ?? null) === null ? 1.5 : 3,
    }))),
  };
}

/** @param {ReturnType<typeof sceneOf>} scene @param {import("../types").Box} box */
function covered(scene, { x, y, width, height }) {
  const inside = (/** @type {[number, number]} */ [px, py], /** @type {number} */ margin) =>
    px > x - margin && px < x + width + margin && py > y - margin && py < y + height + margin;
  let cost = 0;
  for (const name of scene.names) {
    if (name.x - 3 < x + width && name.right + 3 > x && name.y - 3 < y + height && name.bottom + 3 > y) cost += name.mine ? 400 : 26;
  }
  for (const dot of scene.dots) if (inside(dot.at, 8)) cost += dot.mine ? 900 : 14;
  for (const car of scene.cars) if (inside(car.at, 6)) cost += car.cost;
  return cost;
}
