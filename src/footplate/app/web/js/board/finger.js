/** Which route a finger means. It is broad, and browsers guess: they may take a neighbour, or a city, for what is meant. */

/** @typedef {import("../types").Point} Point */
/** @typedef {import("../types").MapGeometry} MapGeometry */

const REACH = 22; // pixels of the screen from the middle of a finger to what it means
const ON_IT = 2; // so near to the edge of cars is on them

/**
 * Of the routes under the finger, or else of those near it, the nearest that can be claimed.
 * @param {MapGeometry} map
 * @param {Point} finger on the map
 * @param {number} scale pixels of the screen for one of the map
 * @param {readonly number[]} payable
 * @returns {number | null} null where the finger means no route
 */
export function routeMeant(map, finger, scale, payable) {
  const far = map.routes.map(({ link }) => scale * distance(finger, link.slice(1, -1)));
  /** @param {readonly number[]} routes @param {number} reach */
  const nearest = (routes, reach) => routes.reduce((best, n) => (far[n] <= reach && (best === null || far[n] < far[best]) ? n : best), /** @type {number | null} */ (null));
  const all = map.routes.map((_, n) => n);
  const cars = (scale * map.sizes.car_height) / 2 + ON_IT;
  return nearest(payable, cars) ?? nearest(all, cars) ?? (onCity(map, finger) ? null : nearest(payable, REACH));
}

/** The nearest city that a finger can mean. @param {MapGeometry} map @param {Point} finger on the map @param {number} scale @returns {number | null} */
export function cityMeant(map, [x, y], scale) {
  const far = map.cities.map((city) => scale * Math.hypot(city.x - x, city.y - y));
  const nearest = far.indexOf(Math.min(...far));
  return far[nearest] <= REACH ? nearest : null;
}

/** @param {MapGeometry} map @param {Point} finger */
function onCity(map, [x, y]) {
  return map.cities.some((city) => Math.hypot(city.x - x, city.y - y) <= map.sizes.dot_radius);
}

/** From a point to a line. @param {Point} point @param {readonly Point[]} line */
function distance([x, y], line) {
  return Math.min(...line.slice(1).map(([bx, by], n) => {
    const [ax, ay] = line[n];
    const [dx, dy] = [bx - ax, by - ay];
    const along = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
    return Math.hypot(ax + along * dx - x, ay + along * dy - y);
  }));
}
